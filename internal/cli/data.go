package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/metric"
	"assay/internal/prompt"
	"assay/internal/report"
	"assay/internal/store"
)

// briefFrom is the number of trials from which a run is read without its texts:
// they would fill the memory, and no report prints so many.
const briefFrom = 20_000

// errStale ends a reading of what another version has derived.
var errStale = errors.New("derived by another version")

// loadData reads a run from the store into a report's data. What another
// version of the parser or another judge had derived is derived again first. Of
// a large run the texts are read when they are printed.
func loadData(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	return loadRun(ctx, s, id, briefFrom, true)
}

// loadStored reads a run as it stands and writes nothing: where another version
// derived what is stored, it is an error.
func loadStored(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	return loadRun(ctx, s, id, briefFrom, false)
}

// loadWhole reads a run with all its texts, however large it is.
func loadWhole(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	return loadRun(ctx, s, id, math.MaxInt, true)
}

func loadRun(ctx context.Context, s *store.Store, id string, briefFrom int, derive bool) (*report.Data, error) {
	run, err := s.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	rec, err := recordOf(run.Manifest)
	if err != nil {
		return nil, err
	}
	n, err := s.Planned(ctx, run)
	if err != nil {
		return nil, err
	}
	l := loading{run: run, rec: rec, alone: len(rec.Referees()) == 0, data: &report.Data{
		RunID: run.ID, Started: run.Started, Ended: run.Ended, Complete: run.Status == "done",
		Manifest: run.Manifest, Subjects: run.Manifest.Subjects, Notes: run.Manifest.Notes,
	}}
	d := l.data
	if !l.alone {
		if derive {
			if _, err := engine.Rescore(ctx, s, run, rec, false); err != nil {
				return nil, err
			}
		}
		if l.heard, err = s.Judgements(ctx, run); err != nil {
			return nil, err
		}
		if d.Calibrations, err = calibrations(ctx, s, rec); err != nil {
			return nil, err
		}
	}
	read := func() error {
		d.Trials, d.Recalls = nil, nil
		l.early.Store(0)
		if n >= briefFrom && l.alone {
			return l.brief(ctx, s)
		}
		d.Trials = make([]report.Trial, n)
		place := -1
		return s.Trials(ctx, run, func(t store.Stored) error {
			place++
			return l.put(place, t)
		})
	}
	if err = read(); errors.Is(err, errStale) {
		if !derive {
			return nil, fmt.Errorf("run %s was %w; assay score derives it again", run.ID, err)
		}
		if _, err = engine.Rescore(ctx, s, run, rec, false); err == nil {
			err = read()
		}
	}
	if err != nil {
		return nil, err
	}
	whole := func(key string) (string, *bench.Answer, error) {
		t, err := s.TrialOf(ctx, run, key)
		return t.Response.Text, t.Answer, err
	}
	if n >= briefFrom && l.alone {
		d.Whole = whole
	}
	if err := l.apart(whole); err != nil {
		return nil, err
	}
	d.Registered = registeredOf(d, int(l.early.Load()))
	d.Subjects = slices.DeleteFunc(slices.Clone(d.Subjects), func(s bench.Subject) bool { return engine.AsksFor(s.Strategy) == prompt.ForKnowledge })
	return d, nil
}

// loading is a run on its way into a report's data.
type loading struct {
	run   store.Run
	rec   engine.Record
	alone bool // nobody judged but the rule judge
	heard map[int64][]store.Judgement
	data  *report.Data
	early atomic.Int64

	extras sync.Map // of those that trials share, by what they say
}

// brief reads the trials without their texts. What reading leaves behind is as
// large as what was read; the collector, left alone, would keep both of a million
// trials and as much again.
func (l *loading) brief(ctx context.Context, s *store.Store) error {
	b, err := s.Brief(ctx, l.run)
	if err != nil {
		return err
	}
	debug.FreeOSMemory()
	defer runtime.GC()
	l.data.Trials = make([]report.Trial, b.Len())
	return b.Each(l.put)
}

