// Package detect is the port to what assay measures: a detector turns a task into a response. A model with a
// strategy, a static analyser and the built-in reference subjects are all detectors, and are scored alike.
//
// The package implements no detector: detect/builtin has the offline ones, and detect/asked puts questions to a
// model.
package detect

import (
	"context"
	"errors"

	"assay/internal/bench"
)

// ErrNotApplicable marks the error of a detector that does not support a task, such as a question about
// Solidity with a task in SQL. Such a trial does not exist: it is neither a failure nor an answer.
var ErrNotApplicable = errors.New("does not apply")

// A Detector answers tasks. Implementations are safe for concurrent use, keep
// no state between calls, and do not retry.
type Detector interface {
	// Subject describes the detector. It never changes during a run.
	Subject() bench.Subject

	// PromptHash identifies the question that Detect would ask about the task. It is part of the trial key, so it
	// must change whenever the question does. Detectors that send no question return "". The error is
	// [ErrNotApplicable] when the detector does not support the task.
	PromptHash(bench.Task) (string, error)

	// Detect asks about one task. A refusal, a truncated or an unreadable answer is a Response. An error means
	// that there is no response text; the Response then still holds the facts about the attempts.
	Detect(context.Context, bench.Task) (bench.Response, error)
}
