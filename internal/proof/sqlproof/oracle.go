package sqlproof

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Fired is an oracle that fired, with the data that shows it.
type Fired struct{ Oracle, Shown string }

// fired evaluates the oracles of s on r, in a fixed order. twin is the result of the
// safe counterpart, nil for a good file; other returns the result of the same file on
// another set.
func (s *Set) fired(r, twin *Result, ignore map[string]bool, other func(string) *Result) []Fired {
	var out []Fired
	o := &s.Oracles
	if !s.ordered() {
		r = r.sorted(ignore)
	}
	for _, name := range o.names() {
		var shown string
		switch name {
		case "forbid_text":
			if shown = returned(r, o.ForbidText); shown == "" {
				shown = affected(r, o.ForbidText)
			}
		case "forbid_returned":
			shown = returned(r, o.ForbidReturned)
		case "forbid_column":
			shown = columns(r, o.ForbidColumn)
		case "max_rows":
			if len(r.Rows) > *o.MaxRows {
				shown = fmt.Sprintf("%d rows, more than %d; %s", len(r.Rows), *o.MaxRows, r.row(len(r.Rows)-1))
			}
		case "min_rows":
			if len(r.Rows) < *o.MinRows {
				shown = fmt.Sprintf("%d rows, fewer than %d", len(r.Rows), *o.MinRows)
			}
		case "require_text":
			for _, t := range o.RequireText {
				if shown == "" && inRows(r, t.Text) < 0 {
					shown = fmt.Sprintf("%q is in none of %d rows", t.Text, len(r.Rows))
				}
			}
		case "forbid_change":
			for i := range r.Changes {
				if shown == "" && slices.ContainsFunc(o.ForbidChange, func(p Pattern) bool { return p.matches(&r.Changes[i]) }) {
					shown = Clip(r.Changes[i].String(), 240)
				}
			}
		case "require_change":
			for _, p := range o.RequireChange {
				if n := p.in(r.Changes); shown == "" && (n == 0 && p.Count == nil || p.Count != nil && n != *p.Count) {
					shown = fmt.Sprintf("%d of %d changes are %s", n, len(r.Changes), p)
				}
			}
		case "forbid_error":
			if r.Err != nil && (o.ForbidError.Text == "any" || o.ForbidError.Text == r.Err.Code) {
				shown = r.Err.Error()
			}
		case "same_as":
			if x := other(o.SameAs); x != nil && x.fingerprint(ignore, false) != r.fingerprint(ignore, false) {
				shown = fmt.Sprintf("%s here, %s on %q", r.Summary(), x.Summary(), o.SameAs)
			}
		case "differs_from_good":
			if twin != nil {
				shown = difference(r, twin, ignore, false)
			}
		}
		if shown != "" {
			out = append(out, Fired{name, shown})
		}
	}
	return out
}

// returned finds a text in what the client receives.
func returned(r *Result, texts []Value) string {
	for _, t := range texts {
		if i := inRows(r, t.Text); i >= 0 {
			for j, v := range r.Rows[i] {
				if v != nil && strings.Contains(*v, t.Text) {
					return fmt.Sprintf("%q in row %d, %s: %s", t.Text, i+1, r.column(j), excerpt(*v, t.Text))
				}
			}
		}
		for _, c := range r.Columns {
			if strings.Contains(c, t.Text) {
				return fmt.Sprintf("%q in the column name %s", t.Text, c)
			}
		}
		for _, n := range r.Notices {
			if strings.Contains(n, t.Text) {
				return fmt.Sprintf("%q in the notice %q", t.Text, Clip(n, 240))
			}
		}
		if r.Err != nil && strings.Contains(r.Err.Message, t.Text) {
			return fmt.Sprintf("%q in the error %s", t.Text, Clip(r.Err.Error(), 240))
		}
	}
	return ""
}

func inRows(r *Result, text string) int {
	return slices.IndexFunc(r.Rows, func(row []*string) bool {
		return slices.ContainsFunc(row, func(v *string) bool { return v != nil && strings.Contains(*v, text) })
	})
}

// affected finds a text in the changed rows, before or after the change.
func affected(r *Result, texts []Value) string {
	for _, t := range texts {
		for i := range r.Changes {
			c := &r.Changes[i]
			for _, row := range []Row{c.Before, c.After} {
				for _, k := range slices.Sorted(maps.Keys(row)) {
					if v := row[k]; v != nil && strings.Contains(*v, t.Text) {
						return fmt.Sprintf("%q in %s of %s", t.Text, k, Clip(c.String(), 240))
					}
				}
			}
		}
	}
	return ""
}

