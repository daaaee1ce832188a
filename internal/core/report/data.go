// Package report makes the sections of a report from the data of a run. A section is a pure function of [Data] that
// returns tables with what belongs to them, including drawings; package write converts them to formats, and the same
// Data gives the same bytes in each. A new section is one file, and one line in [Sections].
//
// Data.Suites separates transformed variants, so that every section except the one on transformations counts the
// originals. Results that several sections need are computed once (Data.Shared). A run is read without
// texts; Data.Whole fetches those that are printed.
package report

import (
	"cmp"
	"iter"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/metric"
	"assay/internal/core/review"
)

// Data is everything that a report may show. It comes from the store alone.
type Data struct {
	RunID    string
	Started  time.Time
	Ended    time.Time // zero when the run was interrupted
	Complete bool
	Manifest bench.Manifest
	Subjects []bench.Subject // in the order of the plan
	Trials   []bench.Trial   // every planned trial on code, asked or not; without the prose of answers if Whole is set
	Notes    []string        // facts that the reader should know before reading a number

	// Whole reads trials by key with their responses and complete answers, and perhaps without the texts of their
	// variants; nil when Trials has them. It is safe for concurrent use.
	Whole func(keys []string) (map[string]bench.Trial, error)

	// every planned question about an incident, and every planned beginning to continue, separate from the trials on
	// code
	Recalls      []bench.Trial
	Calibrations []judge.Calibration // of the run's judges, where they exist
	Reviews      []review.Record     // by people, on answers of the run

	Weights *metric.Weights // the reader's own for the SUI, in addition to the paper's; nil without
	Foreign []Foreign       // external metrics; nil without

	memory *memory // nil: everything is computed on each call
}

// memory holds, by name, results that several formats of one report show and that are slow to compute.
type memory struct {
	sync.Mutex
	results map[string]any
}

// Shared returns a view of d that computes the results of [Kept] only once for all formats written from it, or d if
// it is such a view. The trials of d must not change.
func (d *Data) Shared() *Data {
	if d.memory != nil {
		return d
	}
	view := *d
	view.memory = &memory{results: map[string]any{}}
	return &view
}

// Kept calls compute once per view ([Data.Shared]), and on every call without a view. The result is shared: do not
// change it. Concurrent calls may compute it more than once, but all return one of the results.
func Kept[T any](d *Data, name string, compute func() T) T {
	m := d.memory
	if m == nil {
		return compute()
	}
	m.Lock()
	v, ok := m.results[name]
	m.Unlock()
	if ok {
		return v.(T)
	}
	computed := compute()
	m.Lock()
	defer m.Unlock()
	if v, ok := m.results[name]; ok {
		return v.(T)
	}
	m.results[name] = computed
	return computed
}

// Suite is one suite's part of the data. Unless stated otherwise, everything is about the original texts;
// transformed ones are kept separately.
type Suite struct {
	Name        string           // of the suite, and the task unless it is detect
	Asks        bench.AnswerKind // what subjects are asked for, "" for findings
	Format      bench.Format
	Variants    []*bench.Variant // untransformed, in order of key, each once
	Transformed []*bench.Variant // the same for the variants that chains made
	// the factor of prompt.FlagFactors at a level other than its first: only its own section shows such trials;
	// "" for none
	factor      string
	source      []bench.Trial
	trials      []uint32 // places of the originals, in order of variant, subject and repetition
	transformed []uint32
	bySubject   map[string][2][]uint32 // the same two for each subject
}

// Suites splits the data by suite and task, in order of name, so that trials of different tasks share no number.
// Only this function separates transformed variants, and trials with a hint or a part of the code: code that
// starts from a suite's variants, trials or rows uses the originals. A suite with only transformed variants in the
// run is shown with those.
func (d *Data) Suites() []Suite {
	return slices.DeleteFunc(d.parts(), func(s Suite) bool { return s.factor != "" })
}

