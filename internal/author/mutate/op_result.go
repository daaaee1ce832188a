package mutate

import (
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

var limitCap = Operator{
	Name:    "limit",
	Doc:     "drops or widens a LIMIT or the cap of a LEAST",
	Deletes: true,
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			if count := n.Get("limitCount"); count != nil {
				out = append(out, u.limits(count)...)
			}
			if !n.Is("MinMaxExpr") || n.Str("op") != "IS_LEAST" || len(n.List("args")) < 2 {
				return
			}
			k := u.at(n.Loc)
			if k < 0 || u.word(k+1) != "(" {
				return
			}
			args := u.arguments(k + 1)
			for i, a := range args {
				if t := u.toks[a[0]]; a[0] == a[1] && t.Kind == sqltext.Number {
					out = append(out, changed(t.End, t.End, "0", "a cap ten times as wide in %s", u.quote(k, u.match[k+1])))
				}
				if len(args) == len(n.List("args")) && !n.List("args")[i].Is("A_Const") {
					out = append(out, u.changed(k, u.match[k+1], u.text(a[0], a[1]), "without the cap in %s",
						u.quote(k, u.match[k+1])))
				}
			}
		})
		return out
	},
}

func (u *unit) limits(count *node) []change {
	from := u.at(count.First())
	if from < 0 {
		return nil
	}
	k := from
	for k > 0 && u.words[k] != "limit" {
		k--
	}
	to := u.right(k + 1)
	if u.words[k] != "limit" || to < from {
		return nil
	}
	out := []change{changed(u.blank(k), u.toks[to].End, "", "without %s", u.quote(k, to))}
	if t := u.toks[from]; from == to && t.Kind == sqltext.Number {
		out = append(out, changed(t.End, t.End, "00", "a LIMIT a hundred times as wide as %s", t.Text(u.code)))
	}
	return out
}

var dropMask = Operator{
	Name:    "drop-mask",
	Doc:     "shows a column that a CASE shows under a condition only",
	Deletes: true,
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("CaseExpr") || k < 0 || u.match[k] < 0 {
				return
			}
			results := []*node{n.Get("defresult")}
			for _, w := range n.List("args") {
				results = append(results, w.Get("result"))
			}
			for _, r := range results {
				if r == nil || r.Is("A_Const") {
					continue
				}
				from := u.at(r.First())
				for from > k+1 && u.words[from-1] == "(" {
					from--
				}
				if from < 0 || u.words[from-1] != "then" && u.words[from-1] != "else" {
					continue
				}
				to := u.right(from)
				out = append(out, u.changed(k, u.match[k], u.text(from, to), "%s without its CASE",
					u.quote(from, to)))
			}
		})
		return out
	},
}

// secrets are parts of column names that rarely belong in a result.
var secrets = []string{"hash", "secret", "salary", "ssn", "tax", "iban", "bank_account", "password", "token",
	"internal", "private", "note", "cost", "margin", "diagnosis", "pay", "wage", "national"}

var addColumn = Operator{
	Name: "add-column",
	Doc:  "adds a sensitive column to a select list or RETURNING",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			if slices.ContainsFunc(path, func(p *node) bool {
				return p.Is("SelectStmt", "SubLink", "InsertStmt", "RangeSubselect")
			}) {
				return // read by this statement only
			}
			targets := n.List("returningList")
			if n.Is("SelectStmt") {
				targets = n.List("targetList")
			}
			if len(targets) == 0 {
				return
			}
			from := u.at(targets[len(targets)-1].First())
			if from < 0 {
				return
			}
			end := u.toks[u.right(from)].End
			if k := u.right(from) + 1; u.word(k) == "as" {
				end = u.toks[k+1].End
			}
			shown := results(n)
			for _, r := range relationsOf(n) {
				t := u.known.tables[r.table]
				if t == nil {
					continue
				}
				for _, c := range t.Columns {
					if !slices.Contains(shown, c.Name) && slices.ContainsFunc(secrets,
						func(s string) bool { return strings.Contains(c.Name, s) }) {
						out = append(out, changed(end, end, ", "+r.alias+"."+c.Name, "also shows %s.%s", r.alias, c.Name))
					}
				}
			}
		})
		return out
	},
}

var coalesceDefault = Operator{
	Name: "coalesce-default",
	Doc:  "flips the default of a COALESCE, or the order of its two arguments",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("CoalesceExpr") || k < 0 || u.word(k+1) != "(" {
				return
			}
			args, nodes := u.arguments(k+1), n.List("args")
			if len(args) != len(nodes) || len(args) < 2 {
				return
			}
			first, last := args[0], args[len(args)-1]
			whole := u.quote(k, u.match[k+1])
			if text := u.text(last[0], last[1]); nodes[len(nodes)-1].Is("A_Const") {
				flipped := map[string]string{"true": "false", "false": "true", "0": "1"}[strings.ToLower(text)]
				if flipped == "" && nodes[len(nodes)-1].Get("ival") != nil {
					flipped = "0"
				}
				if flipped != "" {
					out = append(out, u.changed(last[0], last[1], flipped, "%s as the default in %s", flipped,
						whole))
				}
			}
			if len(args) == 2 {
				text := u.text(last[0], last[1]) + u.code[u.toks[first[1]].End:u.toks[last[0]].Start] + u.text(first[0], first[1])
				out = append(out, u.changed(first[0], last[1], text,
					"the arguments of %s in the other order", whole))
			}
		})
		return out
	},
}

