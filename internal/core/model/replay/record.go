package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Recorder writes a recording. It is safe for concurrent use.
type Recorder struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewRecorder returns a recorder that writes to w, one Write for each line, in the
// order in which answers arrive.
func NewRecorder(w io.Writer) *Recorder { return &Recorder{w: w} }

// Wrap returns m with every response recorded: hashes of the request, and the answer
// with its tool calls; neither prompts nor raw bodies. Errors are not recorded. An
// answer that cannot be written is still returned, and [Recorder.Err] returns the
// failure.
func (rec *Recorder) Wrap(m model.Model) model.Model { return recorded{m, rec} }

// Err returns the first failure to write.
func (rec *Recorder) Err() error {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	return rec.err
}

func (rec *Recorder) write(r Record) {
	line, err := json.Marshal(r)
	rec.mu.Lock()
	defer rec.mu.Unlock()
	if err == nil && rec.err == nil {
		_, err = rec.w.Write(append(line, '\n'))
	}
	if err != nil && rec.err == nil {
		rec.err = fmt.Errorf("recording: %w", err)
	}
}

type recorded struct {
	model    model.Model
	recorder *Recorder
}

// Generate implements [model.Model].
func (m recorded) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	resp, err := m.model.Generate(ctx, r)
	if err == nil {
		usage := resp.Usage
		line := Record{
			Prompt: r.PromptHash(), Task: r.Task, Repetition: model.RepetitionOf(ctx), Model: resp.Model, Text: resp.Text,
			Finish: resp.Finish, FinishRaw: resp.FinishRaw, Usage: &usage,
		}
		if resp.Turn != nil {
			line.Calls = resp.Turn.Calls
		}
		m.recorder.write(line)
	}
	return resp, err
}
