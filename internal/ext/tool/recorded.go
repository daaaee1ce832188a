package tool

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Record holds a tool's recorded results on any number of texts.
type Record struct {
	Files  []string                     // the analysed files, as written
	Issues []Issue                      // of all files
	Broken map[string]*detect.ToolError // reason without an analysis, by file as written, "" for all files
	Hash   string                       // of the whole record, in hexadecimal
	Doc    string                       // one line for readers
}

// Recorded is the detector for recorded results of a tool. It runs nothing.
type Recorded struct {
	config    Config
	record    Record
	addresses func(bench.Task) []string
	threshold Confidence
	subject   bench.Subject
}

var _ detect.Detector = (*Recorded)(nil)

// NewRecorded returns the detector for a record that this version of an adapter has read. A file of the record
// belongs to a task if its address equals one of the task's addresses, or ends with a slash and that address. A
// text that the record neither lists nor has an issue about was not analysed: its trials fail.
func NewRecorded(name, version string, c Config, r Record, threshold Confidence,
	addresses func(bench.Task) []string) *Recorded {
	if threshold == Unreported {
		threshold = Low
	}
	return &Recorded{
		config: c, record: r, addresses: addresses, threshold: threshold,
		subject: bench.Subject{
			Name: name, Kind: "tool", Version: r.Hash[:8] + "+" + c.Digest(version), Doc: r.Doc,
			Params: map[string]string{"confidence": threshold.String()},
		},
	}
}

// Subject implements [detect.Detector].
func (d *Recorded) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector]: the answers come from the record.
func (d *Recorded) PromptHash(task bench.Task) (string, error) {
	if !slices.Contains(d.config.Languages, task.Language) {
		return "", fmt.Errorf("%s %w: there are no reports on the language %q", d.subject.Name, detect.ErrNotApplicable,
			task.Language)
	}
	return d.record.Hash, nil
}

// Detect implements [detect.Detector].
func (d *Recorded) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	names := d.addresses(task)
	means := func(uri string) bool { return means(names, uri) }
	for _, uri := range slices.Sorted(maps.Keys(d.record.Broken)) {
		if uri == "" || means(uri) {
			return bench.Response{}, toolError(d.record.Broken[uri])
		}
	}
	if !slices.ContainsFunc(d.record.Files, means) {
		return bench.Response{}, &detect.ToolError{Kind: detect.Missing,
			Why: "the report neither lists the text among its artifacts nor has a result about it"}
	}
	var mine []Issue
	for _, i := range d.record.Issues {
		if means(i.File) {
			i.File = ""
			mine = append(mine, i)
		}
	}
	claims, notes, err := d.config.Sort(task, "", mine, d.threshold)
	if err == nil && len(mine) > 0 {
		err = d.config.unknown(d.record.Issues, formatOf(task))
	}
	if err == nil && len(mine) == 0 {
		err = d.vague(names)
	}
	if err != nil {
		return bench.Response{}, err
	}
	return d.config.Reply(task, claims, notes), nil
}

// means reports whether a file of a record is the one with one of the names.
func means(names []string, uri string) bool {
	p := Local("", uri)
	return slices.ContainsFunc(names, func(n string) bool { return p == n || strings.HasSuffix(p, "/"+n) })
}

// vague returns the error for a text about which a result may be whose address is too short to say so, nil
// without one: it has no result of its own, and cannot be called safe.
func (d *Recorded) vague(names []string) error {
	for _, i := range d.record.Issues {
		p := Local("", i.File)
		if !i.Ignored && slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, "/"+p) }) {
			return &detect.ToolError{Kind: detect.Missing, Why: fmt.Sprintf(
				"a result about %s may mean this text or another one; it needs the directory", OneLine(i.File))}
		}
	}
	return nil
}

// Stray returns the number of the record's results, and of those about none of the tasks, with the file of the
// first of these, "" for a result without a file.
func (d *Recorded) Stray(tasks iter.Seq[bench.Task]) (results, stray int, first string) {
	var names []string
	for t := range tasks {
		names = append(names, d.addresses(t)...)
	}
	known := map[string]bool{}
	for _, i := range d.record.Issues {
		ok, seen := known[i.File]
		if !seen {
			ok = means(names, i.File)
			known[i.File] = ok
		}
		if results++; !ok {
			if stray++; stray == 1 {
				first = OneLine(i.File)
			}
		}
	}
	return results, stray, first
}
