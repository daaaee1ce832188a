// Package imported reads answers that were produced elsewhere, so that they are
// scored like all others: with an agent, a tool or an API that assay does not
// know. It asks nobody.
//
// The format is JSON lines, one answer each:
//
//	{"sample": "blockbench/…", "subject": "my-agent", "text": "…"}
//	{"prompt": "3f2a…", "subject": "my-agent", "text": "…", "repetition": 1, "finish": "truncated",
//	 "model": "vendor/model-2026", "usage": {"input_tokens": 100, "output_tokens": 20, "cost_usd": 0.01}}
//
// sample is the key of a variant, prompt the hash of a rendered question; one of
// them is given. text is the answer as it came. finish is an outcome ("answered"
// where it is missing); an answer that there is not has no line.
package imported

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/internal/bench"
)

// Line is one answer.
type Line struct {
	Sample     string        `json:"sample"`
	Prompt     string        `json:"prompt"`
	Subject    string        `json:"subject"`
	Text       string        `json:"text"`
	Repetition int           `json:"repetition"`
	Finish     bench.Outcome `json:"finish"`
	Model      string        `json:"model"`
	Usage      bench.Usage   `json:"usage"`

	Number int `json:"-"` // of the line in its file, from 1
}

// maxLine bounds a line; no answer is that long.
const maxLine = 16 << 20

// MaxRepetition bounds the repetition of a line: each number up to the largest
// is part of the plan.
const MaxRepetition = 1000

// Read reads all lines. Its error names file:line for every problem it finds, up
// to ten. Two answers of one subject to one question in one repetition are a
// problem of the second.
func Read(r io.Reader, file string) ([]Line, error) {
	var out []Line
	var problems []error
	seen := map[string]int{}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), maxLine)
	n := 0
	for sc.Scan() && len(problems) < 10 {
		n++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		l, err := parse(sc.Bytes())
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", file, n, err))
			continue
		}
		l.Number = n
		id := fmt.Sprintf("%q %q %q %d", l.Subject, l.Sample, l.Prompt, l.Repetition)
		if first, twice := seen[id]; twice {
			problems = append(problems, fmt.Errorf("%s:%d: line %d has this answer's subject, question and repetition already", file, n, first))
			continue
		}
		seen[id] = n
		out = append(out, l)
	}
	if err := sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("longer than %d bytes", maxLine)
		}
		problems = append(problems, fmt.Errorf("%s:%d: %w", file, n+1, err))
	}
	if len(problems) == 0 && len(out) == 0 {
		problems = append(problems, fmt.Errorf("%s: there is no answer in it", file))
	}
	return out, errors.Join(problems...)
}

func parse(b []byte) (Line, error) {
	var l Line
	if !utf8.Valid(b) {
		return l, errors.New("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return l, fmt.Errorf("not an answer: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return l, errors.New("more than one value on a line")
	}
	u := l.Usage
	switch {
	case (l.Sample == "") == (l.Prompt == ""):
		return l, errors.New("one of sample and prompt says what is answered, not both")
	case l.Subject == "" || strings.ContainsFunc(l.Subject, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return l, fmt.Errorf("subject %q is not a name without spaces", l.Subject)
	case strings.HasPrefix(l.Subject, "builtin/"):
		return l, fmt.Errorf("subject %q is the name of a built-in subject", l.Subject)
	case l.Repetition < 0 || l.Repetition > MaxRepetition:
		return l, fmt.Errorf("repetition %d is not between 0 and %d", l.Repetition, MaxRepetition)
	case l.Finish == "":
		l.Finish = bench.Answered
	case l.Finish == bench.Failed || l.Finish == bench.Unparsed || !slices.Contains(bench.Outcomes(), l.Finish):
		return l, fmt.Errorf("finish %q is none of answered, refused, truncated, filtered", l.Finish)
	}
	if u.InputTokens < 0 || u.OutputTokens < 0 || u.ReasoningTokens < 0 || u.CachedTokens < 0 || u.CostUSD != nil && !(*u.CostUSD >= 0) {
		return l, errors.New("a usage is negative")
	}
	return l, nil
}
