// Package report shows a run: one section a file, each a pure function of
// [Data]. The same Data gives the same bytes in every format.
package report

import (
	"cmp"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/judge"
	"assay/internal/metric"
)

// Data is everything a report may show. It is read from the store alone.
type Data struct {
	RunID    string
	Started  time.Time
	Ended    time.Time // zero when the run was interrupted
	Complete bool
	Manifest bench.Manifest
	Subjects []bench.Subject // in the order of the plan
	Trials   []Trial         // every planned trial, asked or not
	Notes    []string        // what the reader should know before reading a number

	Registered *bench.Registered // what was fixed before the run, and what of it was not kept; nil without

	// Whole returns text and answer of a trial by its key, where Trials have no
	// texts and of findings only how many there are; nil where they have all.
	Whole func(key string) (text string, a *bench.Answer, err error)

	Recalls      []Trial             // every planned question about an incident, apart from the trials on code
	Calibrations []judge.Calibration // of the run's judges, as far as there are any

	Weights *metric.Weights // of the reader for the SUI, beside the paper's; nil without

	memory  memory                      // of what is computed once by name; nil computes afresh
	suites  *[]Suite                    // none or all; nil computes afresh
	tables  map[string]*Headline        // by suite; nil computes afresh
	changes map[string]*Transformations // by suite; nil computes afresh
	courts  *[]*Judging                 // none or one; nil computes afresh
	steady  *[][]Invariance             // none or one; nil computes afresh
	work    *work                       // nil computes afresh
}

// Shared returns a view of d in which the division by suite, the headlines, ranks
// and numbers of subjects, and those on transformations and on judges are computed
// once for all formats that are written from it. It is not safe for concurrent use,
// and the trials of d must stay as they are.
func (d *Data) Shared() *Data {
	view := *d
	view.memory = memory{}
	view.suites = new([]Suite)
	view.tables = map[string]*Headline{}
	view.work = newWork()
	view.changes = map[string]*Transformations{}
	view.courts = new([]*Judging)
	view.steady = new([][]Invariance)
	return &view
}

// once returns d where it is such a view, else one of it.
func (d *Data) once() *Data {
	if d.work != nil {
		return d
	}
	return d.Shared()
}

// Trial is one planned trial with what came back.
type Trial struct {
	metric.Row
	Key string
	*Extra
}

// Extra is what most trials have in common where texts are not read: trials may
// share one, so it is replaced and not changed. It is never nil.
type Extra struct {
	Reason   string // why there is no answer
	Text     string // the response, verbatim: untrusted data
	Opinions []Opinion
	Model    string
	Attempts int
}

// Opinion is what one judge made of a trial's answer, whether or not it counts.
type Opinion struct {
	Verdict  bench.Verdict
	Injected bool // the answer speaks to its judge
	Failed   bool // the judge was not heard
	Cost     *float64
}

// Suite is one suite's part of the data. Whatever does not say otherwise speaks
// of the texts as they stand; transformed ones are kept apart.
type Suite struct {
	Name        string
	Format      string
	Variants    []*bench.Variant // untransformed, in order of key, each once
	Transformed []*bench.Variant // the same of those that chains made
	trials      []*Trial         // of the originals, in order of variant, subject and repetition
	transformed []*Trial
	bySubject   map[string][2][]*Trial // the same two, of one subject
}

// Suites splits the data by suite, in order of name. It is the one place that
// sets transformed variants apart: everything that starts from a suite's variants,
// trials or rows means the originals. A suite of which the run holds transformed
// variants only is shown as it is.
func (d *Data) Suites() []Suite {
	if d.suites == nil {
		return d.divide()
	}
	if *d.suites == nil {
		*d.suites = d.divide()
	}
	return slices.Clone(*d.suites)
}

func (d *Data) divide() []Suite {
	byName := map[string]*Suite{}
	seen := map[*bench.Variant]bool{}
	var last *bench.Variant
	for i := range d.Trials {
		t := &d.Trials[i]
		s := byName[t.Variant.Suite]
		if s == nil {
			s = &Suite{Name: t.Variant.Suite, Format: t.Variant.Format}
			byName[s.Name] = s
		}
		trials, variants := &s.trials, &s.Variants
		if t.Variant.Chain != "" {
			trials, variants = &s.transformed, &s.Transformed
		}
		*trials = append(*trials, t)
		if t.Variant != last && !seen[t.Variant] {
			seen[t.Variant] = true
			*variants = append(*variants, t.Variant)
		}
		last = t.Variant // trials of one variant stand together
	}
	out := make([]Suite, 0, len(byName))
	for _, s := range byName {
		if len(s.Variants) == 0 {
			s.Variants, s.trials, s.Transformed, s.transformed = s.Transformed, s.transformed, nil, nil
		}
		for _, vs := range [][]*bench.Variant{s.Variants, s.Transformed} {
			slices.SortFunc(vs, func(a, b *bench.Variant) int { return cmp.Compare(a.Key, b.Key) })
		}
		s.trials, s.transformed = inOrder(s.Variants, s.trials), inOrder(s.Transformed, s.transformed)
		s.bySubject = map[string][2][]*Trial{}
		for i, ts := range [][]*Trial{s.trials, s.transformed} {
			for from, to := 0, 0; from < len(ts); from = to {
				for to = from + 1; to < len(ts) && ts[to].Subject == ts[from].Subject; to++ {
				}
				of := s.bySubject[ts[from].Subject]
				of[i] = append(of[i], ts[from:to]...)
				s.bySubject[ts[from].Subject] = of
			}
		}
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Suite) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// inOrder returns trials in the order of variants, then by subject and repetition.
func inOrder(variants []*bench.Variant, ts []*Trial) []*Trial {
	from := make(map[*bench.Variant]int, len(variants)) // where the next trial of a variant goes
	for _, t := range ts {
		from[t.Variant]++
	}
	at := 0
	for _, v := range variants {
		n := from[v]
		from[v] = at
		at += n
	}
	out := make([]*Trial, len(ts))
	for _, t := range ts {
		out[from[t.Variant]] = t
		from[t.Variant]++
	}
	at = 0
	for _, v := range variants {
		slices.SortFunc(out[at:from[v]], func(a, b *Trial) int {
			return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Repetition, b.Repetition))
		})
		at = from[v]
	}
	return out
}

// Trials returns the trials of one subject in the suite, in order of variant.
func (s *Suite) Trials(subject string) []Trial {
	var out []Trial
	for _, t := range s.bySubject[subject][0] {
		out = append(out, *t)
	}
	return out
}

// Rows returns the same as metric rows.
func (s *Suite) Rows(subject string) []metric.Row {
	ts := s.bySubject[subject][0]
	out := make([]metric.Row, len(ts))
	for i, t := range ts {
		out[i] = t.Row
	}
	return out
}
