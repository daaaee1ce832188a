// Package model is the port for language models: one method, settings in the
// request, every ending of a response mapped to one of bench's outcomes.
// Providers live in subfolders; exchange is the HTTP client they share.
//
// Decorators, from the outside in: Cached returns earlier answers, Retry is the
// only place that tries twice, limit hands out the requests that an account may
// have in flight, and Budget reserves money before a request and settles after it.
// A halt in the context ends what waits in one of them; a request that was sent
// goes on. Fatal says which errors end all trials of a subject. modeltest.Exercise
// breaks every provider in the same ways over real HTTP.
package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"assay/internal/bench"
)

// A Model answers prompts. Implementations are safe for concurrent use, keep no
// settings between calls, and do not retry.
type Model interface {
	// Generate sends one request. A refusal, a filtered or a truncated answer
	// is a Response; an error is always an *Error or the context's error. On
	// error the Response still holds the facts about the attempts: their
	// number, and the raw bytes of the last one.
	Generate(context.Context, Request) (bench.Response, error)
}

// Request is one question with its settings. A setting that a provider or model
// does not take is left out, and named in the response's Dropped; none is
// ignored silently.
type Request struct {
	Model           string   // the provider's id of the model
	System          string   // "" sends no system message
	User            string   // never empty
	Temperature     *float64 // nil leaves the provider's default
	MaxTokens       int64    // 0 leaves the provider's default
	Schema          []byte   // JSON schema of the answer, nil for free text
	SchemaName      string
	ReasoningEffort string // "" leaves the provider's default; else one of [Efforts], and the provider's to refuse
	Seed            *int64 // of the provider's sampling; nil sends none
	CacheSystem     bool   // System is the same in many requests: mark it for the provider's cache, where marks exist

	// Task is the hash of the task that is asked about. It is never sent: it
	// lets recorded answers be found whatever words the prompt uses.
	Task string

	// Tools are what the model may call, in the order that is sent; none for a
	// question with one answer. History is what was said after User: the model's
	// turns and the results of its calls, in order.
	Tools   []Tool    `json:",omitempty"`
	History []Message `json:",omitempty"`
}

// PromptHash identifies the words that are asked, whatever the model and the
// settings: 64 hex digits over System and User, and over the tools and the
// history where there are any. Raw forms of turns are not words.
func (r Request) PromptHash() string {
	h := sha256.New()
	put := func(words ...string) {
		for _, w := range words {
			fmt.Fprintf(h, "%d:%s", len(w), w)
		}
	}
	put(r.System, r.User)
	for _, t := range r.Tools {
		put("tool", t.Name, t.Doc, string(t.Params))
	}
	for _, m := range r.History {
		if m.Turn != nil {
			put("turn", m.Turn.Text)
			for _, c := range m.Turn.Calls {
				put("call", c.ID, c.Name, c.Args)
			}
		}
		for _, res := range m.Results {
			put("result", res.ID, res.Name, res.Text, strconv.FormatBool(res.Error))
		}
		if m.User != "" {
			put("user", m.User)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Size returns the bytes of the question: words, schema, tools and history. A turn
// counts as the longer of its two forms, since either may be sent.
func (r Request) Size() int {
	n := len(r.System) + len(r.User) + len(r.Schema)
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Doc) + len(t.Params)
	}
	for _, m := range r.History {
		n += len(m.User)
		if m.Turn != nil {
			parts := len(m.Turn.Text)
			for _, c := range m.Turn.Calls {
				parts += len(c.ID) + len(c.Name) + len(c.Args)
			}
			n += max(parts, len(m.Turn.Raw))
		}
		for _, res := range m.Results {
			n += len(res.ID) + len(res.Name) + len(res.Text)
		}
	}
	return n
}

// Efforts are the words for how long a model may think, in rising order.
// Providers know some of them; which is theirs to say.
func Efforts() []string { return []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"} }

// ErrorKind says what a caller can do about a failed request.
type ErrorKind string

const (
	ErrRateLimit   ErrorKind = "rate-limit"  // wait, then try again
	ErrUnavailable ErrorKind = "unavailable" // server error or broken connection: try again
	ErrAuth        ErrorKind = "auth"        // wrong key, no credit: no request to this provider will work
	ErrNoModel     ErrorKind = "no-model"    // no model of that name there: no request to this model will work
	ErrInvalid     ErrorKind = "invalid"     // the request itself is not accepted: this trial will never work
	ErrProtocol    ErrorKind = "protocol"    // the body is not what the API promises: try again
	ErrMissing     ErrorKind = "missing"     // no answer is recorded for this request, which only recordings say
	ErrHalted      ErrorKind = "halted"      // not sent: the run is being stopped
	ErrBudget      ErrorKind = "budget"      // not sent: the budget does not allow it, or any later request
	ErrInFlight    ErrorKind = "in-flight"   // sent in a batch, whose results are still to be fetched: by the next run
)

// Error is a request that brought no response. Its text carries no secret: it
// is built from the status and the provider's message, never from headers.
type Error struct {
	Kind       ErrorKind
	Status     int           // HTTP status, 0 when there was none
	RetryAfter time.Duration // what the server asked for, 0 when nothing
	Free       bool          // nothing is charged for it, whatever was sent
	Err        error
}

func (e *Error) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s (HTTP %d): %v", e.Kind, e.Status, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.Kind, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Temporary reports whether the same request may work later.
func (e *Error) Temporary() bool {
	return e.Kind == ErrRateLimit || e.Kind == ErrUnavailable || e.Kind == ErrProtocol
}

// KindOf returns the kind of the first *Error in err's chain, or "".
func KindOf(err error) ErrorKind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// Fatal reports whether err means that no request to the same model can work, so
// that asking on would only fail once for every trial.
func Fatal(err error) bool {
	switch KindOf(err) {
	case ErrAuth, ErrNoModel:
		return true
	}
	return false
}
