package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/session"
	"assay/internal/core/run/subject"
	"assay/internal/core/suite"
)

// Request specifies a run: its texts, subjects and judges.
type Request struct {
	Select Selection
	Vary   Varying
	Ask    subject.Options
	Judge  judges.Options
	Fresh  Freshness
	Until  Until
	Epochs int // number of repetitions of every question, at least 1
}

// Prepared is a plan with everything needed to execute it.
type Prepared struct {
	request   Request
	suites    []*suite.Suite
	fresh     []bench.FreshSplit // which of them are fresh
	variants  []*bench.Variant   // the variants to ask about, including transformed ones
	audited   []*bench.Variant   // projects, listings and changes, which are asked about too
	varied    *suite.Varied
	notes     []string // descriptions of what the limit drew
	Subjects  *subject.Maker
	detectors []detect.Detector
	judges    *judges.Set
	jobs      []engine.Job
}

// Close closes what was opened for the plan.
func (p *Prepared) Close() {
	if p.judges != nil {
		p.judges.Close()
	}
	p.Subjects.Close()
}

// Prepare makes the plan of a request; the caller must close it. It sends no requests.
func (r Request) Prepare(ctx context.Context, env *environ.Env, acc *session.Accounts) (*Prepared, error) {
	p := &Prepared{request: r, Subjects: &subject.Maker{Options: r.Ask, Env: env, Acc: acc, Compilers: r.Judge.Compilers,
		Postgres: r.Judge.Postgres, Fresh: map[string]bool{}}}
	if err := p.texts(env); err != nil {
		return nil, err
	}
	if err := p.plan(ctx, env, acc); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// texts selects and transforms the texts of a run.
func (p *Prepared) texts(env *environ.Env) error {
	r := &p.request
	var err error
	if p.suites, err = r.Select.Load(env); err != nil {
		return err
	}
	if p.suites, p.fresh, err = r.Fresh.add(env, p.suites); err != nil {
		return err
	}
	if p.variants, p.notes, err = r.Select.Draw(p.suites, r.Vary.Seed); err != nil {
		return err
	}
	if p.varied, err = r.Vary.Vary(env, p.suites, p.variants); err != nil {
		return err
	}
	if r.Ask.Hints() && len(p.varied.Variants) > 0 {
		return exit.Usage("--hint refers to the names in the original texts; omit --variants")
	}
	if r.Ask.Contexts() && len(p.varied.Variants) > 0 {
		return exit.Usage("--context shows parts of the original texts; omit --variants")
	}
	p.variants = append(p.variants, p.varied.Variants...)
	if r.Ask.Audits() {
		err = p.audits()
	}
	if err == nil && r.Ask.Changes() {
		err = p.changes()
	}
	return err
}

// plan makes the subjects and the judges, and lists the trials.
func (p *Prepared) plan(ctx context.Context, env *environ.Env, acc *session.Accounts) error {
	r := &p.request
	p.Subjects.Suites = p.suites
	for _, f := range p.fresh {
		p.Subjects.Fresh[f.Fresh] = true
	}
	var err error
	if p.detectors, err = p.Subjects.Detectors(ctx, p.variants, p.varied.Variants); err != nil {
		return err
	}
	p.variants = r.Ask.Aided(p.suites, p.variants, p.detectors)
	if p.judges, err = r.Judge.Judges(env, &r.Ask, p.suites, p.detectors, acc); err != nil {
		return err
	}
	about, asked, continuing := byTask(p.detectors)
	for _, part := range p.parts(about) {
		kept := applicable(env, part.detectors, part.variants)
		p.detectors = slices.DeleteFunc(p.detectors, func(d detect.Detector) bool {
			named := func(o detect.Detector) bool { return o.Subject().Name == d.Subject().Name }
			return slices.ContainsFunc(part.detectors, named) && !slices.ContainsFunc(kept, named)
		})
		part.detectors = kept
		jobs, notes, err := plan(part.detectors, part.variants, r.Epochs)
		if err != nil {
			return exit.Usage("%v", err)
		}
		for _, n := range notes {
			fmt.Fprintln(env.Stderr, n)
		}
		p.jobs, p.notes = append(p.jobs, jobs...), append(p.notes, notes...)
	}
	if len(r.Ask.Kinds()) > 0 || slices.ContainsFunc(p.detectors, judges.AsksRepairs) {
		p.judges.Lack(ctx, env, p.variants)
	}
	probes, err := recallJobs(asked, p.suites, p.variants, r.Epochs, r.Vary.Seed)
	if err != nil {
		return err
	}
	p.jobs = append(p.jobs, probes...)
	beginnings, notes, err := continuationJobs(continuing, p.suites, p.variants, r.Epochs, r.Vary.Seed)
	if err != nil {
		return err
	}
	p.jobs = append(p.jobs, beginnings...)
	p.notes = append(p.notes, notes...)
	if r.Until.UntilDecided {
		if err := p.untilDecided(); err != nil {
			return err
		}
	}
	planned := map[string]bool{}
	for _, j := range p.jobs {
		planned[j.Subject] = true
	}
	p.detectors = slices.DeleteFunc(p.detectors, func(d detect.Detector) bool { return !planned[d.Subject().Name] })
	switch {
	case len(about) == 0:
		p.variants = nil
	case !r.Ask.Detects() && len(r.Ask.Kinds()) == 0:
		p.variants = p.audited
	default:
		p.variants = append(p.variants, p.audited...)
	}
	return nil
}

// part is a group of detectors with the texts that they are asked about.
type part struct {
	detectors []detect.Detector
	variants  []*bench.Variant
}

// parts assigns texts to detectors. If something is audited, reviewers are asked about
// them, and about the texts themselves only if that is a task too.
func (p *Prepared) parts(about []detect.Detector) []part {
	if len(p.audited) == 0 {
		return []part{{about, p.variants}}
	}
	var reviewers, others []detect.Detector
	for _, d := range about {
		if engine.AsksFor(d.Subject().Strategy).Kind() == "" {
			reviewers = append(reviewers, d)
		} else {
			others = append(others, d)
		}
	}
	var out []part
	if p.request.Ask.Detects() {
		others = about
	}
	for _, x := range []part{{others, p.variants}, {reviewers, p.audited}} {
		if len(x.detectors) > 0 {
			out = append(out, x)
		}
	}
	return out
}

// Planned returns the trials of the plan.
func (p *Prepared) Planned() []bench.Trial {
	out := make([]bench.Trial, len(p.jobs))
	for i, j := range p.jobs {
		out[i] = j.Trial
	}
	return out
}

// Manifest adds the plan to the manifest of the program.
func (p *Prepared) Manifest(env *environ.Env, m bench.Manifest) bench.Manifest {
	r := &p.request
	m.Command, m.Suites = env.Command(), map[string]string{}
	m.Judging, m.Parser, m.Epochs, m.Seed = p.judges.Record.Judging(), answer.Version, r.Epochs, r.Vary.Seed
	m.Until = r.Until.record()
	m.Variants, m.Chains, m.Trials, m.StartedAt, m.Fresh = len(p.variants), p.varied.Chains, len(p.jobs), time.Now().UTC(),
		p.fresh
	m.Notes = slices.Concat(p.notes, NotesOn(p.suites), notesOnChains(p.varied.Chains), p.judges.Notes,
		p.NotesOnModels(m.StartedAt))
	for _, s := range p.suites {
		m.Suites[s.Name] = s.Hash
	}
	for _, d := range p.detectors {
		s := d.Subject()
		s.Cutoff = p.Subjects.Cutoff(s)
		m.Subjects = append(m.Subjects, s)
	}
	return m
}

// NotesOnModels returns notes about the models whose prices and cut-offs were checked too
// long before at.
func (p *Prepared) NotesOnModels(at time.Time) []string {
	return p.Subjects.NotesOnModels(p.detectors, at)
}

// NotesOn returns the notes about the data that a reader of the results needs.
func NotesOn(suites []*suite.Suite) []string {
	var out []string
	for _, s := range suites {
		texts := map[string]bool{}
		for _, h := range s.Hints {
			texts[h.File] = true
		}
		if n := len(texts); n > 0 {
			out = append(out, fmt.Sprintf("%s: texts that hint at their answer: %d, the first in %s", s.Name, n, s.Hints[0]))
		}
		bad, bare := 0, 0
		for i := range s.Variants {
			if v := &s.Variants[i]; v.Format.ByRequirement() && v.Truth == bench.Vulnerable {
				if bad++; !slices.ContainsFunc(v.Targets(), func(l bench.Label) bool { return len(l.Requirements) > 0 }) {
					bare++
				}
			}
		}
		if bare > 0 {
			out = append(out, fmt.Sprintf("%d of %d bad tests of %s state no violated requirement: TDR is unscored there; add "+
				"a section `# Violates` with its number to each", bare, bad, s.Name))
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
