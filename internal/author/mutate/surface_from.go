package mutate

import (
	"slices"

	"assay/internal/lang/sqltext"
)

// source is a FROM list: a first relation, and the relations joined to it in turn.
type source struct {
	stmt  *node
	items []joined
}

// joined is one relation of a FROM list. Spans are of tokens.
type joined struct {
	kind    string // inner, left, right, full, cross, natural, ","; "" for the first
	from    int    // of the words of the join, or of the item itself for the first
	item    int
	end     int // of the item with its alias
	alias   string
	aliasAt int // -1 when the relation has no alias
	table   bool
	on      int // -1 without ON
	to      int // end of the whole join
}

var joinWords = []string{"natural", "inner", "left", "right", "full", "outer", "cross", "join"}

// relationAt reads the relation that begins at token i.
func (u *unit) relationAt(i int) (r joined, ok bool) {
	r = joined{from: i, item: i, aliasAt: -1, on: -1}
	j := i
	if u.word(j) == "lateral" {
		j++
	}
	switch {
	case j >= len(u.toks):
		return r, false
	case u.words[j] == "(":
		if u.match[j] < 0 {
			return r, false
		}
		j = u.match[j]
	case u.toks[j].Kind == sqltext.Word:
		for u.word(j+1) == "." {
			j += 2
		}
		r.alias, r.table = u.word(j), true
		if u.word(j+1) == "(" {
			j, r.table = u.match[j+1], false
		}
	default:
		return r, false
	}
	if u.word(j+1) == "with" && u.word(j+2) == "ordinality" {
		j += 2
	}
	if u.word(j+1) == "as" {
		j += 2
		r.alias, r.aliasAt = u.word(j), j
	} else if j+1 < len(u.toks) && u.toks[j+1].Kind == sqltext.Word && !slices.Contains(ends, u.words[j+1]) &&
		!slices.Contains(joinWords, u.words[j+1]) &&
		!slices.Contains([]string{"tablesample", "skip", "nowait", "do", "default", "overriding", "when"}, u.words[j+1]) {
		j++
		r.alias, r.aliasAt = u.words[j], j
	}
	if r.aliasAt >= 0 && u.word(j+1) == "(" {
		j, r.table = u.match[j+1], false
	}
	r.end, r.to = j, j
	return r, j < len(u.toks) && j >= i
}

// sources returns the FROM lists that begin with a table.
func (u *unit) sources() []source {
	var out []source
	u.root.Walk(nil, func(n *node, _ []*node) {
		if !n.Is("SelectStmt", "UpdateStmt") || len(n.List("fromClause")) == 0 {
			return
		}
		first := n.List("fromClause")[0]
		for first.Is("JoinExpr") {
			first = first.Get("larg")
		}
		at := -1
		if first.Is("RangeVar") {
			at = u.at(first.Loc)
		}
		if at < 1 || u.words[at-1] != "from" {
			return
		}
		if s, ok := u.sourceAt(at); ok {
			s.stmt = n
			out = append(out, s)
		}
	})
	return out
}

// sourceAt reads the FROM list whose first relation begins at token at.
func (u *unit) sourceAt(at int) (s source, ok bool) {
	r, ok := u.relationAt(at)
	if !ok {
		return s, false
	}
	s.items = append(s.items, r)
	for i := r.to + 1; i < len(u.toks); {
		kind, from := "", i
		switch {
		case u.words[i] == ",":
			kind, i = ",", i+1
		case slices.Contains(joinWords, u.words[i]):
			kind = "inner"
			for ; u.word(i) != "join"; i++ {
				if !slices.Contains(joinWords, u.word(i)) {
					return s, false
				}
				if w := u.words[i]; w != "outer" {
					kind = w
				}
			}
			i++
		default:
			return s, true
		}
		r, ok := u.relationAt(i)
		if !ok {
			return s, false
		}
		r.kind, r.from = kind, from
		switch u.word(r.end + 1) {
		case "using":
			return s, false
		case "on":
			r.on = r.end + 1
			r.to = u.right(r.on + 1)
		}
		s.items = append(s.items, r)
		i = r.to + 1
	}
	return s, true
}

// joinedBy reports whether the list has only joins of the given kinds.
func (s source) joinedBy(kinds ...string) bool {
	return !slices.ContainsFunc(s.items[1:], func(r joined) bool { return !slices.Contains(kinds, r.kind) })
}

// plain reports whether the list has only joins of the given kinds, and nothing depends on its order: no star, no
// aggregate of a list without an order.
func (u *unit) plain(s source, kinds ...string) bool {
	ok := s.joinedBy(kinds...)
	for _, t := range s.stmt.List("targetList") {
		if f := t.Get("val").List("fields"); t.Get("val").Is("ColumnRef") && len(f) == 1 && f[0].Is("A_Star") {
			ok = false
		}
	}
	u.root.Walk(nil, func(n *node, _ []*node) {
		name := n.List("funcname")
		if n.Is("FuncCall") && len(name) > 0 && len(n.List("agg_order")) == 0 &&
			slices.Contains([]string{"json_agg", "jsonb_agg", "array_agg", "string_agg", "xmlagg"},
				name[len(name)-1].Str("sval")) {
			ok = false
		}
	})
	if s.stmt.Get("limitCount") != nil && len(s.stmt.List("sortClause")) == 0 || len(s.stmt.List("distinctClause")) > 0 {
		return false
	}
	return ok
}

// names returns the names under which the relations up to the i-th are used.
func (s source) names(i int) []string {
	var out []string
	for _, r := range s.items[:i+1] {
		out = append(out, r.alias)
	}
	return out
}

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) })
}
