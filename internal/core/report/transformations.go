package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/stats"
)

// Baseline is the chain that differences refer to when a text has such a variant: it removes everything that gives
// the flaw away (docs/paper.md rows 7 and 8).
const Baseline = "minimal-sanitized"

// Kinds of chains, as the manifest names them.
const (
	KindPlacebo      = "placebo"
	KindIntervention = "intervention"
	KindPreserving   = "preserving"
)

// TransformedMetrics returns the metrics shown for every chain, in order.
func TransformedMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.Discrimination, metric.FalseAlarm}
}

// ChangedMetric describes the share of verdicts that a chain changed. It is not a metric of single rows, and is
// computed in this package.
var ChangedMetric = metric.Metric{ID: "changed", Title: "Changed", Scale: metric.Percent, Lower: true,
	Doc: "verdicts that differ from those on the reference texts"}

// Transformations holds the effects of the chains of transformations in one suite. It covers the samples in the
// headline; the variants themselves are shown whether or not they are proved, with the counts of both.
type Transformations struct {
	Suite     *Suite
	Reference string // what differences refer to, in a phrase
	Placebos  []string
	Chains    []Chain        // preserving ones, interventions, placebos; in the order of the run
	Subjects  []ChangedLines // that were asked about a transformed text, in the order of the headline
	NotAsked  []string       // subjects that were asked about none, in the same order
	Waiting   int            // number of trials of transformed texts that were not asked
}

// Chain is one chain with what it made from the suite.
type Chain struct {
	bench.ChainUse
	Variants     int            `json:"variants"`
	Certificates map[string]int `json:"certificates"` // number of variants by certificate; "unproved" without one
}

// ChangedLines is one subject under every chain.
type ChangedLines struct {
	Subject   bench.Subject
	Reference []Cell        // of TransformedMetrics, on the reference texts
	Lines     []ChangedLine // in the order of the chains
	Unchanged bool          // there are verdicts, and each on a transformed text equals the one on the reference

	// Diagnosis is the diagnosis of the pairs in texts of another form that keep the flaw, with the counts behind it
	// ([metric.DiagnoseChanged]).
	Diagnosis metric.Diagnosis
	Reason    string

	onReference metric.Diagnosis
	Index       []metric.Value // SUI on the reference, then under every chain
	// in the same order, the SUI with reasoning 0 where nothing was found, 0 without a finding; undefined elsewhere
	Collapse []metric.Value
}

// ChangedLine is one subject under one chain. The differences are in the order of TransformedMetrics: Drops is
// reference minus chain, so that a loss is positive; Beyond is the part of it that exceeds the placebos, nil
// without placebos and on placebos themselves.
type ChangedLine struct {
	Pairs   int
	Changed Cell // share of verdicts that differ from those on the reference
	Cells   []Cell
	Drops   []metric.Difference
	Beyond  []metric.Difference
	Effects *metric.Effects // of TDR on the reference and under the chain; nil where items are no independent pairs
}

// TransformationsOf computes the effects in one suite, once per view; ok is false when nothing of it was
// transformed. The result is shared: do not change it.
func TransformationsOf(d *Data, s *Suite) (t *Transformations, ok bool) {
	if len(s.Transformed) == 0 {
		return nil, false
	}
	return Kept(d, "transformations\x00"+s.Name, func() *Transformations { return d.transformations(s) }), true
}

func (d *Data) transformations(s *Suite) *Transformations {
	t := &Transformations{Suite: s}
	for _, u := range d.chains(s) {
		c := Chain{ChainUse: u, Certificates: map[string]int{}}
		for _, v := range s.Transformed {
			if v.Chain == u.Chain {
				c.Variants++
				c.Certificates[certificateOf(v)]++
			}
		}
		if c.Variants == 0 {
			continue
		}
		t.Chains = append(t.Chains, c)
		if c.Kind == KindPlacebo {
			t.Placebos = append(t.Placebos, c.Chain)
		}
	}
	t.Reference = reference(s)
	t.Waiting = s.count(s.transformed, notAsked)
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
	return t
}

// adjust corrects the p values of the detection rate for the number of preserving
// chains and subjects that are compared: one family (docs/paper.md, statistics).
func (t *Transformations) adjust() {
	var family []*metric.Difference
	for i := range t.Subjects {
		for j, c := range t.Chains {
			if c.Kind == KindPreserving {
				family = append(family, &t.Subjects[i].Lines[j].Drops[0])
			}
		}
	}
	adjust(family)
}

// adjust adjusts the p values of a family of comparisons, after Holm, and returns their number.
func adjust(family []*metric.Difference) int {
	var tested []*metric.Difference
	var ps []float64
	for _, d := range family {
		if d.P != nil {
			tested, ps = append(tested, d), append(ps, *d.P)
		}
	}
	for i, p := range stats.Holm(ps) {
		tested[i].Adjusted = &p
	}
	return len(ps)
}

// reference returns, in a phrase, what differences refer to.
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

// chains returns the manifest's entries on the chains of a suite, by kind. A chain without an entry is known from
// its variants alone.
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
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		out = append(out, bench.ChainUse{Suite: s.Name, Chain: name})
	}
	order := []string{KindPreserving, "", KindIntervention, KindPlacebo}
	slices.SortStableFunc(out, func(a, b bench.ChainUse) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
	return out
}

// unproved replaces the certificate of a variant without one.
const unproved = "unproved"

// certificateOf returns the kind of evidence that a transformed variant keeps the promise of its chain.
func certificateOf(v *bench.Variant) string {
	if v.Proof != bench.Proved {
		return unproved
	}
	return cmp.Or(v.Certificate, "proved")
}

// Shares lists counts by name, "unproved" last: "30 C1, 2 unproved".
func Shares(counts map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if name != unproved {
			out = append(out, Count(counts[name])+" "+name)
		}
	}
	if n := counts[unproved]; n > 0 {
		out = append(out, Count(n)+" "+unproved)
	}
	return strings.Join(out, ", ")
}
