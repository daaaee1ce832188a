package sarif

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/tool"
)

// Recorded is the detector of a report that was written elsewhere. It runs
// nothing.
type Recorded struct {
	config    tool.Config
	report    *report
	addresses func(bench.Task) []string
	threshold tool.Confidence
	subject   bench.Subject
	hash      string
}

var _ detect.Detector = (*Recorded)(nil)

// NewRecorded reads a report. A text is meant by a file of the report whose
// address is, or ends with a slash and, one of the addresses of its task. What a
// report neither lists among its artifacts nor has a result about was not
// analysed: its trials fail.
func NewRecorded(name string, c tool.Config, text []byte, threshold tool.Confidence, addresses func(bench.Task) []string) (*Recorded, error) {
	r, err := read(text)
	if err != nil {
		var te *detect.ToolError
		if errors.As(err, &te) {
			err = errors.New(te.Why)
		}
		return nil, fmt.Errorf("not a report in SARIF 2.1.0: %s", tool.OneLine(err.Error()))
	}
	sum := sha256.Sum256(text)
	if threshold == tool.Unsaid {
		threshold = tool.Low
	}
	return &Recorded{
		config: c, report: r, addresses: addresses, threshold: threshold, hash: hex.EncodeToString(sum[:]),
		subject: bench.Subject{
			Name: name, Kind: "tool", Version: hex.EncodeToString(sum[:4]) + "+" + c.Digest(Adapter().Version), Doc: "a recorded report in SARIF 2.1.0",
			Params: map[string]string{"confidence": threshold.String()},
		},
	}, nil
}

// Subject implements [detect.Detector].
func (d *Recorded) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector]: the answers come from the report.
func (d *Recorded) PromptHash(task bench.Task) (string, error) {
	if !slices.Contains(d.config.Languages, task.Language) {
		return "", fmt.Errorf("%s %w: there are no reports on the language %q", d.subject.Name, detect.ErrNotApplicable, task.Language)
	}
	return d.hash, nil
}

// Detect implements [detect.Detector].
func (d *Recorded) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	names := d.addresses(task)
	means := func(uri string) bool {
		p := tool.Local("", uri)
		return slices.ContainsFunc(names, func(n string) bool { return p == n || strings.HasSuffix(p, "/"+n) })
	}
	for _, uri := range slices.Sorted(maps.Keys(d.report.broken)) {
		if uri == "" || means(uri) {
			return bench.Response{}, &detect.ToolError{Kind: detect.Crashed, Why: tool.OneLine(d.report.broken[uri])}
		}
	}
	if !slices.ContainsFunc(d.report.files, means) {
		return bench.Response{}, &detect.ToolError{Kind: detect.Missing, Why: "the report neither lists the text among its artifacts nor has a result about it"}
	}
	var mine []tool.Issue
	for _, i := range d.report.issues {
		if means(i.File) {
			i.File = ""
			mine = append(mine, i)
		}
	}
	claims, notes, err := d.config.Sort(task, "", mine, d.threshold)
	if err != nil {
		return bench.Response{}, err
	}
	return d.config.Reply(task, claims, notes), nil
}
