// Package human is the provider "human": a person who answers in a browser. It measures
// people as models are measured: with the same questions, timed, and without access to
// labels, twins and judgements. "human:alice" is the subject alice.
//
// The page shows the prompt that a model gets, and a form instead of the JSON that the
// prompt asks for. Questions come one at a time, in the order of the plan. The time of
// an answer runs from the moment the page first shows the question. A declined question
// counts as a refusal, as for a model.
//
// The server listens on loopback. Its address contains a random path, so that no other
// page or user of the machine can answer.
package human

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Name is the provider's prefix in model names: "human:alice".
const Name = "human"

// Config holds the settings of the provider.
type Config struct {
	Say    func(string) // called once with the address; may be nil
	Listen string       // loopback address with port, "" for a free port
}

// New returns a person as a model. The server starts with the first question and ends
// with the program. Generate may be called concurrently; calls are answered one at a
// time.
func New(c Config) model.Model {
	if c.Listen == "" {
		c.Listen = "127.0.0.1:0"
	}
	return &provider{config: c, turn: make(chan struct{}, 1), path: "/" + rand.Text() + "/", opened: make(chan struct{})}
}

type provider struct {
	config Config
	turn   chan struct{} // holds the one question that may be open
	path   string        // of every page, with the random part

	mu      sync.Mutex
	started bool          // the server listens
	open    *question     // nil when no question is open
	count   int           // questions so far
	opened  chan struct{} // closed when a question opens, and replaced
}

// question is one request that waits for the person.
type question struct {
	model.Request
	Number int
	form   form
	shown  time.Time // when a page first showed it; else zero
	answer chan reply
}

type reply struct {
	text     string
	declined bool
}

// Generate implements [model.Model]: it waits until the person answers, declines, or
// ctx ends. A question that no page has shown also ends when the run is being stopped. It is free.
func (p *provider) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	if r.Converses() {
		return bench.Response{}, fail(model.ErrInvalid, model.ErrTools)
	}
	f, err := formOf(r.Schema)
	if err != nil {
		return bench.Response{}, fail(model.ErrInvalid, err)
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return bench.Response{}, ctx.Err()
	case <-model.HaltOf(ctx):
		return bench.Response{}, model.HaltedError()
	}
	if err := p.start(); err != nil {
		return bench.Response{}, fail(model.ErrNoModel, err)
	}
	q := p.ask(r, f)
	defer p.ask(model.Request{}, nil)
	halt := model.HaltOf(ctx)
	for {
		select {
		case <-ctx.Done():
			return bench.Response{}, ctx.Err()
		case <-halt:
			if p.shown(q).IsZero() {
				return bench.Response{}, model.HaltedError()
			}
			halt = nil // somebody may be writing the answer
		case a := <-q.answer:
			return p.response(r, q, a), nil
		}
	}
}

// shown returns when a page first showed the question, the zero time if none has.
func (p *provider) shown(q *question) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return q.shown
}

// response returns what a person replied.
func (p *provider) response(r model.Request, q *question, a reply) bench.Response {
	shown := p.shown(q)
	resp := bench.Response{Started: shown, Elapsed: time.Since(shown), Attempts: 1, Model: r.Model,
		Usage: bench.Usage{CostUSD: new(float64)},
		Text:  a.text, Finish: bench.Answered, FinishRaw: "answered", RawRequest: []byte(r.System + "\n\n" + r.User),
		RawResponse: []byte(a.text), Dropped: dropped(r)}
	if a.declined {
		resp.Finish, resp.FinishRaw = bench.Refused, "declined"
	}
	return resp
}

// dropped returns the settings that do not apply to a person, sorted.
func dropped(r model.Request) []string {
	var out []string
	for _, s := range []struct {
		name  string
		given bool
	}{{"max_tokens", r.MaxTokens > 0}, {"reasoning_effort", r.ReasoningEffort != ""}, {"seed", r.Seed != nil},
		{"temperature", r.Temperature != nil}} {
		if s.given {
			out = append(out, s.name)
		}
	}
	return out
}

// ask opens a question, or closes the open one when f is nil.
func (p *provider) ask(r model.Request, f form) *question {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f == nil {
		p.open = nil
		return nil
	}
	p.count++
	p.open = &question{Request: r, Number: p.count, form: f, answer: make(chan reply, 1)}
	close(p.opened)
	p.opened = make(chan struct{})
	return p.open
}

// start starts the server on the first call.
func (p *provider) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started {
		return nil
	}
	l, err := net.Listen("tcp", p.config.Listen)
	if err != nil {
		return fmt.Errorf("the page for answers cannot be served: %w", err)
	}
	p.started = true
	server := &http.Server{Handler: p.handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(l) }()
	if p.config.Say != nil {
		p.config.Say(fmt.Sprintf("answer the questions at http://%s%s", l.Addr(), p.path))
	}
	return nil
}

func fail(kind model.ErrorKind, err error) error {
	return &model.Error{Kind: kind, Err: fmt.Errorf("human: %w", err)}
}
