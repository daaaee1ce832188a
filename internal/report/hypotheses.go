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

// HypothesisVerdict is the result of a run for a registered hypothesis.
type HypothesisVerdict string

// The verdicts. NotSupported is no evidence for the contrary.
const (
	Supported    HypothesisVerdict = "supported"
	NotSupported HypothesisVerdict = "not supported"
	NotTestable  HypothesisVerdict = "could not be tested"
)

// WordsOnly is the note on a hypothesis without a test.
const WordsOnly = "not tested by assay: described in words only"

// HypothesisResult is one registered hypothesis with its results in the run.
type HypothesisResult struct {
	ID         string           `json:"id"`
	Text       string           `json:"text"`
	Family     string           `json:"family"`
	Correction string           `json:"correction"`      // of the p values of the family
	Tests      int              `json:"tests"`           // number in its family, including tests that could not be done
	Claim      string           `json:"claim,omitempty"` // the tested claim, in words
	Note       string           `json:"note,omitempty"`  // [WordsOnly], and then there are no lines
	Lines      []HypothesisLine `json:"results,omitempty"`
}

// HypothesisLine is the test of a hypothesis on one subject. The numbers are nil where they are not defined.
type HypothesisLine struct {
	Subject    string            `json:"subject"`
	Verdict    HypothesisVerdict `json:"verdict"`
	Why        string            `json:"why,omitempty"` // why it could not be tested
	First      *float64          `json:"first"`         // the metric under the chain, or of the subject
	Second     *float64          `json:"second"`        // the same for the condition that it is compared with
	Difference *float64          `json:"difference"`    // first minus second
	Interval   *stats.Interval   `json:"interval,omitempty"`
	Bases      int               `json:"bases"`
	P          *float64          `json:"p"` // as registered: one-sided, or of two one-sided tests
	Adjusted   *float64          `json:"adjusted"`
	Test       string            `json:"test,omitempty"`
	// for a difference that was not shown: the one that would have been shown in 80 of 100 cases
	Detectable *float64 `json:"detectable,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`

	tested metric.Tested
	scale  metric.Scale
}

// Hypotheses tests what was registered on the results of the run, in the order of the registration; nil when
// nothing was registered. P values are adjusted within the family in which a hypothesis was registered. A test
// that cannot be done stays in its family with a p of 1, because the size of a family was fixed before the run.
func Hypotheses(d *Data) []HypothesisResult {
	if d.Registered == nil {
		return nil
	}
	return Kept(d, "hypotheses", func() []HypothesisResult { return hypotheses(d) })
}

func hypotheses(d *Data) []HypothesisResult {
	r := d.Registered
	suites := d.Suites()
	out := make([]HypothesisResult, len(r.Hypotheses))
	var tests []func()
	for i, h := range r.Hypotheses {
		out[i] = HypothesisResult{ID: h.ID, Text: h.Text, Family: h.Family, Note: WordsOnly}
		if h.Test == nil {
			continue
		}
		m, known := metric.ByID(h.Test.Metric)
		at := slices.IndexFunc(suites, func(s Suite) bool { return s.Name == h.Test.Suite })
		out[i].Note, out[i].Claim = "", claimed(*h.Test, cmp.Or(m.Title, h.Test.Metric))
		if at >= 0 && h.Test.Against == Baseline {
			out[i].Claim += " (here " + reference(&suites[at]) + ")"
		}
		for _, sub := range r.Plan.Subjects {
			if t := h.Test; t.Subject != "" && t.Subject != sub.Name || t.AgainstSubject == sub.Name {
				continue
			}
			out[i].Lines = append(out[i].Lines, HypothesisLine{Subject: sub.Name, scale: m.Scale})
		}
		for j := range out[i].Lines {
			l := &out[i].Lines[j]
			switch {
			case !known:
				l.Why = fmt.Sprintf("this version of assay has no metric %q", h.Test.Metric)
			case at < 0:
				l.Why = "suite " + h.Test.Suite + " is not in the run"
			default:
				tests = append(tests, func() { l.hold(d, &suites[at], m, *h.Test) })
			}
		}
	}
	Each(len(tests), func(i int) { tests[i]() })
	for _, f := range r.Families {
		decide(out, f, r.Alpha)
	}
	return out
}

