// Package imported reads answers that were produced elsewhere, by an agent, a tool or an API that assay does
// not know, so that they are scored like all others. It sends no requests.
//
// The format is JSON lines, one answer each:
//
//	{"sample": "blockbench/…", "subject": "my-agent", "text": "…"}
//	{"prompt": "3f2a…", "subject": "my-agent", "text": "…", "repetition": 1, "finish": "truncated",
//	 "model": "vendor/model-2026", "usage": {"input_tokens": 100, "output_tokens": 20, "cost_usd": 0.01}}
//
// sample is the key of a variant, and prompt the hash of a rendered question; one of them is given. strategy
// describes, in the record of a run, how the subject was asked: a question that the record does not contain
// with this strategy was not asked. text is the answer as received. finish is an outcome, by default
// "answered". An answer that does not exist has no line.
package imported

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
)

// Line is one answer.
type Line struct {
	Sample     string        `json:"sample"`
	Prompt     string        `json:"prompt"`
	Subject    string        `json:"subject"`
	Strategy   string        `json:"strategy,omitempty"` // how it was asked, "" for unknown; from the record of a run
	Text       string        `json:"text"`
	Repetition int           `json:"repetition"`
	Finish     bench.Outcome `json:"finish"`
	Model      string        `json:"model"`
	Usage      bench.Usage   `json:"usage"`

	Place string `json:"-"` // its position, as in "answers.jsonl:3"; for messages
}

// MaxRepetition bounds the repetition of a line, since each number up to the largest is part of the plan.
const MaxRepetition = 1000

// Read reads all lines. Its error lists up to ten problems, each with file:line. When two lines answer the same
// question of one subject in the same repetition, the second is the problem.
func Read(r io.Reader, file string) ([]Line, error) {
	var out []Line
	seen := map[string]int{}
	err := jsonl.Read(r, file, "an answer", func(n int, l Line) error {
		if err := l.Check(); err != nil {
			return err
		}
		id := fmt.Sprintf("%q %q %q %d", l.Subject, l.Sample, l.Prompt, l.Repetition)
		if first, duplicate := seen[id]; duplicate {
			return fmt.Errorf("line %d has this answer's subject, question and repetition already", first)
		}
		seen[id], l.Place = n, fmt.Sprintf("%s:%d", file, n)
		out = append(out, l)
		return nil
	})
	return out, err
}

// Check returns the first problem of a line, and sets the defaults of missing fields.
func (l *Line) Check() error {
	u := l.Usage
	switch {
	case (l.Sample == "") == (l.Prompt == ""):
		return errors.New("one of sample and prompt is required, not both")
	case l.Subject == "" || strings.ContainsFunc(l.Subject, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return fmt.Errorf("subject %q is not a name without spaces", l.Subject)
	case strings.HasPrefix(l.Subject, "builtin/"):
		return fmt.Errorf("subject %q is the name of a built-in subject", l.Subject)
	case l.Repetition < 0 || l.Repetition > MaxRepetition:
		return fmt.Errorf("repetition %d is not between 0 and %d", l.Repetition, MaxRepetition)
	case l.Finish == "":
		l.Finish = bench.Answered
	case l.Finish == bench.Failed || l.Finish == bench.Unparsed || !slices.Contains(bench.Outcomes(), l.Finish):
		return fmt.Errorf("finish %q is none of answered, refused, truncated, filtered", l.Finish)
	}
	if u.InputTokens < 0 || u.OutputTokens < 0 || u.ReasoningTokens < 0 || u.CachedTokens < 0 || u.CostUSD != nil &&
		!(*u.CostUSD >= 0) {
		return errors.New("usage must not be negative")
	}
	return nil
}
