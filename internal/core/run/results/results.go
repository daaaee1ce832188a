// Package results reads a stored run into the data of a report.
package results

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/report"
	"assay/internal/core/run/judges"
	"assay/internal/core/store"
)

// errStale ends the reading of results that another version derived.
var errStale = errors.New("derived by another version or by other labels")

// Load reads a run from the store into the data of a report. Values that another version of
// the parser or another judge derived are derived again, and not stored. The texts of
// answers are read when they are printed. say gets one line about differences from the
// store; nil discards it.
func Load(ctx context.Context, s *store.Store, id string, say func(string)) (*report.Data, error) {
	return load(ctx, s, id, anew, say)
}

// loadStored reads a run as stored. Values that another version derived are an error.
func loadStored(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	return load(ctx, s, id, asStored, nil)
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

func load(ctx context.Context, s *store.Store, id string, derive deriving, say func(string)) (*report.Data, error) {
	run, rec, err := runAndRecord(ctx, s, id)
	if err != nil {
		return nil, err
	}
	l := loading{rec: rec, alone: len(rec.Referees()) == 0, data: &report.Data{
		RunID: run.ID, Started: run.Started, Ended: run.Ended, Complete: run.Status == "done",
		Manifest: run.Manifest, Subjects: run.Manifest.Subjects, Notes: run.Manifest.Notes,
	}, details: map[detail]*bench.Details{}}
	d := l.data
	if later, err := s.Replaced(ctx, run); err != nil {
		return nil, err
	} else if later != "" {
		d.Notes = append(slices.Clone(d.Notes), "Run "+later+" asked questions of this run again: where both did, its "+
			"answers are shown, and those of this run are no longer.")
	}
	l.repairs = slices.ContainsFunc(d.Subjects, func(s bench.Subject) bool { return engine.AsksRepairs(s.Strategy) })
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
	if derive == anew {
		l.derived = engine.Derived(run, rec, l.judged)
	}
	if err = l.read(ctx, s, run); errors.Is(err, errStale) {
		return nil, fmt.Errorf("run %s was %w; derive it again with `assay score --run %s`", run.ID, err, run.ID)
	}
	if err != nil {
		return nil, err
	}
	if l.changed > 0 && say != nil {
		say(fmt.Sprintf("%d answers of run %s were %v and are now derived again; store the results with "+
			"`assay score --run %s`", l.changed, run.ID, errStale, run.ID))
	}
	whole := store.Everything
	if l.derived == nil { // else answers are read again, which needs the texts that they are about
		whole &^= store.Variants
	}
	d.Whole = func(keys []string) (map[string]bench.Trial, error) {
		out := make(map[string]bench.Trial, len(keys))
		for t, err := range s.Trials(ctx, run, store.Wanted{Columns: whole, Keys: keys}) {
			if err != nil {
				return nil, err
			}
			if l.derived != nil {
				l.derived(&t)
			}
			out[t.Key] = t
		}
		return out, nil
	}
	for _, t := range d.Trials {
		if ofMemory(t.Variant) {
			d.Recalls = append(d.Recalls, t)
		}
	}
	d.Trials = slices.DeleteFunc(d.Trials, func(t bench.Trial) bool { return ofMemory(t.Variant) })
	d.Subjects = slices.DeleteFunc(slices.Clone(d.Subjects),
		func(s bench.Subject) bool { return engine.AsksFor(s.Strategy).OfMemory() })
	return d, nil
}

// ofMemory reports whether a variant asks what a model remembers. Such trials are kept apart from those on code, with
// their texts, from which their numbers are computed.
func ofMemory(v *bench.Variant) bool { return v.Incident != nil || v.Continuation != nil }

// loading is a run that is being read into the data of a report.
type loading struct {
	rec     engine.Record
	alone   bool // whether the rule judge is the only judge
	judged  map[int64][]store.Judgement
	data    *report.Data
	derived func(*bench.Trial) (changed bool) // updates a trial; nil if trials are not derived again
	changed int
	details map[detail]*bench.Details // shared by trials
	repairs bool                      // whether any subject is asked for repairs
}

// detail is what a report shows of the details of a trial, without opinions and texts.
type detail struct {
	reason, parser, judge, model string
	attempts                     int
}

// read reads the trials: first without texts, then those of which a text is needed with it.
func (l *loading) read(ctx context.Context, s *store.Store, run store.Run) error {
	type shown struct{ key, variant string }
	places := map[shown]int{}
	keys := []string{}
	first := store.Wanted{Columns: store.Everything &^ store.Texts}
	err := store.Each(s.Trials(ctx, run, first), func(t bench.Trial) error {
		if l.derived == nil && l.alone && engine.Stale(t.Outcome, t.Parser, t.Judge, l.rec) {
			return errStale
		}
		if t.Outcome != "" && (ofMemory(t.Variant) || l.derived != nil && engine.Unread(t)) {
			places[shown{t.Key, t.Variant.Key}] = len(l.data.Trials)
			keys = append(keys, t.Key)
		} else {
			l.finish(&t)
		}
		l.data.Trials = append(l.data.Trials, t)
		return nil
	})
	if err != nil {
		return err
	}
	return store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything, Keys: keys}), func(t bench.Trial) error {
		if place, ok := places[shown{t.Key, t.Variant.Key}]; ok {
			t.Variant = l.data.Trials[place].Variant
			l.finish(&t)
			l.data.Trials[place] = t
		}
		return nil
	})
}

// finish derives a trial again and removes the prose, unless it asks what a model remembers.
func (l *loading) finish(t *bench.Trial) {
	if l.derived != nil && l.derived(t) {
		l.changed++
	}
	if ofMemory(t.Variant) {
		return
	}
	k := detail{t.Reason, t.Parser, t.Judge, t.Response.Model, t.Response.Attempts}
	t.Details = l.details[k]
	if t.Details == nil {
		t.Details = &bench.Details{Reason: k.reason, Parser: k.parser, Judge: k.judge,
			Response: bench.Response{Model: k.model, Attempts: k.attempts}}
		l.details[k] = t.Details
	}
	if t.Answer == nil {
		return
	}
	if !l.alone {
		own := *t.Details
		own.Opinions = l.rec.All(t.Variant, *t.Answer, l.judged[t.ID])
		t.Details = &own
	}
	if l.repairs && t.Answer.Kind == "" {
		t.Explained = l.rec.Explain(t.Variant, *t.Answer, l.judged[t.ID])
	}
	t.Answer.Explanation = ""
	for i := range t.Answer.Findings {
		f := &t.Answer.Findings[i]
		f.Explanation, f.Attack, f.Fix, f.Repair = "", "", "", nil
	}
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
