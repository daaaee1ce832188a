package interchange

import (
	"context"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/redact"
	"assay/internal/core/engine"
	"assay/internal/core/run/judges"
	"assay/internal/core/store"
)

// Outgoing prepares a run for other programs, without keys. Values that another version
// derived are derived again, and not stored.
func Outgoing(ctx context.Context, keys *redact.Keys, s *store.Store, run store.Run) (*Run, error) {
	rec, err := judges.RecordOf(run.Manifest)
	if err != nil {
		return nil, err
	}
	judged, err := s.Judgements(ctx, run)
	if err != nil {
		return nil, err
	}
	derive := engine.Derived(run, rec, judged)
	return &Run{
		Run: run, Judge: strings.Join(append([]string{run.Manifest.Judging.Rule}, run.Manifest.Judging.Others()...),
			", "),
		Clean: keys.Body,
		Trials: func(f func(Trial) error) error {
			return store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(t bench.Trial) error {
				derive(&t)
				parts, _, err := s.Past(ctx, t.Key)
				if err == nil && t.ID != 0 {
					t.Response.RawRequest, t.Response.RawResponse, err = s.Body(ctx, t.Key)
				}
				if err != nil {
					return err
				}
				return f(Trial{Trial: t, Prompt: parts.Prompt})
			})
		},
	}, nil
}
