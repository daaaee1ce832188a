package sqlproof

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// trialOf returns a set of the proof as a test with the fixtures as its world, whose condition is that an oracle of
// the set does not fire; one that always holds for the oracle "". ok is false if there is no such test.
func (p *Proof) trialOf(fixtures, set, oracle string) (text string, ok bool) {
	i := slices.IndexFunc(p.Sets, func(s Set) bool { return s.Name == set })
	if i < 0 {
		return "", false
	}
	s := &p.Sets[i]
	t := Trial{World: bare(fixtures + "\n" + s.Given), Race: s.Second != nil, Assert: s.asserted(oracle)}
	for _, c := range []*Call{&s.First, s.Second, s.Then} {
		if c == nil {
			continue
		}
		own := TrialCall{Session: map[string]Value{}, Params: maps.Clone(c.Params)}
		for _, name := range c.context {
			own.Session[name] = c.Params[name]
			delete(own.Params, name)
		}
		if len(c.Settings) > 0 {
			settings := Value{Kind: Map}
			for _, k := range slices.Sorted(maps.Keys(c.Settings)) {
				settings.Keys = append(settings.Keys, k)
				settings.List = append(settings.List, Value{Kind: Text, Text: c.Settings[k]})
			}
			own.Session["settings"] = settings
		}
		t.Calls = append(t.Calls, own)
	}
	b, err := json.Marshal(t)
	if err != nil || t.Assert == "" {
		return "", false
	}
	_, err = ParseTrial(string(b))
	return string(b), err == nil
}

// asserted returns the condition on a result that an oracle of the set does not fire, "" if there is none in SQL.
func (s *Set) asserted(oracle string) string {
	none := func(from string, texts []Value) (out []string) {
		for _, t := range texts {
			out = append(out, fmt.Sprintf("NOT EXISTS (SELECT FROM %s AS t (value) WHERE strpos(value, %s) > 0)", from,
				Literal(t.Text)))
		}
		return out
	}
	o, all := &s.Oracles, []string{}
	switch oracle {
	case "":
		return "true"
	case "forbid_text", "forbid_returned":
		texts := append(slices.Clone(o.ForbidReturned), o.ForbidText...)
		all = append(none("(SELECT value FROM returned, jsonb_each_text(row))", texts),
			none("(SELECT message FROM failed)", texts)...)
		if oracle == "forbid_text" {
			all = append(all, none("(SELECT value FROM changes, jsonb_each_text(old))", o.ForbidText)...)
			all = append(all, none("(SELECT value FROM changes, jsonb_each_text(new))", o.ForbidText)...)
		}
	case "max_rows":
		return fmt.Sprintf("(SELECT count(*) FROM returned) <= %d", *o.MaxRows)
	case "min_rows":
		return fmt.Sprintf("(SELECT count(*) FROM returned) >= %d", *o.MinRows)
	case "forbid_column":
		for _, name := range o.ForbidColumn {
			all = append(all, "NOT EXISTS (SELECT FROM returned WHERE row ? "+Literal(name)+")")
		}
	case "forbid_change":
		for i := range o.ForbidChange {
			all = append(all, "NOT EXISTS (SELECT FROM changes WHERE "+o.ForbidChange[i].condition()+")")
		}
	}
	return strings.Join(all, " AND ")
}

// condition returns the pattern as a condition on a row of the table changes.
func (p *Pattern) condition() string {
	all := []string{"true"}
	if p.Table != "" {
		all = append(all, "tbl = "+Literal(p.Table))
	}
	if p.Op != "" {
		all = append(all, "op = "+Literal(p.Op))
	}
	each := func(row, not string, of map[string]Value) {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			list := of[name].List
			if of[name].Kind != List {
				list = []Value{of[name]}
			}
			value, some := row+"->>"+Literal(name), []string{}
			for _, v := range list {
				if v.Kind == Null {
					some = append(some, value+" IS NULL")
				} else {
					some = append(some, value+" IS NOT DISTINCT FROM "+Literal(v.Text))
				}
			}
			all = append(all, not+"("+strings.Join(some, " OR ")+")")
		}
	}
	each("COALESCE(old, new)", "", p.Where)
	each("COALESCE(old, new)", "NOT ", p.WhereNot)
	for _, name := range slices.Sorted(maps.Keys(p.WhereNot)) {
		all = append(all, "COALESCE(old, new) ? "+Literal(name))
	}
	each("new", "", p.Set)
	if len(p.Columns) > 0 {
		some := []string{}
		for _, name := range p.Columns {
			some = append(some, fmt.Sprintf("old->>%[1]s IS DISTINCT FROM new->>%[1]s", Literal(name)))
		}
		all = append(all, "op = 'update' AND ("+strings.Join(some, " OR ")+")")
	}
	return strings.Join(all, " AND ")
}

// Literal quotes text for SQL; backslashes are ordinary under standard_conforming_strings.
func Literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
