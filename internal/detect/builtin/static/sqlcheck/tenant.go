package sqlcheck

import (
	"fmt"
	"slices"

	"assay/internal/sqltext"
)

var tenantPredicate = Check{
	Name: "tenant", Class: "cross_tenant",
	Doc: "Rows of a table that belongs to tenants are used without being tied to the tenant of the caller.",
	run: runTenant,
}

func runTenant(q *query) []hit {
	var blocks []*block
	t := tying{groups: map[*from]*from{}, ground: map[*from]bool{}, parts: map[string]string{}}
	for _, s := range q.stmts {
		blocks = append(blocks, q.blocks(s)...)
	}
	t.name(blocks)
	for _, b := range blocks {
		t.read(b)
	}
	for _, b := range blocks {
		for i := range b.sources {
			f := &b.sources[i]
			if f.table != nil && f.table.Tenant != "" && q.policed(f.table, func(cond []token) bool { return restricts(f.table, cond) }) {
				t.settle(f)
			}
		}
	}
	var out []hit
	for _, b := range blocks {
		for i := range b.sources {
			f := &b.sources[i]
			if f.table == nil || f.table.Tenant == "" || t.tied(f) {
				continue
			}
			out = append(out, hit{fmt.Sprintf("%s (%s) is not restricted to the caller's tenant by %s.", f.table.Name, f.alias, f.table.Tenant), f.table.Name})
		}
	}
	return out
}

// restricts reports whether a condition on the rows of a table ties them to a tenant.
func restricts(table *sqltext.Table, cond []token) bool {
	b := &block{sources: []from{{alias: table.Name, table: table}}, ands: conjuncts(cond)}
	t := tying{groups: map[*from]*from{}, ground: map[*from]bool{}}
	t.name([]*block{b})
	t.read(b)
	return t.tied(&b.sources[0])
}

// tying joins sources whose tenant columns are equated, and notes which are
// equated with something from outside the statement.
type tying struct {
	groups map[*from]*from   // union-find
	ground map[*from]bool    // by root
	parts  map[string]string // of each part, the tenant column that its rows carry
}

// name enters the sources, and joins what reads a part with the sources whose
// tenant column the part's rows carry: a condition on either is one on both.
func (t *tying) name(blocks []*block) {
	carried := map[string][]*from{}
	for _, b := range blocks {
		for i := range b.sources {
			f := &b.sources[i]
			t.groups[f] = f
			if b.part != "" && f.table != nil && f.table.Tenant != "" && f.table.Tenant != "id" && exports(b, f, f.table.Tenant) {
				carried[b.part] = append(carried[b.part], f)
				t.parts[b.part] = f.table.Tenant
			}
		}
	}
	for _, b := range blocks {
		for i := range b.sources {
			for _, f := range carried[b.sources[i].name] {
				if b.sources[i].table == nil {
					t.union(&b.sources[i], f)
				}
			}
		}
	}
}

func (t *tying) root(f *from) *from {
	for t.groups[f] != f {
		f = t.groups[f]
	}
	return f
}

func (t *tying) tied(f *from) bool { return t.ground[t.root(f)] }

func (t *tying) union(a, b *from) {
	x, y := t.root(a), t.root(b)
	t.ground[x] = t.ground[x] || t.ground[y]
	t.groups[y] = x
}

func (t *tying) settle(f *from) { t.ground[t.root(f)] = true }

func (t *tying) read(b *block) {
	for _, u := range b.using {
		for _, column := range u.columns {
			var prev *from
			for i := 0; i <= u.joined && i < len(b.sources); i++ {
				f := &b.sources[i]
				switch {
				case f.table == nil:
					if t.parts[f.name] != column {
						t.settle(f) // a part of the statement that is judged by itself
					}
				case f.table.Tenant != column:
					continue
				}
				if prev != nil {
					t.union(prev, f)
				}
				prev = f
			}
		}
	}
	for _, c := range b.ands {
		t.condition(b, link(slices.Clone(c)))
	}
}

