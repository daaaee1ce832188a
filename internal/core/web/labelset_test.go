package web

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/bench"
)

// A page names the flaw that a finding is about, and the words of each.
func TestLabelSets(t *testing.T) {
	var b bytes.Buffer
	pages := parse()
	exec := func(name string, data any) string {
		t.Helper()
		b.Reset()
		if err := pages["sample"].ExecuteTemplate(&b, name, data); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	v := &bench.Variant{RootCause: "One.", Further: []bench.LabelSet{{Number: 2, Class: "arithmetic", Severity: "low",
		RootCause: "Two."}, {Number: 3, Class: "reentrancy", Secondary: true}}}
	for _, want := range []string{"One.", "<dt>Flaw 2</dt><dd>Integer overflow or underflow · low</dd>", "Two.",
		"<dt>Flaw 3</dt><dd>Reentrancy · not documented</dd>"} {
		if got := exec("truth", v); !strings.Contains(got, want) {
			t.Errorf("%s\nhas no %s", got, want)
		}
	}
	if got := exec("judged", findingView{Verdict: &bench.FindingVerdict{Class: bench.TargetMatch,
		Target: 2}}); !strings.Contains(got, "TARGET_MATCH (flaw 2), type") {
		t.Error(got)
	}
	if got := exec("judged", findingView{Verdict: &bench.FindingVerdict{Class: bench.TargetMatch}}); !strings.Contains(got,
		"TARGET_MATCH, type") {
		t.Error(got)
	}
	if got := exec("label", bench.Label{Function: bench.RootCause, Set: 2}); !strings.Contains(got,
		"ROOT_CAUSE#2</b>") {
		t.Error(got)
	}
}
