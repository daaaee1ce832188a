package export

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/report"
)

// register registers with the run that builtin/one, of whom 6 of 12 are found, is
// below the other with 8, and a hypothesis that is words.
func register(d *report.Data) {
	d.Registered = &bench.Registered{Preregistration: bench.Preregistration{Alpha: 0.05,
		Families: []bench.TestFamily{{Name: "all", Correction: "none"}},
		Plan:     bench.RegisteredPlan{Subjects: append([]bench.Subject{{Name: "model/gone"}}, d.Subjects...)},
		Hypotheses: []bench.Hypothesis{
			{ID: "H1", Family: "all", Text: hostile, Test: &bench.HypothesisTest{Metric: "tdr", Suite: "demo",
				AgainstSubject: "model/=two[*]", Direction: "lower"}},
			{ID: "H2", Family: "all", Text: hostile}}}}
}

// Every subject has a row of a hypothesis that is tested, and one that is words a row of its own.
func TestHypothesisTable(t *testing.T) {
	d := world()
	if rows := table(t, written(t, d, "csv", "hypotheses")); len(rows) != 0 {
		t.Errorf("%d rows of nothing registered", len(rows))
	}
	register(d)
	rows := table(t, written(t, d, "csv", "hypotheses"))
	if len(rows) != 3 {
		t.Fatalf("%d rows", len(rows))
	}
	if r := rows[0]; r["subject"] != "model/gone" || r["verdict"] != "could not be tested" ||
		r["why"] != "model/gone has no trial on demo" || r["difference"]+r["p"]+r["bases"] != "" {
		t.Errorf("%v", r)
	}
	// 6 of 12 against 8: 2 alone, 4 alone, (1 + 6 + 15)/2⁶.
	if r := rows[1]; r["hypothesis"] != "H1" || r["verdict"] != "not supported" || r["first"] != "0.5" ||
		r["p"] != "0.34375" || r["adjusted"] != r["p"] || r["tests"] != "2" || r["bases"] != "12" || r["alpha"] != "0.05" ||
		r["difference_lo"] == "" || !strings.HasPrefix(r["text"], "'=1+1") {
		t.Errorf("%v", r)
	}
	if r := rows[2]; r["hypothesis"] != "H2" || r["verdict"] != report.WordsOnly || r["subject"]+r["claim"]+r["p"] != "" {
		t.Errorf("%v", r)
	}
}

// What hypotheses leave out is marked trial by trial, and said: the model refuses
// 8 of its 24 texts, and 12 flaws are of ds and tc in turn.
func TestExclusions(t *testing.T) {
	d := world()
	register(d)
	d.Registered.Exclusions = []bench.Exclusion{{Text: hostile}, {Outcome: bench.Refused}, {Subset: "tc"}}
	counts := map[string]int{}
	for _, r := range table(t, written(t, d, "csv", "trials")) {
		counts[r["excluded"]]++
		if r["excluded"] == "2" && r["outcome"] != "refused" || r["excluded"] == "3" && r["group"] != "tc" ||
			r["excluded"] == "" && (r["group"] == "tc" || r["outcome"] == "refused") {
			t.Errorf("%v", r)
		}
	}
	if counts["1"] != 0 || counts["2"] != 8 || counts["3"] != 20 || counts[""] != 20 { // of 24 in tc, 4 are refused
		t.Errorf("%v", counts)
	}
	for _, format := range []string{"md", "latex"} {
		out := strings.ReplaceAll(written(t, d, format, map[string]string{"latex": "hypotheses"}[format]), "\\", "")
		for _, want := range []string{report.NotChecked, "outcome: refused: 8 of 48 trials left out of the numbers of " +
			"hypotheses, on 8 texts: demo/s00, demo/s00+fixed, demo/s03 and 5 more", "subset: tc: 24 of 48 trials"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is missing in:\n%s", format, want, out)
			}
		}
	}
}
