// Package replay is the provider "replay": it returns answers that were recorded
// before, or written by hand, offline and for free. [Recorder] writes the files that it
// reads.
//
// A recording is a file of JSON lines, one [Record] each. Blank lines and lines
// that begin with # are skipped; unknown members are errors.
package replay

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Name is the provider's prefix in model names: "replay:answers.jsonl".
const Name = "replay"

// Record is one recorded answer. Prompt, Task or Sample identifies the question; if
// several are set, the first of them counts.
type Record struct {
	Prompt string `json:"prompt,omitempty"` // [model.Request.PromptHash]: exactly this text
	Task   string `json:"task,omitempty"`   // [bench.Task.Hash]: this task, with any prompt
	Sample string `json:"sample,omitempty"` // a name of the sample or variant, for files written by hand

	// Repetition is the repetition that this answers. If no answer of a key has one
	// above 0, the order of the answers counts.
	Repetition int `json:"repetition,omitempty"`

	// After is the number of turns of the model that came before this one in a
	// conversation. It is not needed with Prompt, whose hash covers those turns.
	After int `json:"after,omitempty"`

	Model     string        `json:"model,omitempty"` // the model that answered
	Text      string        `json:"text"`
	Finish    bench.Outcome `json:"finish,omitempty"` // answered, refused, truncated or filtered; "" is answered
	FinishRaw string        `json:"finish_raw,omitempty"`
	Usage     *bench.Usage  `json:"usage,omitempty"`

	Calls []bench.ToolCall `json:"calls,omitempty"` // tool calls; missing ids are generated
}

// Records are the answers of one recording. They are read-only once loaded.
type Records struct {
	name    string
	answers map[string][]Record // in the order of repetitions
}

// maxLine bounds one record.
const maxLine = 16 << 20

// Load reads a recording. name is for messages; an error begins with it and the line
// number.
func Load(name string, r io.Reader) (*Records, error) {
	rs := &Records{name: name, answers: map[string][]Record{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		rec, key, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		rs.answers[key] = append(rs.answers[key], rec)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	if len(rs.answers) == 0 {
		return nil, fmt.Errorf("%s: the file contains no recorded answer", name)
	}
	for key, list := range rs.answers {
		rs.answers[key] = inOrder(list)
	}
	return rs, nil
}

// inOrder returns the answers of one key by repetition, the first of each; unchanged
// when no answer has a repetition above 0.
func inOrder(list []Record) []Record {
	if !slices.ContainsFunc(list, func(r Record) bool { return r.Repetition > 0 }) {
		return list
	}
	slices.SortStableFunc(list, func(a, b Record) int { return cmp.Compare(a.Repetition, b.Repetition) })
	return slices.CompactFunc(list, func(a, b Record) bool { return a.Repetition == b.Repetition })
}

func parse(line []byte) (rec Record, key string, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&rec); err != nil {
		return rec, "", err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return rec, "", errors.New("more than one value on a line")
	}
	if rec.Repetition < 0 {
		return rec, "", errors.New("repetitions count from 0")
	}
	if rec.After < 0 {
		return rec, "", errors.New("after must not be negative")
	}
	for i, c := range rec.Calls {
		if c.Name == "" {
			return rec, "", fmt.Errorf("call %d names no tool", i+1)
		}
	}
	switch rec.Finish {
	case "":
		rec.Finish = bench.Answered
	case bench.Answered, bench.Refused, bench.Truncated, bench.Filtered:
	default:
		return rec, "", fmt.Errorf("finish %q is not answered, refused, truncated or filtered", rec.Finish)
	}
	switch {
	case rec.Prompt != "":
		return rec, "prompt " + rec.Prompt, nil
	case rec.Task != "":
		return rec, after("task "+rec.Task, rec.After), nil
	case rec.Sample != "":
		return rec, after("sample "+rec.Sample, rec.After), nil
	}
	return rec, "", errors.New("one of prompt, task and sample must be set")
}

// after returns the key of the answers to a task or a sample after the given number of
// turns.
func after(key string, turns int) string {
	if turns == 0 {
		return key
	}
	return fmt.Sprintf("%s after %d", key, turns)
}

// New returns a model that gives the recorded answers. A request is answered by the
// records of its prompt, else of its task, else of the first of its names that has any;
// names returns the names of the task with a hash, and may be nil. Repetition n of a
// question ([model.WithRepetition]) gets the answer recorded for it, else answer n
// modulo the number of answers: the same question in the same repetition always has the
// same answer, independent of other requests.
//
// A request without an answer fails with [model.ErrMissing].
func New(rs *Records, names func(task string) []string) model.Model {
	if names == nil {
		names = func(string) []string { return nil }
	}
	return player{rs, names}
}

type player struct {
	records *Records
	names   func(string) []string
}

// Generate implements [model.Model].
func (p player) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	started := time.Now()
	if err := ctx.Err(); err != nil {
		return bench.Response{}, err
	}
	turns := 0
	for _, m := range r.History {
		if m.Turn != nil {
			turns++
		}
	}
	keys := []string{"prompt " + r.PromptHash()}
	if r.Task != "" {
		keys = append(keys, after("task "+r.Task, turns))
		for _, name := range p.names(r.Task) {
			keys = append(keys, after("sample "+name, turns))
		}
	}
	rec, ok := p.records.find(keys, model.RepetitionOf(ctx))
	if !ok {
		return bench.Response{}, &model.Error{Kind: model.ErrMissing,
			Err: fmt.Errorf("replay: %s has no answer to the prompt %.16s, %s; record it with --set record, or "+
				"write a line for it",
				p.records.name, r.PromptHash(), after(fmt.Sprintf("task %.16s", r.Task), turns))}
	}
	resp := bench.Response{
		Text: rec.Text, Finish: rec.Finish, FinishRaw: rec.FinishRaw, Model: rec.Model, Attempts: 1, Started: started,
		RawResponse: []byte(rec.Text),
	}
	if rec.Usage != nil {
		resp.Usage = *rec.Usage
	}
	if r.Converses() {
		resp.Turn = &bench.Turn{Calls: slices.Clone(rec.Calls)}
		model.Complete(&resp, r.History)
	}
	// A replayed answer is free.
	resp.Usage.CostUSD, resp.Usage.PriceDate = new(float64), ""
	return resp, nil
}

func (rs *Records) find(keys []string, repetition int) (Record, bool) {
	for _, key := range keys {
		list := rs.answers[key]
		if len(list) == 0 {
			continue
		}
		for _, rec := range list {
			if rec.Repetition == repetition && repetition > 0 {
				return rec, true
			}
		}
		return list[repetition%len(list)], true
	}
	return Record{}, false
}
