package judge_test

import (
	"slices"
	"testing"

	"assay/internal/core/judge"
	"assay/internal/core/suite"
	"assay/suites"
)

// The rule judge decides correctly on every gold answer, on every embedded variant. It does not read arguments,
// so to it an injected answer equals the finding without the injected words: wrong.
func TestRuleOnGold(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	count := map[string]int{}
	for _, s := range list {
		for i := range s.Variants {
			v := &s.Variants[i]
			for _, g := range judge.Golds(v) {
				count[g.Kind]++
				got := judge.Rule{}.Judge(v, g.Answer)
				if got.Strict != g.Strict {
					t.Errorf("%s, %s: %s, want %s (%+v)", v.Key, g.Kind, got.Strict, g.Strict, got.Findings)
				}
				if len(g.Class) > 0 && !slices.Contains(g.Class, got.Findings[0].Class) {
					t.Errorf("%s, %s: called %s (%s), want one of %v", v.Key, g.Kind, got.Findings[0].Class, got.Findings[0].Reason,
						g.Class)
				}
			}
		}
	}
	for _, k := range judge.GoldKinds() {
		if count[k] == 0 {
			t.Errorf("no gold answer of kind %s", k)
		}
	}
	t.Log(count)
}
