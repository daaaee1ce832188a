package report

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// freshWorld holds two suites of one composition, a subject that is right on the public
// one alone, and one that is right on half of both.
func freshWorld() *Data {
	seed := uint64(7)
	d := &Data{RunID: "r", Complete: true, Subjects: []bench.Subject{{Name: "heart", Kind: "model"},
		{Name: "head", Kind: "model"}}}
	d.Manifest.Fresh = []bench.FreshSplit{{Public: "public", Fresh: "new", Seed: &seed, Commitment: "abc"}}
	for _, suite := range []string{"public", "new"} {
		for i, v := range variants(suite, "tenantsql", 12) {
			v.Base = suite + "/" + v.Base
			heart, head := v.Truth, v.Truth
			if suite == "new" && i*7%5 < 3 {
				heart = bench.Vulnerable + bench.Safe - v.Truth
			}
			if i%4 < 2 {
				head = bench.Vulnerable
			}
			d.Trials = append(d.Trials, say("heart", v, heart, false), say("head", v, head, false))
		}
	}
	return d
}

// The gap stands as a sentence and as a row, with its interval, only where a run has
// fresh samples.
func TestFresh(t *testing.T) {
	if _, ok := fresh.Build(world()); ok {
		t.Error("a run without fresh samples has the section")
	}
	s, ok := fresh.Build(freshWorld())
	if !ok || len(s.Tables) != 1 || len(s.Tables[0].Rows) != 2 || !s.Tables[0].Main {
		t.Fatalf("%v %+v", ok, s)
	}
	says := strings.Join(s.Tables[0].Says, "\n")
	for _, want := range []string{"heart: memory was worth +", " points of right verdicts [",
		"head: memory was worth +0.0 points of right verdicts"} {
		if !strings.Contains(strings.ReplaceAll(says, "\u00a0", " "), want) {
			t.Errorf("%q has no %q", says, want)
		}
	}
	if strings.Contains(strings.Split(says, "\n")[0], "no memory") {
		t.Errorf("the gap of who is wrong on fresh texts alone is not shown: %s", says)
	}
	if len(s.Tables[0].Facts) != 1 || !strings.Contains(s.Tables[0].Facts[0].Text, "7, committed to before as abc") {
		t.Errorf("facts %v", s.Tables[0].Facts)
	}
	if p := page(t, freshWorld()); !strings.Contains(p, `id="fresh"`) || !strings.Contains(p, "points of right verdicts") {
		t.Error("the page has no section")
	}
}