// EachSuite yields the same, as pointers.
func (d *Data) EachSuite() iter.Seq[*Suite] {
	return func(yield func(*Suite) bool) {
		list := d.Suites()
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// parts also returns those with a hint, or with a part of the code.
func (d *Data) parts() []Suite {
	return slices.Clone(Kept(d, "suites", d.divide))
}

func (d *Data) divide() []Suite {
	byName := map[string]*Suite{}
	type shown struct {
		s *Suite
		v *bench.Variant
	}
	seen := map[shown]bool{}
	asks := d.asksOf()
	from := d.Trials
	var last *bench.Variant
	var lastAsks asked
	var s *Suite
	for i := range from {
		v, subject := from[i].Variant, from[i].Subject
		if is := asks[subject]; v != last || is != lastAsks { // trials of one variant are adjacent
			name := v.Suite
			if is.kind != "" {
				name += ", " + is.kind.Task()
			}
			if is.factor != "" {
				name += ", by " + is.factor
			}
			if s = byName[name]; s == nil {
				s = &Suite{Name: name, Asks: is.kind, factor: is.factor, Format: v.Format, source: from}
				byName[s.Name] = s
			}
			lastAsks = is
			if !seen[shown{s, v}] {
				seen[shown{s, v}] = true
				if v.Chain == "" {
					s.Variants = append(s.Variants, v)
				} else {
					s.Transformed = append(s.Transformed, v)
				}
			}
			last = v
		}
		if v.Chain == "" {
			s.trials = append(s.trials, uint32(i))
		} else {
			s.transformed = append(s.transformed, uint32(i))
		}
	}
	out := make([]Suite, 0, len(byName))
	for _, s := range byName {
		if len(s.Variants) == 0 {
			s.Variants, s.trials, s.Transformed, s.transformed = s.Transformed, s.transformed, nil, nil
		}
		for _, vs := range [][]*bench.Variant{s.Variants, s.Transformed} {
			slices.SortFunc(vs, func(a, b *bench.Variant) int { return cmp.Compare(a.Key, b.Key) })
		}
		s.trials, s.transformed = inOrder(from, s.Variants, s.trials), inOrder(from, s.Transformed, s.transformed)
		s.bySubject = map[string][2][]uint32{}
		for i, places := range [][]uint32{s.trials, s.transformed} {
			for same := range stretches(from, places) {
				of := s.bySubject[same.subject]
				of[i] = append(of[i], same.places...)
				s.bySubject[same.subject] = of
			}
		}
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Suite) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// inOrder returns places in the order of variants, then by subject and repetition.
func inOrder(from []bench.Trial, variants []*bench.Variant, places []uint32) []uint32 {
	next := make(map[*bench.Variant]int, len(variants)) // position of the next trial of a variant
	for same := range stretches(from, places) {
		next[same.variant] += len(same.places)
	}
	at := 0
	for _, v := range variants {
		n := next[v]
		next[v] = at
		at += n
	}
	out := make([]uint32, len(places))
	for same := range stretches(from, places) {
		next[same.variant] += copy(out[next[same.variant]:], same.places)
	}
	at = 0
	for _, v := range variants {
		slices.SortFunc(out[at:next[v]], func(a, b uint32) int {
			x, y := &from[a], &from[b]
			return cmp.Or(cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.Repetition, y.Repetition))
		})
		at = next[v]
	}
	return out
}

// stretch is a run of adjacent trials of one subject on one variant.
type stretch struct {
	variant *bench.Variant
	subject string
	places  []uint32
}

// stretches yields trials in the order of places.
func stretches(from []bench.Trial, places []uint32) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		var s stretch
		begin := 0
		for i, place := range places {
			v, subject := from[place].Variant, from[place].Subject
			if i > 0 && (v != s.variant || subject != s.subject) {
				s.places = places[begin:i:i]
				if !yield(s) {
					return
				}
				begin = i
			}
			s.variant, s.subject = v, subject
		}
		if s.places = places[begin:]; len(s.places) > 0 {
			yield(s)
		}
	}
}

// Rows returns the trials of one subject in the suite as metric rows, in order of variant.
func (s *Suite) Rows(subject string) []bench.Trial {
	return rowsAt(s.source, s.bySubject[subject][0])
}
