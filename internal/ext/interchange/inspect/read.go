package inspect

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
	"assay/internal/core/detect/imported"
	"assay/internal/ext/interchange"
)

// Answers returns the format that reads logs.
func Answers() interchange.Answers {
	return interchange.Answers{
		Name: "inspect",
		Doc:  "answers in logs of Inspect, .eval or .json, are parsed and scored here",
		Mine: func(name string) bool {
			e := path.Ext(name)
			return e == ".eval" || e == ".json" && name != "listing.json"
		},
		Read: read,
	}
}

// Bounds of a log, in bytes.
const (
	maxDocument = 1 << 30   // a .json log
	maxMember   = 256 << 20 // a member of an .eval log
)

// header holds the fields read from a log before its samples; others may be missing or new.
type header struct {
	Version *int `json:"version"`
	Eval    *struct {
		Task     string       `json:"task"`
		Model    string       `json:"model"`
		Metadata specMetadata `json:"metadata"`
	} `json:"eval"`
	Samples []json.RawMessage `json:"samples"`
}

// theirs holds the fields read from a sample.
type theirs struct {
	ID       json.RawMessage `json:"id"`
	Epoch    int             `json:"epoch"`
	Metadata map[string]any  `json:"metadata"`
	Output   struct {
		Model   string `json:"model"`
		Choices []struct {
			Message struct {
				Content json.RawMessage `json:"content"`
			} `json:"message"`
			Stop string `json:"stop_reason"`
		} `json:"choices"`
		Completion string `json:"completion"`
		Usage      *usage `json:"usage"`
	} `json:"output"`
	Usage    map[string]usage  `json:"model_usage"`
	Error    json.RawMessage   `json:"error"`
	Attached map[string]string `json:"attachments"`
}

func read(f interchange.File) (interchange.Record, error) {
	var r interchange.Record
	err := eachSample(f, func(place string, h *header, text []byte) error { return add(f, &r, place, h, text) })
	return r, err
}

// eachSample calls visit for every sample of a log, with its place.
func eachSample(f interchange.File, visit func(place string, h *header, text []byte) error) error {
	magic := make([]byte, 4)
	if _, err := f.Data.ReadAt(magic, 0); err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if bytes.HasPrefix(magic, []byte("PK")) {
		return eachOfZip(f, visit)
	}
	if f.Size > maxDocument {
		return fmt.Errorf("%s: %d bytes of JSON; at most %d are read: `inspect log convert --to "+
			"eval` makes an .eval log of it", f.Name, f.Size, maxDocument)
	}
	text, err := io.ReadAll(io.NewSectionReader(f.Data, 0, f.Size))
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	h, err := headerOf(f.Name, text)
	if err != nil {
		return err
	}
	for i, s := range h.Samples {
		if err := visit(fmt.Sprintf("%s: sample %d", f.Name, i+1), h, s); err != nil {
			return err
		}
	}
	return nil
}

// headerOf reads the part before the samples.
func headerOf(name string, text []byte) (*header, error) {
	var h header
	if err := json.Unmarshal(jsonl.Finite(text), &h); err != nil {
		return nil, fmt.Errorf("%s: not a log of Inspect: %s; if it was cut, copy it again", name,
			strings.TrimPrefix(err.Error(), "json: "))
	}
	switch {
	case h.Eval == nil:
		return nil, fmt.Errorf(`%s: not a log of Inspect: there is no "eval" in it`, name)
	case h.Version == nil || *h.Version != version:
		v := "none"
		if h.Version != nil {
			v = fmt.Sprint(*h.Version)
		}
		return nil, fmt.Errorf("%s: a log of version %s; version %d is read: `inspect log convert` writes it", name, v,
			version)
	}
	return &h, nil
}

