package sqlcheck

import (
	"slices"

	"assay/internal/sqltext"
)

// partOf returns the name of the part that the bracket at open holds, as in
// WITH name AS [NOT MATERIALIZED] ( … ), or "".
func partOf(toks []token, open int) string {
	i := open - 1
	for i >= 0 && (toks[i].text == "materialized" || toks[i].text == "not") {
		i--
	}
	if i < 1 || toks[i].text != "as" {
		return ""
	}
	if i--; toks[i].text == ")" && toks[i].mate > 0 { // name (columns) AS (…)
		i = toks[i].mate - 1
	}
	if i < 1 || toks[i-1].text != "with" && toks[i-1].text != "recursive" && toks[i-1].text != "," {
		return ""
	}
	return toks[i].text
}

// viewOf takes CREATE [OR REPLACE] VIEW name … AS off a statement and returns the
// name, "" when it is no view, and the rest.
func viewOf(toks []token) (string, []token) {
	if len(toks) == 0 || toks[0].text != "create" {
		return "", toks
	}
	view := slices.IndexFunc(toks, func(t token) bool { return t.text == "view" })
	as := slices.IndexFunc(toks, func(t token) bool { return t.text == "as" })
	if view < 0 || as < view+2 {
		return "", toks
	}
	return toks[view+1].text, toks[as+1:]
}

// exports reports whether the block's rows carry the column of the source f
// under its own name.
func exports(b *block, f *from, column string) bool {
	for _, item := range outputs(b) {
		n := len(item)
		switch {
		case n == 1 && (item[0].text == "*" || item[0].text == column):
			return true
		case n == 3 && item[0].text == f.alias && (item[2].text == "*" || item[2].text == column):
			return true
		}
	}
	return false
}

// policies is what CREATE POLICY says of one table: the conditions of each
// restrictive policy hold for every row, and one of the permissive ones does.
type policies struct{ restrictive, permissive [][]token }

// policiesOf reads the row policies of the text, by table.
func (q *query) policiesOf() map[string]*policies {
	out := map[string]*policies{}
	for _, s := range q.stmts {
		t := s.toks
		if len(t) < 6 || t[0].text != "create" || t[1].text != "policy" || t[3].text != "on" {
			continue
		}
		using := slices.IndexFunc(t, func(t token) bool { return t.text == "using" })
		if using < 0 || using+1 >= len(t) || t[using+1].mate < 0 {
			continue
		}
		p := out[t[4].text]
		if p == nil {
			p = &policies{}
			out[t[4].text] = p
		}
		cond := t[using+2 : t[using+1].mate]
		if slices.ContainsFunc(t[:using], func(t token) bool { return t.text == "restrictive" }) {
			p.restrictive = append(p.restrictive, cond)
		} else {
			p.permissive = append(p.permissive, cond)
		}
	}
	return out
}

// policed reports whether the row policies of a table make every row that is
// seen pass the test.
func (q *query) policed(table *sqltext.Table, test func(cond []token) bool) bool {
	p := q.policies[table.Name]
	if p == nil {
		return false
	}
	if slices.ContainsFunc(p.restrictive, test) {
		return true
	}
	return len(p.permissive) > 0 && !slices.ContainsFunc(p.permissive, func(c []token) bool { return !test(c) })
}
