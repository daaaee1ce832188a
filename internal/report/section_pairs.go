package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
)

var pairsSection = Section{ID: "pairs", Title: "Pair outcomes", Build: buildPairs}

type pairsData struct {
	Legend    []legendEntry
	Diagnoses []fact // of the subjects at hand, with what each means
	Suites    []pairsSuite
}

type legendEntry struct{ Class, Name, Means string }

type pairsSuite struct {
	Name     string
	Subjects []pairsSubject
}

type pairsSubject struct {
	Name, Diagnosis, Reason string
	N                       int
	Counts                  []int // in order of the legend
	Chart                   *bar  // nil without pairs
}

// bar is a stacked bar over the whole width.
type bar struct {
	Title, Desc string
	Segments    []segment
}

type segment struct {
	Class, X, Width, Middle, Text string
}

// pairLegend describes the outcomes in report order.
func pairLegend() []legendEntry {
	return []legendEntry{
		{"p-right", string(metric.PairRight), "the verdict changes with the flaw"},
		{"p-vuln", string(metric.PairAllVuln), "the alarm goes off with and without the flaw"},
		{"p-safe", string(metric.PairAllSafe), "the flaw is not seen"},
		{"p-swap", string(metric.PairSwapped), "both verdicts are wrong"},
		{"p-none", string(metric.PairNoAnswer), "at least one of the two has no answer"},
	}
}

func buildPairs(d *Data) (any, bool) {
	out := pairsData{Legend: pairLegend()}
	met := map[metric.Diagnosis]bool{}
	suites := d.Suites()
	for i := range suites {
		h := headline(d, &suites[i])
		s := pairsSuite{Name: suites[i].Name}
		for _, l := range h.Lines {
			met[l.Diagnosis] = true
			p := pairsSubject{Name: l.Subject.Name, Diagnosis: string(l.Diagnosis), Reason: sentence(l.Reason), N: l.Pairs.N}
			for _, o := range metric.PairOutcomes() {
				p.Counts = append(p.Counts, l.Pairs.By[o])
			}
			p.Chart = newBar(l)
			s.Subjects = append(s.Subjects, p)
		}
		out.Suites = append(out.Suites, s)
	}
	for _, m := range diagnoses() {
		if met[metric.Diagnosis(m.Name)] {
			out.Diagnoses = append(out.Diagnoses, m)
		}
	}
	return out, len(out.Suites) > 0
}

// diagnoses says what each diagnosis means.
func diagnoses() []fact {
	return []fact{
		{string(metric.FollowsFlaw), "The verdict changes when the flaw is repaired, in the right direction and more often than chance allows."},
		{string(metric.Recogniser), "The verdict varies between programs and mostly stays when the flaw is repaired: for the most part something other than the flaw decides."},
		{string(metric.ConstantAnswer), "One verdict for every text of every pair."},
		{string(metric.AgainstFlaw), "The verdict changes when the flaw is repaired, in the wrong direction and more often than chance allows."},
		{string(metric.Undecided), "The pairs at hand are too few, or too mixed, to tell."},
	}
}

// sentence starts s with a capital and ends it with a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// newBar charts the pair outcomes of one subject, or returns nil without pairs.
func newBar(l Line) *bar {
	if l.Pairs.N == 0 {
		return nil
	}
	b := &bar{Title: fmt.Sprintf("Pair outcomes of %s, %s", l.Subject.Name, plural(l.Pairs.N, "pair"))}
	at := 0
	for i, o := range metric.PairOutcomes() {
		k := l.Pairs.By[o]
		if b.Desc != "" {
			b.Desc += ", "
		}
		b.Desc += fmt.Sprintf("%s %d", o, k)
		if k == 0 {
			continue
		}
		share := float64(k) / float64(l.Pairs.N)
		s := segment{
			Class: pairLegend()[i].Class,
			X:     position(float64(at) / float64(l.Pairs.N)), Width: position(share),
			Middle: position((float64(at) + float64(k)/2) / float64(l.Pairs.N)),
		}
		switch {
		case share >= 0.4:
			s.Text = fmt.Sprintf("%d %s", k, o)
		case share >= 0.04:
			s.Text = fmt.Sprint(k)
		}
		b.Segments = append(b.Segments, s)
		at += k
	}
	return b
}
