// Package promptfoo writes questions as a configuration of promptfoo, and reads the
// answers in the JSON that `promptfoo eval -o out.json` writes.
package promptfoo

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
	"assay/internal/core/base/outfile"
	"assay/internal/core/detect/imported"
	"assay/internal/ext/interchange"
)

// Questions returns the format that writes the configuration.
func Questions() interchange.Questions {
	return interchange.Questions{Name: "promptfoo", Doc: "a configuration of promptfoo with its tests as JSON lines",
		Write: write}
}

const config = `description: %s
prompts:
  - file://prompt.json
providers:
  - openai:chat:NAME  # put the models here that are asked
tests: file://questions.jsonl
`

// promptText joins values that are already JSON strings.
const promptText = `[{% if system %}{"role": "system", "content": {{ system | safe }}}, {% endif %}{"role": "user", "content": {{ user | safe }}}]
`

// test is one question; vars identify it, since promptfoo returns them with the answer.
type test struct {
	Vars vars `json:"vars"`
}

type vars struct {
	Prompt string `json:"prompt"`
	System string `json:"system"`
	User   string `json:"user"`
}

func write(to outfile.Folder, e interchange.Export) error {
	tests := make([]test, len(e.Questions))
	for i, q := range e.Questions {
		tests[i] = test{vars{grouped(q.Prompt), opaque(q.System), opaque(q.User)}}
	}
	return errors.Join(
		outfile.Put(to, "promptfooconfig.yaml", fmt.Appendf(nil, config, e.Name)),
		outfile.Put(to, "prompt.json", []byte(promptText)),
		interchange.PutJSONL(to, "questions.jsonl", tests),
	)
}

