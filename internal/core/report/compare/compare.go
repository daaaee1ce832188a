// Package compare compares two subjects, or two runs: values with intervals, the difference with its paired
// interval and test, and for every difference that is not significant the smallest one that would have shown.
//
// It is a pure function of two reports' data; equal data give equal bytes.
package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/stats"
)

// FormatVersion is raised when a field of the JSON output changes its meaning or is removed.
const FormatVersion = 1

// Alpha is the level of every test.
const Alpha = 0.05

// Side is one side of a comparison.
type Side struct {
	Data    *report.Data
	Subject string // "" for all subjects of the run
}

// Metrics returns the metrics that are compared when no others are requested.
func Metrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.FalseAlarm, metric.BalancedAccuracy}
}

// Comparison is a comparison of two sides. All its tests are one family.
type Comparison struct {
	FormatVersion int      `json:"format_version"`
	A             string   `json:"a"` // id of the run
	B             string   `json:"b"`
	Alpha         float64  `json:"alpha"`
	Margin        float64  `json:"margin"` // of equivalence, as a difference of shares
	Family        int      `json:"family"` // number of tests for which p values are adjusted, after Holm
	Pairs         []Pair   `json:"pairs"`
	Warnings      []string `json:"warnings,omitempty"`
}

// Pair is the comparison of two subjects on one suite.
type Pair struct {
	Suite    string   `json:"suite"`
	A        string   `json:"a"` // subject
	B        string   `json:"b"`
	Variants int      `json:"variants"` // texts that both were asked about
	Bases    int      `json:"bases"`
	Shared   int      `json:"shared"` // stored answers that both sides have; not compared if the judges are equal
	Rows     []Row    `json:"rows"`   // none if all answers are shared
	Warnings []string `json:"warnings,omitempty"`
}

// Call is the conclusion from the comparison of one number.
type Call string

// The calls. Same is for a rate that two one-sided tests show to differ by less than the margin; a difference that
// was not shown is not Same.
const (
	Better    Call = "better"
	Worse     Call = "worse"
	Same      Call = "equivalent"
	Nothing   Call = "~"
	Untested  Call = "untested"
	Undefined Call = "undefined"
)

// Row is one metric of both subjects on the texts that both were asked about.
type Row struct {
	Metric     string          `json:"metric"`
	Title      string          `json:"title"`
	A          metric.Value    `json:"a_value"`
	B          metric.Value    `json:"b_value"`
	Delta      *float64        `json:"delta"` // B − A; null where one is undefined
	Interval   *stats.Interval `json:"interval,omitempty"`
	P          *float64        `json:"p"` // null where there is no test
	Adjusted   *float64        `json:"adjusted"`
	Test       string          `json:"test,omitempty"`
	Bases      int             `json:"bases"`
	Equivalent *float64        `json:"equivalence_p,omitempty"` // of two one-sided tests, for shares of independent trials
	Detectable *Detectable     `json:"detectable,omitempty"`    // for a difference that is not significant
	Call       Call            `json:"call"`
	Warnings   []string        `json:"warnings,omitempty"`

	Effects *metric.Effects `json:"effects,omitempty"` // of B minus A, where items are independent pairs

	metric metric.Metric
	tested metric.Tested // A minus B: the claim that they differ
	inside bool          // the 90 % interval is within the margin
}

// Detectable is the smallest difference that would have been found with [metric.Power] at the part of [Alpha] that is
// left for one test of the family.
type Detectable struct {
	Difference *float64 `json:"difference"` // null when the bases are too few to show any
	Method     string   `json:"method"`
}

// Compare compares b with a. It returns an error when the sides have nothing in common, or when a named subject is
// not in its run.
func Compare(a, b Side, metrics []metric.Metric) (*Comparison, error) {
	out := &Comparison{FormatVersion: FormatVersion, A: a.Data.RunID, B: b.Data.RunID, Alpha: Alpha,
		Margin: metric.EquivalenceMargin, Pairs: []Pair{}}
	for _, d := range []*report.Data{a.Data, b.Data} {
		if err := d.Manifest.FixedSize(); err != nil {
			return nil, fmt.Errorf("run %s: %w", d.RunID, err)
		}
	}
	names, left, err := match(a, b)
	if err != nil {
		return nil, err
	}
	out.Warnings = append(differences(a.Data, b.Data), left...)
	judged := reflect.DeepEqual(a.Data.Manifest.Judging, b.Data.Manifest.Judging)
	suitesB := b.Data.Suites()
	for _, sa := range a.Data.Suites() {
		i := slices.IndexFunc(suitesB, func(s report.Suite) bool { return s.Name == sa.Name })
		for _, n := range names {
			if i >= 0 {
				if p, ok := compare(&sa, &suitesB[i], n[0], n[1], judged, metrics); ok {
					out.Pairs = append(out.Pairs, p)
					continue
				}
			}
			out.Warnings = append(out.Warnings,
				fmt.Sprintf("%s: no text was asked of both %s and %s", sa.Name, n[0], n[1]))
		}
	}
	for _, sb := range suitesB {
		if !slices.ContainsFunc(a.Data.Suites(), func(s report.Suite) bool { return s.Name == sb.Name }) {
			out.Warnings = append(out.Warnings, sb.Name+": this suite is only in run "+b.Data.RunID)
		}
	}
	if len(out.Pairs) == 0 {
		return nil, fmt.Errorf("nothing to compare: %s, and %s; ask both about the same texts, or name a run that did: "+
			"SUBJECT@RUN", asked(a), asked(b))
	}
	out.adjust()
	return out, nil
}

