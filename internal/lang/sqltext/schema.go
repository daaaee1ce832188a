package sqltext

import (
	"slices"
	"strings"
)

// Column is one column of a table. Names are folded to lower case.
type Column struct {
	Name       string
	References string // table that a foreign key of only this column references, "" without one
	Choices    bool   // a CHECK limits it to a list of literals, as in a status column
}

// Table is one CREATE TABLE. Tenant and Deleted are column names, "" when the table has none; Key is the
// primary key.
type Table struct {
	Name    string
	Columns []Column
	Key     []string
	Tenant  string // names the tenant that owns the row; "id" on the table of tenants itself
	Deleted string // marks a row as soft-deleted
}

// Column returns the column with the given name, and whether there is one.
func (t *Table) Column(name string) (Column, bool) {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return Column{}, false
	}
	return t.Columns[i], true
}

// Tables returns every CREATE TABLE of src, in order.
func Tables(src string) []Table {
	var p tableParser
	for _, t := range Lex(src) {
		switch {
		case t.Trivia():
		case t.Kind == QuotedIdent:
			p.words = append(p.words, strings.Trim(t.Text(src), `"`))
		default:
			p.words = append(p.words, strings.ToLower(t.Text(src)))
		}
	}
	var out []Table
	for !p.done() {
		if !p.create() {
			p.pos++
			continue
		}
		if t := p.table(); len(t.Columns) > 0 {
			out = append(out, t)
		}
	}
	assignTenants(out)
	return out
}

type tableParser struct {
	words []string
	pos   int
}

func (p *tableParser) done() bool { return p.pos >= len(p.words) }

func (p *tableParser) at(k int) string {
	if p.pos+k >= len(p.words) {
		return ""
	}
	return p.words[p.pos+k]
}

// create skips CREATE [TEMP|UNLOGGED] TABLE [IF NOT EXISTS] and reports whether it was next.
func (p *tableParser) create() bool {
	if p.at(0) != "create" {
		return false
	}
	k := 1
	for p.at(k) == "temp" || p.at(k) == "temporary" || p.at(k) == "unlogged" {
		k++
	}
	if p.at(k) != "table" {
		return false
	}
	k++
	if p.at(k) == "if" {
		k += 3
	}
	p.pos += k
	return true
}

func (p *tableParser) table() Table {
	t := Table{Name: p.name()}
	if p.at(0) != "(" {
		return t
	}
	p.pos++
	for !p.done() && p.at(0) != ")" {
		start := p.pos
		for depth := 0; !p.done(); p.pos++ {
			w := p.at(0)
			if depth == 0 && (w == "," || w == ")" || w == ";") {
				break
			}
			if w == "(" || w == "[" {
				depth++
			} else if w == ")" || w == "]" {
				depth--
			}
		}
		t.element(p.words[start:p.pos])
		if p.at(0) == ";" {
			return t
		}
		if p.at(0) == "," {
			p.pos++
		}
	}
	for _, c := range t.Columns {
		if t.Deleted == "" && isDeleted(c.Name) {
			t.Deleted = c.Name
		}
	}
	return t
}

// name skips a possibly qualified name and returns its last part.
func (p *tableParser) name() string {
	name := p.at(0)
	for p.pos++; p.at(0) == "."; p.pos += 2 {
		name = p.at(1)
	}
	return name
}

// element adds one column or table constraint.
func (t *Table) element(words []string) {
	if len(words) == 0 {
		return
	}
	if words[0] == "constraint" && len(words) > 2 {
		words = words[2:]
	}
	switch words[0] {
	case "primary":
		t.Key = names(words)
		return
	case "foreign":
		ref := slices.Index(words, "references")
		if cols := names(words); len(cols) == 1 && ref >= 0 && ref+1 < len(words) {
			t.update(cols[0], func(c *Column) { c.References = words[ref+1] })
		}
		return
	case "check":
		if i := slices.Index(words, "in"); i > 0 {
			t.update(words[i-1], func(c *Column) { c.Choices = true })
		}
		return
	case "unique", "exclude", "like", "constraint":
		return
	}
	if len(words) < 2 {
		return
	}
	c := Column{Name: words[0]}
	for i, w := range words {
		switch {
		case w == "references" && i+1 < len(words):
			c.References = words[i+1]
		case w == "in" && i > 0 && words[i-1] == c.Name:
			c.Choices = true
		case w == "key" && i > 0 && words[i-1] == "primary":
			t.Key = []string{c.Name}
		}
	}
	t.Columns = append(t.Columns, c)
}

// names returns the words of the first parenthesised list.
func names(words []string) []string {
	open := slices.Index(words, "(")
	if open < 0 {
		return nil
	}
	var out []string
	for _, w := range words[open+1:] {
		if w == ")" {
			break
		}
		if w != "," {
			out = append(out, w)
		}
	}
	return out
}

// update calls do for the columns of a name.
func (t *Table) update(column string, do func(*Column)) {
	for i := range t.Columns {
		if t.Columns[i].Name == column {
			do(&t.Columns[i])
		}
	}
}

func isDeleted(column string) bool {
	for part := range strings.SplitSeq(column, "_") {
		if part == "deleted" || part == "removed" {
			return !strings.HasSuffix(column, "_by") && !strings.HasSuffix(column, "_id")
		}
	}
	return false
}
