// Package lmeval reads the answers in the samples_*.jsonl that --log_samples of lm-evaluation-harness writes.
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
	"assay/internal/core/base/jsonl"
	"assay/internal/core/detect/imported"
	"assay/internal/ext/interchange"
)

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