// match returns the pairs of subjects to compare: those that are named, else those with equal names, else the only
// ones. left says which subjects of two whole runs are in no pair.
func match(a, b Side) (pairs [][2]string, left []string, err error) {
	namesA, namesB := subjects(a.Data), subjects(b.Data)
	for _, s := range []struct {
		side  Side
		names []string
	}{{a, namesA}, {b, namesB}} {
		if s.side.Subject != "" && !slices.Contains(s.names, s.side.Subject) {
			return nil, nil, fmt.Errorf("run %s has no subject %q; it has %s", s.side.Data.RunID, s.side.Subject,
				strings.Join(s.names, ", "))
		}
	}
	switch {
	case a.Subject != "" && b.Subject != "":
		return [][2]string{{a.Subject, b.Subject}}, nil, nil
	case a.Subject != "":
		namesA = []string{a.Subject}
	case b.Subject != "":
		namesB = []string{b.Subject}
	}
	for _, n := range namesA {
		if slices.Contains(namesB, n) {
			pairs = append(pairs, [2]string{n, n})
		}
	}
	if len(pairs) == 0 && len(namesA) == 1 && len(namesB) == 1 {
		return [][2]string{{namesA[0], namesB[0]}}, nil, nil
	}
	if len(pairs) == 0 {
		return nil, nil, fmt.Errorf("no subject is on both sides: %s against %s; give two subjects",
			strings.Join(namesA, ", "), strings.Join(namesB, ", "))
	}
	for _, s := range []struct {
		run           string
		names, others []string
	}{{a.Data.RunID, namesA, namesB}, {b.Data.RunID, namesB, namesA}} {
		alone := slices.DeleteFunc(slices.Clone(s.names), func(n string) bool { return slices.Contains(s.others, n) })
		if a.Subject == "" && b.Subject == "" && len(alone) > 0 {
			left = append(left, fmt.Sprintf("only run %s has %s; compare two subjects as SUBJECT@RUN", s.run,
				strings.Join(alone, ", ")))
		}
	}
	return pairs, left, nil
}

// asked says about which suites a side was asked.
func asked(s Side) string {
	var of []string
	for _, part := range s.Data.Suites() {
		if s.Subject == "" || len(part.Everything(s.Subject)) > 0 {
			of = append(of, part.Name)
		}
	}
	who := "run " + s.Data.RunID
	if s.Subject != "" {
		who = s.Subject + " in " + who
	}
	return who + " was asked about " + strings.Join(of, " and ")
}

func subjects(d *report.Data) []string {
	var out []string
	for _, s := range d.Subjects {
		out = append(out, s.Name)
	}
	return out
}

// differences returns the respects, other than the subjects, in which two runs differ.
func differences(a, b *report.Data) []string {
	var out []string
	if a.RunID == b.RunID {
		return nil
	}
	for _, d := range []*report.Data{a, b} {
		if !d.Complete {
			out = append(out, fmt.Sprintf("run %s is incomplete", d.RunID))
		}
	}
	for _, f := range []struct{ what, a, b string }{
		{"judge", a.Manifest.Judging.String(), b.Manifest.Judging.String()}, {"parser", a.Manifest.Parser, b.Manifest.Parser},
		{"number of epochs", fmt.Sprint(a.Manifest.Epochs), fmt.Sprint(b.Manifest.Epochs)},
	} {
		if f.a != f.b {
			out = append(out, fmt.Sprintf("the %s differs between the runs: %s and %s", f.what, f.a, f.b))
		}
	}
	return out
}

