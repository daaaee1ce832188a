package store

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// A judgement that no database could store is one without a decision, and keeps what it was about.
func TestStorable(t *testing.T) {
	long := strings.Repeat("E", maxJudgement/2+1)
	j := Judgement{TrialID: 7, Judge: "exec/5", Question: "q", Outcome: Decided, Verdict: &bench.Verdict{Reason: long},
		Response: bench.Response{Text: long, Attempts: 1}}
	got := storable(j)
	if got.Outcome != Unscored || got.Verdict != nil || got.Response.Text != "" || got.TrialID != 7 ||
		got.Question != "q" || got.Response.Attempts != 1 || !strings.Contains(got.Reason, "64 MB, of which") {
		t.Errorf("%.300v", got)
	}
	j.Response.Text = "short"
	if got := storable(j); got.Outcome != Decided || got.Verdict == nil {
		t.Errorf("a judgement that fits: %s %s", got.Outcome, got.Reason)
	}
}
