package constant

import (
	"context"
	"strings"
	"testing"

	"assay/internal/bench"
)

func TestConstant(t *testing.T) {
	for _, tt := range []struct {
		d         Detector
		lang      string
		has, hasn string
	}{
		{Vulnerable(), "solidity", `"verdict": "vulnerable"`, `"vulnerabilities": []`},
		{Vulnerable(), "solidity", `"type": "Other"`, `line`},
		{Vulnerable(), "sql", `"assessment": "bad"`, "verdict"},
		{Vulnerable(), "sql", `"violated_requirements": []`, "verdict"},
		{Safe(), "solidity", `"vulnerabilities": []`, `"verdict": "vulnerable"`},
		{Safe(), "solidity", `"verdict": "safe"`, "type"},
		{Safe(), "sql", `"assessment": "good"`, "bad"},
	} {
		task := bench.Task{Language: tt.lang, Files: []bench.File{{Text: "x"}}}
		if tt.lang == "sql" {
			task.Spec = "1. It is so."
		}
		r, err := tt.d.Detect(context.Background(), task)
		if err != nil || !strings.Contains(r.Text, tt.has) || strings.Contains(r.Text, tt.hasn) {
			t.Errorf("%s on %s: %v\n%s", tt.d.Subject().Name, tt.lang, err, r.Text)
		}
	}
}
