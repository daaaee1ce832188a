package mutate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/sqltext"
)

var coalesceCase = Rewriting{
	Name: "coalesce-case",
	Doc:  "COALESCE of a column and a default as CASE",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		u.root.Walk(nil, func(n *node, _ []*node) {
			k := u.at(n.Loc)
			if !n.Is("CoalesceExpr") || k < 0 || u.word(k+1) != "(" || u.match[k+1] < 0 {
				return
			}
			args := u.arguments(k + 1)
			if len(args) != 2 || !n.List("args")[0].Is("ColumnRef") || !u.simple(args[0][0], args[0][1]) {
				return
			}
			a, b := u.text(args[0][0], args[0][1]), u.text(args[1][0], args[1][1])
			out = append(out, place{u.put(k, u.match[k+1], "CASE WHEN %s IS NULL THEN %s ELSE %s END", a, b, a)})
		})
		return out
	},
}

var betweenBounds = Rewriting{
	Name: "between-bounds",
	Doc:  "BETWEEN as two comparisons",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for _, p := range u.predicates() {
			if !p.node.Is("A_Expr") || p.node.Str("kind") != "AEXPR_BETWEEN" {
				continue
			}
			from, to := u.unbracketed(p)
			k := slices.Index(u.words[from:to+1], "between") + from
			and := k
			for and < to && !u.between[and] {
				and++
			}
			if k <= from || and >= to || !u.simple(from, k-1) || u.commented(from, to) {
				continue
			}
			x := u.text(from, k-1)
			out = append(out, place{u.put(from, to, "%s >= %s AND %s <= %s", x, u.text(k+1, and-1), x, u.text(and+1, to))})
		}
		return out
	},
}

var inList = Rewriting{
	Name: "in-list",
	Doc:  "IN of constants as comparisons, or as a comparison with an array",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		for _, p := range u.predicates() {
			if !p.node.Is("A_Expr") || p.node.Str("kind") != "AEXPR_IN" {
				continue
			}
			from, to := u.unbracketed(p)
			in := slices.Index(u.words[from:to+1], "in") + from
			end := in - 1
			op, word, all := "=", " OR ", "ANY"
			if u.word(end) == "not" {
				end, op, word, all = end-1, "<>", " AND ", "ALL"
			}
			if end < from || !u.simple(from, end) || u.word(in+1) != "(" || u.match[in+1] != to || u.commented(from, to) {
				continue
			}
			x := u.text(from, end)
			var each, texts []string
			words := true
			for _, a := range u.arguments(in + 1) {
				text := u.text(a[0], a[1])
				each = append(each, x+" "+op+" "+text)
				texts = append(texts, strings.Trim(text, "'"))
				words = words && a[0] == a[1] && u.toks[a[0]].Kind == sqltext.String &&
					strings.Trim(text, "'abcdefghijklmnopqrstuvwxyz_") == ""
			}
			if words && dice.IntN(2) == 0 {
				out = append(out, place{u.put(from, to, "%s %s %s ('{%s}')", x, op, all, strings.Join(texts, ","))})
				continue
			}
			out = append(out, place{u.put(from, to, "(%s)", strings.Join(each, word))})
		}
		return out
	},
}

var rowEquality = Rewriting{
	Name: "row-equality",
	Doc:  "two adjacent equalities as one of rows",
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for _, c := range u.chains {
			if c.op != "and" || !u.uncommented(c) {
				continue
			}
			for i := 1; i < len(c.operands); i += 2 {
				a, b := c.operands[i-1], c.operands[i]
				f1, o1, t1, ok1 := u.comparison(a)
				f2, o2, t2, ok2 := u.comparison(b)
				if !ok1 || !ok2 || u.words[o1] != "=" || u.words[o2] != "=" || u.commented(f1, t2) ||
					!u.simple(f1, o1-1) || !u.simple(o1+1, t1) || !u.simple(f2, o2-1) || !u.simple(o2+1, t2) {
					continue
				}
				out = append(out, place{u.put(a.from, b.to, "(%s, %s) = (%s, %s)", u.text(f1, o1-1), u.text(f2, o2-1),
					u.text(o1+1, t1), u.text(o2+1, t2))})
			}
		}
		return out
	},
}

var castForm = Rewriting{
	Name:  "cast-form",
	Doc:   "x::type as CAST(x AS type)",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for i, w := range u.words {
			if w != "::" || i == 0 || i+1 >= len(u.toks) || u.toks[i+1].Kind != sqltext.Word {
				continue
			}
			from, to := i-1, i+1
			switch k := u.toks[from].Kind; {
			case k == sqltext.Param || k == sqltext.String || k == sqltext.Number:
			case k == sqltext.Word && u.word(from-1) == "." && from >= 2 && u.simple(from-2, from):
				from -= 2
			case u.words[from] == ")" && u.match[from] > 0 && u.toks[u.match[from]-1].Kind == sqltext.Word &&
				u.word(u.match[from]-2) != ".":
				from = u.match[from] - 1
				if slices.Contains([]string{"and", "or", "not", "in", "any", "all", "when", "then", "else", "select", "as",
					"on", "where", "over"}, u.words[from]) {
					continue
				}
			default:
				continue
			}
			if u.word(to+1) == "(" {
				to = u.match[to+1]
			}
			for u.word(to+1) == "[" && u.word(to+2) == "]" {
				to += 2
			}
			if slices.Contains([]string{"precision", "varying", "with", "without", "zone", "::"}, u.word(to+1)) {
				continue
			}
			out = append(out, place{u.put(from, to, "CAST(%s AS %s)", u.text(from, i-1), u.text(i+1, to))})
		}
		return out
	},
}

