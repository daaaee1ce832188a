package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Results are what a version of a tool reported about texts on a date, as they are embedded.
type Results struct {
	Tool    string              `json:"tool"`
	Version string              `json:"version"`
	Date    string              `json:"date"` // YYYY-MM-DD
	Checks  map[string]Check    `json:"checks"`
	Texts   map[string][]Result `json:"texts"` // by [ResultKey]; a text without an entry was not analysed
}

// Check is what all results of a check share.
type Check struct {
	Severity   string `json:"severity"`   // as in [Issue]
	Confidence string `json:"confidence"` // as in [ParseConfidence]
	Text       string `json:"text"`       // what it looks for
}

// Result is one finding about a text.
type Result struct {
	Check    string        `json:"c"`
	Function string        `json:"f,omitempty"`
	Lines    []bench.Range `json:"l,omitempty"` // of the code under review
}

// ResultKey identifies the text of a task in [Results].
func ResultKey(task bench.Task) string { return task.Hash()[:16] }

// SortResults returns the results in a fixed order, each once.
func SortResults(list []Result) []Result {
	slices.SortFunc(list, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Check, b.Check), slices.CompareFunc(a.Lines, b.Lines, byLine),
			cmp.Compare(a.Function, b.Function))
	})
	return slices.CompactFunc(list, func(a, b Result) bool {
		return a.Check == b.Check && a.Function == b.Function && slices.Equal(a.Lines, b.Lines)
	})
}

// Encode returns the compressed record: equal bytes for equal results.
func (r Results) Encode() ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return w.EncodeAll(text, nil), nil
}

// ReadResults reads what Encode returned.
func ReadResults(packed []byte) (Results, error) {
	var out Results
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return out, err
	}
	defer r.Close()
	text, err := r.DecodeAll(packed, nil)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(text, &out)
}

// replayed is the detector for [Results].
type replayed struct {
	config  Config
	results Results
	subject bench.Subject
}

// NewReplayed returns the built-in detector with the name for results of a tool. It is asked about the texts that the
// results cover and about no other: for these the error is [detect.ErrNotApplicable].
func NewReplayed(name, version string, c Config, r Results) detect.Detector {
	return replayed{config: c, results: r, subject: bench.Subject{Name: name, Kind: "builtin",
		Version: r.Version + "+" + c.Digest(version),
		Doc:     fmt.Sprintf("what %s %s reported on %s, for the texts that it was run on", r.Tool, r.Version, r.Date)}}
}

// Subject implements [detect.Detector].
func (d replayed) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector].
func (d replayed) PromptHash(task bench.Task) (string, error) {
	if _, ok := d.results.Texts[ResultKey(task)]; !ok {
		return "", fmt.Errorf("%s %w: %s was not run on this text", d.subject.Name, detect.ErrNotApplicable, d.results.Tool)
	}
	return "", nil
}

// Detect implements [detect.Detector].
func (d replayed) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	if _, err := d.PromptHash(task); err != nil {
		return bench.Response{Attempts: 1}, err
	}
	var issues []Issue
	for _, r := range d.results.Texts[ResultKey(task)] {
		check := d.results.Checks[r.Check]
		sure, _ := ParseConfidence(check.Confidence) // Unreported for no word
		issues = append(issues, Issue{Check: r.Check, Function: r.Function, Lines: r.Lines, Severity: check.Severity,
			Confidence: sure, Message: strings.TrimSpace(check.Text)})
	}
	claims, _, err := d.config.Sort(task, "", issues, Low)
	if err != nil {
		return bench.Response{Attempts: 1}, err
	}
	return detect.Reply(task, d.config.answer(task, claims)), nil
}
