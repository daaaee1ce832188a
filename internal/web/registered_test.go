package web

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/report"
	"assay/internal/store"
)

// registeredSite is a run of 12 bases that was registered: lab/alpha finds all
// flaws, lab/beta every other one. Trials from answered on have not ended.
func registeredSite(t *testing.T, answered int) *site {
	t.Helper()
	s := newSite(t, 12, answered, "")
	m := s.run.Manifest
	m.Preregistration = &bench.Registered{Deviations: []string{"<b>another judge</b>"},
		Preregistration: bench.Preregistration{
			Hash: "0123456789abcdef", RegisteredAt: day.Add(-time.Hour), Alpha: 0.05,
			Families: []bench.TestFamily{{Name: "all", Correction: "holm"}}, Plan: bench.RegisteredPlan{Subjects: models},
			Hypotheses: []bench.Hypothesis{
				{ID: "H1", Family: "all", Text: "Who looks <i>finds</i>.",
					Test: &bench.HypothesisTest{Metric: "tdr", Suite: "blockbench", Subject: "lab/alpha", AgainstSubject: "lab/beta",
						Direction: "higher"}},
				{ID: "H2", Family: "all", Text: "Nobody is sure.", Test: &bench.HypothesisTest{Metric: "brier", Suite: "blockbench",
					Subject: "lab/alpha", AgainstSubject: "lab/beta", Direction: "lower"}},
				{ID: "H3", Family: "all", Text: "Nobody knows."}},
			Exclusions: []bench.Exclusion{{Text: "<u>drafts</u>"}, {Subset: "none"}, {Before: "2020-01-01"}}}}
	if err := s.store.SetManifest(t.Context(), s.run.ID, m); err != nil {
		t.Fatal(err)
	}
	s.run.Manifest = m
	s.web.load = func(ctx context.Context, id string) (*report.Data, error) {
		d := &report.Data{RunID: id, Complete: true, Manifest: m, Subjects: models, Registered: m.Preregistration}
		return d, store.Each(s.store.Trials(ctx, s.run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
			d.Trials = append(d.Trials, bench.Trial{Variant: x.Variant, Subject: x.Subject, Outcome: x.Outcome, Answer: x.Answer,
				Verdict: x.Verdict, Key: x.Key, Details: &bench.Details{}})
			return nil
		})
	}
	return s
}

// The page of a run shows the preregistration and, when the run has ended, the results
// of its tests: 6 flaws are found by only one subject, p = 2⁻⁶, adjusted for two tests 2⁻⁵.
func TestRegistered(t *testing.T) {
	s := registeredSite(t, 30)
	base := runURL(s.run.ID)
	open := get(t, s, base, 200)
	want(t, open, "Preregistration", "Preregistered on 2026-08-01", "&lt;b&gt;another judge&lt;/b&gt;", "has not ended",
		"Who looks &lt;i&gt;finds&lt;/i&gt;.", "&lt;u&gt;drafts&lt;/u&gt;.", "subset: none.")
	if strings.Contains(open, "supported") {
		t.Error("a run that goes on has a verdict")
	}
	s.answer(t, 30, len(s.plan), "")
	if err := s.store.End(t.Context(), s.run.ID, true, day.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	page := get(t, s, base, 200)
	want(t, page, "TDR of lab/alpha is higher than of lab/beta; family all: 2 tests, Holm",
		`<span class="good">supported</span>`, "+50.0 (12)", ">0.016<", ">0.031<",
		"could not be tested", report.WordsOnly, "does not support the opposite",
		"&lt;u&gt;drafts&lt;/u&gt;: "+report.NotChecked, "subset: none: no trial of the run matches, so none is left out",
		"before: 2020-01-01: no trial", "72 trials stay in")
	if strings.Contains(page, "data-again") || strings.Contains(page, "has not ended") {
		t.Error("it is still being computed")
	}
	plain := newSite(t, 1, -1, "")
	plain.web.load = s.web.load
	if page := get(t, plain, runURL(plain.run.ID), 200); strings.Contains(page, "Preregistration") {
		t.Error("a run that was not registered shows a preregistration")
	}
}

// While hypotheses are computed, the page reports this and reloads; failures are shown.
func TestRegisteredTakesTime(t *testing.T) {
	s := registeredSite(t, -1)
	real, enough := s.web.load, make(chan struct{})
	s.web.load = func(ctx context.Context, id string) (*report.Data, error) {
		<-enough
		return real(ctx, id)
	}
	s.web.patience = time.Millisecond
	base := runURL(s.run.ID)
	want(t, get(t, s, base, 200), `data-again="yes"`, "are being tested")
	close(enough)
	s.web.patience = time.Minute
	want(t, get(t, s, base, 200), `<span class="good">supported</span>`)

	s = registeredSite(t, -1)
	s.web.load = func(context.Context, string) (*report.Data, error) { return nil, errors.New("a <page> is torn") }
	want(t, get(t, s, runURL(s.run.ID), 200), "cannot be tested: a &lt;page&gt; is torn", "Who looks")
}
