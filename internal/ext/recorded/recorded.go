// Package recorded holds answers of small open models, as archives of the runs that asked them, and plays them back
// as built-in subjects, but for those that begin with probe. internal/tools/results writes docs/results.md from all.
package recorded

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/archive"
	"assay/internal/core/detect"
)

//go:embed smollm2-135m-*.assay.zip
var smollm2 embed.FS

// SmolLM2 returns builtin/smollm2-135m: what the model answered by itself, and nothing for other texts. It asks nobody.
var SmolLM2 = sync.OnceValue(func() detect.Detector {
	d := played{answers: map[string]bench.Response{}, subject: bench.Subject{Name: "builtin/smollm2-135m", Kind: "builtin",
		Version: "1", Doc: "what SmolLM2-135M-Instruct answered, for the texts that it was asked about (docs/results.md)"}}
	files, err := smollm2.ReadDir(".")
	for _, f := range files {
		text, wrong := smollm2.ReadFile(f.Name())
		err = errors.Join(err, wrong, d.add(text))
	}
	if err != nil {
		panic("recorded answers: " + err.Error()) // the build is broken
	}
	return d
})

// most bounds what an archive expands to, in bytes.
const most = 64 << 20

// played is a detector with recorded answers by the hash of the task.
type played struct {
	subject bench.Subject
	answers map[string]bench.Response
}

// add adds the answers of an archive. A later ending of a trial replaces an earlier one.
func (d played) add(file []byte) error {
	a, err := archive.Open(bytes.NewReader(file), int64(len(file)), most)
	if err != nil {
		return err
	}
	tasks := map[string]string{}
	err = lines(a, archive.Plan, func(l line) { tasks[l.Trial] = l.Parts.Task })
	if err != nil {
		return err
	}
	return lines(a, archive.Trials, func(l line) {
		d.answers[tasks[l.Trial]] = bench.Response{Text: l.Text, Finish: l.Finish, FinishRaw: l.FinishRaw, Model: l.Model,
			Attempts: 1}
	})
}

// line has what is needed of a line of the plan or of the trials.
type line struct {
	Trial     string                `json:"trial"`
	Parts     struct{ Task string } `json:"parts"`
	Text      string                `json:"text"`
	Finish    bench.Outcome         `json:"finish"`
	FinishRaw string                `json:"finish_raw"`
	Model     string                `json:"model"`
}

func lines(a *archive.Archive, name archive.Member, each func(line)) error {
	return a.Lines(name, func(text []byte) error {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return err
		}
		each(l)
		return nil
	})
}

// Subject implements [detect.Detector].
func (d played) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector].
func (d played) PromptHash(task bench.Task) (string, error) {
	if _, ok := d.answers[task.Hash()]; !ok {
		return "", fmt.Errorf("%s %w: it was not asked about this text", d.subject.Name, detect.ErrNotApplicable)
	}
	return "", nil
}

// Detect implements [detect.Detector].
func (d played) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	if _, err := d.PromptHash(task); err != nil {
		return bench.Response{Attempts: 1}, err
	}
	return d.answers[task.Hash()], nil
}
