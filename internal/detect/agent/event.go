package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"assay/internal/bench"
	"assay/internal/model"
)

// Kind says what an event is.
type Kind string

// The kinds, as they follow one another.
const (
	Begin     Kind = "begin"   // the question, and what a trial is held to
	Said      Kind = "message" // a turn of the model, with its calls
	CallEnded Kind = "result"  // what came of a call
	Nudged    Kind = "nudge"   // words of the scaffold
	Broken    Kind = "broken"  // a request without a response that ends the trial: no room, no time
	Resumed   Kind = "resumed" // a process went on with what another had begun
	End       Kind = "end"     // how the trial ended
)

// An Event is one step of a trial. What one has not is left out.
type Event struct {
	Seq    int       `json:"seq"` // from 0
	Kind   Kind      `json:"kind"`
	At     time.Time `json:"at"`           // when it was over
	Millis int64     `json:"ms,omitempty"` // that it took

	Question *Asked       `json:"question,omitempty"` // begin
	Message  *Message     `json:"message,omitempty"`  // message
	Call     string       `json:"call,omitempty"`     // result: id of the call
	Tool     string       `json:"tool,omitempty"`     // result: as the model named it
	Result   *Result      `json:"result,omitempty"`
	Text     string       `json:"text,omitempty"` // nudge, broken, end: in words
	Ending   bench.Ending `json:"ending,omitempty"`
}

// Asked is what a trial begins with.
type Asked struct {
	System string       `json:"system"`
	User   string       `json:"user"`
	Tools  []model.Tool `json:"tools"`
	Limits Limits       `json:"limits"`
}

// Message is a turn of the model, with what it cost.
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

// Encode writes events as JSON lines, the form in which a trial's transcript is kept.
func Encode(events []Event) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range events {
		if err := enc.Encode(&events[i]); err != nil {
			panic("agent: an event of strings and numbers cannot fail to encode: " + err.Error())
		}
	}
	return b.Bytes()
}

// Decode reads what [Encode] wrote. The error says at which event it cannot be read.
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
