// Package constant holds the detectors that ignore the text: one calls everything vulnerable, the other
// everything safe. Every metric must place these two extremes correctly: full recall with no precision, and no
// findings at all.
package constant

import (
	"context"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Detector gives one answer to every task of a language.
type Detector struct {
	subject bench.Subject
	answer  bench.Answer
}

var _ detect.Detector = Detector{}

// Vulnerable returns builtin/always-vulnerable. Its one finding has no location and no class, so it can match
// no label.
func Vulnerable() Detector {
	return Detector{
		subject: bench.Subject{Name: "builtin/always-vulnerable", Kind: "builtin", Version: "1",
			Doc: "calls everything vulnerable without looking"},
		answer: bench.Answer{
			Verdict:     bench.Vulnerable,
			Confidence:  new(0.5),
			Explanation: "This detector calls every text vulnerable.",
			Findings: []bench.Finding{{
				Type:        bench.Class("other").Title(),
				Severity:    "medium",
				Explanation: "There may be a flaw somewhere in this code.",
			}},
		},
	}
}

// Safe returns builtin/always-safe.
func Safe() Detector {
	return Detector{
		subject: bench.Subject{Name: "builtin/always-safe", Kind: "builtin", Version: "1",
			Doc: "calls everything safe without looking"},
		answer: bench.Answer{
			Verdict:     bench.Safe,
			Confidence:  new(0.5),
			Explanation: "This detector calls every text safe.",
		},
	}
}

// Subject implements [detect.Detector].
func (d Detector) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector]; no question is sent.
func (d Detector) PromptHash(bench.Task) (string, error) { return "", nil }

// Detect implements [detect.Detector].
func (d Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	return detect.Reply(task, d.answer), nil
}