var fetchFirst = Rewriting{
	Name:  "fetch-first",
	Doc:   "LIMIT as FETCH FIRST",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		u.root.Walk(nil, func(n *node, _ []*node) {
			k := u.at(n.Get("limitCount").First())
			if n.Get("limitCount") == nil || k < 0 {
				return
			}
			for k > 0 && u.words[k] != "limit" {
				k--
			}
			to := u.right(k + 1)
			if u.words[k] != "limit" || to <= k || u.anyOf(k, to, "all", "null") {
				return
			}
			count := u.text(k+1, to)
			if to > k+1 {
				count = "(" + count + ")"
			}
			out = append(out, place{u.put(k, to, "FETCH FIRST %s ROWS ONLY", count)})
		})
		return out
	},
}

var ascending = Rewriting{
	Name:  "ascending",
	Doc:   "adds ASC where it is the default",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		u.root.Walk(nil, func(n *node, _ []*node) {
			from := u.at(n.Get("node").First())
			if !n.Is("SortBy") || n.Str("sortby_dir") != "SORTBY_DEFAULT" ||
				n.Str("sortby_nulls") != "SORTBY_NULLS_DEFAULT" || from < 0 {
				return
			}
			if to := u.right(from); to >= from && !u.anyOf(from, to, "range", "rows") {
				out = append(out, place{edit.Insert(u.toks[to].End, " ASC")})
			}
		})
		return out
	},
}

var innerWord = Rewriting{
	Name:  "inner-word",
	Doc:   "INNER JOIN for JOIN",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for i, w := range u.words {
			if w == "join" && !slices.Contains(joinWords, u.word(i-1)) {
				out = append(out, place{edit.Insert(u.toks[i].Start, "INNER ")})
			}
		}
		return out
	},
}

var outerWord = Rewriting{
	Name:  "outer-word",
	Doc:   "LEFT OUTER JOIN for LEFT JOIN",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for i, w := range u.words {
			if w == "join" && u.word(i-1) == "left" {
				out = append(out, place{edit.Insert(u.toks[i].Start, "OUTER ")})
			}
		}
		return out
	},
}

var notEqual = Rewriting{
	Name:  "not-equal",
	Doc:   "!= for <>",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for i, w := range u.words {
			if w == "<>" {
				out = append(out, place{u.put(i, i, "!=")})
			}
		}
		return out
	},
}

var asWord = Rewriting{
	Name:  "as-word",
	Doc:   "leaves out AS before the alias of a relation",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for _, d := range u.definitions() {
			if u.word(d.at-1) == "as" && !d.insert && !u.commented(d.at-1, d.at) {
				out = append(out, place{{Start: u.toks[d.at-1].Start, End: u.toks[d.at].Start}})
			}
		}
		return out
	},
}

var existsTarget = Rewriting{
	Name:  "exists-target",
	Doc:   "EXISTS (SELECT NULL …), or TRUE, or a star, for SELECT 1",
	habit: true,
	find: func(u *unit, dice *rand.Rand) (out []place) {
		word := []string{"NULL", "TRUE", "*"}[dice.IntN(3)]
		u.root.Walk(nil, func(n *node, _ []*node) {
			i := u.at(n.Loc)
			if !n.Is("SubLink") || n.Str("subLinkType") != "EXISTS_SUBLINK" || n.Get("subselect").Get("larg") != nil || i < 0 {
				return
			}
			if u.words[i] == "exists" && u.word(i+2) == "select" && u.word(i+3) == "1" && u.word(i+4) == "from" {
				out = append(out, place{u.put(i+3, i+3, word)})
			}
		})
		return out
	},
}

var brackets = Rewriting{
	Name:   "brackets",
	Doc:    "puts conditions in brackets",
	seldom: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		for _, c := range u.chains {
			for _, p := range c.operands {
				if u.words[p.from] != "(" && p.from < p.to {
					out = append(out, place{u.put(p.from, p.to, "(%s)", u.text(p.from, p.to))})
				}
			}
		}
		return out
	},
}

var lowerCase = Rewriting{
	Name:  "lower-case",
	Doc:   "writes keywords in lower case, in the bodies of functions too",
	habit: true,
	find: func(u *unit, _ *rand.Rand) (out []place) {
		var p place
		for i, t := range u.toks {
			if text := t.Text(u.code); t.Kind == sqltext.Word && text != u.words[i] && text == strings.ToUpper(text) {
				p = append(p, u.put(i, i, u.words[i]))
			}
		}
		if len(p) > 0 {
			out = append(out, p)
		}
		return out
	},
}

// nicknames returns the short names that an author may give to a relation.
func nicknames(table string) []string {
	if table == "" {
		return []string{"q", "sub", "x", "src", "d", "part", "v", "inner_q", "z"}
	}
	parts := strings.FieldsFunc(table, func(r rune) bool { return r == '_' })
	initials := ""
	for _, p := range parts {
		initials += p[:1]
	}
	last, first := strings.TrimSuffix(parts[len(parts)-1], "s"), strings.TrimSuffix(parts[0], "s")
	out := []string{table[:1], initials, last, first, last[:min(3, len(last))], first[:min(4, len(first))], last[:1],
		initials + "1", table[:1] + "0", "the_" + last, last + "_row",
		first[:min(2, len(first))], fmt.Sprintf("%s_%s", initials, last[:1])}
	slices.Sort(out)
	return slices.Compact(out)
}
