// Package invariance decides whether two answers about two texts with the same bytecode are equal. A detector that
// considers only the behaviour of a program gives equal answers about both. The findings about one text are first
// mapped to the other, so that a finding that is only on another line, or in a renamed function, is no difference.
package invariance

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Same reports whether the answer b about the text after is equal to the answer a about the text before; why is the
// first difference, on one line. Findings are equal when they have one type, one severity and one check, name the
// same requirements, and touch the same code or name the same functions; the wording of their explanations does not
// count.
func Same(before, after bench.Task, a, b bench.Answer) (same bool, why string) {
	if a.Verdict != b.Verdict {
		return false, fmt.Sprintf("%s, was %s", b.Verdict, a.Verdict)
	}
	if len(a.Findings) == 0 && len(b.Findings) == 0 {
		return true, ""
	}
	own, m := identity(before), align(before, after)
	left := make([]finding, len(a.Findings))
	for i, f := range a.Findings {
		left[i] = own.back(f) // a place between words gets the form that it has on the other side
	}
	var added, unmatched []finding
	for _, f := range b.Findings { // equal ones first, so that a near match does not take their place
		g := m.back(f)
		if i := slices.IndexFunc(left, g.equals); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		unmatched = append(unmatched, g)
	}
	for _, g := range unmatched {
		if i := slices.IndexFunc(left, g.touches); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		added = append(added, g)
	}
	switch {
	case len(left) > 0 && len(added) > 0:
		return false, fmt.Sprintf("%d findings gone, the first %s; %d new, the first %s", len(left), left[0], len(added),
			added[0])
	case len(left) > 0:
		return false, fmt.Sprintf("%d findings gone, the first %s", len(left), left[0])
	case len(added) > 0:
		return false, fmt.Sprintf("%d new findings, the first %s", len(added), added[0])
	}
	return true, ""
}

// finding holds the compared parts of a finding.
type finding struct {
	kind   string // type, severity, check and requirements
	lines  []bench.Range
	scopes []string
}

func plain(f bench.Finding) finding {
	check := ""
	if strings.HasPrefix(f.Explanation, "[") { // the format of tools' checks
		check, _, _ = strings.Cut(f.Explanation, "]")
		check += "] "
	}
	return finding{fmt.Sprintf("%s%s %s%v", check, f.Type, f.Severity, f.Requirements), f.Lines, f.Scopes}
}

// String describes a finding for a reader.
func (f finding) String() string {
	s := strings.TrimSuffix(f.kind, "[]")
	for _, r := range f.lines {
		s += fmt.Sprintf(" %d-%d", r.From, r.To)
	}
	return s
}

func (f finding) equals(g finding) bool {
	return f.kind == g.kind && slices.Equal(f.lines, g.lines) && slices.Equal(f.scopes, g.scopes)
}

// touches reports whether two findings of one kind are about the same place: their lines
// overlap or, if one of them has no lines, their functions are the same.
func (f finding) touches(g finding) bool {
	if f.kind != g.kind {
		return false
	}
	if len(f.lines) == 0 || len(g.lines) == 0 {
		return len(f.lines) == len(g.lines) && slices.Equal(f.scopes, g.scopes)
	}
	return slices.ContainsFunc(f.lines, func(r bench.Range) bool {
		return slices.ContainsFunc(g.lines, func(q bench.Range) bool { return r.From <= q.To && q.From <= r.To })
	})
}