// condition reads one condition: an equality, of rows also, or membership.
func (t *tying) condition(b *block, c []token) {
	if len(c) > 0 && c[0].text == "not" {
		return
	}
	for i := 0; i < len(c); i++ {
		if c[i].mate > i {
			i = c[i].mate
			continue
		}
		right := i + 1
		switch c[i].text {
		case "=":
		case "in":
			if i > 0 && c[i-1].text == "not" {
				return
			}
			for _, l := range row(c[:i]) {
				if f := t.column(b, l); f != nil {
					t.settle(f)
				}
			}
			return
		case "is":
			if f := t.column(b, c[:i]); f != nil && textOf(c[i:]) == "is null " {
				t.settle(f) // rows that belong to no tenant
				return
			}
			if len(c) < i+4 || textOf(c[i:i+4]) != "is not distinct from " {
				return
			}
			right = i + 4
		default:
			continue
		}
		ls, rs := row(c[:i]), row(c[right:])
		if len(ls) != len(rs) {
			for _, l := range ls { // (a, b) = (SELECT …), = ANY (…)
				if f := t.column(b, l); f != nil {
					t.settle(f)
				}
			}
			return
		}
		for k := range ls {
			t.equal(b, ls[k], rs[k])
			t.equal(b, rs[k], ls[k])
		}
		return
	}
}

// row splits "(a, b)" into its components; anything else is one.
func row(toks []token) [][]token {
	toks = link(slices.Clone(toks))
	if len(toks) > 2 && toks[0].text == "(" && toks[0].mate == len(toks)-1 && !verbs[toks[1].text] {
		return cut(toks[1:len(toks)-1], ",")
	}
	return [][]token{toks}
}

// equal reads "l = r" where l may be a tenant column.
func (t *tying) equal(b *block, l, r []token) {
	f := t.column(b, l)
	if f == nil {
		return
	}
	if g := t.column(b, r); g != nil {
		t.union(f, g)
		return
	}
	if known, table := column(b, r); known && table != nil {
		return // some other column of a table says nothing about the tenant
	}
	for _, x := range r {
		if f.table != nil && x.text == f.table.Tenant && x.kind != sqltext.Param && (f.alias == "" || len(r) > 3) && mentionsAlias(r, f.alias) {
			return // COALESCE(:org_id, t.org_id)
		}
	}
	t.settle(f)
}

func mentionsAlias(toks []token, alias string) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.text == alias })
}

// column resolves "alias.column" or "column". known reports whether toks have
// that form and name a source or a column of one.
func column(b *block, toks []token) (known bool, f *from) {
	toks = bare(toks)
	switch {
	case len(toks) == 3 && toks[1].text == ".":
		for x := b; x != nil; x = x.outer {
			for i := range x.sources {
				if x.sources[i].alias == toks[0].text {
					if x.sources[i].table == nil {
						return true, nil
					}
					return true, &x.sources[i]
				}
			}
		}
	case len(toks) == 1 && (toks[0].kind == sqltext.Word || toks[0].kind == sqltext.QuotedIdent):
		for x := b; x != nil; x = x.outer {
			for i := range x.sources {
				if tab := x.sources[i].table; tab != nil {
					if _, ok := tab.Column(toks[0].text); ok {
						return true, &x.sources[i]
					}
				}
			}
		}
	}
	return false, nil
}

// column returns the source whose tenant column toks are, or nil.
func (t *tying) column(b *block, toks []token) *from {
	known, f := column(b, toks)
	toks = bare(toks)
	if f != nil {
		if f.table.Tenant != "" && toks[len(toks)-1].text == f.table.Tenant {
			return f
		}
		return nil
	}
	for x := b; x != nil && (known || len(toks) == 1); x = x.outer {
		for i := range x.sources {
			s := &x.sources[i]
			if s.table == nil && t.parts[s.name] != "" && toks[len(toks)-1].text == t.parts[s.name] && (len(toks) == 1 || toks[0].text == s.alias) {
				return s
			}
		}
	}
	return nil
}

// bare removes a cast and brackets around a whole expression.
func bare(toks []token) []token {
	if n := len(toks); n > 2 && toks[n-2].text == "::" {
		toks = toks[:n-2]
	}
	for len(toks) > 2 && toks[0].text == "(" && toks[len(toks)-1].text == ")" && !verbs[toks[1].text] {
		toks = toks[1 : len(toks)-1]
	}
	return toks
}
