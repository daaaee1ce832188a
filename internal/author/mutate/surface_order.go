package mutate

import (
	"math/rand/v2"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

var conditionOrder = Rewriting{
	Name: "condition-order",
	Doc:  "writes the operands of AND or OR in another order",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		for _, c := range u.chains {
			if !u.uncommented(c) {
				continue
			}
			order := dice.Perm(len(c.operands))
			var b strings.Builder
			for i, p := range c.operands {
				if i > 0 {
					b.WriteString(u.code[u.toks[c.operands[i-1].to].End:u.toks[p.from].Start])
				}
				q := c.operands[order[i]]
				b.WriteString(u.text(q.from, q.to))
			}
			out = append(out, place{u.put(c.operands[0].from, c.operands[len(order)-1].to, "%s", b.String())})
		}
		return out
	},
}

var joinOrder = Rewriting{
	Name: "join-order",
	Doc:  "joins in another order, as long as no join needs a later one",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		for _, s := range u.sources() {
			if len(s.items) < 2 || !u.plain(s, "inner", "left", "cross") || u.commented(s.items[0].item-1, s.items[0].item) {
				continue
			}
			first, second := s.items[0], s.items[1]
			if second.kind == "inner" && second.on >= 0 && first.table && second.table && dice.IntN(2) == 0 {
				out = append(out, u.swap([2]int{first.item, first.end}, [2]int{second.item, second.end}))
				continue
			}
			if p := u.shuffled(s, dice); p != nil {
				out = append(out, p)
			}
		}
		return out
	},
}

// shuffled returns the list with its joins in a random order that their conditions allow.
func (u *unit) shuffled(s source, dice *rand.Rand) place {
	rest := s.items[1:]
	if len(rest) < 2 {
		return nil
	}
	for i, r := range rest {
		if u.commented(s.items[i].to, r.from) || r.on >= 0 && u.unqualified(r.on, r.to) {
			return nil
		}
	}
	var order []int
	have := []string{}
	own := s.names(len(s.items) - 1)
	for len(order) < len(rest) {
		var ready []int
		for i, r := range rest {
			needs := slices.DeleteFunc(u.qualifiers(r.item, r.to), func(q string) bool {
				return q == r.alias || q == s.items[0].alias || !slices.Contains(own, q)
			})
			if !slices.Contains(order, i) && subset(needs, have) {
				ready = append(ready, i)
			}
		}
		if len(ready) == 0 {
			return nil
		}
		i := ready[dice.IntN(len(ready))]
		order, have = append(order, i), append(have, rest[i].alias)
	}
	var b strings.Builder
	for i, r := range rest {
		if i > 0 {
			b.WriteString(u.code[u.toks[rest[i-1].to].End:u.toks[r.from].Start])
		}
		q := rest[order[i]]
		b.WriteString(u.text(q.from, q.to))
	}
	return place{u.put(rest[0].from, rest[len(rest)-1].to, "%s", b.String())}
}

// mirrored maps a comparison to the one for exchanged sides.
var mirrored = map[string]string{"=": "=", "<>": "<>", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// comparison splits a predicate at its operator; ok is false when it is no plain comparison.
func (u *unit) comparison(p predicate) (from, op, to int, ok bool) {
	if !p.node.Is("A_Expr") || p.node.Str("kind") != "AEXPR_OP" || len(p.node.List("name")) != 1 {
		return 0, 0, 0, false
	}
	from, to = u.unbracketed(p)
	op = u.at(p.node.Loc)
	ok = op > from && op < to && mirrored[u.words[op]] != "" && u.word(op+1) != "any" && u.word(op+1) != "all" &&
		u.word(op+1) != "some"
	return from, op, to, ok
}

var comparisonSides = Rewriting{
	Name: "comparison-sides",
	Doc:  "exchanges the sides of a comparison",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for _, p := range u.predicates() {
			from, op, to, ok := u.comparison(p)
			if ok && u.words[from] == "(" && u.anyOf(from, to, "select") {
				continue // a row has to be on the left of a subquery with several columns
			}
			if ok && !u.commented(from, to) {
				out = append(out, place{u.put(from, to, "%s %s %s", u.text(op+1, to), mirrored[u.words[op]], u.text(from, op-1))})
			}
		}
		return out
	},
}

var argumentOrder = Rewriting{
	Name: "argument-order",
	Doc:  "exchanges the arguments of LEAST and GREATEST",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		u.root.Walk(nil, func(n *node, _ []*node) {
			k := u.at(n.Loc)
			if !n.Is("MinMaxExpr") || k < 0 || u.word(k+1) != "(" {
				return
			}
			if args := u.arguments(k + 1); len(args) == 2 {
				out = append(out, u.swap(args[0], args[1]))
			}
		})
		return out
	},
}

var listOrder = Rewriting{
	Name: "list-order",
	Doc:  "writes the constants of an IN in another order",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		for i, w := range u.words {
			if w != "in" || u.word(i+1) != "(" {
				continue
			}
			args := u.arguments(i + 1)
			if len(args) < 2 || slices.ContainsFunc(args, func(a [2]int) bool {
				return a[0] != a[1] || u.toks[a[0]].Kind != sqltext.String && u.toks[a[0]].Kind != sqltext.Number
			}) {
				continue
			}
			var p place
			for at, from := range dice.Perm(len(args)) {
				p = append(p, u.put(args[at][0], args[at][1], "%s", u.text(args[from][0], args[from][1])))
			}
			out = append(out, p)
		}
		return out
	},
}
