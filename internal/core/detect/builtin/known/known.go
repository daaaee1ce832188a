// Package known has the detectors whose attacks and repairs have a known value: gold answers, no answers, and
// claims that change nothing. The judge that executes them must score them full, zero and zero.
package known

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Answer is one known answer.
type Answer struct {
	Claims bool   // it claims that there is something to attack, repair or test
	Code   string // an attacker's contract, a repaired text, or an attempt on a query or a test as JSON

	// Work makes the code on demand, where that takes time; nil uses Code. why is "" or the reason why there is no
	// code: then the response is a refusal.
	Work func(ctx context.Context) (code, why string, err error)
}

// Detector gives known answers of one kind.
type Detector struct {
	subject bench.Subject
	kind    bench.AnswerKind
	answers map[string]Answer // by hash of the task; a task without an entry is not applicable
}

var _ detect.Detector = (*Detector)(nil)

// New returns the detector with this name. It gives answers of one kind by hash of the task.
func New(name, doc string, kind bench.AnswerKind, answers map[string]Answer) *Detector {
	strategy := string(kind) // one that asks for answers of the kind
	if kind == bench.AnswerTest {
		strategy = "sql-test"
	}
	return &Detector{kind: kind, answers: answers, subject: bench.Subject{
		Name: name + "@" + kind.Task(), Kind: "builtin", Version: "1", Strategy: strategy, Doc: doc,
	}}
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector]. It is the hash of the answer, because the answer comes from outside.
func (d *Detector) PromptHash(task bench.Task) (string, error) {
	a, err := d.answer(task)
	text := "worked out"
	if err == nil && a.Work == nil {
		text, err = d.text(task, a)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), err
}

// Detect implements [detect.Detector].
func (d *Detector) Detect(ctx context.Context, task bench.Task) (bench.Response, error) {
	a, err := d.answer(task)
	if err == nil && a.Work != nil {
		var why string
		if a.Code, why, err = a.Work(ctx); err == nil && why != "" {
			return bench.Response{Text: why, RawResponse: []byte(why), Finish: bench.Refused, FinishRaw: why, Attempts: 1}, nil
		}
	}
	var text string
	if err == nil {
		text, err = d.text(task, a)
	}
	if err != nil {
		return bench.Response{Attempts: 1}, err
	}
	return bench.Response{Text: text, RawResponse: []byte(text), Finish: bench.Answered, Attempts: 1}, nil
}

// answer returns the known answer to a task.
func (d *Detector) answer(task bench.Task) (Answer, error) {
	a, ok := d.answers[task.Hash()]
	if !ok {
		return a, fmt.Errorf("%s %w: no answer of this kind is known", d.subject.Name, detect.ErrNotApplicable)
	}
	return a, nil
}

// text returns the answer in the format that a model is asked for.
func (d *Detector) text(task bench.Task, a Answer) (string, error) {
	out := map[string]any{"explanation": "A known answer."}
	switch {
	case d.kind == bench.AnswerPatch:
		out["vulnerable"], out["file"] = a.Claims, a.Code
	case task.Language == "solidity":
		out["exploitable"], out["contract"] = a.Claims, a.Code
	default:
		out["exploitable"], out["situation"], out["calls"] = a.Claims, 0, []any{}
		if d.kind == bench.AnswerTest {
			out = map[string]any{"explanation": out["explanation"], "vulnerable": a.Claims, "assert": ""}
		}
		if a.Claims {
			var attempt map[string]json.RawMessage
			if err := json.Unmarshal([]byte(a.Code), &attempt); err != nil {
				return "", fmt.Errorf("%s: the known calls: %w", d.subject.Name, err)
			}
			for name, value := range attempt {
				out[name] = value
			}
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil { // the encoder sorts keys
		return "", fmt.Errorf("%s: %w", d.subject.Name, err)
	}
	return b.String(), nil
}
