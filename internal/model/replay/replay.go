// Package replay is the provider "replay": answers that were recorded before,
// or written by hand, are given again, offline and for free. Record writes what
// it reads.
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
	"assay/internal/model"
)

// Name is the provider's prefix in model names: "replay:answers.jsonl".
const Name = "replay"

// Record is one recorded answer. One of Prompt, Task and Sample says what it
// answers; where several do, the first of them that is set counts.
type Record struct {
	Prompt string `json:"prompt,omitempty"` // [model.Request.PromptHash]: these very words
	Task   string `json:"task,omitempty"`   // [bench.Task.Hash]: this code, however it is asked about
	Sample string `json:"sample,omitempty"` // a name of the sample or variant, for files written by hand

	// Repetition says which repetition this answers. Where no answer of a key has
	// one above 0, their order does.
	Repetition int `json:"repetition,omitempty"`

	// After says which turn of a conversation this is: how many turns of the model
	// came before. A prompt's hash covers them already.
	After int `json:"after,omitempty"`

	Model     string        `json:"model,omitempty"` // that answered
	Text      string        `json:"text"`
	Finish    bench.Outcome `json:"finish,omitempty"` // answered, refused, truncated or filtered; "" is answered
	FinishRaw string        `json:"finish_raw,omitempty"`
	Usage     *bench.Usage  `json:"usage,omitempty"`

	Calls []bench.ToolCall `json:"calls,omitempty"` // of tools; ids that are missing are made up
}

// Records are the answers of one recording. They are read only once loaded.
type Records struct {
	name    string
	answers map[string][]Record // in the order of repetitions
}

// maxLine bounds one record.
const maxLine = 16 << 20

// Load reads a recording. name is for messages; an error begins with it and the
// number of the line.
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
		return nil, fmt.Errorf("%s: there is no recorded answer in it", name)
	}
	for key, list := range rs.answers {
		rs.answers[key] = inOrder(list)
	}
	return rs, nil
}

// inOrder returns the answers of one key by repetition, the first that was given
// of each; as they are when none says which it is.
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
		return rec, "", errors.New("there are no fewer than 0 turns before an answer")
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
	return rec, "", errors.New("one of prompt, task and sample must say what this answers")
}

// after is the key of what answers a task or a sample when so many turns have gone by.
func after(key string, turns int) string {
	if turns == 0 {
		return key
	}
	return fmt.Sprintf("%s after %d", key, turns)
}

// New returns a model that gives the recorded answers. A request is answered by
// the records of its prompt, else of its task, else of the first of its names
// that has any; names returns what the task with a hash may be called, and may be
// nil. Repetition n of a question ([model.WithRepetition]) gets the answer that was
// recorded of it, else the n-th there is, counting over again from the first: the
// same question in the same repetition is always answered alike, whatever is asked
// beside it.
//
// A request that nothing answers fails with [model.ErrMissing].
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
			Err: fmt.Errorf("replay: %s has no answer to the prompt %.16s, %s; record it with --record, or write a line for it",
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
	// Nobody is paid for a replayed answer.
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
