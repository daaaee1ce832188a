package foreign

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

func TestParse(t *testing.T) {
	v, err := Parse([]byte(`{"value": 0.5, "low": 0.25, "high": 0.75, "n": 8, "note": "two\nlines"}`), metric.Percent)
	if err != nil || !v.Defined || v.Point != 0.5 || v.N != 8 || v.Interval.Lo != 0.25 || v.Interval.Hi != 0.75 ||
		v.Warnings[0] != "two lines" {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = Parse([]byte(`{"value": 12.5, "n": 1}`), metric.Amount); err != nil || !v.Defined || v.Interval != nil {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = Parse([]byte(`{"value": null, "n": 0, "note": "nothing was found"}`), metric.Percent); err != nil ||
		v.Defined || v.Warnings[0] != "nothing was found" {
		t.Errorf("%+v, %v", v, err)
	}
	for out, want := range map[string]string{
		"": "no output", "0.5": "not a JSON object", `{"value": 0.5, "n": 1} x`: "more than one", `{"valeu": 1}`: "valeu",
		`{}`:             "value is missing",
		`{"value": 0.5}`: "n, the number of counted rows", `{"value": 0.5, "n": -1}`: "negative", `{"value": 0.5, "n": 0}`: "n is 0",
		`{"value": null, "n": 0}`:                        "without a note",
		`{"value": null, "n": 0, "low": 1, "note": "x"}`: "has an interval",
		`{"value": "0.5", "n": 1}`:                       "not a number", `{"value": NaN, "n": 1}`: "not a JSON object",
		`{"value": 1e999, "n": 1}`: "not a number",
		`{"value": 1.5, "n": 1}`:   "outside the scale, [0, 1]", `{"value": 0.5, "low": 0.4, "n": 1}`: "only one of them",
		`{"value": 0.5, "low": 0.6, "high": 0.7, "n": 1}`: "not in this order",
		`{"value": 0.5, "low": 0.1, "high": 1.7, "n": 1}`: "not in this order",
	} {
		if v, err := Parse([]byte(out), metric.Percent); err == nil || v.Defined || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %+v, %v; want %q", out, v, err, want)
		}
	}
}

func TestLines(t *testing.T) {
	half := 0.5
	safe := &bench.Variant{Key: "s/a+fixed", Suite: "s", Sample: "a", Base: "a", Truth: bench.Safe}
	bad := &bench.Variant{Key: "s/a", Suite: "s", Sample: "a", Base: "a", Class: "reentrancy", Twin: "s/a+fixed",
		Truth: bench.Vulnerable}
	rows := []bench.Trial{
		{Variant: bad, Subject: "m", Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Vulnerable,
			Confidence: &half, Findings: make([]bench.Finding, 1)},
			Verdict: &bench.Verdict{Strict: bench.Hit, Lenient: bench.Hit, RCIR: &half,
				Findings: []bench.FindingVerdict{{Class: bench.TargetMatch}}},
			Spent: &bench.Spent{InputTokens: 7, Priced: true, Elapsed: 1500 * time.Millisecond}},
		{Variant: safe, Subject: "m", Repetition: 1, Outcome: bench.Refused},
	}
	lines := strings.Split(strings.TrimSpace(string(Lines("s", rows, func(v *bench.Variant) bool { return v == bad }))),
		"\n")
	if len(lines) != 2 {
		t.Fatalf("%q", lines)
	}
	for i, want := range []string{
		`{"version":1,"suite":"s","subject":"m","variant":"s/a","sample":"a","base":"a","group":"","class":"reentrancy","twin":"s/a+fixed","truth":"vulnerable","headline":true,"repetition":0,"outcome":"answered","verdict":"vulnerable","confidence":0.5,"findings":1,"strict":"hit","lenient":"hit","finding_classes":["TARGET_MATCH"],"rcir":0.5,"input_tokens":7,"cost_usd":0,"seconds":1.5}`,
		`{"version":1,"suite":"s","subject":"m","variant":"s/a+fixed","sample":"a","base":"a","group":"","truth":"safe","headline":false,"repetition":1,"outcome":"refused"}`,
	} {
		if lines[i] != want || !json.Valid([]byte(lines[i])) {
			t.Errorf("line %d:\n%s\nwant\n%s", i, lines[i], want)
		}
	}
}
