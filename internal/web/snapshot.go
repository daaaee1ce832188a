package web

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/review"
	"assay/internal/store"
)

// snapshot is what lists and tables of one run are made of, without texts. It
// is shared: nobody changes it.
type snapshot struct {
	Run      store.Run
	Facts    []store.Fact     // in the order of the plan
	Texts    []text           // those that are code, in order of key
	Subjects []*subjectCounts // in order of name
	Options  options
	At       time.Time
	subjects map[string]bench.Subject
	stamp    int64
	took     time.Duration

	turn   sync.Mutex // of the goroutine that computes
	mu     sync.Mutex
	boards map[selection]*ranking   // leaderboards, as far as they are computed
	queues map[string][]review.Item // drawn answers, by number and seed
}

// text is a variant with the trials on it, in the order of the plan.
type text struct {
	*bench.Variant
	Facts []*store.Fact
}

// code reports whether a variant is a text to be judged: what else may be asked
// is in no table of detection.
func code(v *bench.Variant) bool { return v.Format == "blockbench" || v.Format == "tenantsql" }

// arrange sorts what was read once for all pages.
func (k *snapshot) arrange() {
	at := map[*bench.Variant]int{}
	counts := map[string]*subjectCounts{}
	for i := range k.Facts {
		f := &k.Facts[i]
		c := counts[f.Subject]
		if c == nil {
			c = &subjectCounts{Name: f.Subject, Counts: map[bench.Outcome]int{}}
			counts[f.Subject] = c
			k.Subjects = append(k.Subjects, c)
		}
		c.add(f)
		if !code(f.Variant) {
			continue
		}
		j, ok := at[f.Variant]
		if !ok {
			j = len(k.Texts)
			at[f.Variant] = j
			k.Texts = append(k.Texts, text{Variant: f.Variant})
		}
		k.Texts[j].Facts = append(k.Texts[j].Facts, f)
	}
	slices.SortFunc(k.Texts, func(a, b text) int { return strings.Compare(a.Key, b.Key) })
	slices.SortFunc(k.Subjects, func(a, b *subjectCounts) int { return strings.Compare(a.Name, b.Name) })
	for _, sub := range k.Run.Manifest.Subjects {
		k.subjects[sub.Name] = sub
	}
	k.Options = k.options()
}

// snapshots keeps those of the runs that were looked at last. It is safe for
// concurrent use; one reader of the database serves all that wait.
type snapshots struct {
	mu   sync.Mutex
	kept []*snapshot // newest use last
}

// maxSnapshots bounds the memory: one takes about 200 bytes a trial.
const maxSnapshots = 4

// snapshot returns the facts of a run. While the run goes on, they are read
// again at most as often as takes a tenth of the time, but never later than a
// page is told a second time of a change (events).
func (s *Server) snapshot(ctx context.Context, run store.Run) (*snapshot, error) {
	stamp, err := s.store.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	s.snaps.mu.Lock()
	defer s.snaps.mu.Unlock()
	for i, k := range s.snaps.kept {
		if k.Run.ID != run.ID {
			continue
		}
		s.snaps.kept = append(s.snaps.kept[:i:i], s.snaps.kept[i+1:]...)
		if k.stamp == stamp || k.Run.Round == run.Round && k.Run.Status == run.Status && s.now().Sub(k.At) < min(10*k.took, 5*s.poll) {
			s.snaps.kept = append(s.snaps.kept, k)
			return k, nil
		}
		break
	}
	start := s.now()
	facts, err := s.store.Facts(ctx, run)
	if err != nil {
		return nil, err
	}
	k := &snapshot{Run: run, Facts: facts, stamp: stamp, subjects: map[string]bench.Subject{}, boards: map[selection]*ranking{}, queues: map[string][]review.Item{}}
	k.arrange()
	k.At = s.now()
	k.took = k.At.Sub(start)
	s.snaps.kept = append(s.snaps.kept, k)
	if len(s.snaps.kept) > maxSnapshots {
		s.snaps.kept = s.snaps.kept[1:]
	}
	return k, nil
}

// row returns what metrics read of a fact.
func row(f *store.Fact) metric.Row {
	out := metric.Row{Variant: f.Variant, Subject: f.Subject, Repetition: f.Repetition, Outcome: f.Outcome, Usage: bench.Usage{CostUSD: f.CostUSD}}
	if f.Said != 0 {
		out.Answer = &bench.Answer{Verdict: f.Said}
		v := bench.Verdict{Strict: f.Strict, Lenient: f.Lenient}
		if f.Strict == "" && f.Variant.Truth == bench.Vulnerable { // parsed, and not judged yet
			v.Strict, v.Lenient, v.Unscored = bench.Unscored, bench.Unscored, true
		}
		out.Verdict = &v
	}
	return out
}
