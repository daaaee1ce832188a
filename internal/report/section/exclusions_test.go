package section

import (
	"assay/internal/report"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

func excluding(d *report.Data, list ...bench.Exclusion) *report.Data {
	d.Registered.Exclusions = list
	return d
}

// Of 16 flaws builtin/keyword finds 11, and after "rename" those of them with an even
// number, which are all of ds. Without ds, 5 of 8 are found before and none after.
func TestExclusionLeavesTrialsOut(t *testing.T) {
	d := excluding(frozen(), bench.Exclusion{Suite: "blockbench", Subset: "ds"})
	l := result(t, d, "one")["builtin/keyword"]
	if l.P == nil || *l.Difference != -5.0/8 || *l.P != 1.0/32 || l.Bases != 8 ||
		!slices.Contains(l.Warnings, "32 of 64 trials are left out, as registered") {
		t.Errorf("%+v", l)
	}
	if l := result(t, excluding(frozen(), bench.Exclusion{Text: "subset: ds"}),
		"one")["builtin/keyword"]; *l.Difference != -5.0/16 || len(l.Warnings) != 0 {
		t.Errorf("words leave something out: %+v", l)
	}
	// ds is half of everything: 64 originals of 16 bases, 32 of tenantsql's 64 are not in blockbench.
	e := report.Exclusions(d).Exclusions[0]
	fits, texts := 0, map[string]bool{}
	for _, tr := range d.Trials {
		if tr.Variant.Suite == "blockbench" && tr.Variant.Group == "ds" {
			fits++
			texts[tr.Variant.Key] = true
		}
	}
	if e.Trials != fits || fits == 0 || e.Of != len(d.Trials) || len(e.Variants) != len(texts) ||
		!slices.IsSorted(e.Variants) || e.Open != 0 {
		t.Errorf("%+v, want %d trials on %d texts", e, fits, len(texts))
	}
	if l := result(t, excluding(frozen(), bench.Exclusion{Suite: "blockbench"}),
		"one")["builtin/keyword"]; l.Verdict != report.NotTestable ||
		l.Why != "the registered exclusions leave no trial" {
		t.Errorf("%+v", l)
	}
}

// The model refuses four flaws. Of the other 12 it finds 6 and builtin/keyword 8, 3 and
// 5 of them alone: (1 + 8 + 28 + 56)/2⁸.
func TestExclusionByOutcome(t *testing.T) {
	const model = "model/名前<b>"
	d := excluding(frozen(), bench.Exclusion{Text: "Refusals say nothing of detection.", Outcome: bench.Refused,
		Subject: model})
	l := result(t, d, "beats")[model]
	if l.P == nil || math.Abs(*l.Difference+2.0/12) > 1e-12 || *l.P != 93.0/256 ||
		!slices.Contains(l.Warnings, "4 of 64 trials are left out, as registered") {
		t.Errorf("%+v", l)
	}
	// 5 on originals, 4 under each of three chains, 1 under the other
	if e := report.Exclusions(d).Exclusions[0]; e.Trials != 18 || !strings.HasPrefix(e.Result(), "18 of ") {
		t.Errorf("%+v", e)
	}
}

// What is left out without being named is said, and what cannot be known of a date.
func TestLeftWithoutExclusion(t *testing.T) {
	d := excluding(frozen(), bench.Exclusion{Before: "2020-01-01", Suite: "tenantsql"}, bench.Exclusion{Tier: 4})
	if got := report.Exclusions(d); len(got.Unnamed) != 0 || got.LeftUnnamed() != "" {
		t.Errorf("%+v", got)
	}
	if e := report.Exclusions(d).Exclusions; e[0].Trials != 0 || e[0].Open != 64 ||
		!strings.Contains(e[0].Result(), "64 trials stay in") ||
		e[1].Result() != "no trial of the run matches, so none is left out" {
		t.Errorf("%+v", e)
	}
	d.Registered.Plan.Trials = len(d.Trials) + 3
	d.Trials[1].Outcome, d.Trials[1].Answer, d.Trials[1].Verdict = "", nil, nil
	last := d.Trials[0].Variant
	for i := range d.Trials { // two texts of one sample of tenantsql, of four subjects
		if v := d.Trials[i].Variant; v.Suite == "tenantsql" {
			last = v
		}
	}
	last.Proof = bench.Unproved
	want := "Left out of the hypotheses without a registered exclusion: 8 trials on " +
		"unproved samples; 1 trial not asked; 3 trials registered but not in the run."
	if got := report.Exclusions(d).LeftUnnamed(); got != want {
		t.Error(got)
	}
	named := report.Exclusions(excluding(d, bench.Exclusion{Suite: "tenantsql", Proof: bench.Unproved}))
	// the twin has a proof of its own
	if e := named.Exclusions[0]; e.Trials != 4 || !strings.Contains(named.LeftUnnamed(), " 4 trials on unproved samples") {
		t.Errorf("%+v %s", e, named.LeftUnnamed())
	}
}

// Every format says of every exclusion what became of it.
func TestExclusionsAreShown(t *testing.T) {
	d := excluding(frozen(), bench.Exclusion{Text: "odd ones " + hostile},
		bench.Exclusion{Suite: "blockbench", Class: "reentrancy"})
	d.Registered.Plan.Trials = len(d.Trials) + 3
	var b strings.Builder
	if err := JSON(&b, d); err != nil {
		t.Fatal(err)
	}
	says := report.Exclusions(d).Exclusions[1].Result()
	for name, shown := range map[string]string{"terminal": strings.Join(strings.Fields(terminal(t, d, 200)), " "),
		"html": page(t, d)} {
		for _, want := range []string{report.NotChecked, "suite: blockbench, class: reentrancy", says[:30],
			"3 trials registered but not in the run"} {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: %q is missing", name, want)
			}
		}
	}
	for _, want := range []string{`"filter": "suite: blockbench, class: reentrancy"`, `"left_out_without_exclusion"`,
		`"blockbench/ds/s00+fixed"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("json: %q is missing", want)
		}
	}
}