var aggregate = Operator{
	Name: "aggregate",
	Doc: "takes another aggregate: sum for max, min for max, bool_or for bool_and, and back; count " +
		"of a column for count of rows",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("FuncCall") || k < 0 || u.word(k+1) != "(" {
				return
			}
			for _, other := range aggregates[u.words[k]] {
				text := other
				if u.toks[k].Text(u.code) == strings.ToUpper(u.words[k]) {
					text = strings.ToUpper(other)
				}
				out = append(out, u.changed(k, k, text, "%s instead of %s", text, u.quote(k, u.match[k+1])))
			}
		})
		return out
	},
}

var aggregates = map[string][]string{"sum": {"max"}, "max": {"sum", "min"}, "min": {"max"}, "avg": {"max"},
	"bool_and": {"bool_or"}, "every": {"bool_or"}, "bool_or": {"bool_and"}}

var grouping = Operator{
	Name: "group",
	Doc:  "drops one column of GROUP BY, so that groups run together",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			list := n.List("groupClause")
			if len(list) < 2 {
				return
			}
			k := u.at(list[0].First())
			for k > 0 && !(u.words[k] == "by" && u.words[k-1] == "group") {
				k--
			}
			if k <= 0 {
				return
			}
			at := make([][2]int, len(list)) // the tokens of each
			for i, from := 0, k+1; i < len(list); i++ {
				to := u.right(from)
				if to < from {
					return
				}
				at[i] = [2]int{from, to}
				if i < len(list)-1 && u.word(to+1) != "," {
					return
				}
				from = to + 2
			}
			for i, a := range at {
				start, end := u.toks[a[0]].Start, 0
				if i < len(at)-1 {
					end = u.toks[at[i+1][0]].Start
				} else {
					start, end = u.toks[at[i-1][1]].End, u.toks[a[1]].End
				}
				out = append(out, changed(start, end, "", "groups without %s", u.quote(a[0], a[1])))
			}
		})
		return out
	},
}

var sortOrder = Operator{
	Name: "order",
	Doc:  "reverses the order of a result cut to its first rows: DESC to ascending, NULLS FIRST to LAST, and back",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			if !n.Is("SortBy") {
				return
			}
			from := u.at(n.Get("node").First())
			if from < 0 {
				return
			}
			to := u.right(from)
			for k := from; k <= to; k++ {
				switch u.words[k] {
				case "desc":
					out = append(out, changed(u.toks[k-1].End, u.toks[k].End, "", "ascending by %s", u.quote(from, k-1)))
				case "first", "last":
					if u.words[k-1] == "nulls" {
						other := map[string]string{"first": "LAST", "last": "FIRST"}[u.words[k]]
						out = append(out, u.changed(k, k, other, "NULLS %s in the order by %s", other,
							u.quote(from, k-2)))
					}
				}
			}
			if n.Str("sortby_dir") == "SORTBY_DEFAULT" {
				end := to
				if u.word(end-1) == "nulls" {
					end -= 2
				}
				if end >= from {
					out = append(out, changed(u.toks[end].End, u.toks[end].End, " DESC", "descending by %s", u.quote(from, end)))
				}
			}
		})
		return out
	},
}

var duplicates = Operator{
	Name: "distinct",
	Doc:  "counts or shows duplicates: DISTINCT off, UNION to UNION ALL, and back",
	find: func(u *unit) (out []change) {
		sets := 0 // UNIONs, by the tree
		u.root.Walk(nil, func(n *node, path []*node) {
			if n.Is("SelectStmt") && n.Str("op") == "SETOP_UNION" {
				sets++
			}
		})
		for k, w := range u.words {
			switch {
			case w == "distinct" && slices.Contains([]string{"(", "select"}, u.word(k-1)) && u.word(k+1) != "on":
				out = append(out, changed(u.toks[k].Start, u.toks[k+1].Start, "", "without DISTINCT before %s",
					u.quote(k+1, min(k+3, len(u.toks)-1))))
			case w == "union" && sets > 0 && u.word(k+1) == "all":
				out = append(out, changed(u.toks[k].End, u.toks[k+1].End, "", "UNION instead of UNION ALL"))
			case w == "union" && sets > 0:
				out = append(out, changed(u.toks[k].End, u.toks[k].End, " ALL", "UNION ALL instead of UNION"))
			}
		}
		return out
	},
}

var partition = Operator{
	Name: "window-partition",
	Doc:  "drops the PARTITION BY of a window",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			list := n.List("partitionClause")
			if len(list) == 0 {
				return
			}
			k := u.at(list[0].First())
			for k > 0 && u.words[k] != "partition" {
				k--
			}
			to := k + 1
			for to+1 < len(u.toks) && u.words[to+1] != ")" && u.words[to+1] != "order" && u.words[to+1] != "rows" &&
				u.words[to+1] != "range" {
				if to++; u.match[to] > to {
					to = u.match[to]
				}
			}
			if k > 0 && to+1 < len(u.toks) {
				out = append(out, changed(u.toks[k].Start, u.toks[to+1].Start, "", "without %s", u.quote(k, to)))
			}
		})
		return out
	},
}