// columns finds a name among the result columns and the keys of JSON values.
func columns(r *Result, names []string) string {
	for _, name := range names {
		if slices.Contains(r.Columns, name) {
			return "the result has a column " + name
		}
		for i, row := range r.Rows {
			for _, v := range row {
				if v != nil && hasKey(*v, name) {
					return fmt.Sprintf("a JSON value has the key %s: %s", name, r.row(i))
				}
			}
		}
	}
	return ""
}

func hasKey(text, name string) bool {
	if !strings.Contains(text, name) || text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	var v any
	return json.Unmarshal([]byte(text), &v) == nil && keyIn(v, name)
}

func keyIn(v any, name string) bool {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v[name]; ok {
			return true
		}
		for _, e := range v {
			if keyIn(e, name) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return keyIn(e, name) })
	}
	return false
}

// difference returns how r differs from the twin's result, "" if it does not.
func difference(r, twin *Result, ignore map[string]bool, ordered bool) string {
	if r.fingerprint(ignore, ordered) == twin.fingerprint(ignore, ordered) {
		return ""
	}
	if r.Err != nil || twin.Err != nil || r.Fault != "" || twin.Fault != "" || !slices.Equal(r.Columns, twin.Columns) {
		return fmt.Sprintf("%s %q, the good file %s %q", r.Summary(), r.Columns, twin.Summary(), twin.Columns)
	}
	if !ordered {
		r, twin = r.sorted(ignore), twin.sorted(ignore)
	}
	lines, twinLines := r.lines(ignore), twin.lines(ignore)
	i, left := extra(lines, twinLines)
	if i >= 0 {
		return fmt.Sprintf("%s is not in the good file's %d rows", r.row(i), len(twin.Rows))
	}
	unused := func(key string) bool { return left[key] > 0 }
	if i := slices.IndexFunc(twinLines, unused); i >= 0 {
		return fmt.Sprintf("%s of the good file is missing", twin.row(i))
	}
	changes, twinChanges := r.changeKeys(ignore), twin.changeKeys(ignore)
	if i, left = extra(changes, twinChanges); i >= 0 {
		return "a change that the good file does not make: " + Clip(r.Changes[i].String(), 240)
	}
	if i := slices.IndexFunc(twinChanges, unused); i >= 0 {
		return "a change of the good file is missing: " + Clip(twin.Changes[i].String(), 240)
	}
	return "the rows come in another order"
}

func (p Pattern) in(changes []Change) int {
	n := 0
	for i := range changes {
		if p.matches(&changes[i]) {
			n++
		}
	}
	return n
}

func (p Pattern) matches(c *Change) bool {
	if p.Table != "" && p.Table != c.Table || p.Op != "" && p.Op != c.Op() {
		return false
	}
	row := c.row()
	for k, v := range p.Where {
		if got, ok := row[k]; !ok || !v.Matches(got) {
			return false
		}
	}
	for k, v := range p.WhereNot {
		if got, ok := row[k]; !ok || v.Matches(got) {
			return false
		}
	}
	for k, v := range p.Set {
		if got, ok := c.After[k]; !ok || !v.Matches(got) {
			return false
		}
	}
	return len(p.Columns) == 0 || c.Op() == "update" && slices.ContainsFunc(p.Columns,
		func(k string) bool { return !same(c.Before[k], c.After[k]) })
}

// String returns the pattern as written in a proof file.
func (p Pattern) String() string {
	var parts []string
	add := func(k, v string) {
		if v != "" {
			parts = append(parts, k+": "+v)
		}
	}
	add("table", p.Table)
	add("op", p.Op)
	for _, m := range []struct {
		name string
		vals map[string]Value
	}{{"where", p.Where}, {"where_not", p.WhereNot}, {"set", p.Set}} {
		var kv []string
		for k, v := range m.vals {
			kv = append(kv, k+": "+v.String())
		}
		slices.Sort(kv)
		if len(kv) > 0 {
			add(m.name, "{"+strings.Join(kv, ", ")+"}")
		}
	}
	add("columns", strings.Join(p.Columns, ", "))
	return "{" + strings.Join(parts, ", ") + "}"
}