// decide adjusts the p values of one family and sets the verdicts of its tests.
func decide(all []HypothesisResult, f bench.TestFamily, alpha float64) {
	var lines []*HypothesisLine
	var ps []float64
	for i := range all {
		if all[i].Family != f.Name {
			continue
		}
		for j := range all[i].Lines {
			l := &all[i].Lines[j]
			p := 1.0
			if l.P != nil {
				p = *l.P
			}
			lines, ps = append(lines, l), append(ps, p)
		}
	}
	adjusted, level := slices.Clone(ps), alpha
	if f.Correction == "holm" && len(ps) > 0 {
		adjusted, level = stats.Holm(ps), alpha/float64(len(ps))
	}
	for i := range all {
		if all[i].Family == f.Name {
			all[i].Correction, all[i].Tests = f.Correction, len(lines)
		}
	}
	for i, l := range lines {
		if l.P == nil {
			l.Verdict = NotTestable
			continue
		}
		l.Adjusted, l.Verdict = &adjusted[i], Supported
		if !l.tested.Shown(adjusted[i], alpha) {
			l.Verdict = NotSupported
			l.Detectable, _ = l.tested.Detectable(level)
		}
	}
}

// hold applies a test to the results of the line's subject on a suite.
func (l *HypothesisLine) hold(d *Data, s *Suite, m metric.Metric, t bench.HypothesisTest) {
	var first, second []bench.Trial
	if first, l.Why = under(s, l.Subject, t.Chain); l.Why != "" {
		return
	}
	switch {
	case t.AgainstSubject != "":
		second, l.Why = under(s, t.AgainstSubject, t.Chain)
	case t.Against == Baseline && slices.ContainsFunc(d.chains(s),
		func(u bench.ChainUse) bool { return u.Chain == Baseline }):
		second = ReferenceRows(s.Planned(l.Subject), s.plannedChanged(l.Subject)[Baseline])
	default:
		second, l.Why = under(s, l.Subject, t.Against)
	}
	if l.Why != "" {
		return
	}
	all := len(first) + len(second)
	var left, also int
	first, left = without(d.Registered, first)
	second, also = without(d.Registered, second)
	if left += also; left > 0 {
		if len(first) == 0 || len(second) == 0 {
			l.Why = "the registered exclusions leave no trial"
			return
		}
		l.Warnings = append(l.Warnings, fmt.Sprintf("%d of %s are left out, as registered", left, Plural(all, "trial")))
	}
	planned := len(first) + len(second)
	if waiting := planned - len(onlyAsked(slices.Concat(first, second))); waiting > 0 {
		l.Why = fmt.Sprintf("%d of its %s were not asked", waiting, Plural(planned, "trial"))
		return
	}
	claim := metric.Claim{Sign: map[string]int{"lower": -1, "higher": 1}[t.Direction]}
	if t.Equivalent != nil {
		claim.Margin = *t.Equivalent / 100
	}
	l.tested = claim.Hold(m, first, second)
	dif := l.tested.Difference
	l.Warnings = append(l.Warnings, dif.Warnings...)
	if dif.Defined {
		l.First, l.Second, l.Difference, l.Interval, l.Bases = &dif.Reference, &dif.Treated, &dif.Point, dif.Interval,
			dif.Bases
	}
	if l.P, l.Test = l.tested.P, l.tested.Test; l.P == nil {
		l.Why, l.Warnings = cmp.Or(strings.Join(dif.Warnings, "; "), "the data allow no test of it"), nil
	}
}

// under returns a subject's rows under a chain, or the reason why there are none.
func under(s *Suite, subject, chain string) (rows []bench.Trial, why string) {
	rows, where := s.Planned(subject), ""
	if chain != "" && chain != bench.OriginalTexts {
		rows, where = s.plannedChanged(subject)[chain], " under "+chain
	}
	if len(rows) == 0 {
		return nil, fmt.Sprintf("%s has no trial on %s%s", subject, s.Name, where)
	}
	return rows, ""
}

