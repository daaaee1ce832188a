// Package transcript is the record of what an agent did in a trial: who runs agents writes it, and pages and exports
// read it.
package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"assay/internal/bench"
)

// Kind is the type of an event.
type Kind string

// The kinds, in the order in which they occur.
const (
	Begin     Kind = "begin"   // the question and the limits of the trial
	Said      Kind = "message" // a turn of the model, with its calls
	CallEnded Kind = "result"  // the result of a call
	Nudged    Kind = "nudge"   // a message of the scaffold
	Broken    Kind = "broken"  // a request without a response that ends the trial: context or time exceeded
	Resumed   Kind = "resumed" // a process continues a trial that another began
	End       Kind = "end"     // how the trial ended
)

// An Event is one step of a trial. Fields that do not apply are omitted.
type Event struct {
	Seq    int       `json:"seq"` // from 0
	Kind   Kind      `json:"kind"`
	At     time.Time `json:"at"`           // when it ended
	Millis int64     `json:"ms,omitempty"` // its duration

	Question *Asked       `json:"question,omitempty"` // begin
	Message  *Message     `json:"message,omitempty"`  // message
	Call     string       `json:"call,omitempty"`     // result: id of the call
	Tool     string       `json:"tool,omitempty"`     // result: name as the model wrote it
	Result   *Result      `json:"result,omitempty"`
	Text     string       `json:"text,omitempty"` // nudge, broken, end: description
	Ending   bench.Ending `json:"ending,omitempty"`
}

// Asked is the question of a trial, with its tools and limits.
type Asked struct {
	System string       `json:"system"`
	User   string       `json:"user"`
	Tools  []bench.Tool `json:"tools"`
	Limits Limits       `json:"limits"`
}

// Limits are the limits of a trial. 0 is no limit, except for Turns, which is at least 1.
type Limits struct {
	Turns   int     `json:"turns"`             // of the model
	Tokens  int64   `json:"tokens,omitempty"`  // of input and output, of all turns
	Seconds int     `json:"seconds,omitempty"` // of requests and calls, without idle time between processes
	Dollars float64 `json:"dollars,omitempty"` // where the price is known; a turn of unknown price ends the trial
}

// Result is the result of a call.
type Result struct {
	Text  string `json:"text"`            // what the agent sees
	Error bool   `json:"error,omitempty"` // the call failed through the agent's own fault
	Whole int    `json:"whole,omitempty"` // length in bytes before it was cut, 0 when it was not
	Hash  string `json:"hash"`            // of the tool's result, before it was cut
}

// Message is a turn of the model, with its cost.
type Message struct {
	Turn      bench.Turn        `json:"turn"`
	Finish    bench.Outcome     `json:"finish"`
	FinishRaw string            `json:"finish_raw,omitempty"`
	Model     string            `json:"model,omitempty"`
	RequestID string            `json:"request_id,omitempty"`
	Usage     bench.Usage       `json:"usage"`
	Attempts  int               `json:"attempts"`
	Cached    bool              `json:"cached,omitempty"`
	Params    map[string]string `json:"params,omitempty"`
	Dropped   []string          `json:"dropped,omitempty"`
}

// Encode writes events as JSON lines, the stored form of a transcript.
func Encode(events []Event) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range events {
		if err := enc.Encode(&events[i]); err != nil {
			panic("transcript: an event of strings and numbers cannot fail to encode: " + err.Error())
		}
	}
	return b.Bytes()
}

// Decode reads the output of [Encode]. The error names the event that it cannot read.
func Decode(text []byte) ([]Event, error) {
	var out []Event
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var e Event
		err := d.Decode(&e)
		if err == io.EOF {
			return out, nil
		}
		if err != nil || e.Seq != len(out) || e.Kind == "" {
			return out, fmt.Errorf("event %d of a transcript cannot be read: %v", len(out), err)
		}
		out = append(out, e)
	}
}
