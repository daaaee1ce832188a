// Package lmeval writes questions as a task of lm-evaluation-harness, and reads the answers in the
// samples_*.jsonl that its --log_samples writes.
package lmeval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect/imported"
	"assay/internal/interchange"
	"assay/internal/jsonl"
)

// Questions returns the format that writes the task.
func Questions() interchange.Questions {
	return interchange.Questions{Name: "lm-eval", Doc: "a task of lm-evaluation-harness: YAML and questions as JSON lines",
		Write: write}
}

// task is a task that asks every question once. doc_to_text and description name fields of a document, so that
// the program uses their text unchanged and not as a template. A task contains no truth: answers are scored
// where they are imported.
const task = `task: %[1]s
dataset_path: json
dataset_kwargs:
  data_files:
    test: questions.jsonl
test_split: test
output_type: generate_until
description: system
doc_to_text: user
doc_to_target: ""
num_fewshot: 0
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 8192
metric_list:
  - metric: bypass
metadata:
  version: 1
`

const readme = `# %[1]s

Run it in this directory, since the path of the questions is relative:

    lm-eval run --model … --tasks %[1]s --include_path . --log_samples --output_path results --apply_chat_template

With a chat template the program sends ` + "`system`" + ` as the system message. The answers are scored with

    assay import lm-eval results/
`

// doc is a question as a document; every field is always present.
type doc struct {
	Prompt string `json:"prompt"`
	System string `json:"system"`
	User   string `json:"user"`
}

func write(to interchange.Folder, name string, list []interchange.Question) error {
	name = strings.ReplaceAll(name, "-", "_")
	docs := make([]doc, len(list))
	for i, q := range list {
		docs[i] = doc{q.Prompt, q.System, q.User}
	}
	return errors.Join(
		interchange.Put(to, name+".yaml", fmt.Appendf(nil, task, name)),
		interchange.Put(to, "README.md", fmt.Appendf(nil, readme, name)),
		interchange.PutJSONL(to, "questions.jsonl", docs),
	)
}

// Answers returns the format that reads samples.
func Answers() interchange.Answers {
	return interchange.Answers{
		Name: "lm-eval",
		Doc:  "answers in samples_*.jsonl of lm-evaluation-harness are parsed and scored here",
		Mine: func(name string) bool { return strings.HasPrefix(name, "samples_") && path.Ext(name) == ".jsonl" },
		Read: read,
	}
}

// sample is one line: one document after one filter. All other fields are ignored.
type sample struct {
	Doc struct {
		Prompt string `json:"prompt"`
		Sample string `json:"sample"`
	} `json:"doc"`
	DocID  *int            `json:"doc_id"`
	Resps  json.RawMessage `json:"resps"` // by request, then by repetition: there is one request
	Filter string          `json:"filter"`
}

func read(f interchange.File) (interchange.Record, error) {
	var r interchange.Record
	model := modelOf(f)
	seen := map[int]string{} // filter of the document's first line, by document
	sc := bufio.NewScanner(io.NewSectionReader(f.Data, 0, f.Size))
	sc.Buffer(make([]byte, 0, 64<<10), jsonl.MaxLine)
	n := 0
	for sc.Scan() {
		n++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		place := fmt.Sprintf("%s:%d", f.Name, n)
		var s sample
		if err := json.Unmarshal(jsonl.Finite(sc.Bytes()), &s); err != nil {
			return r, fmt.Errorf("%s: not a sample of lm-evaluation-harness: %s; if the file was cut, copy it again", place,
				strings.TrimPrefix(err.Error(), "json: "))
		}
		if s.DocID == nil || s.Resps == nil {
			return r, fmt.Errorf(`%s: not a sample of lm-evaluation-harness: it has no "doc_id" or no "resps"`, place)
		}
		if first, ok := seen[*s.DocID]; ok && first != s.Filter {
			r.Leave("lines of a further filter") // the same responses again
			continue
		}
		seen[*s.DocID] = s.Filter
		texts, err := texts(s.Resps)
		if err != nil {
			return r, fmt.Errorf("%s: %w", place, err)
		}
		if len(texts) == 0 {
			r.Leave("samples without a response")
		}
		for i, text := range texts {
			l := imported.Line{Subject: model, Text: text, Finish: bench.Answered, Repetition: i, Model: model}
			if err := r.Add(f, place, l, s.Doc.Sample, s.Doc.Prompt); err != nil {
				return r, err
			}
		}
	}
	if err := sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("longer than %d bytes", jsonl.MaxLine)
		}
		return r, fmt.Errorf("%s:%d: %w", f.Name, n+1, err)
	}
	return r, nil
}

// texts returns the repetitions of a document's only request.
func texts(resps json.RawMessage) ([]string, error) {
	var requests [][]string
	if err := json.Unmarshal(resps, &requests); err != nil {
		var flat []string // of one request, as older versions write it
		if json.Unmarshal(resps, &flat) == nil {
			return flat, nil
		}
		return nil, errors.New("its responses are not texts; the task has to be of output_type generate_until")
	}
	if len(requests) > 1 {
		return nil, fmt.Errorf("%d requests about one document; the task has to be of output_type generate_until",
			len(requests))
	}
	if len(requests) == 0 {
		return nil, nil
	}
	return requests[0], nil
}

// modelOf returns the model: from the results next to the samples, else from the name of the directory, which
// the program creates for each model.
func modelOf(f interchange.File) string {
	base := strings.TrimSuffix(path.Base(f.Name), ".jsonl")
	if i := strings.LastIndexByte(base, '_'); i >= 0 && f.Sibling != nil {
		var results struct {
			Model string `json:"model_name"`
		}
		if json.Unmarshal(jsonl.Finite(f.Sibling("results"+base[i:]+".json")), &results) == nil && results.Model != "" {
			return results.Model
		}
	}
	if strings.Contains(f.Parent, "__") { // replaces the slash in the name of a model
		return strings.Replace(f.Parent, "__", "/", 1)
	}
	return ""
}
