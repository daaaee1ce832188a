package sqlcheck

import (
	"slices"

	"assay/internal/sqltext"
)

var pagination = Check{
	Name: "pagination", Class: "missing_pagination",
	Doc: "A list for the client has no limit, or the client's own.",
	run: func(q *query) []hit {
		var out []hit
		for _, s := range q.stmts {
			if !s.returns || len(s.toks) == 0 || s.toks[0].text != "select" && s.toks[0].text != "with" {
				continue
			}
			main := outermost(s.toks)
			if len(main) == 0 || main[0].text != "select" {
				continue
			}
			limit := slices.IndexFunc(main, func(t token) bool { return t.text == "limit" || t.text == "fetch" })
			switch {
			case limit >= 0 && main[limit].text == "limit" && clientOnly(main[limit+1:], q.args):
				out = append(out, hit{text: "The client alone decides how many rows come back."})
			case limit < 0 && !q.oneRow(s):
				out = append(out, hit{text: "The list has no LIMIT."})
			}
		}
		return out
	},
}

// outermost returns the tokens of the main SELECT on, outside brackets but for
// those of calls in which a limit is computed.
func outermost(toks []token) []token {
	var out []token
	for i := 0; i < len(toks); i++ {
		if toks[i].mate <= i || toks[i].text != "(" {
			out = append(out, toks[i])
			continue
		}
		if i > 0 && (toks[i-1].text == "least" || toks[i-1].text == "coalesce" || toks[i-1].text == "greatest") {
			out = append(out, toks[i:toks[i].mate+1]...)
		}
		i = toks[i].mate
	}
	start := slices.IndexFunc(out, func(t token) bool { return verbs[t.text] && t.text != "with" })
	return out[max(0, start):]
}

// clientOnly reports whether a limit is a client's parameter with nothing that
// caps it: no LEAST, no CASE, no number but as a default.
func clientOnly(limit []token, args map[string]string) bool {
	end := slices.IndexFunc(limit, func(t token) bool { return t.text == "offset" || t.text == "for" })
	if end >= 0 {
		limit = limit[:end]
	}
	if len(limit) == 0 || slices.ContainsFunc(limit, func(t token) bool { return t.text == "case" }) {
		return false
	}
	t := limit[0]
	if t.text == "least" && len(limit) > 2 {
		limit = link(slices.Clone(limit))
		for _, arg := range cut(limit[2:max(2, limit[1].mate)], ",") {
			if !slices.ContainsFunc(arg, func(t token) bool { return t.kind == sqltext.Param || args[t.text] != "" }) {
				return false // a cap that is not the client's
			}
		}
		return true
	}
	if t.text == "coalesce" || t.text == "greatest" {
		return slices.ContainsFunc(limit, func(t token) bool { return t.kind == sqltext.Param || args[t.text] != "" })
	}
	return t.kind == sqltext.Param || args[t.text] != ""
}

// oneRow reports whether the main SELECT gives a single row: an aggregate
// without groups, a key looked up, or no table at all.
func (q *query) oneRow(s stmt) bool {
	main := outermost(s.toks)
	grouped := slices.ContainsFunc(main, func(t token) bool { return t.text == "group" })
	blocks := q.blocks(s)
	var top *block
	for _, b := range blocks {
		if b.outer == nil && b.verb == "select" {
			top = b
		}
	}
	if top == nil || len(top.sources) == 0 {
		return true
	}
	if grouped {
		return true // a summary; how many groups there are is not visible here
	}
	for i, t := range s.toks {
		switch t.text {
		case "count", "sum", "max", "min", "avg", "bool_or", "bool_and", "jsonb_agg", "json_agg", "array_agg", "string_agg":
			if i+1 < len(s.toks) && s.toks[i+1].text == "(" && !windowed(s.toks, i+1) && atTop(s.toks, i) {
				return true
			}
		case "exists":
			if i > 0 && s.toks[i-1].text == "select" {
				return true
			}
		}
	}
	first := top.sources[0]
	if first.table == nil {
		return true // a CTE or a function: what limits it is not visible here
	}
	given := equated(top, first)
	for _, k := range first.table.Key {
		if !given[k] && (k != first.table.Tenant || len(first.table.Key) == 1) {
			return false
		}
	}
	return len(first.table.Key) > 0
}

// equated returns the columns of f that a condition of b sets equal to something.
func equated(b *block, f from) map[string]bool {
	out := map[string]bool{}
	for _, c := range b.ands {
		sides := cut(link(slices.Clone(c)), "=")
		if in := cut(link(slices.Clone(c)), "in"); len(in) == 2 && len(sides) == 1 {
			sides = in
		}
		if len(sides) != 2 {
			continue
		}
		for _, side := range sides {
			for _, part := range row(side) {
				if _, g := column(b, part); g != nil && g.alias == f.alias {
					part = bare(part)
					out[part[len(part)-1].text] = true
				}
			}
		}
	}
	return out
}

func windowed(toks []token, open int) bool {
	end := toks[open].mate
	return end > 0 && end+1 < len(toks) && toks[end+1].text == "over"
}

// atTop reports whether i is outside all brackets.
func atTop(toks []token, i int) bool {
	for k := 0; k < i; k++ {
		if m := toks[k].mate; m > k {
			if m > i {
				return false
			}
			k = m
		}
	}
	return true
}
