package detect

import (
	"testing"

	"assay/internal/bench"
)

func TestReply(t *testing.T) {
	sure := 0.9
	a := bench.Answer{Verdict: bench.Vulnerable, Confidence: &sure, Explanation: "because a < b",
		Findings: []bench.Finding{
			{Type: "Reentrancy", Severity: "high", Location: "C.f(), line 3", Explanation: "e", Attack: "a", Fix: "x",
				Requirements: []int{4, 2}},
			{Requirements: []int{2}},
		}}
	const sol = `{
  "verdict": "vulnerable",
  "confidence": 0.9,
  "vulnerabilities": [
    {
      "type": "Reentrancy",
      "severity": "high",
      "location": "C.f(), line 3",
      "explanation": "e",
      "attack_scenario": "a",
      "suggested_fix": "x"
    },
    {
      "type": "",
      "severity": "",
      "location": "",
      "explanation": "",
      "attack_scenario": "",
      "suggested_fix": ""
    }
  ],
  "overall_explanation": "because a < b"
}`
	r := Reply(bench.Task{Language: "solidity"}, a)
	if r.Text != sol || string(r.RawResponse) != sol || r.Finish != bench.Answered || r.Attempts != 1 ||
		!r.Started.IsZero() {
		t.Errorf("got %s", r.Text)
	}
	const sql = "{\n  \"explanation\": \"because a < b\",\n  \"assessment\": \"bad\",\n  " +
		"\"violated_requirements\": [\n    2,\n    4\n  ]\n}"
	if r := Reply(bench.Task{Language: "sql", Spec: "1. A rule."}, a); r.Text != sql {
		t.Errorf("got %s", r.Text)
	}
	const good = "{\n  \"explanation\": \"\",\n  \"assessment\": \"good\",\n  \"violated_requirements\": []\n}"
	task := bench.Task{Language: "javascript", Spec: "1. A rule."}
	if r := Reply(task, bench.Answer{Verdict: bench.Safe}); r.Text != good {
		t.Errorf("got %s", r.Text)
	}
}
