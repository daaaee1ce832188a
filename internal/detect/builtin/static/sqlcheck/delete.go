package sqlcheck

import "fmt"

var softDelete = Check{
	Name: "soft-delete", Class: "soft_delete",
	Doc: "A table that marks deleted rows is read without looking at the mark.",
	run: func(q *query) []hit {
		var out []hit
		tested := map[string]bool{} // tables whose mark some block looks at
		var left []hit
		for _, s := range q.stmts {
			for _, b := range q.blocks(s) {
				for _, f := range b.sources {
					if f.table == nil || f.table.Deleted == "" || b.verb == "insert" {
						continue
					}
					h := hit{text: fmt.Sprintf("%s (%s) is used without a test of %s.", f.table.Name, f.alias, f.table.Deleted)}
					effective := namesColumn(s.toks, f.alias, f.table.Deleted) - idle(b, f.alias, f.table.Deleted)
					switch {
					case effective > 0 || len(b.sources) == 1 && namesBare(b.toks, f.table.Deleted):
						tested[f.table.Name] = true
					case q.policed(f.table, func(cond []token) bool { return namesBare(cond, f.table.Deleted) }):
					case byKey(b, f):
						h.table = f.table.Name
						left = append(left, h)
					default:
						out = append(out, h)
					}
				}
			}
		}
		for _, h := range left { // a row picked by its key may have been looked at before
			if !tested[h.table] {
				out = append(out, hit{text: h.text})
			}
		}
		return out
	},
}

// byKey reports whether a condition of b names the row of f by its key, the
// tenant's part of it aside.
func byKey(b *block, f from) bool {
	given := equated(b, f)
	n := 0
	for _, k := range f.table.Key {
		if k == f.table.Tenant {
			continue
		}
		if n++; !given[k] {
			return false
		}
	}
	return n > 0
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
