package cli

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/engine"
	"assay/internal/suite"
)

// prepared is a plan with everything that carries it out.
type prepared struct {
	suites    []*suite.Suite
	fresh     []bench.FreshSplit // which of them are fresh
	variants  []*bench.Variant   // that are asked about, transformed ones included
	varied    *engine.Varied
	notes     []string // what the limit drew
	detectors []detect.Detector
	judges    *judges // to be closed
	jobs      []engine.Job
}

// prepare makes the plan that the flags ask for. It asks nobody.
func (c *runCmd) prepare(ctx context.Context, env *Env, acc *accounts) (*prepared, error) {
	p := &prepared{}
	var err error
	if p.suites, err = c.load(env); err != nil {
		return nil, err
	}
	if p.suites, p.fresh, err = c.freshness.add(ctx, env, p.suites); err != nil {
		return nil, err
	}
	for _, f := range p.fresh {
		if c.asking.fresh == nil {
			c.asking.fresh = map[string]bool{}
		}
		c.asking.fresh[f.Fresh] = true
	}
	if p.variants, p.notes, err = c.draw(p.suites, c.Seed); err != nil {
		return nil, err
	}
	if p.varied, err = c.vary(env, p.suites, p.variants); err != nil {
		return nil, err
	}
	if c.hints() && len(p.varied.Variants) > 0 {
		return nil, usage("--hint speaks of the texts as they stand, with their names; leave out --variants")
	}
	p.variants = append(p.variants, p.varied.Variants...)
	if p.detectors, err = c.detectors(ctx, env, c.Compilers, p.suites, p.variants, p.varied.Variants, acc); err != nil {
		return nil, err
	}
	p.variants = c.aided(p.suites, p.variants, p.detectors)
	if p.judges, err = c.judges(env, &c.asking, p.suites, p.detectors, acc); err != nil {
		return nil, err
	}
	if err := c.plan(env, p); err != nil {
		p.judges.close()
		return nil, err
	}
	return p, nil
}

func (c *runCmd) plan(env *Env, p *prepared) error {
	about, asked, continuing := apart(p.detectors)
	var err error
	if p.jobs, err = engine.Plan(about, p.variants, c.Epochs); err != nil {
		return usage("%v", err)
	}
	if err := checkCoverage(env, about, p.variants, p.jobs); err != nil {
		return err
	}
	probes, err := recallJobs(asked, p.suites, p.variants, c.Epochs, c.Seed)
	if err != nil {
		return err
	}
	p.jobs = append(p.jobs, probes...)
	beginnings, notes, err := continuationJobs(continuing, p.suites, p.variants, c.Epochs, c.Seed)
	if err != nil {
		return err
	}
	p.jobs = append(p.jobs, beginnings...)
	p.notes = append(p.notes, notes...)
	if len(about) == 0 {
		p.variants = nil
	}
	return nil
}

func (c *runCmd) manifest(env *Env, p *prepared) bench.Manifest {
	b := buildInfo()
	m := bench.Manifest{
		Program: b.version, Commit: b.commit, Dirty: b.dirty, Go: runtime.Version(), Command: env.command(),
		Suites: map[string]string{}, Judging: p.judges.record.Judging(), Parser: answer.Version, Epochs: c.Epochs, Seed: c.Seed,
		Variants: len(p.variants), Chains: p.varied.Chains, Trials: len(p.jobs), StartedAt: time.Now().UTC(), Fresh: p.fresh,
		Notes: slices.Concat(p.notes, notesOn(p.suites), notesOnChains(p.varied.Chains), p.judges.notes, c.notesOnModels(p.detectors, time.Now())),
	}
	for _, s := range p.suites {
		m.Suites[s.Name] = s.Hash
	}
	for _, d := range p.detectors {
		s := d.Subject()
		s.Cutoff = c.cutoff(s)
		m.Subjects = append(m.Subjects, s)
	}
	return m
}

// notesOn collects what a reader has to know about the data.
func notesOn(suites []*suite.Suite) []string {
	var out []string
	for _, s := range suites {
		texts := map[string]bool{}
		for _, h := range s.Hints {
			texts[h.File] = true
		}
		if n := len(texts); n > 0 {
			out = append(out, fmt.Sprintf("%s: %d texts hint at their answer, the first in %s", s.Name, n, s.Hints[0]))
		}
		for i, n := range s.Notes {
			if i == 3 {
				out = append(out, fmt.Sprintf("%s: %d further notes; `assay suites lint` prints them", s.Name, len(s.Notes)-i))
				break
			}
			out = append(out, s.Name+": "+n)
		}
	}
	return out
}