// claimed returns the tested claim in words.
func claimed(t bench.HypothesisTest, title string) string {
	shown := func(chain string) string {
		if chain == bench.OriginalTexts {
			return "on the original texts"
		}
		return "under " + chain
	}
	subject := cmp.Or(t.Subject, "every subject")
	first, second := title+" of "+subject+" "+shown(t.Chain), shown(t.Against)
	if t.AgainstSubject != "" {
		first, second = title+" of "+cmp.Or(t.Subject, "every other subject"), "of "+t.AgainstSubject
		if t.Chain != "" {
			second += " " + shown(t.Chain)
		}
	}
	switch {
	case t.Equivalent != nil:
		return fmt.Sprintf("On %s, %s is within %g points of that %s", t.Suite, first, *t.Equivalent, second)
	case t.Direction == "different":
		return fmt.Sprintf("On %s, %s differs from that %s", t.Suite, first, second)
	}
	return fmt.Sprintf("On %s, %s is %s than %s", t.Suite, first, t.Direction, second)
}

// FamilyText returns, in words, the family in which a hypothesis is tested.
func (h HypothesisResult) FamilyText() string {
	how := "not corrected"
	if h.Correction == "holm" {
		how = "Holm"
	}
	return fmt.Sprintf("family %s: %s, %s", h.Family, Plural(h.Tests, "test"), how)
}

// Signed formats a difference on the scale of its metric, in points for shares.
func Signed(s metric.Scale, x float64) string {
	out := fmt.Sprintf("%+.1f", 100*x)
	switch s {
	case metric.Index:
		out = fmt.Sprintf("%+.3f", x)
	case metric.Amount:
		out = fmt.Sprintf("%+.4g", x)
	}
	return strings.Replace(out, "-", "−", 1)
}

// SignedInterval formats the interval of a difference in brackets, or returns "".
func SignedInterval(s metric.Scale, i *stats.Interval) string {
	if i == nil {
		return ""
	}
	return "[" + strings.TrimPrefix(Signed(s, i.Lo), "+") + ", " + strings.TrimPrefix(Signed(s, i.Hi), "+") + "]"
}

// HypothesisCells holds the numbers of a line as text, "" for missing ones.
type HypothesisCells struct{ Difference, Interval, P, Adjusted, Detectable string }

// Cells formats the numbers of a tested line.
func (l HypothesisLine) Cells() HypothesisCells {
	c := HypothesisCells{Difference: none, Interval: SignedInterval(l.scale, l.Interval), P: none, Adjusted: none}
	if l.Difference != nil {
		c.Difference = Signed(l.scale, 0+*l.Difference) // not −0
	}
	if l.P != nil {
		c.P, c.Adjusted = Probability(*l.P), Probability(*l.Adjusted)
	}
	if l.Detectable != nil {
		c.Detectable = strings.TrimPrefix(Signed(l.scale, *l.Detectable), "+")
	}
	return c
}

// Probability formats a p value with three digits, never as 0.
func Probability(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// PValue formats a p value for use in a sentence: "p 0.012", "p < 0.001".
func PValue(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return "p " + Probability(p)
}

// HypothesesText explains how to read the results of registered tests.
const HypothesesText = "Difference: first minus second condition of the hypothesis, on n clusters, with its 95 % " +
	"interval. p: of the registered claim, one-sided if the claim is. “Not supported” does not support the opposite. " +
	"Shown at ≥: the minimum detectable effect, with a power of 80 %."

// Registration returns a sentence on whether the run kept what was registered before it; "" when nothing was.
func Registration(d *Data) string {
	r := d.Registered
	if r == nil {
		return ""
	}
	out := fmt.Sprintf("Preregistered on %s (%.12s)", When(r.RegisteredAt), r.Hash)
	if len(r.Deviations) == 0 {
		return out + ", and run as registered."
	}
	return fmt.Sprintf("%s, and not run as registered: %s.", out, strings.Join(r.Deviations, "; "))
}
