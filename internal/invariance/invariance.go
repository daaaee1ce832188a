// Package invariance tells whether two answers about two texts with the same
// bytecode say the same. A detector that looks at nothing but what a program
// does says the same of both; what it says of one is first carried over to the
// other, so that a finding that merely stands on another line, or in a function
// with another name, is no difference.
package invariance

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Same reports whether the answer b about the text after says what a says about
// the text before; why is the first difference, in one line. Findings are the
// same when they have one type, one severity and one check, name the same
// requirements, and touch the same code or name the same functions; the words of
// their explanations do not count.
func Same(before, after bench.Task, a, b bench.Answer) (same bool, why string) {
	if a.Verdict != b.Verdict {
		return false, fmt.Sprintf("%s, was %s", b.Verdict, a.Verdict)
	}
	if len(a.Findings) == 0 && len(b.Findings) == 0 {
		return true, ""
	}
	own, m := itself(before), align(before, after)
	left := make([]finding, len(a.Findings))
	for i, f := range a.Findings {
		left[i] = own.back(f) // a place between words is taken as it will be on the other side
	}
	var added []finding
	var waiting []finding
	for _, f := range b.Findings { // equal ones first, so that a near one does not take their place
		g := m.back(f)
		if i := slices.IndexFunc(left, g.equals); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		waiting = append(waiting, g)
	}
	for _, g := range waiting {
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

// finding is what of a finding is compared.
type finding struct {
	what   string // type, severity, check and requirements
	lines  []bench.Range
	scopes []string
}

func plain(f bench.Finding) finding {
	check := ""
	if strings.HasPrefix(f.Explanation, "[") { // as tools' checks are written
		check, _, _ = strings.Cut(f.Explanation, "]")
		check += "] "
	}
	return finding{fmt.Sprintf("%s%s %s%v", check, f.Type, f.Severity, f.Requirements), f.Lines, f.Scopes}
}

// String names a finding for a reader.
func (f finding) String() string {
	s := strings.TrimSuffix(f.what, "[]")
	for _, r := range f.lines {
		s += fmt.Sprintf(" %d-%d", r.From, r.To)
	}
	return s
}

func (f finding) equals(g finding) bool {
	return f.what == g.what && slices.Equal(f.lines, g.lines) && slices.Equal(f.scopes, g.scopes)
}

// touches reports whether two findings of one kind speak of the same place: lines
// that meet, or where one of them has none, the same functions.
func (f finding) touches(g finding) bool {
	if f.what != g.what {
		return false
	}
	if len(f.lines) == 0 || len(g.lines) == 0 {
		return len(f.lines) == len(g.lines) && slices.Equal(f.scopes, g.scopes)
	}
	return slices.ContainsFunc(f.lines, func(r bench.Range) bool {
		return slices.ContainsFunc(g.lines, func(q bench.Range) bool { return r.From <= q.To && q.From <= r.To })
	})
}
