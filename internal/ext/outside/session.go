package outside

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/model"
	"assay/internal/ext/agent"
)

// Bounds of the part of one trial that is kept, to limit the memory of this process, in bytes.
const (
	maxEvents = 32 << 20
	maxOutput = 8 << 10
)

// session is one trial: its tools, and its events in the form of all agents' transcripts. What the agent thinks
// between two calls is not known here, so each call is a turn.
type session struct {
	request   model.Request
	box       *agent.Toolbox
	maxCalls  int    // calls allowed, without submit
	submitted func() // called once, when an answer is accepted
	failed    func() // called once, when the harness fails

	mu     sync.Mutex
	events []transcript.Event
	size   int
	calls  int
	done   bool
	fault  error // of the harness: no calls follow it
}

func (s *session) begin(limits transcript.Limits) {
	s.append(transcript.Event{Kind: transcript.Begin, Question: &transcript.Asked{User: s.request.User,
		Tools:  s.request.Tools,
		Limits: limits}})
}

// end records how the trial ended, with the end of the command's output.
func (s *session) end(e bench.Ending, why error, output string) {
	text := strings.ToValidUTF8(output[max(0, len(output)-maxOutput):], "")
	if why != nil {
		text = why.Error() + "\n" + text
	}
	s.append(transcript.Event{Kind: transcript.End, Ending: e, Text: text})
}

func (s *session) append(e transcript.Event) {
	e.Seq, e.At = len(s.events), time.Now().UTC().Truncate(time.Millisecond)
	s.events = append(s.events, e)
}

// question returns the question in its stored form.
func (s *session) question() []byte {
	b, err := json.Marshal(s.events[0].Question)
	if err != nil {
		panic("outside: tools have schemas in JSON: " + err.Error())
	}
	return b
}

// over reports whether only an answer is still accepted.
func (s *session) over() bool { return s.calls >= s.maxCalls || s.size >= maxEvents }

// Call makes a call. A mistake of the agent is a result; an error is one of the harness or the context. It is
// never called concurrently.
func (s *session) Call(ctx context.Context, c bench.ToolCall) (transcript.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault != nil {
		return transcript.Result{}, s.fault
	}
	if s.over() && c.Name != agent.Submit {
		return transcript.Result{Error: true,
			Text: fmt.Sprintf("error: all calls of this trial are used (%d): answer with %s",
				s.calls, agent.Submit)}, nil
	}
	began := time.Now()
	res, err := s.box.Do(ctx, c)
	if err != nil {
		if ctx.Err() == nil { // else the agent canceled the call
			s.fault = err
			s.failed()
		}
		return res, err
	}
	s.calls++
	s.size += len(c.Args) + len(res.Text)
	s.append(transcript.Event{Kind: transcript.Said,
		Message: &transcript.Message{Turn: bench.Turn{Calls: []bench.ToolCall{c}},
			Finish: bench.Answered}})
	s.append(transcript.Event{Kind: transcript.CallEnded, Millis: time.Since(began).Milliseconds(), Call: c.ID,
		Tool:   c.Name,
		Result: &res})
	if _, ok := s.box.Submission(); ok && !s.done {
		s.done = true
		s.submitted()
	}
	return res, nil
}
