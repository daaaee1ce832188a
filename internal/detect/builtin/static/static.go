// Package static is a small static analyser: it looks at the structure of a text and ignores the
// author's names and comments. It knows only the words of the language, so renaming and comments cannot affect
// it. It is the opposite of the keyword detector.
//
// Package solcheck holds its checks for Solidity, sqlcheck those for SQL. Every check prefers a missed flaw to
// a guess.
package static

import (
	"context"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/builtin/static/solcheck"
	"assay/internal/detect/builtin/static/sqlcheck"
)

// Detector is builtin/static.
type Detector struct{}

var _ detect.Detector = Detector{}

// New returns builtin/static.
func New() Detector { return Detector{} }

// maxText is the longest text that is analysed: longer texts are not programs of one author, and some searches
// for SQL take quadratic time.
const maxText = 1 << 20

// Subject implements [detect.Detector].
func (Detector) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/static", Kind: "builtin", Version: "5",
		Doc: "analyses structure, ignores names and comments"}
}

// PromptHash implements [detect.Detector]; no question is sent. A language that is not supported gives
// [detect.ErrNotApplicable].
func (Detector) PromptHash(task bench.Task) (string, error) {
	if task.Language != "solidity" && task.Language != "sql" {
		return "", fmt.Errorf("builtin/static %w: it does not read the language %q; Solidity and SQL are known",
			detect.ErrNotApplicable, task.Language)
	}
	return "", nil
}

// Detect implements [detect.Detector]. It reads only the code under review and, for a SQL task, the
// specification. A text that is too long is refused. A language that is not supported is an error, since there
// is no such trial.
func (Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	text := task.Files[0].Text
	if len(text) > maxText {
		why := fmt.Sprintf("cannot read a text of %d bytes; the longest has %d", len(text), maxText)
		return bench.Response{Text: why, RawResponse: []byte(why), Finish: bench.Refused, FinishRaw: why, Attempts: 1}, nil
	}
	var found []bench.Finding
	switch task.Language {
	case "solidity":
		found = analyse(text)
	case "sql":
		found = sqlcheck.Analyse(text, task.Spec, sqlcheck.Checks())
	default:
		return bench.Response{Attempts: 1}, fmt.Errorf("builtin/static %w: it does not read the language %q",
			detect.ErrNotApplicable, task.Language)
	}
	a := bench.Answer{Verdict: bench.Safe, Confidence: new(0.8), Explanation: "No check found anything."}
	if len(found) > 0 {
		a.Verdict, a.Findings = bench.Vulnerable, found
		var all []string
		for _, f := range found {
			all = append(all, f.Explanation)
		}
		a.Explanation = strings.Join(all, " ")
	}
	return detect.Reply(task, a), nil
}

// analyse runs the checks for Solidity over a text.
func analyse(src string) []bench.Finding {
	var out []bench.Finding
	for _, h := range solcheck.Run(src, solcheck.Checks()) {
		c := h.Check
		out = append(out, bench.Finding{Type: c.Class.Title(), Class: c.Class, Severity: c.Severity, Location: location(h),
			Explanation: h.Text, Attack: c.Attack, Fix: c.Fix})
	}
	return out
}

func location(h solcheck.Hit) string {
	lines := fmt.Sprintf("line %d", h.From)
	if h.To > h.From {
		lines = fmt.Sprintf("lines %d-%d", h.From, h.To)
	}
	return h.Function + "(), " + lines
}