// compare compares two subjects on one suite; ok is false without a common text. judged says that the same judges
// decided about both.
func compare(sa, sb *report.Suite, a, b string, judged bool, metrics []metric.Metric) (p Pair, ok bool) {
	rowsA, rowsB, warnings := common(sa.Headline(a), sb.Headline(b))
	if len(rowsA) == 0 {
		return Pair{}, false
	}
	p = Pair{Suite: sa.Name, A: a, B: b, Rows: []Row{}, Warnings: warnings}
	defer func() {
		variants, bases := map[string]bool{}, map[string]bool{}
		for _, r := range rowsA {
			variants[r.Variant.Key], bases[r.Variant.Base] = true, true
		}
		p.Variants, p.Bases = len(variants), len(bases)
	}()
	ownA, ownB := without(rowsA, rowsB), without(rowsB, rowsA)
	switch p.Shared = len(rowsA) - len(ownA); {
	case p.Shared == 0:
	case !judged:
		p.Warnings = append(p.Warnings, fmt.Sprintf("%d of %d answers are the same stored answers in both runs: differences "+
			"between them are those of the judges", p.Shared, len(rowsA)))
	case len(ownA) == 0 || len(ownB) == 0:
		p.Warnings = append(p.Warnings, fmt.Sprintf("both runs hold the same %s: there is nothing to compare",
			report.Plural(p.Shared, "stored answer")))
		return p, true
	default:
		p.Warnings = append(p.Warnings, fmt.Sprintf("%d of %d answers are the same stored answers in both runs: they are no "+
			"evidence and are left out", p.Shared, len(rowsA)))
		rowsA, rowsB = ownA, ownB
	}
	valuesA, valuesB := metric.Values(metrics, rowsA), metric.Values(metrics, rowsB)
	for i, m := range metrics {
		p.Rows = append(p.Rows, row(m, valuesA[i], valuesB[i], rowsA, rowsB))
	}
	return p, true
}

// common keeps the rows of texts that both sides have, byte for byte and with the same truth and labels.
func common(a, b []bench.Trial) (keptA, keptB []bench.Trial, warnings []string) {
	texts := func(rows []bench.Trial) map[string]*bench.Variant {
		out := map[string]*bench.Variant{}
		for _, r := range rows {
			out[r.Variant.Key] = r.Variant
		}
		return out
	}
	inA, inB := texts(a), texts(b)
	equal, changed := map[string]bool{}, 0
	for key, v := range inA {
		switch w := inB[key]; {
		case w == nil:
		case v == w || v.Truth == w.Truth && v.Task.Hash() == w.Task.Hash() && reflect.DeepEqual(v.Labels, w.Labels):
			equal[key] = true
		default:
			changed++
		}
	}
	keep := func(rows []bench.Trial) []bench.Trial {
		return slices.DeleteFunc(slices.Clone(rows), func(r bench.Trial) bool { return !equal[r.Variant.Key] })
	}
	if changed > 0 {
		warnings = append(warnings, fmt.Sprintf("%d texts or their labels differ between the two runs and are left out",
			changed))
	}
	if left := len(inA) + len(inB) - 2*len(equal) - 2*changed; left > 0 {
		warnings = append(warnings, fmt.Sprintf("%d texts are only on one side and are left out", left))
	}
	return keep(a), keep(b), warnings
}

// without returns the rows whose answers, one stored ending of one trial, others does not have.
func without(rows, others []bench.Trial) []bench.Trial {
	type ending struct {
		key   string
		began int64
	}
	of := func(t *bench.Trial) ending { return ending{t.Key, t.Used().Began} }
	theirs := map[ending]bool{}
	for i := range others {
		theirs[of(&others[i])] = others[i].Key != "" && others[i].Outcome != ""
	}
	return slices.DeleteFunc(slices.Clone(rows), func(t bench.Trial) bool { return theirs[of(&t)] })
}

// row compares one metric, without what depends on the family.
func row(m metric.Metric, va, vb metric.Value, a, b []bench.Trial) Row {
	r := Row{Metric: m.ID, Title: m.Title, A: va, B: vb, Call: Undefined, metric: m}
	d := metric.Test(m, a, b) // the claim that the two differ
	r.tested = d
	r.Warnings = d.Warnings
	if !d.Defined {
		return r
	}
	delta := 0 - d.Point // not −0
	r.Delta, r.Bases, r.P, r.Test = &delta, d.Bases, d.P, d.Test
	r.Interval = mirror(d.Interval)
	r.inside = d.Difference.Equivalent(metric.EquivalenceMargin)
	if r.P == nil {
		r.Call = Untested // otherwise the call is made with the family
	}
	if e, ok := metric.EffectsOf(m, b, a); ok {
		r.Effects, r.Equivalent = &e, &e.Equivalent
	}
	return r
}

// mirror converts the interval of A − B to that of B − A.
func mirror(i *stats.Interval) *stats.Interval {
	if i == nil {
		return nil
	}
	return &stats.Interval{Lo: 0 - i.Hi, Hi: 0 - i.Lo, Method: i.Method}
}
