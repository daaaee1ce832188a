// Package detect is the port for what assay measures: a detector turns a task
// into a response. A model asked with a strategy, a static analyser and the
// built-in reference subjects are all detectors, and are scored alike.
//
// The package holds no detector. detect/builtin has the offline ones,
// detect/asked puts questions to a model.
package detect

import (
	"context"
	"errors"

	"assay/internal/bench"
)

// ErrNotApplicable marks the error of a detector that is not meant for a task: a
// question about Solidity and a task in SQL. There is no such trial, which is
// neither a failure nor an answer.
var ErrNotApplicable = errors.New("does not apply")

// A Detector answers tasks. Implementations are safe for concurrent use, keep
// no state between calls, and do not retry.
type Detector interface {
	// Subject describes the detector. It never changes during a run.
	Subject() bench.Subject

	// PromptHash identifies the question that Detect would ask about the task.
	// It is part of the trial key, so it must change whenever the question
	// does. Detectors that ask nothing return "". The error is [ErrNotApplicable]
	// when the detector is not meant for the task.
	PromptHash(bench.Task) (string, error)

	// Detect asks about one task. A refusal, a cut or an unreadable answer is a
	// Response, not an error: an error means that there is no response at all.
	// On error the Response still holds the facts about the attempts.
	Detect(context.Context, bench.Task) (bench.Response, error)
}
