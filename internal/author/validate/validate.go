// Package validate asks subjects whose understanding is known about all variants of the suites, and reports whether
// the numbers show it: a subject that knows the truth is right about everything, one with constant answers finds
// nothing, one that reads names loses its findings when they change, one that has memorised texts is diagnosed as a
// recogniser, and one that understands is not. It uses the code of runs and reports, and prints the counts behind
// each result.
package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/suites"
)

// Names of the simulated subjects.
const (
	Memoriser = "simulated/memoriser"
	Analyst   = "simulated/analyst"
)

// analystRate is the probability that the analyst is right.
const analystRate = 0.8

// Options select the trials. Equal options give an equal world.
type Options struct {
	Suites []string // of the embedded ones
	Chains []string // in addition to minimal-sanitized, the reference of differences; nil is all stored ones
	Bases  int      // first bases of each suite; 0 is all
	Seed   uint64   // of the analyst
}

// Full returns the options for all trials.
func Full() Options {
	return Options{Suites: []string{suite.Blockbench, suite.TenantSQL}, Seed: 1}
}

// variantsSeed is the seed of the embedded variants.
const variantsSeed = 1

// World holds the answers of all subjects.
type World struct {
	Suites []report.Suite
	data   *report.Data
	kinds  map[string]string // of chains, by name
}

// Ask creates the variants and asks all subjects about them.
func Ask(ctx context.Context, o Options) (*World, error) {
	var list []*suite.Suite
	var selected []*bench.Variant
	for _, name := range o.Suites {
		l, problems, err := suite.Load(suites.FS, name, "", name)
		if err != nil || len(problems) > 0 {
			return nil, fmt.Errorf("%s: %w, %v", name, err, problems)
		}
		list = append(list, l...)
		selected = append(selected, first(l[0], o.Bases)...)
	}
	w := &World{kinds: map[string]string{}}
	chains := []string{report.Baseline}
	for _, st := range list {
		for _, c := range st.StoredChains(variantsSeed) {
			if w.kinds[c.Chain] = c.Kind; c.Chain != report.Baseline && !slices.Contains(chains, c.Chain) &&
				(o.Chains == nil || slices.Contains(o.Chains, c.Chain)) {
				chains = append(chains, c.Chain)
			}
		}
	}
	varied, err := suite.Vary(list, selected, chains, variantsSeed)
	if err != nil {
		return nil, err
	}
	variants := append(slices.Clone(selected), varied.Variants...)
	detectors, err := subjects(variants, o.Seed)
	if err != nil {
		return nil, err
	}
	detectors = applicable(detectors, variants)
	jobs, err := engine.Plan(detectors, variants, 1)
	if err != nil {
		return nil, err
	}
	w.data = &report.Data{RunID: "validate", Complete: true, Manifest: bench.Manifest{Chains: varied.Chains}}
	for _, d := range detectors {
		w.data.Subjects = append(w.data.Subjects, d.Subject())
	}
	if err := w.ask(ctx, jobs); err != nil {
		return nil, err
	}
	w.Suites = w.data.Suites()
	return w, nil
}

// first returns the variants of the first bases of a suite, or of all if bases is 0.
func first(s *suite.Suite, bases int) []*bench.Variant {
	seen := map[string]bool{}
	var out []*bench.Variant
	for i := range s.Variants {
		v := &s.Variants[i]
		if bases > 0 && !seen[v.Base] && len(seen) == bases {
			continue
		}
		seen[v.Base] = true
		out = append(out, v)
	}
	return out
}

// subjects returns the built-in subjects and the two simulated ones. The memoriser
// has seen every sample in its reference form.
func subjects(variants []*bench.Variant, seed uint64) ([]detect.Detector, error) {
	var truth []bench.Variant
	has := map[string]bool{}
	for _, v := range variants {
		truth = append(truth, *v)
		if v.Chain == report.Baseline {
			has[v.Origin()] = true
		}
	}
	detectors, err := builtin.All(truth)
	if err != nil {
		return nil, err
	}
	oracle := detectors[slices.IndexFunc(detectors,
		func(d detect.Detector) bool { return d.Subject().Name == "builtin/oracle" })]
	var seen []*bench.Variant
	for _, v := range variants {
		if v.Chain == report.Baseline || v.Chain == "" && !has[v.Key] {
			seen = append(seen, v)
		}
	}
	m, err := memoriser(oracle, seen)
	if err != nil {
		return nil, err
	}
	return append(detectors, m, analyst(oracle, analystRate, seed)), nil
}

// applicable leaves out the detectors that apply to no variant.
func applicable(detectors []detect.Detector, variants []*bench.Variant) []detect.Detector {
	return slices.DeleteFunc(slices.Clone(detectors), func(d detect.Detector) bool {
		return !slices.ContainsFunc(variants, func(v *bench.Variant) bool {
			_, err := d.PromptHash(v.Task)
			return !errors.Is(err, detect.ErrNotApplicable)
		})
	})
}

// ask executes the plan like that of any run, without a store.
func (w *World) ask(ctx context.Context, jobs []engine.Job) error {
	var mu sync.Mutex
	results := map[string]bench.Trial{}
	sum, err := engine.Run(ctx, nil, jobs, nil, engine.Config{Judge: judge.Rule{},
		Now: func() time.Time { return time.Time{} }, Sink: func(r bench.Trial) error {
			mu.Lock()
			defer mu.Unlock()
			results[r.Key] = r
			return nil
		}})
	if err == nil {
		err = sum.ErrStopped()
	}
	if err == nil && sum.Pending > 0 {
		err = fmt.Errorf("%d of %d trials were not asked", sum.Pending, sum.Planned)
	}
	if err != nil {
		return err
	}
	for _, j := range jobs {
		r := results[j.Key]
		w.data.Trials = append(w.data.Trials, bench.Trial{Variant: j.Variant, Subject: j.Subject, Outcome: r.Outcome,
			Answer: r.Answer, Verdict: r.Verdict, Key: j.Key, Details: &bench.Details{Reason: r.Reason}})
	}
	return nil
}

// rows returns all answers of a subject on a suite, on transformed texts and others.
func rows(s *report.Suite, subject string) []bench.Trial {
	var out []bench.Trial
	for t := range s.AllTrials() {
		if t.Subject == subject {
			out = append(out, t)
		}
	}
	return out
}

// conditions returns a subject's rows on the reference texts of a suite and, in the order
// of chains, those of all chains except the reference's.
func conditions(s *report.Suite, subject string) (ref []bench.Trial, changed []metric.Condition) {
	by := s.ByChain(subject)
	ref = report.ReferenceRows(s.Headline(subject), by[report.Baseline])
	for name, rows := range by {
		if name != report.Baseline {
			changed = append(changed, metric.Condition{Name: name, Rows: rows})
		}
	}
	slices.SortFunc(changed, func(a, b metric.Condition) int { return cmp.Compare(a.Name, b.Name) })
	return ref, changed
}
