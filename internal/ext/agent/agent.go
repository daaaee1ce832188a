package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/detect"
	"assay/internal/core/model"
)

// Version is part of every subject's version. Raise it when the same model may be told, or asked to do,
// something different.
const Version = "1"

// A Question makes the question of a trial. It is a model with a strategy, or a built-in agent.
type Question interface {
	Subject() bench.Subject
	// Request returns the question, with the schema of its answer. Errors are those
	// of [detect.Detector.PromptHash].
	Request(bench.Task) (model.Request, error)
}

// Journal stores the events of trials that have not ended. It is safe for concurrent use.
type Journal interface {
	// Events returns the stored events of a trial, in order; nil when there are none.
	Events(ctx context.Context, trial string) ([][]byte, error)
	// Append stores an event. It returns when the event is durable.
	Append(trial string, seq int, event []byte) error
	// Forget drops the events of a trial.
	Forget(trial string) error
}

// Config describes one subject.
type Config struct {
	Model    model.Model
	Question Question
	Scaffold Scaffold
	Limits   transcript.Limits
	Worlds   Worlds
	Journal  func() Journal                             // called at each trial; nil, or returning nil, stores nothing
	Check    func(text string) (reason string, ok bool) // whether a submission is readable as an answer
	Now      func() time.Time                           // nil is time.Now
}

// Detector measures one agent. It is safe for concurrent use.
type Detector struct {
	c       Config
	subject bench.Subject
}

var _ detect.Detector = (*Detector)(nil)

