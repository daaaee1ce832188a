package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/sqltext"
)

var sensitive = Check{
	Name: "sensitive", Class: "sensitive_field",
	Doc: "A column that the specification forbids to return is returned.",
	run: func(q *query) []hit {
		hidden := q.hidden()
		var out []hit
		for _, s := range q.stmts {
			if !s.returns {
				continue
			}
			for _, b := range q.blocks(s) {
				if b.outer != nil {
					continue // what a subquery yields may be dropped again
				}
				for _, item := range outputs(b) {
					for _, f := range b.sources {
						if f.table == nil {
							continue
						}
						for _, column := range hidden[f.table.Name] {
							if shows(item, f.alias, column) {
								out = append(out, hit{text: fmt.Sprintf("%s.%s is returned.", f.table.Name, column)})
							}
						}
					}
				}
			}
		}
		return out
	},
}

// hidden reads the names "table.column" from the requirement on sensitive
// fields, up to the end of the sentence that forbids to return them.
func (q *query) hidden() map[string][]string {
	out := map[string][]string{}
	number, ok := q.spec.Requirement("sensitive_field")
	if !ok {
		return out
	}
	for _, r := range q.spec.Requirements {
		text := strings.ToLower(r.Text)
		end := strings.Index(text, "not be returned")
		if r.Number != number || end < 0 {
			continue
		}
		for _, w := range strings.FieldsFunc(text[:end], func(c rune) bool { return !(c == '.' || c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9') }) {
			table, column, dotted := strings.Cut(w, ".")
			if t := q.spec.Table(table); dotted && t != nil {
				if _, ok := t.Column(column); ok {
					out[table] = append(out[table], column)
				}
			}
		}
	}
	return out
}

// outputs returns the items of the select list of b, and of its RETURNING.
func outputs(b *block) [][]token {
	var out [][]token
	for i := 0; i < len(b.toks); i++ {
		if b.toks[i].mate > i {
			i = b.toks[i].mate
			continue
		}
		if w := b.toks[i].text; w == "select" && b.verb == "select" || w == "returning" {
			end := i + 1
			for end < len(b.toks) && (!clauseWords[b.toks[end].text] || b.toks[end].mate > end || b.toks[end].text == "left" || b.toks[end].text == "right") {
				if end = end + 1; b.toks[end-1].mate > end {
					end = b.toks[end-1].mate + 1
				}
			}
			out = append(out, cut(link(slices.Clone(b.toks[i+1:end])), ",")...)
			i = end - 1
		}
	}
	return out
}

// shows reports whether an output item yields alias.column as it is: a star,
// or the column outside of CASE and comparisons.
func shows(item []token, alias, column string) bool {
	switch n := len(item); {
	case n == 1 && item[0].text == "*":
		return true
	case n == 3 && item[0].text == alias && item[2].text == "*":
		return true
	case n >= 3 && item[0].text == alias && item[1].text == "." && item[2].text == column:
		return n == 3 || item[3].text == "as" || item[3].kind == sqltext.Word
	}
	return false
}
