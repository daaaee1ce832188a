package sqlcheck

import (
	"fmt"
	"slices"
)

var conflictTenant = Check{
	Name: "conflict", Class: "cross_tenant",
	Doc: "An upsert whose key does not hold the tenant meets the row of another tenant and overwrites it.",
	run: func(q *query) []hit {
		var out []hit
		for _, s := range q.stmts {
			for _, b := range q.blocks(s) {
				if b.verb != "insert" {
					continue
				}
				if name, ok := q.overwrites(b.toks); ok {
					out = append(out, hit{text: fmt.Sprintf("The conflicting row of %s may be another tenant's, and is overwritten.", name)})
				}
			}
		}
		return out
	},
}

// overwrites reads INSERT INTO table … ON CONFLICT (…) DO UPDATE … WHERE ….
func (q *query) overwrites(toks []token) (string, bool) {
	into := slices.IndexFunc(toks, func(t token) bool { return t.text == "into" })
	if into < 0 || into+1 >= len(toks) {
		return "", false
	}
	table := q.spec.Table(toks[into+1].text)
	if table == nil || table.Tenant == "" || table.Tenant == "id" {
		return "", false
	}
	names := map[string]bool{table.Name: true}
	if into+3 < len(toks) && toks[into+2].text == "as" {
		names[toks[into+3].text] = true
	}
	at := slices.IndexFunc(toks, func(t token) bool { return t.text == "conflict" })
	if at < 0 || at+1 >= len(toks) || toks[at+1].text != "(" || toks[at+1].mate < 0 {
		return "", false // a named constraint may hold the tenant
	}
	end := toks[at+1].mate
	key := toks[at+2 : end]
	update := slices.IndexFunc(toks[end:], func(t token) bool { return t.text == "update" })
	if update < 0 || mentionsAlias(key, table.Tenant) {
		return "", false
	}
	for i := end + update; i < len(toks); i++ {
		if toks[i].mate > i {
			i = toks[i].mate
			continue
		}
		if toks[i].text != "where" {
			continue
		}
		for _, c := range conjuncts(toks[i+1 : clauseEnd(toks, i+1)]) {
			if eq := cut(c, "="); len(eq) == 2 && (ownTenant(eq[0], names, table.Tenant) || ownTenant(eq[1], names, table.Tenant)) {
				return "", false
			}
		}
	}
	return table.Name, true
}

// ownTenant reports whether toks are the tenant column of the row that is
// already there, which only the table's own name reaches.
func ownTenant(toks []token, names map[string]bool, tenant string) bool {
	toks = bare(toks)
	return len(toks) == 3 && names[toks[0].text] && toks[2].text == tenant
}
