package sqlproof

import (
	"fmt"
	"slices"
)

// Unmet returns which part of the expectation r does not meet, "" if it meets all.
// Without an expectation, only an error is wrong.
func (s *Set) Unmet(r *Result) string {
	if r.Fault != "" {
		return r.Fault
	}
	var e Expect
	if s.Expect != nil {
		e = *s.Expect
	}
	switch code := e.Error.Text; {
	case e.Error.Kind != Null && code != "allowed":
		if r.Err == nil || r.Err.Code != code {
			return fmt.Sprintf("expected the error %s, got %s", code, r.Summary())
		}
	case r.Err != nil && code != "allowed":
		return "the statement fails with " + r.Err.Error()
	}
	if r.Err != nil {
		return "" // an expected error is the whole result
	}
	if !e.Ordered {
		r = r.sorted(nil)
	}
	if e.Rows != nil {
		if problem := e.rows(r); problem != "" {
			return problem
		}
	}
	if e.Count != nil && len(r.Rows) != *e.Count {
		return fmt.Sprintf("expected %d rows, got %d", *e.Count, len(r.Rows))
	}
	for _, t := range e.Contain {
		if inRows(r, t.Text) < 0 {
			return fmt.Sprintf("expected %q among the values of %d rows", t.Text, len(r.Rows))
		}
	}
	if e.Changes != nil {
		return changes(*e.Changes, r.Changes)
	}
	return ""
}

func (e *Expect) rows(r *Result) string {
	want := *e.Rows
	index := make([]int, len(r.Columns))
	for i := range index {
		index[i] = i
	}
	if e.Columns != nil {
		index = index[:0]
		for _, c := range e.Columns {
			i := slices.Index(r.Columns, c)
			if i < 0 {
				return fmt.Sprintf("expected a column %s, got %q", c, r.Columns)
			}
			index = append(index, i)
		}
	}
	equal := func(w []Value, row []*string) bool {
		for k := range w {
			if k >= len(index) || !w[k].Equal(row[index[k]]) {
				return false
			}
		}
		return len(w) == len(index)
	}
	left := slices.Clone(want)
	for i, row := range r.Rows {
		k := slices.IndexFunc(left, func(w []Value) bool { return equal(w, row) })
		if k < 0 || e.Ordered && k > 0 {
			next := "no more"
			if len(left) > 0 {
				next = Value{Kind: List, List: left[0]}.String()
			}
			return fmt.Sprintf("unexpected %s; expected %s (%d rows, got %d)", r.row(i), next, len(want), len(r.Rows))
		}
		left = slices.Delete(left, k, k+1)
	}
	if len(left) > 0 {
		return fmt.Sprintf("row %s is missing; expected %d rows, got %d", Value{Kind: List, List: left[0]}, len(want),
			len(r.Rows))
	}
	return ""
}

// changes checks that every pattern matches its number of changes, and that no change
// is left over.
func changes(want []Pattern, got []Change) string {
	left := slices.Clone(got)
	for _, p := range want {
		n := 1
		if p.Count != nil {
			n = *p.Count
		}
		for range n {
			k := slices.IndexFunc(left, func(c Change) bool { return p.matches(&c) })
			if k < 0 {
				return fmt.Sprintf("expected the change %s, got %s", p, list(got))
			}
			left = slices.Delete(left, k, k+1)
		}
	}
	if len(left) > 0 {
		return "unexpected change: " + Clip(left[0].String(), 240)
	}
	return ""
}

func list(changes []Change) string {
	if len(changes) == 0 {
		return "no change"
	}
	return fmt.Sprintf("%d changes, first %s", len(changes), Clip(changes[0].String(), 200))
}
