package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/stats"
)

// baseline is the chain that differences refer to where a text has such a
// variant: what tells of the flaw is taken out of it (docs/paper.md rows 7 and 8).
const Baseline = "minimal-sanitized"

// Kinds of chains, as the manifest names them.
const (
	KindPlacebo      = "placebo"
	KindIntervention = "intervention"
	KindPreserving   = "preserving"
)

// TransformedMetrics are the numbers shown of every chain, in order.
func TransformedMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.Discrimination, metric.FalseAlarm}
}

// ChangedMetric describes the share of verdicts that a chain changed. It is no
// metric of single rows, and computed here.
var ChangedMetric = metric.Metric{ID: "changed", Title: "Changed", Scale: metric.Percent, Lower: true,
	Doc: "verdicts that differ from those on the reference texts"}

// Transformations is what chains of transformations changed in one suite. It
// speaks of the samples that are in the headline; the variants themselves are
// shown whether or not they are proved, with the counts of both.
type Transformations struct {
	Suite     *Suite
	Reference string // what differences refer to, in a phrase
	Placebos  []string
	Chains    []Chain        // preserving ones, interventions, placebos; in the order of the run
	Subjects  []ChangedLines // that were asked about a transformed text, in the order of the headline
	NotAsked  []string       // subjects that were asked about none, in the same order
	Waiting   int            // trials of transformed texts that were not asked
}

// Chain is one chain with what it made of the suite.
type Chain struct {
	bench.ChainUse
	Variants     int
	Certificates map[string]int // of the variants; "unproved" without one
}

// ChangedLines is one subject under every chain.
type ChangedLines struct {
	Subject   bench.Subject
	Reference []Cell        // of TransformedMetrics, on the reference texts
	Lines     []ChangedLine // in the order of the chains
	Unchanged bool          // there are verdicts, and every one on a transformed text is the one on the reference

	// Diagnosis is that of the pairs once the texts are shown otherwise and keep
	// the flaw, with the counts behind it ([metric.DiagnoseChanged]).
	Diagnosis metric.Diagnosis
	Reason    string

	before metric.Diagnosis // on the reference
	Index  []metric.Value   // SUI on the reference, then under every chain
	// in the same order, the SUI with reasoning 0 where nothing was found, 0 without a finding; undefined elsewhere
	Collapse []metric.Value
}

// ChangedLine is one subject under one chain. The differences stand in the order
// of TransformedMetrics: Drops is reference minus chain, so that a loss is
// positive; Beyond is what of it goes beyond the placebos, nil without any and
// on placebos themselves.
type ChangedLine struct {
	Pairs   int
	Changed Cell // verdicts that are not those on the reference
	Cells   []Cell
	Drops   []metric.Difference
	Beyond  []metric.Difference
	Effects *metric.Effects // of TDR on the reference and under the chain; nil where items are no independent pairs
}

// TransformationsOf computes the part of one suite, once a view; ok is false when
// nothing of it was transformed. It is shared: do not change it.
func TransformationsOf(d *Data, s *Suite) (t *Transformations, ok bool) {
	if len(s.Transformed) == 0 {
		return nil, false
	}
	if t := d.changes[s.Name]; t != nil {
		return t, true
	}
	t = &Transformations{Suite: s}
	for _, u := range d.chains(s) {
		c := Chain{ChainUse: u, Certificates: map[string]int{}}
		for _, v := range s.Transformed {
			if v.Chain == u.Chain {
				c.Variants++
				c.Certificates[certificateOf(v)]++
			}
		}
		if c.Variants > 0 {
			t.Chains = append(t.Chains, c)
		}
		if c.Variants > 0 && c.Kind == KindPlacebo {
			t.Placebos = append(t.Placebos, c.Chain)
		}
	}
	t.Reference = reference(s)
	for _, place := range s.transformed {
		if s.source.Trial(int(place)).Outcome == "" {
			t.Waiting++
		}
	}
	lines := HeadlineOf(d, s).Lines
	all := make([]*ChangedLines, len(lines))
	Each(len(lines), func(i int) { all[i] = t.subject(lines[i].Subject) })
	for i, l := range all {
		if l == nil {
			t.NotAsked = append(t.NotAsked, lines[i].Subject.Name)
		} else {
			t.Subjects = append(t.Subjects, *l)
		}
	}
	t.adjust()
	if d.changes != nil {
		d.changes[s.Name] = t
	}
	return t, true
}

// adjust corrects the p values of the detection rate for the number of preserving
// chains and subjects that are compared: one family (docs/paper.md, statistics).
func (t *Transformations) adjust() {
	var tests []*metric.Difference
	var ps []float64
	for i := range t.Subjects {
		for j, c := range t.Chains {
			if dif := &t.Subjects[i].Lines[j].Drops[0]; c.Kind == KindPreserving && dif.P != nil {
				tests, ps = append(tests, dif), append(ps, *dif.P)
			}
		}
	}
	for i, p := range stats.Holm(ps) {
		tests[i].Adjusted = &p
	}
}

// reference says in a phrase what differences refer to.
func reference(s *Suite) string {
	with := map[string]bool{}
	samples := map[string]bool{}
	for _, v := range s.Variants {
		samples[v.Sample] = true
	}
	planned := false
	for _, v := range s.Transformed {
		if v.Chain == Baseline {
			planned, with[v.Sample] = true, true
		}
	}
	switch {
	case !planned:
		return "the original"
	case len(with) == len(samples):
		return "the minimal-sanitized text"
	}
	return fmt.Sprintf("the minimal-sanitized text where there is one (%d of %s), else the original", len(with),
		Plural(len(samples), "sample"))
}

// chains returns what the manifest says of the chains of a suite, by kind. A
// chain that it does not name is known by its variants alone.
func (d *Data) chains(s *Suite) []bench.ChainUse {
	var out []bench.ChainUse
	seen := map[string]bool{}
	for _, u := range d.Manifest.Chains {
		if u.Suite == s.Name && !seen[u.Chain] {
			seen[u.Chain] = true
			out = append(out, u)
		}
	}
	extra := map[string]bool{}
	for _, v := range s.Transformed {
		if !seen[v.Chain] {
			extra[v.Chain] = true
		}
	}
	for _, name := range sorted(extra) {
		out = append(out, bench.ChainUse{Suite: s.Name, Chain: name})
	}
	order := []string{KindPreserving, "", KindIntervention, KindPlacebo}
	slices.SortStableFunc(out, func(a, b bench.ChainUse) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
	return out
}

// unproved stands where a variant has no certificate.
const unproved = "unproved"

// certificateOf says how a transformed variant is known to keep what its chain
// promises.
func certificateOf(v *bench.Variant) string {
	if v.Proof != bench.Proved {
		return unproved
	}
	return cmp.Or(v.Certificate, "proved")
}

// Shares lists counts by name, "unproved" last: "30 C1, 2 unproved".
func Shares(counts map[string]int) string {
	var out []string
	for _, name := range sorted(counts) {
		if name != unproved {
			out = append(out, Count(counts[name])+" "+name)
		}
	}
	if n := counts[unproved]; n > 0 {
		out = append(out, Count(n)+" "+unproved)
	}
	return strings.Join(out, ", ")
}
