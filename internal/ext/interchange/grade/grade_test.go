package grade

import (
	"context"
	"errors"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/prompt"
	"assay/internal/core/run/exchange"
)

// executor decides as it is told to, and counts.
type executor struct {
	verdict bench.Verdict
	err     error
	n       int
}

func (*executor) Name() string                                         { return "exec/x" }
func (*executor) Executes() bool                                       { return true }
func (*executor) Question(*bench.Variant, bench.Answer) (string, bool) { return "q", true }

func (e *executor) Judge(context.Context, *bench.Variant, bench.Answer) (judge.Judgement, error) {
	e.n++
	e.verdict.Judge = e.Name()
	return judge.Judgement{Verdict: e.verdict}, e.err
}

func (*executor) Read(*bench.Variant, bench.Answer, bench.Response) (bench.Verdict, bool) {
	return bench.Verdict{}, false
}

// Code is rewarded by its execution alone, a right denial without one, and what nothing could decide not at all.
func TestCode(t *testing.T) {
	const claim, deny = `{"vulnerable": true, "file": "x"}`, `{"vulnerable": false, "file": ""}`
	hit, miss := bench.Verdict{Strict: bench.Hit}, bench.Verdict{Strict: bench.Miss}
	unscored := bench.Verdict{Strict: bench.Unscored, Unscored: true, Reason: "cannot"}
	for _, c := range []struct {
		name   string
		truth  bench.Truth
		text   string
		exec   *executor
		reward float64 // -1: an error
		n      int     // executions
	}{
		{"works", bench.Vulnerable, claim, &executor{verdict: hit}, 1, 1},
		{"does not work", bench.Vulnerable, claim, &executor{verdict: miss}, 0, 1},
		{"undecided", bench.Vulnerable, claim, &executor{verdict: unscored}, -1, 1},
		{"no compiler", bench.Vulnerable, claim, &executor{err: errors.New("no compiler")}, -1, 1},
		{"nothing executes", bench.Vulnerable, claim, nil, -1, 0},
		{"denied", bench.Vulnerable, deny, &executor{verdict: hit}, 0, 0},
		{"nothing", bench.Vulnerable, "", &executor{verdict: hit}, 0, 0},
		{"rightly denied", bench.Safe, deny, &executor{verdict: miss}, 1, 0},
		{"repairs what is not broken", bench.Safe, claim, &executor{verdict: hit}, 0, 0},
	} {
		v := &bench.Variant{Truth: c.truth, Task: bench.Task{Language: "solidity"}}
		var exec judge.Referee
		if c.exec != nil {
			exec = c.exec
		}
		g := New([]exchange.Asked{{Question: exchange.Question{Prompt: "h"}, Variant: v, Asks: prompt.ForPatch}}, exec)
		got := g.Grade(t.Context(), Answer{Prompt: "h", Text: c.text})
		if c.reward < 0 {
			if got.Reward != nil || got.Right != nil || got.Error == "" {
				t.Errorf("%s: %+v, want an error and no reward", c.name, got)
			}
		} else if got.Reward == nil || *got.Reward != c.reward || got.Error != "" {
			t.Errorf("%s: %+v, want %v", c.name, got, c.reward)
		}
		if c.exec != nil && c.exec.n != c.n {
			t.Errorf("%s: %d executions, want %d", c.name, c.exec.n, c.n)
		}
	}
}