// New returns the detector. It sends no requests and opens no worlds.
func New(c Config) (*Detector, error) {
	switch {
	case c.Model == nil || c.Question == nil || c.Worlds == nil || c.Check == nil:
		return nil, errors.New("agent: a model, a question, worlds and a check are needed")
	case c.Limits.Turns < 1:
		return nil, errors.New("agent: the limit of turns must be at least 1")
	case c.Limits.Tokens < 0 || c.Limits.Seconds < 0 || !(c.Limits.Dollars >= 0):
		return nil, errors.New("agent: limits must not be negative")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	s := c.Question.Subject()
	s.Scaffold = c.Scaffold.Name
	s.Version = s.Version + "+agent " + Version
	if s.Kind == "model" {
		s.Name = s.Model + "+" + c.Scaffold.Name
		if s.Strategy != "" {
			s.Name += "@" + s.Strategy
		}
	}
	s.Doc += ", with scaffold " + c.Scaffold.Name
	s.Params = maps.Clone(s.Params)
	if s.Params == nil {
		s.Params = map[string]string{}
	}
	if limit, ok := s.Params["max_tokens"]; ok { // the limit of one turn, not of the answer
		delete(s.Params, "max_tokens")
		s.Params["turn_tokens"] = limit
	}
	s.Params["scaffold"] = c.Scaffold.Name + " " + c.Scaffold.Hash
	s.Params["turns"] = strconv.Itoa(c.Limits.Turns)
	if c.Limits.Tokens > 0 {
		s.Params["tokens"] = strconv.FormatInt(c.Limits.Tokens, 10)
	}
	if c.Limits.Seconds > 0 {
		s.Params["seconds"] = strconv.Itoa(c.Limits.Seconds)
	}
	if c.Limits.Dollars > 0 {
		s.Params["dollars"] = strconv.FormatFloat(c.Limits.Dollars, 'g', -1, 64)
	}
	return &Detector{c: c, subject: s}, nil
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject {
	s := d.subject
	s.Params = maps.Clone(s.Params)
	return s
}

// PromptHash implements [detect.Detector]: it covers the question, the plan and the tools.
func (d *Detector) PromptHash(task bench.Task) (string, error) {
	r, _, err := d.question(task)
	if err != nil {
		return "", err
	}
	return r.PromptHash(), nil
}

// question returns the first request, with the tools that the task has.
func (d *Detector) question(task bench.Task) (model.Request, []Tool, error) {
	r, err := d.c.Question.Request(task)
	if err != nil {
		return r, nil, err
	}
	list := Tools(d.c.Worlds.Parts(task), d.c.Scaffold.Tools, r.Schema)
	r.Tools, r.Schema, r.SchemaName = Offered(list), nil, ""
	r.System = strings.TrimSpace(r.System + "\n\n" + d.c.Scaffold.System)
	if d.c.Scaffold.Plan != "" {
		r.User += "\n\n" + d.c.Scaffold.Plan
	}
	return r, list, nil
}

// Detect implements [detect.Detector]. It continues where an earlier call for the same trial stopped.
func (d *Detector) Detect(ctx context.Context, task bench.Task) (bench.Response, error) {
	r, list, err := d.question(task)
	if err != nil {
		return bench.Response{}, err
	}
	world := Lazy(func(ctx context.Context) (World, error) { return d.c.Worlds.Open(ctx, task) })
	defer world.Close()
	t := &trial{d: d, key: model.TrialOf(ctx), request: r, box: NewToolbox(task, world, list, d.c.Check)}
	if d.c.Journal != nil && t.key != "" {
		t.journal = d.c.Journal()
	}
	err = t.begin(ctx)
	for err == nil {
		s := next(&d.c.Scaffold, d.c.Limits, t.events)
		if s.end != "" {
			if !fold(t.events).ended {
				err = t.append(transcript.Event{Kind: transcript.End, Ending: s.end})
			}
			break
		}
		if err = t.take(ctx, s); err != nil {
			break
		}
	}
	return t.response(err), err
}

// trial is one run of the loop.
type trial struct {
	d       *Detector
	key     string
	journal Journal // or nil
	request model.Request
	box     *Toolbox
	events  []transcript.Event
}

// begin reads the events of an earlier process and repeats its calls in a fresh world. The results must be the
// same.
func (t *trial) begin(ctx context.Context) error {
	var stored [][]byte
	if t.journal != nil {
		var err error
		if stored, err = t.journal.Events(ctx, t.key); err != nil {
			return fmt.Errorf("reading the events of a trial: %w", err)
		}
	}
	if len(stored) == 0 {
		return t.append(transcript.Event{Kind: transcript.Begin, Question: &transcript.Asked{System: t.request.System,
			User:  t.request.User,
			Tools: t.request.Tools, Limits: t.d.c.Limits}})
	}
	for i, b := range stored {
		var e transcript.Event
		if err := json.Unmarshal(b, &e); err != nil || e.Seq != i {
			return t.differs(i, "it cannot be read")
		}
		t.events = append(t.events, e)
	}
	if s := fold(t.events); s.ended || s.broken != "" {
		if c, ok := submission(t.events); ok {
			_, err := t.box.Do(ctx, c)
			return err
		}
		return nil
	}
	if err := t.repeat(ctx); err != nil {
		return err
	}
	return t.append(transcript.Event{Kind: transcript.Resumed})
}

// repeat makes the calls of the stored events again.
func (t *trial) repeat(ctx context.Context) error {
	var open []bench.ToolCall
	for i := range t.events {
		e := &t.events[i]
		switch e.Kind {
		case transcript.Said:
			open = e.Message.Turn.Calls
		case transcript.CallEnded:
			if len(open) == 0 || open[0].ID != e.Call {
				return t.differs(i, "no such call is open")
			}
			if t.box.repeatable(open[0].Name) {
				r, err := t.box.Do(ctx, open[0])
				if err != nil {
					return err
				}
				if r.Hash != e.Result.Hash {
					return t.differs(i, "the call "+e.Tool+" has another result now")
				}
			}
			open = open[1:]
		}
	}
	return nil
}

// differs ends a trial that cannot be continued. It drops the events, so that the next run starts the trial
// again.
func (t *trial) differs(at int, why string) error {
	if err := t.journal.Forget(t.key); err != nil {
		return err
	}
	return fmt.Errorf("the trial cannot be resumed at event %d: %s; it begins anew when it is asked again", at, why)
}

// append stores an event durably, before the trial continues.
func (t *trial) append(e transcript.Event) error {
	e.Seq, e.At = len(t.events), t.d.c.Now().UTC().Truncate(time.Millisecond)
	if t.journal != nil {
		b, err := json.Marshal(&e)
		if err != nil {
			return fmt.Errorf("keeping an event: %w", err)
		}
		if err := t.journal.Append(t.key, e.Seq, b); err != nil {
			return fmt.Errorf("keeping an event: %w", err)
		}
	}
	t.events = append(t.events, e)
	return nil
}

// take executes one step.
func (t *trial) take(ctx context.Context, s step) error {
	if s.nudge != "" {
		return t.append(transcript.Event{Kind: transcript.Nudged, Text: s.nudge})
	}
	if err := model.Halted(ctx); err != nil {
		return err
	}
	within, cancel := t.within(ctx)
	defer cancel()
	began := t.d.c.Now()
	took := func() int64 { return max(t.d.c.Now().Sub(began).Milliseconds(), 0) }
	if s.call != nil {
		r, err := t.box.Do(within, *s.call)
		switch {
		case err != nil && within.Err() != nil && ctx.Err() == nil:
			return t.append(transcript.Event{Kind: transcript.Broken, Millis: took(), Ending: bench.TimeLimit,
				Text: "the call " + s.call.Name +
					" took longer than was left"})
		case err != nil:
			return err
		}
		return t.append(transcript.Event{Kind: transcript.CallEnded, Millis: took(), Call: s.call.ID, Tool: s.call.Name,
			Result: &r})
	}
	r := t.request
	r.History = *s.request
	if t.d.c.Scaffold.Plan != "" && len(r.History) == 0 {
		r.Tools = nil
	}
	resp, err := t.d.c.Model.Generate(within, r)
	switch {
	case err != nil && within.Err() != nil && ctx.Err() == nil:
		return t.append(transcript.Event{Kind: transcript.Broken, Millis: took(), Ending: bench.TimeLimit,
			Text: "the request took longer than was left"})
	case model.KindOf(err) == model.ErrTooLong:
		return t.append(transcript.Event{Kind: transcript.Broken, Millis: took(), Ending: bench.ContextLimit,
			Text: err.Error()})
	case err != nil:
		return err
	}
	m := &transcript.Message{Finish: resp.Finish, FinishRaw: resp.FinishRaw, Model: resp.Model,
		RequestID: resp.RequestID,
		Usage:     resp.Usage, Attempts: resp.Attempts, Cached: resp.Cached, Params: resp.Params, Dropped: resp.Dropped}
	if resp.Turn != nil {
		m.Turn = *resp.Turn
	} else {
		m.Turn.Text = resp.Text
	}
	return t.append(transcript.Event{Kind: transcript.Said, Millis: took(), Message: m})
}

// within limits one step to the time that is left.
func (t *trial) within(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := t.d.c.Limits.Seconds
	if limit == 0 {
		return ctx, func() {}
	}
	left := time.Duration(limit)*time.Second - time.Duration(fold(t.events).millis)*time.Millisecond
	return context.WithTimeout(ctx, max(left, time.Millisecond))
}

// response summarizes a trial. err is why the trial has not ended, or nil.
func (t *trial) response(err error) bench.Response {
	s := fold(t.events)
	out := bench.Response{}
	cost, dated := 0.0, ""
	priced, cached := true, true
	for i := range t.events {
		m := t.events[i].Message
		if m == nil {
			continue
		}
		u := &m.Usage
		out.Usage.InputTokens += u.InputTokens
		out.Usage.OutputTokens += u.OutputTokens
		out.Usage.ReasoningTokens += u.ReasoningTokens
		out.Usage.CachedTokens += u.CachedTokens
		out.Usage.CacheWriteTokens += u.CacheWriteTokens
		if u.CostUSD == nil {
			priced = false
		} else {
			cost += *u.CostUSD
		}
		dated = max(dated, u.PriceDate)
		cached = cached && m.Cached
		out.Attempts += m.Attempts
		out.Model, out.RequestID, out.Params, out.Dropped = m.Model, m.RequestID, m.Params, m.Dropped
	}
	if s.turns > 0 {
		out.Cached = cached
		if priced {
			out.Usage.CostUSD, out.Usage.PriceDate = &cost, dated
		}
	}
	events := t.events
	ending := bench.AgentFailed
	if err != nil {
		events = append(events[:len(events):len(events)], transcript.Event{Seq: len(events), Kind: transcript.End,
			At: t.d.c.Now().UTC().Truncate(time.Millisecond), Ending: ending, Text: err.Error()})
	} else if n := len(events); n > 0 {
		ending = events[n-1].Ending
	}
	out.Text, _ = t.box.Submission()
	out.Finish, out.FinishRaw = ending.Outcome(), ending.Raw(s.turns)
	if out.Finish == bench.Unparsed || out.Finish == bench.Failed {
		out.Finish = bench.Answered // there is a response, and its text decides the outcome
	}
	if len(t.events) > 0 {
		if b, err := json.Marshal(t.events[0].Question); err == nil {
			out.RawRequest = b
		}
	}
	out.RawResponse = transcript.Encode(events)
	return out
}

// submission finds the call that submitted an answer.
func submission(events []transcript.Event) (c bench.ToolCall, ok bool) {
	var open []bench.ToolCall
	for i := range events {
		e := &events[i]
		switch {
		case e.Kind == transcript.Said:
			open = e.Message.Turn.Calls
		case e.Kind == transcript.CallEnded && len(open) > 0:
			if e.Tool == Submit && !e.Result.Error {
				return open[0], true
			}
			open = open[1:]
		}
	}
	return c, false
}