func eachOfZip(f interchange.File, visit func(place string, h *header, text []byte) error) error {
	z, err := zip.NewReader(f.Data, f.Size)
	if err != nil {
		return fmt.Errorf("%s: not a whole .eval log: %w; if it was cut, copy it again, or `inspect log recover` it", f.Name,
			err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	members := map[string]*zip.File{} // a later one of the same name replaces an earlier one
	for _, m := range z.File {
		members[m.Name] = m
	}
	first := members["header.json"]
	if first == nil { // the log of an interrupted run
		first = members["_journal/start.json"]
	}
	if first == nil {
		return fmt.Errorf("%s: not an .eval log: neither header.json nor _journal/start.json is in it", f.Name)
	}
	text, err := member(f.Name, first)
	if err != nil {
		return err
	}
	h, err := headerOf(f.Name, text)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !strings.HasPrefix(name, "samples/") || path.Ext(name) != ".json" {
			continue
		}
		text, err := member(f.Name, members[name])
		if err != nil {
			return err
		}
		if err := visit(f.Name+": "+name, h, text); err != nil {
			return err
		}
	}
	return nil
}

func member(file string, m *zip.File) ([]byte, error) {
	rc, err := m.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", file, m.Name, err)
	}
	defer rc.Close()
	buf := bytes.NewBuffer(make([]byte, 0, min(m.UncompressedSize64+bytes.MinRead, 1<<20)))
	_, err = buf.ReadFrom(io.LimitReader(rc, maxMember+1))
	b := buf.Bytes()
	if err == nil && len(b) > maxMember {
		err = fmt.Errorf("more than %d bytes", maxMember)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", file, m.Name, err)
	}
	return b, nil
}

// add adds the answer of one sample.
func add(f interchange.File, r *interchange.Record, place string, h *header, text []byte) error {
	var s theirs
	if err := json.Unmarshal(jsonl.Finite(text), &s); err != nil {
		return fmt.Errorf("%s: not a sample of Inspect: %s", place, strings.TrimPrefix(err.Error(), "json: "))
	}
	if s.Epoch < 1 {
		return fmt.Errorf("%s: epoch %d; Inspect counts from 1", place, s.Epoch)
	}
	l := imported.Line{Subject: h.Eval.Model, Repetition: s.Epoch - 1, Model: s.Output.Model, Finish: bench.Answered,
		Text: s.Output.Completion}
	var mine ofTrial
	if m, ok := s.Metadata["assay"]; ok {
		b, err := json.Marshal(m)
		if err == nil {
			err = json.Unmarshal(b, &mine)
		}
		if err != nil {
			return fmt.Errorf("%s: its metadata of assay cannot be read: %s", place, strings.TrimPrefix(err.Error(), "json: "))
		}
	}
	if a := h.Eval.Metadata.Assay; a != nil {
		l.Subject, l.Strategy = a.Subject, a.Strategy
	}
	stop := ""
	if len(s.Output.Choices) > 0 {
		stop = s.Output.Choices[0].Stop
		if l.Text == "" {
			l.Text = textOf(s.Output.Choices[0].Message.Content)
		}
	}
	if whole, ok := s.Attached[strings.TrimPrefix(l.Text, "attachment://")]; ok &&
		strings.HasPrefix(l.Text, "attachment://") {
		l.Text = whole
	}
	if l.Finish = interchange.Finish(stop); mine.Finish != "" {
		l.Finish = bench.Outcome(mine.Finish)
	}
	u, ok := s.Usage[h.Eval.Model]
	if !ok && s.Output.Usage != nil {
		u = *s.Output.Usage
	}
	l.Usage = bench.Usage{
		InputTokens: u.Input + u.CacheRead + u.CacheWrite, OutputTokens: u.Output, ReasoningTokens: u.Reasoning,
		CachedTokens: u.CacheRead, CacheWriteTokens: u.CacheWrite, CostUSD: u.Cost,
	}
	switch {
	case len(s.Error) > 0 && string(s.Error) != "null":
		r.Leave("samples that ended with an error")
		return nil
	case len(s.Output.Choices) == 0 && l.Text == "" && mine.Finish == "":
		r.Leave("samples without an output")
		return nil
	}
	var id string
	_ = json.Unmarshal(s.ID, &id) // Inspect numbers samples that have no id
	return r.Add(f, place, l, mine.Variant, word(s.Metadata["prompt"]), word(s.Metadata["sample"]), id)
}

// word returns a value that is a string, "" for any other.
func word(v any) string { s, _ := v.(string); return s }

// textOf returns a content's text: a string, or the texts among its parts. A model's reasoning is not part of
// its answer.
func textOf(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	var out strings.Builder
	if err := json.Unmarshal(content, &parts); err == nil {
		for _, p := range parts {
			if p.Type == "text" {
				out.WriteString(p.Text)
			}
		}
	}
	return out.String()
}
