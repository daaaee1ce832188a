// Package results reads a stored run into the data of a report.
package results

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/report"
	"assay/internal/core/run/judges"
	"assay/internal/core/store"
)

// briefFrom is the number of trials from which a run is read without its texts: they would
// fill the memory, and no report prints so many.
const briefFrom = 20_000

// errStale ends the reading of results that another version derived.
var errStale = errors.New("derived by another version or by other labels")

// Load reads a run from the store into the data of a report. Values that another version of
// the parser or another judge derived are derived again, and not stored. The texts of a
// large run are read when they are printed. say gets one line about differences from the
// store; nil discards it.
func Load(ctx context.Context, s *store.Store, id string, say func(string)) (*report.Data, error) {
	return load(ctx, s, id, briefFrom, anew, say)
}

// LoadComplete is [Load] with all texts, however large the run is.
func LoadComplete(ctx context.Context, s *store.Store, id string, say func(string)) (*report.Data, error) {
	return load(ctx, s, id, math.MaxInt, anew, say)
}

// loadStored reads a run as stored. Values that another version derived are an error.
func loadStored(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	return load(ctx, s, id, briefFrom, asStored, nil)
}

// LoadScored reads a run at its end. It first derives again, and stores, what another
// version had derived in earlier starts.
func LoadScored(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	run, rec, err := runAndRecord(ctx, s, id)
	if err != nil {
		return nil, err
	}
	due := len(rec.Referees()) > 0 // new judgements may change any decision
	for {
		if due {
			if _, err := engine.Rescore(ctx, s, run, rec, false); err != nil {
				return nil, err
			}
		}
		d, err := loadStored(ctx, s, id)
		if due || !errors.Is(err, errStale) {
			return d, err
		}
		due = true
	}
}

// runAndRecord reads a run, with the judges whose verdicts count.
func runAndRecord(ctx context.Context, s *store.Store, id string) (store.Run, engine.Record, error) {
	run, err := s.Run(ctx, id)
	if err != nil {
		return run, engine.Record{}, err
	}
	rec, err := judges.RecordOf(run.Manifest)
	return run, rec, err
}

// deriving selects what happens to results that another version derived.
type deriving int

const (
	asStored deriving = iota // return an error
	anew                     // derive again for this reader
)

func load(ctx context.Context, s *store.Store, id string, briefFrom int, derive deriving,
	say func(string)) (*report.Data, error) {
	run, rec, err := runAndRecord(ctx, s, id)
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
	if d.Reviews, err = s.Reviews(ctx, run); err != nil {
		return nil, err
	}
	if !l.alone {
		if l.judged, err = s.Judgements(ctx, run); err != nil {
			return nil, err
		}
		if d.Calibrations, err = calibrations(ctx, s, rec); err != nil {
			return nil, err
		}
	}
	short := n >= briefFrom && l.alone
	read := func() error {
		if short {
			return l.brief(ctx, s)
		}
		d.Trials, l.changed = make([]bench.Trial, 0, n), 0
		return store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), l.put)
	}
	if derive == anew && !short {
		l.derived = engine.Derived(run, rec, l.judged)
	}
	if err = read(); errors.Is(err, errStale) {
		if derive == asStored {
			return nil, fmt.Errorf("run %s was %w; derive it again with `assay score --run %s`", run.ID, err, run.ID)
		}
		short, l.derived = false, engine.Derived(run, rec, l.judged) // deriving needs the texts
		err = read()
	}
	if err != nil {
		return nil, err
	}
	if l.changed > 0 && say != nil {
		say(fmt.Sprintf("%d answers of run %s were %v and are now derived again; store the results with "+
			"`assay score --run %s`", l.changed, run.ID, errStale, run.ID))
	}
	if short {
		d.Whole = func(keys []string) (map[string]bench.Trial, error) {
			out := make(map[string]bench.Trial, len(keys))
			for t, err := range s.Trials(ctx, run, store.Wanted{Columns: store.Answers | store.Details, Keys: keys}) {
				if err != nil {
					return nil, err
				}
				out[t.Key] = t
			}
			return out, nil
		}
	}
	if err := l.splitRecalls(); err != nil {
		return nil, err
	}
	d.Subjects = slices.DeleteFunc(slices.Clone(d.Subjects),
		func(s bench.Subject) bool { return engine.AsksFor(s.Strategy).OfMemory() })
	return d, nil
}

// loading is a run that is being read into the data of a report.
type loading struct {
	run     store.Run
	rec     engine.Record
	alone   bool // whether the rule judge is the only judge
	judged  map[int64][]store.Judgement
	data    *report.Data
	many    *store.Table                      // the trials, if data does not have them
	derived func(*bench.Trial) (changed bool) // updates a trial; nil if trials are not derived again
	changed int
}

// brief reads the trials without their texts.
func (l *loading) brief(ctx context.Context, s *store.Store) error {
	var err error
	if l.many, err = s.Table(ctx, l.run); err != nil {
		return err
	}
	for place := range l.many.Len() {
		t := l.many.Trial(place)
		if engine.Stale(t.Outcome, t.Parser, t.Judge, l.rec) {
			l.many = nil
			return errStale
		}
	}
	return nil
}

// put adds the next trial.
func (l *loading) put(t bench.Trial) error {
	if l.derived != nil {
		if l.derived(&t) {
			l.changed++
		}
	} else if l.alone && engine.Stale(t.Outcome, t.Parser, t.Judge, l.rec) {
		return errStale
	}
	if t.Answer != nil && !l.alone && t.Variant.Incident == nil {
		own := *t.Details
		own.Opinions = l.rec.All(t.Variant, *t.Answer, l.judged[t.ID])
		t.Details = &own
	}
	l.data.Trials = append(l.data.Trials, t)
	return nil
}

// splitRecalls moves the questions about incidents out of the trials on code, and reads their
// texts, from which their numbers are computed.
func (l *loading) splitRecalls() error {
	d := l.data
	recall := func(v *bench.Variant) bool { return v.Incident != nil || v.Continuation != nil }
	if l.many == nil {
		for _, t := range d.Trials {
			if recall(t.Variant) {
				d.Recalls = append(d.Recalls, t)
			}
		}
		d.Trials = slices.DeleteFunc(d.Trials, func(t bench.Trial) bool { return recall(t.Variant) })
		return nil
	}
	incidents, others := l.many.Divide(recall)
	if d.Many = l.many; incidents.Len() == 0 {
		return nil
	}
	d.Many = others
	var keys []string
	for i := range incidents.Len() {
		d.Recalls = append(d.Recalls, incidents.Trial(i))
		keys = append(keys, d.Recalls[i].Key)
	}
	texts, err := d.Whole(keys)
	for i := range d.Recalls {
		t := &d.Recalls[i]
		whole := texts[t.Key]
		t.ID, t.Answer, t.Details = whole.ID, whole.Answer, whole.Details
	}
	return err
}

// calibrations returns the stored record of the judges' answers to gold questions.
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
