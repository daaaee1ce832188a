package sqlcheck

import "fmt"

var softDelete = Check{
	Name: "soft-delete", Class: "soft_delete",
	Doc: "A table that marks deleted rows is read without looking at the mark.",
	run: func(q *query) []hit {
		var out []hit
		for _, s := range q.stmts {
			for _, b := range q.blocks(s) {
				for _, f := range b.sources {
					if f.table == nil || f.table.Deleted == "" || b.verb == "insert" {
						continue
					}
					effective := namesColumn(s.toks, f.alias, f.table.Deleted) - idle(b, f.alias, f.table.Deleted)
					if effective == 0 && !(len(b.sources) == 1 && namesBare(b.toks, f.table.Deleted)) {
						out = append(out, hit{text: fmt.Sprintf("%s (%s) is used without a test of %s.", f.table.Name, f.alias, f.table.Deleted)})
					}
				}
			}
		}
		return out
	},
}

// namesColumn counts the mentions of alias.column.
func namesColumn(toks []token, alias, column string) int {
	n := 0
	for i := 2; i < len(toks); i++ {
		if toks[i].text == column && toks[i-1].text == "." && toks[i-2].text == alias {
			n++
		}
	}
	return n
}

// idle counts the mentions that remove no row of alias: in the ON of an outer
// join of something else.
func idle(b *block, alias, column string) int {
	n := 0
	for _, on := range b.outerOn {
		if on.alias != alias {
			n += namesColumn(on.toks, alias, column)
		}
	}
	return n
}

func namesBare(toks []token, column string) bool {
	for i, t := range toks {
		if t.text == column && (i == 0 || toks[i-1].text != ".") {
			return true
		}
	}
	return false
}
