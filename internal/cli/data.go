package cli

import (
	"context"
	"slices"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/metric"
	"assay/internal/prompt"
	"assay/internal/report"
	"assay/internal/store"
)

// loadData reads a run from the store into a report's data. What another
// version of the parser or another judge had derived is derived again first.
func loadData(ctx context.Context, s *store.Store, id string) (*report.Data, error) {
	run, err := s.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	rec, err := recordOf(run.Manifest)
	if err != nil {
		return nil, err
	}
	if _, err := engine.Rescore(ctx, s, run, rec, false); err != nil {
		return nil, err
	}
	d := &report.Data{
		RunID: run.ID, Started: run.Started, Ended: run.Ended, Complete: run.Status == "done",
		Manifest: run.Manifest, Subjects: run.Manifest.Subjects, Notes: run.Manifest.Notes,
	}
	heard := map[int64][]store.Judgement{}
	if len(rec.Referees()) > 0 {
		if heard, err = s.Judgements(ctx, run); err != nil {
			return nil, err
		}
		if d.Calibrations, err = calibrations(ctx, s, rec); err != nil {
			return nil, err
		}
	}
	old := 0
	err = s.Trials(ctx, run, func(t store.Stored) error {
		if early(run.Manifest, t) {
			old++
		}
		trial := report.Trial{
			Row: metric.Row{Variant: t.Variant, Subject: t.Subject, Repetition: t.Repetition, Outcome: t.Outcome, Answer: t.Answer, Verdict: t.Verdict,
				Usage: t.Response.Usage, Elapsed: t.Response.Elapsed},
			Key: t.Key, Reason: t.Reason, Text: t.Response.Text, Model: t.Response.Model,
			Attempts: t.Response.Attempts,
		}
		if t.Variant.Incident != nil {
			d.Recalls = append(d.Recalls, trial)
			return nil
		}
		if t.Answer != nil && len(rec.Referees()) > 0 {
			trial.Opinions = opinions(rec.All(t.Variant, *t.Answer, heard[t.ID]))
		}
		d.Trials = append(d.Trials, trial)
		return nil
	})
	if err != nil {
		return nil, err
	}
	d.Registered = registeredOf(d, old)
	d.Subjects = slices.DeleteFunc(slices.Clone(d.Subjects), func(s bench.Subject) bool { return engine.AsksFor(s.Strategy) == prompt.ForKnowledge })
	return d, nil
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
