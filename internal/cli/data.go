package cli

import (
	"context"

	"assay/internal/engine"
	"assay/internal/metric"
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
	err = s.Trials(ctx, run, func(t store.Stored) error {
		d.Trials = append(d.Trials, report.Trial{
			Row: metric.Row{Variant: t.Variant, Subject: t.Subject, Repetition: t.Repetition, Outcome: t.Outcome, Answer: t.Answer, Verdict: t.Verdict,
				Usage: t.Response.Usage, Elapsed: t.Response.Elapsed},
			Key: t.Key, Reason: t.Reason, Text: t.Response.Text, Model: t.Response.Model,
			Attempts: t.Response.Attempts,
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}
