package validate

import (
	"testing"

	"assay/internal/author/mutate"
	"assay/internal/bench"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/engine"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/internal/lang/sqltext"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// On fresh texts, a subject that knows the public ones by heart loses the worth of its
// memory; subjects that know the truth, analyse, or guess at one rate lose nothing. The
// fresh texts are those of the suite with changed wording, so that they are equally hard.
func TestFreshSamples(t *testing.T) {
	corpustest.Turn(t, 3)
	list, problems, err := suite.Load(suites.FS, suite.TenantSQL, "", suite.TenantSQL)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var public, all []bench.Variant
	for _, a := range list[0].Apps[:3] {
		tables := sqltext.Tables(a.Schema)
		for _, q := range a.Queries {
			for _, test := range q.Tests {
				v, ok := list[0].Variant(suite.TenantSQL + "/" + a.Name + "/" + test.Name)
				if !ok {
					t.Fatal(test.Name)
				}
				public = append(public, *v)
				s, err := mutate.Surface(test.Pair(), tables, 20260901, a.Name+"/"+test.Name)
				if err != nil {
					t.Fatal(err)
				}
				other := *v
				other.Suite, other.Key = "fresh", "fresh/"+v.Sample
				other.Task.Files = []bench.File{{Path: v.Task.Files[0].Path, Text: s.Code}}
				if other.Twin != "" {
					other.Twin = "fresh" + v.Twin[len(suite.TenantSQL):]
				}
				all = append(all, other)
			}
		}
	}
	all = append(public, all...)
	detectors, err := builtin.All(all)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := builtin.Memoriser(public)
	if err != nil {
		t.Fatal(err)
	}
	detectors = append(detectors, memory, analyst(detectors[0], analystRate, 1))
	w := &World{data: &report.Data{RunID: "fresh", Complete: true}}
	var pointers []*bench.Variant
	for i := range all {
		pointers = append(pointers, &all[i])
	}
	detectors = applicable(detectors, pointers)
	jobs, err := engine.Plan(detectors, pointers, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.ask(t.Context(), jobs); err != nil {
		t.Fatal(err)
	}
	for _, d := range detectors {
		name := d.Subject().Name
		f := worth(w, name)
		t.Logf("%-28s right %5.1f %% public, %5.1f %% fresh: %s", name, 100*f.Public.Value, 100*f.Fresh.Value,
			report.Worth(name, f))
		switch {
		case name == "builtin/memoriser":
			if !f.Shown() || f.Gap.Interval.Lo < 0.35 || f.Public.Value != 1 {
				t.Errorf("%s: %+v", name, f.Gap)
			}
		case name == "builtin/tenant-column": // rewording changes what its one rule sees: difficulty, not memory
			if f.Gap.Value > 0.1 || f.Gap.Interval == nil || f.Gap.Interval.Lo > 0.05 {
				t.Errorf("%s: %+v", name, f.Gap)
			}
		case f.Gap.Value != 0 && (f.Gap.Interval == nil || f.Gap.Interval.Lo > 0 || f.Gap.Interval.Hi < 0):
			t.Errorf("%s remembers nothing, and its gap is %+v", name, f.Gap)
		}
		if f.Cells < 20 || f.LeftOut > f.FreshN/10 {
			t.Errorf("%s: %d cells, %d left out", name, f.Cells, f.LeftOut)
		}
	}
}

// worth compares the answers of a subject on the two splits.
func worth(w *World, subject string) metric.Freshness {
	var public, fresh []bench.Trial
	for _, t := range w.data.Trials {
		switch {
		case t.Subject != subject:
		case t.Variant.Suite == "fresh":
			fresh = append(fresh, t)
		default:
			public = append(public, t)
		}
	}
	return metric.FreshVerdicts(public, fresh)
}