// put puts a trial into its place. It may be called by several goroutines, each
// with places of its own.
func (l *loading) put(place int, t store.Stored) error {
	if l.alone && engine.Stale(t, l.rec) {
		return errStale
	}
	if early(l.run.Manifest, t) {
		l.early.Add(1)
	}
	if place >= len(l.data.Trials) {
		return fmt.Errorf("the plan of run %s has gaps", l.run.ID)
	}
	trial := &l.data.Trials[place]
	*trial = report.Trial{
		Row: metric.Row{Variant: t.Variant, Subject: t.Subject, Repetition: t.Repetition, Outcome: t.Outcome, Answer: t.Answer, Verdict: t.Verdict,
			Usage: t.Response.Usage, Elapsed: t.Response.Elapsed},
		Key: t.Key,
	}
	e := report.Extra{Reason: t.Reason, Text: t.Response.Text, Model: t.Response.Model, Attempts: t.Response.Attempts}
	if t.Answer != nil && !l.alone && t.Variant.Incident == nil {
		e.Opinions = opinions(l.rec.All(t.Variant, *t.Answer, l.heard[t.ID]))
	}
	trial.Extra = l.extra(e)
	return nil
}

// common is what makes an Extra without texts the same as another.
type common struct {
	reason, model string
	attempts      int
}

// extra returns e, or the one like it that an earlier trial has.
func (l *loading) extra(e report.Extra) *report.Extra {
	key := common{e.Reason, e.Model, e.Attempts}
	alone := e.Text != "" || e.Opinions != nil
	if x, ok := l.extras.Load(key); ok && !alone {
		return x.(*report.Extra)
	}
	own := e // here, so that nothing is allocated for what is there
	if alone {
		return &own
	}
	x, _ := l.extras.LoadOrStore(key, &own)
	return x.(*report.Extra)
}

// apart takes the questions about incidents out of the trials on code. Their
// texts are what their numbers are made of.
func (l *loading) apart(whole func(key string) (string, *bench.Answer, error)) error {
	d := l.data
	isRecall := func(t report.Trial) bool { return t.Variant.Incident != nil }
	if !slices.ContainsFunc(d.Trials, isRecall) {
		return nil
	}
	for _, t := range d.Trials {
		if !isRecall(t) {
			continue
		}
		if d.Whole != nil && t.Outcome != "" {
			var err error
			own := *t.Extra
			if own.Text, _, err = whole(t.Key); err != nil {
				return err
			}
			t.Extra = &own
		}
		d.Recalls = append(d.Recalls, t)
	}
	d.Trials = slices.DeleteFunc(d.Trials, isRecall)
	return nil
}

// opinions turns what all judges made of an answer into what reports show.
func opinions(list []engine.Opinion) []report.Opinion {
	out := make([]report.Opinion, len(list))
	for i, o := range list {
		out[i].Verdict = o.Verdict
		if j := o.Judgement; j != nil {
			out[i].Injected, out[i].Failed, out[i].Cost = j.Injected != "", j.Outcome == store.Failed, j.Response.Usage.CostUSD
		}
	}
	return out
}

// calibrations returns what is stored of the judges' answers to gold questions.
func calibrations(ctx context.Context, s *store.Store, rec engine.Record) ([]judge.Calibration, error) {
	var out []judge.Calibration
	for _, ref := range rec.Referees() {
		list, err := s.Calibration(ctx, ref.Name())
		if err != nil {
			return nil, err
		}
		var graded []judge.Graded
		for _, j := range list {
			graded = append(graded, judge.Graded{Kind: j.Gold, Verdict: j.Verdict})
		}
		if len(graded) > 0 {
			out = append(out, judge.Calibrate(ref.Name(), graded))
		}
	}
	return out, nil
}
