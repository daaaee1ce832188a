// Package grade grades single answers to the questions of a suite, for a program that asks or trains elsewhere: the
// truth and the proofs stay here, and only the grade leaves.
package grade

import (
	"context"
	"errors"
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/run/exchange"
	"assay/internal/ext/interchange"
)

// Answer is what a program received for a question.
type Answer struct {
	Prompt string `json:"prompt"`           // hash of the question
	Text   string `json:"text"`             // as received
	Finish string `json:"finish,omitempty"` // that program's word for why it stopped: "length", "content_filter", …
}

// Grade is the value of an answer. Whatever prevents a decision is an Error and no reward: the subject is not to
// blame for it.
type Grade struct {
	Prompt  string        `json:"prompt,omitempty"`
	Reward  *float64      `json:"reward"`            // 1 or 0, nil with an Error
	Right   *bool         `json:"right,omitempty"`   // the answer says correctly whether there is a flaw; nil with an Error
	Outcome bench.Outcome `json:"outcome,omitempty"` // how the text was read; without an answer the reward is 0
	Verdict string        `json:"verdict,omitempty"` // what the answer says: vulnerable or safe
	Judge   string        `json:"judge,omitempty"`   // of the claim of a flaw that is there; "" where the verdict alone decides
	Reason  string        `json:"reason,omitempty"`
	Error   string        `json:"error,omitempty"`
}

// Grader grades answers to the questions of one strategy about variants.
type Grader struct {
	asked map[string]exchange.Asked // by hash of the question
	rule  judge.Judge
	exec  judge.Referee // decides on code in answers; nil without it
}

// New returns the grader of these questions. exec executes the code in answers; it may be nil if no question asks for
// code.
func New(asked []exchange.Asked, exec judge.Referee) *Grader {
	g := &Grader{asked: map[string]exchange.Asked{}, rule: judge.Rule{}, exec: exec}
	for _, a := range asked {
		if _, ok := g.asked[a.Prompt]; !ok { // texts that read the same have the same truth
			g.asked[a.Prompt] = a
		}
	}
	return g
}

// Grade grades an answer. The reward is 1 if it says of a safe text that there is nothing to find, attack or repair,
// and of a vulnerable one what the judge counts as a strict hit: the documented flaw at its place, an attack that
// works there and not on the twin, or a repair that ends the flaw and breaks nothing.
func (g *Grader) Grade(ctx context.Context, in Answer) Grade {
	out := Grade{Prompt: in.Prompt}
	if err := g.grade(ctx, in, &out); err != nil {
		return Grade{Prompt: in.Prompt, Outcome: out.Outcome, Verdict: out.Verdict, Judge: out.Judge, Error: err.Error()}
	}
	return out
}

func (g *Grader) grade(ctx context.Context, in Answer, out *Grade) error {
	q, ok := g.asked[in.Prompt]
	if !ok {
		return fmt.Errorf("no selected question has the hash %q: were the questions exported from another version of "+
			"the suite, or with other flags?", in.Prompt)
	}
	v := q.Variant
	t := bench.Trial{Variant: v, Details: &bench.Details{Response: bench.Response{Text: in.Text,
		Finish: interchange.Finish(in.Finish), FinishRaw: in.Finish}}}
	engine.Derive(q.Asks, 0, &t, g.rule)
	out.Outcome, out.Reason = t.Outcome, t.Reason
	right := t.Answer != nil && t.Answer.Verdict == v.Truth
	hit := right
	if t.Answer != nil {
		out.Verdict = t.Answer.Verdict.String()
	}
	if right && v.Truth == bench.Vulnerable { // everything else is decided without what the answer says about the flaw
		verdict, err := g.verdict(ctx, v, &t)
		if err != nil {
			return err
		}
		out.Judge, out.Reason = verdict.Judge, verdict.Reason
		if hit = verdict.Strict == bench.Hit; !hit && verdict.Strict != bench.Miss {
			return fmt.Errorf("%s has no decision: %s", verdict.Judge, verdict.Reason)
		}
	}
	reward := 0.0
	if hit {
		reward = 1
	}
	out.Reward, out.Right = &reward, &right
	return nil
}

// verdict returns the verdict on an answer that claims a flaw: of the judge that reads, or on code of the one that
// executes.
func (g *Grader) verdict(ctx context.Context, v *bench.Variant, t *bench.Trial) (bench.Verdict, error) {
	if t.Answer.Kind == "" {
		return *t.Verdict, nil
	}
	if g.exec == nil {
		return bench.Verdict{}, errors.New("the answer has code, and nothing executes it here")
	}
	j, err := g.exec.Judge(ctx, v, *t.Answer)
	return j.Verdict, err
}
