// Package oracle is the detector that knows the truth. It answers every variant with exactly its labels. An
// imperfect score is therefore a defect of parsing, judging or metrics, not of a model.
package oracle

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/lang/solidity"
)

// Detector answers the tasks of the variants it was made from.
type Detector struct {
	replies map[string]bench.Response // by Task.Hash
}

var _ detect.Detector = (*Detector)(nil)

// New returns builtin/oracle for variants. It fails when two of them show the same task with different ground
// truth, because no subject could answer both. Variants that differ only in prose share the answer of the first
// key.
func New(variants []bench.Variant) (*Detector, error) {
	type known struct{ key, facts string }
	sorted := slices.Clone(variants)
	slices.SortStableFunc(sorted, func(a, b bench.Variant) int { return strings.Compare(a.Key, b.Key) })

	d := &Detector{replies: map[string]bench.Response{}}
	seen := map[string]known{}
	for i := range sorted {
		v := &sorted[i]
		hash, facts := v.Task.Hash(), truth(v)
		if k, ok := seen[hash]; ok {
			if k.facts != facts {
				return nil, fmt.Errorf("oracle: %s and %s show the same task and differ in truth: %s, %s", k.key, v.Key, k.facts,
					facts)
			}
			continue
		}
		seen[hash] = known{v.Key, facts}
		d.replies[hash] = detect.Reply(v.Task, answer(v))
	}
	return d, nil
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/oracle", Kind: "builtin", Version: "2",
		Doc: "knows the labels: the best possible answer"}
}

// PromptHash implements [detect.Detector]. It is the hash of the answer: answers come from outside, and after a
// change of a label the stored answer must not be used.
func (d *Detector) PromptHash(task bench.Task) (string, error) {
	sum := sha256.Sum256([]byte(d.replies[task.Hash()].Text))
	return hex.EncodeToString(sum[:]), nil
}

// Detect implements [detect.Detector]. An unknown task is an error.
func (d *Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	r, ok := d.replies[task.Hash()]
	if !ok {
		return bench.Response{Attempts: 1}, fmt.Errorf("oracle: task %.12s is not one of the %d it was told about",
			task.Hash(), len(d.replies))
	}
	r.RawResponse = slices.Clone(r.RawResponse)
	return r, nil
}

// truth encodes the ground truth that two variants with the same task must share.
func truth(v *bench.Variant) string {
	var b strings.Builder
	b.WriteString(v.Truth.String())
	if v.Truth == bench.Vulnerable {
		for _, l := range v.Targets() {
			fmt.Fprintf(&b, " [%s %s:%d-%d %v]", cmp.Or(l.Class, v.Class), l.Span.File, l.Span.Line, l.Span.EndLine,
				l.Requirements)
		}
	}
	return b.String()
}

func answer(v *bench.Variant) bench.Answer {
	if v.Truth == bench.Safe {
		return bench.Answer{Verdict: bench.Safe, Confidence: new(1.0),
			Explanation: "The documented flaw is not present here."}
	}
	a := bench.Answer{Verdict: bench.Vulnerable, Confidence: new(1.0), Explanation: v.RootCause}
	type flaw struct {
		set   int
		class bench.Class
	}
	at := map[flaw]int{}
	for _, l := range v.Targets() { // one flaw is one finding, even with several places
		c := flaw{l.Number(), cmp.Or(l.Class, v.Class)}
		i, ok := at[c]
		if !ok {
			at[c] = len(a.Findings)
			a.Findings = append(a.Findings, finding(v, v.LabelSets()[c.set-1], c.class, location(v, l),
				slices.Clone(l.Requirements)))
			continue
		}
		f := &a.Findings[i]
		if place := location(v, l); place != "" && place != f.Location {
			f.Location = strings.TrimPrefix(f.Location+"; "+place, "; ")
		}
		for _, n := range l.Requirements {
			if !slices.Contains(f.Requirements, n) {
				f.Requirements = append(f.Requirements, n)
			}
		}
	}
	if len(a.Findings) == 0 { // a suite may have flaws without a place
		a.Findings = append(a.Findings, finding(v, v.LabelSets()[0], v.Class, "", nil))
	}
	return a
}

func finding(v *bench.Variant, s bench.LabelSet, c bench.Class, location string, requirements []int) bench.Finding {
	return bench.Finding{Type: c.Title(), Severity: cmp.Or(s.Severity, "high"), Location: location,
		Requirements: requirements, Explanation: s.RootCause, Attack: s.Attack, Fix: s.Fix}
}

// location returns the place of l, as "Contract.function(), lines 12-14".
func location(v *bench.Variant, l bench.Label) string {
	if l.Span.Line == 0 {
		return ""
	}
	var parts []string
	scope := l.Scope
	for _, f := range v.Task.Files {
		if f.Path != l.Span.File {
			continue
		}
		if fn, ok := solidity.Enclosing(solidity.Functions(f.Text), l.Span.Start); ok && v.Task.Language == "solidity" &&
			(scope == "" || scope == fn.Name) {
			if scope = fn.Name; fn.Contract != "" {
				scope = fn.Contract + "." + fn.Name
			}
		}
	}
	if scope != "" {
		parts = append(parts, scope+"()")
	}
	if l.Span.EndLine > l.Span.Line {
		parts = append(parts, fmt.Sprintf("lines %d-%d", l.Span.Line, l.Span.EndLine))
	} else {
		parts = append(parts, fmt.Sprintf("line %d", l.Span.Line))
	}
	if l.Span.File != "" && len(v.Task.Files) > 0 && l.Span.File != v.Task.Files[0].Path {
		parts = append(parts, "in "+l.Span.File)
	}
	return strings.Join(parts, ", ")
}
