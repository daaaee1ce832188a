// Package model is the port for language models: one method, settings in the request,
// every ending of a response mapped to an outcome of package bench. Providers are in
// subfolders; exchange is the HTTP client that they share.
//
// Decorators, from the outside in: Cached returns earlier answers, Retry is the only
// place that repeats requests, limit bounds the requests that an account may have in
// flight, and Budget reserves money before a request and settles after it. A halt in
// the context ends every wait in a decorator; requests already sent continue. Fatal
// reports which errors end all trials of a subject. modeltest.Exercise tests every
// provider with the same faults over real HTTP.
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
	// Generate sends one request. A refusal, a filtered or a truncated answer is a
	// Response; an error is always an *Error or the context's error. On error the
	// Response still holds the number of attempts and the raw bytes of the last one.
	Generate(context.Context, Request) (bench.Response, error)
}

// Request is one question with its settings. A setting that a provider or model does
// not accept is omitted and named in the response's Dropped; none is ignored silently.
type Request struct {
	Model           string   // the provider's id of the model
	System          string   // "" sends no system message
	User            string   // never empty
	Temperature     *float64 // nil leaves the provider's default
	MaxTokens       int64    // 0 leaves the provider's default
	Schema          []byte   // JSON schema of the answer, nil for free text
	SchemaName      string
	ReasoningEffort string // "" leaves the provider's default; else one of [Efforts], which the provider may refuse
	Seed            *int64 // seed of the provider's sampling; nil sends none
	CacheSystem     bool   // System is the same in many requests: mark it for the provider's cache, if it has marks

	// Task is the hash of the task in question. It is never sent: recorded answers are
	// found by it, independent of the wording of the prompt.
	Task string

	// Tools are the tools that the model may call, in the order in which they are sent;
	// none for a question with one answer. History is the conversation after User: the
	// model's turns and the results of its calls, in order.
	Tools   []Tool    `json:",omitempty"`
	History []Message `json:",omitempty"`
}

// PromptHash identifies the text of the question, independent of model and settings: 64
// hex digits over System and User, and over the tools and the history if any. Raw forms
// of turns are not included.
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

// Size returns the size of the question in bytes: text, schema, tools and history. A
// turn counts as the longer of its two forms, since either may be sent.
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

// Efforts returns the levels of reasoning effort, in rising order. Each provider
// supports some of them and decides which.
func Efforts() []string { return []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"} }

// ErrorKind tells a caller how to handle a failed request.
type ErrorKind string

const (
	ErrRateLimit   ErrorKind = "rate-limit"  // wait, then try again
	ErrUnavailable ErrorKind = "unavailable" // server error or broken connection: try again
	ErrAuth        ErrorKind = "auth"        // wrong key, no credit: no request to this provider will work
	ErrNoModel     ErrorKind = "no-model"    // unknown model id: no request to this model will work
	ErrInvalid     ErrorKind = "invalid"     // the request itself is not accepted: this trial will never work
	ErrTooLong     ErrorKind = "too-long"    // the question does not fit the model's context: others may
	ErrProtocol    ErrorKind = "protocol"    // the body is not what the API promises: try again
	ErrMissing     ErrorKind = "missing"     // no answer is recorded for this request; only recordings return it
	ErrHalted      ErrorKind = "halted"      // not sent: the run is being stopped
	ErrBudget      ErrorKind = "budget"      // not sent: the budget does not allow it, or any later request
	ErrInFlight    ErrorKind = "in-flight"   // sent in a batch, whose results the next run fetches
)

// Error describes a request without a response. Its text contains no secret: it is
// built from the status and the provider's message, never from headers.
type Error struct {
	Kind       ErrorKind
	Status     int           // HTTP status, 0 when there was none
	RetryAfter time.Duration // the wait that the server asked for, 0 for none
	Free       bool          // the request is not charged for, even if it was sent
	Err        error
}

func (e *Error) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s (HTTP %d): %v", e.Kind, e.Status, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.Kind, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// MaxWait is the longest wait that a server may ask for and gets. A longer one ends the subject.
const MaxWait = time.Hour

// Temporary reports whether the same request may work after at most [MaxWait].
func (e *Error) Temporary() bool {
	return e.RetryAfter <= MaxWait && (e.Kind == ErrRateLimit || e.Kind == ErrUnavailable || e.Kind == ErrProtocol)
}

// KindOf returns the kind of the first *Error in err's chain, or "".
func KindOf(err error) ErrorKind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// Fatal reports whether err means that no request to the same model can work for longer
// than [MaxWait], so that every further trial would fail too.
func Fatal(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Kind == ErrAuth || e.Kind == ErrNoModel || e.RetryAfter > MaxWait)
}
