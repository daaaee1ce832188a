package llm

import (
	"context"
	"errors"
	"fmt"

	"assay/internal/bench"
	"assay/internal/model"
)

// Config describes one judge.
type Config struct {
	Model     model.Model
	Name      string // with the provider: "openrouter/vendor/model"
	ID        string // the provider's name of the model
	MaxTokens int64  // of a reply; 0 leaves it to the provider
}

// Judge asks one model. It is safe for concurrent use.
type Judge struct {
	cfg Config
}

// New returns the judge. It does not ask anything.
func New(c Config) (*Judge, error) {
	if c.Model == nil || c.Name == "" || c.ID == "" || c.MaxTokens < 0 {
		return nil, errors.New("llm: a judge needs a model, its name and its id")
	}
	return &Judge{c}, nil
}

// Name identifies the judge in the store: the model and the version of the
// question.
func (j *Judge) Name() string { return fmt.Sprintf("llm:%s/%d", j.cfg.Name, Version) }

// Judgement is one judge's decision on one answer, with the record of how it
// came about.
type Judgement struct {
	Verdict  bench.Verdict
	Response bench.Response // zero when nothing had to be asked
	Asked    bool
	Injected string // the place where the candidate speaks to its judge, "" when it does not
}

// Judge decides on an answer. An answer without findings needs no model: it
// found nothing. An answer that speaks to the judge is not shown to one: it is
// unscored, as prompt-injected.
//
// The error is the model's: a *model.Error or the context's. A reply that cannot
// be read is no error; the verdict is then unscored, with the reason.
func (j *Judge) Judge(ctx context.Context, v *bench.Variant, a bench.Answer) (Judgement, error) {
	out := Judgement{Injected: Injected(a)}
	if out.Injected != "" {
		out.Verdict = unscored(v, fmt.Sprintf("prompt-injected: the answer speaks to its judge: %q", out.Injected))
		out.Verdict.Judge = j.Name()
		return out, nil
	}
	if len(a.Findings) == 0 {
		out.Verdict = bench.Verdict{Judge: j.Name(), Reason: "there is no finding"}
		if v.Truth == bench.Vulnerable {
			out.Verdict.Strict, out.Verdict.Lenient = bench.Miss, bench.Miss
		}
		return out, nil
	}
	q := ask(v, a)
	zero := 0.0
	resp, err := j.cfg.Model.Generate(ctx, model.Request{Model: j.cfg.ID, System: system, User: q.user, Temperature: &zero,
		MaxTokens: j.cfg.MaxTokens, Schema: schema, SchemaName: "judgement"})
	out.Response, out.Asked = resp, true
	if err != nil {
		return out, err
	}
	if resp.Finish != "" && resp.Finish != bench.Answered {
		out.Verdict = unscored(v, fmt.Sprintf("the judge's reply was %s", resp.Finish))
	} else if verdict, err := read(resp.Text, q, v, a); err != nil {
		out.Verdict = unscored(v, err.Error())
	} else {
		out.Verdict = verdict
	}
	out.Verdict.Judge = j.Name()
	return out, nil
}

// unscored is the verdict that decides nothing.
func unscored(v *bench.Variant, reason string) bench.Verdict {
	out := bench.Verdict{Reason: reason, Unscored: true}
	if v.Truth == bench.Vulnerable {
		out.Strict, out.Lenient = bench.Unscored, bench.Unscored
	}
	return out
}
