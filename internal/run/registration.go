package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/environ"
	"assay/internal/preregister"
	"assay/internal/store"
)

// keepRegistration stores the preregistration with its run, now or as stored when the run
// began, with every deviation of this start from it. Deviations of earlier starts are kept.
func keepRegistration(ctx context.Context, env *environ.Env, s *store.Store, run store.Run, m bench.Manifest,
	a Again) error {
	stored, err := s.Run(ctx, run.ID)
	if err != nil {
		return err
	}
	before, now := stored.Manifest.Preregistration, m.Preregistration
	if before == nil && now == nil {
		return nil
	}
	kept := bench.Registered{Deviations: []string{}}
	say := func(format string, args ...any) {
		if d := fmt.Sprintf(format, args...); !slices.Contains(kept.Deviations, d) {
			kept.Deviations = append(kept.Deviations, d)
		}
	}
	kept.Preregistration = cmp.Or(now, before).Preregistration
	if before != nil {
		for _, d := range before.Deviations {
			say("%s", d)
		}
		if before.Hash != kept.Hash {
			say("the run was begun under another preregistration, %.12s", before.Hash)
		}
	}
	for _, d := range preregister.Deviations(kept.Preregistration, m, run.Plan) {
		say("%s", d)
	}
	if stored.Started.Before(kept.RegisteredAt) {
		say("the run began before the preregistration")
	}
	for _, o := range a.Retry {
		if o != string(bench.Failed) {
			say("trials that ended as %s were asked again", o)
		}
	}
	if run.Round > 0 {
		say("everything was asked again in %d further rounds, whose answers are shown", run.Round)
	}
	stored.Manifest.Preregistration = &kept
	if err := s.SetManifest(ctx, run.ID, stored.Manifest); err != nil {
		return err
	}
	for _, d := range kept.Deviations {
		fmt.Fprintln(env.Stderr, "not as preregistered: "+d)
	}
	return nil
}