// grouped writes a hash in groups: promptfoo mistakes an unbroken one for an API key, and replaces it by
// [REDACTED].
func grouped(hash string) string {
	var b strings.Builder
	for i, r := range hash {
		if i > 0 && i%8 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// opaque writes a text as a JSON string without braces, "" for none. promptfoo treats a variable as a template
// and drops the line end after it: this form contains neither.
func opaque(text string) string {
	if text == "" {
		return ""
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic("promptfoo: a text cannot fail to encode: " + err.Error())
	}
	return strings.NewReplacer("{", `\u007b`, "}", `\u007d`).Replace(strings.TrimSuffix(b.String(), "\n"))
}

// Answers returns the format that reads results.
func Answers() interchange.Answers {
	return interchange.Answers{
		Name: "promptfoo",
		Doc:  "answers in the JSON of promptfoo eval -o are parsed and scored here",
		Mine: func(name string) bool { return path.Ext(name) == ".json" },
		Read: read,
	}
}

const maxDocument = 1 << 30 // bytes

// document holds the fields read from a file. Versions 2 and 3 have the same results.
type document struct {
	Results *struct {
		Version int               `json:"version"`
		Raw     []json.RawMessage `json:"results"`
	} `json:"results"`
}

// results returns the decoded results.
func (d *document) results(name string) ([]result, error) {
	out := make([]result, len(d.Results.Raw))
	for i, raw := range d.Results.Raw {
		if err := json.Unmarshal(raw, &out[i]); err != nil {
			return nil, fmt.Errorf("%s: result %d: %s", name, i+1, strings.TrimPrefix(err.Error(), "json: "))
		}
	}
	return out, nil
}

type result struct {
	Provider struct {
		ID    string `json:"id"`
		Label string `json:"label"`
	} `json:"provider"`
	Vars     map[string]any `json:"vars"`
	Response *struct {
		Output       any         `json:"output"`
		Error        string      `json:"error"`
		FinishReason string      `json:"finishReason"`
		Refused      bool        `json:"isRefusal"`
		Usage        *tokenUsage `json:"tokenUsage"`
		Cost         *float64    `json:"cost"`
	} `json:"response"`
	Error         string `json:"error"`
	FailureReason int    `json:"failureReason"`
	PromptIdx     int    `json:"promptIdx"`
}

// tokenUsage counts tokens; prompt includes tokens read from a cache of the provider.
type tokenUsage struct {
	Prompt     int64 `json:"prompt"`
	Completion int64 `json:"completion"`
	Details    *struct {
		Reasoning int64 `json:"reasoning"`
		CacheRead int64 `json:"cacheReadInputTokens"`
	} `json:"completionDetails"`
}

// failedByError is promptfoo's failure reason when there is no answer; a failed assertion has one.
const failedByError = 2

// documentOf reads a file.
func documentOf(f interchange.File) (*document, []result, error) {
	if f.Size > maxDocument {
		return nil, nil, fmt.Errorf("%s: %d bytes; at most %d are read: evaluate fewer tests at a time", f.Name, f.Size,
			maxDocument)
	}
	text, err := io.ReadAll(io.NewSectionReader(f.Data, 0, f.Size))
	if err != nil {
		return nil, nil, err
	}
	var d document
	if err := json.NewDecoder(bytes.NewReader(jsonl.Finite(text))).Decode(&d); err != nil {
		return nil, nil, fmt.Errorf("%s: not results of promptfoo: %s; if the file was cut, write it again "+
			"with `promptfoo export eval`", f.Name, strings.TrimPrefix(err.Error(), "json: "))
	}
	if d.Results == nil {
		return nil, nil, fmt.Errorf(`%s: not results of promptfoo: there is no "results" in it`, f.Name)
	}
	if v := d.Results.Version; v != 2 && v != 3 {
		return nil, nil, fmt.Errorf("%s: results of version %d; versions 2 and 3 are read", f.Name, v)
	}
	list, err := d.results(f.Name)
	return &d, list, err
}

// subjects holds the first prompt that each subject was asked, by its index.
type subjects map[string]int

// of returns the subject of a result: another prompt is another subject.
func (s subjects) of(x result) string {
	name := cmp.Or(x.Provider.Label, x.Provider.ID)
	if at, ok := s[name]; !ok {
		s[name] = x.PromptIdx
	} else if at != x.PromptIdx {
		return fmt.Sprintf("%s#%d", name, x.PromptIdx)
	}
	return name
}

func read(f interchange.File) (interchange.Record, error) {
	var r interchange.Record
	_, list, err := documentOf(f)
	if err != nil {
		return r, err
	}
	type asked struct {
		subject, id string
		prompt      int
	}
	repetitions := map[asked]int{}
	name := subjects{}
	for i, x := range list {
		place := fmt.Sprintf("%s: result %d", f.Name, i+1)
		word := func(name string) string { s, _ := x.Vars[name].(string); return s }
		l := imported.Line{Subject: name.of(x), Model: x.Provider.ID, Finish: bench.Answered}
		id := cmp.Or(word("sample"), strings.ReplaceAll(word("prompt"), " ", ""))
		if id == "[REDACTED]" {
			return r, fmt.Errorf("%s: promptfoo has replaced the id of the question by [REDACTED]; write the "+
				"questions with assay export suite", place)
		}
		at := asked{l.Subject, id, x.PromptIdx}
		if id != "" {
			l.Repetition = repetitions[at]
			repetitions[at]++
		}
		if x.Response == nil || x.FailureReason == failedByError || x.Response.Error != "" || x.Response.Output == nil {
			r.Leave("results that ended with an error")
			continue
		}
		switch o := x.Response.Output.(type) {
		case string:
			l.Text = o
		default: // promptfoo parses the JSON of an answer that was requested with a schema
			b, err := json.Marshal(o)
			if err != nil {
				return r, fmt.Errorf("%s: %w", place, err)
			}
			l.Text = string(b)
		}
		if l.Finish = interchange.Finish(x.Response.FinishReason); x.Response.Refused && l.Text == "" {
			l.Finish = bench.Refused
		}
		if u := x.Response.Usage; u != nil {
			l.Usage = bench.Usage{InputTokens: u.Prompt, OutputTokens: u.Completion}
			if u.Details != nil {
				l.Usage.ReasoningTokens, l.Usage.CachedTokens = u.Details.Reasoning, u.Details.CacheRead
			}
		}
		l.Usage.CostUSD = x.Response.Cost
		if err := r.Add(f, place, l, id); err != nil {
			return r, err
		}
	}
	return r, nil
}
