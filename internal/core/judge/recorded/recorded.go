// Package recorded holds the judges of other parties. It reads their decisions about answers from a file, and
// sends no requests.
package recorded

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
)

// Judgement is the decision of another party's judge on one answer, as one JSON object per line:
//
//	{"sample": "suite/tc/…", "subject": "my-agent", "judge": "some-judge", "found": true,
//	 "findings": [{"finding": 0, "class": "TARGET_MATCH", "type_match": "exact"}], "rcir": 1}
//
// sample, subject and repetition identify the answer, target the flaw where several are documented: a judge gives
// one judgement for each flaw that it was asked about. finding counts the answer's findings from 0.
type Judgement struct {
	Sample     string          `json:"sample"`
	Subject    string          `json:"subject"`
	Repetition int             `json:"repetition,omitempty"`
	Judge      string          `json:"judge"`
	Found      *bool           `json:"found"`             // the documented flaw was found
	Partial    bool            `json:"partial,omitempty"` // or found at least in part
	Findings   []JudgedFinding `json:"findings,omitempty"`
	RCIR       *float64        `json:"rcir,omitempty"`
	AVA        *float64        `json:"ava,omitempty"`
	FSV        *float64        `json:"fsv,omitempty"`

	// Target is the number of the documented flaw that was asked about, where the text has several; 0 is the
	// first. Those without a judgement are unscored.
	Target int `json:"target,omitempty"`

	Number int `json:"-"` // of the line in its file, from 1
}

// JudgedFinding is a decision on one finding.
type JudgedFinding struct {
	Finding  int                `json:"finding"`
	Class    bench.FindingClass `json:"class"`
	Type     bench.Match        `json:"type_match,omitempty"`
	Location bench.Match        `json:"location_match,omitempty"`
	Reason   string             `json:"reason,omitempty"`
}

// Bounds of the numbers in a line.
const (
	maxFinding    = 1000
	maxRepetition = 1000
)

// Check returns the problem with a judgement, "" when there is none.
func (j *Judgement) Check() string {
	name := func(s string) bool {
		return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
	}
	switch {
	case j.Sample == "":
		return "sample is missing"
	case !name(j.Subject):
		return fmt.Sprintf("subject %q is not a name without spaces", j.Subject)
	case !name(j.Judge):
		return fmt.Sprintf("judge %q is not a name without spaces", j.Judge)
	case j.Repetition < 0 || j.Repetition > maxRepetition:
		return fmt.Sprintf("repetition %d is not between 0 and %d", j.Repetition, maxRepetition)
	case j.Found == nil:
		return "found is missing"
	case j.Target < 0 || j.Target > maxFinding:
		return fmt.Sprintf("target %d is no number of a documented flaw", j.Target)
	}
	matches := []bench.Match{"", bench.MatchExact, bench.MatchPartial, bench.MatchWrong, bench.MatchNone}
	seen := map[int]bool{}
	for _, f := range j.Findings {
		switch {
		case f.Finding < 0 || f.Finding > maxFinding || seen[f.Finding]:
			return fmt.Sprintf("finding %d is out of bounds or there twice", f.Finding)
		case !slices.Contains(bench.FindingClasses(), f.Class):
			return fmt.Sprintf("class %q is none of %v", f.Class, bench.FindingClasses())
		case !slices.Contains(matches, f.Type) || !slices.Contains(matches, f.Location):
			return fmt.Sprintf("type_match %q or location_match %q is none of exact, partial, wrong, none", f.Type, f.Location)
		}
		seen[f.Finding] = true
	}
	for _, s := range []*float64{j.RCIR, j.AVA, j.FSV} {
		if s != nil && !(*s >= 0 && *s <= 1) {
			return fmt.Sprintf("score %v is not between 0 and 1", *s)
		}
	}
	return ""
}

// verdict converts the judgement to a judge's verdict on an answer about v. Findings that it does not mention
// are informational, because they were not decided.
func (j *Judgement) verdict(name string, v *bench.Variant, a bench.Answer) bench.Verdict {
	out := bench.Verdict{Judge: name}
	for range a.Findings {
		out.Findings = append(out.Findings, bench.FindingVerdict{Class: bench.Informational, Type: bench.MatchNone,
			Location: bench.MatchNone, Reason: "not spoken of"})
	}
	for _, f := range j.Findings {
		if f.Finding < len(out.Findings) {
			out.Findings[f.Finding] = bench.FindingVerdict{Class: f.Class, Type: cmp.Or(f.Type, bench.MatchNone),
				Location: cmp.Or(f.Location, bench.MatchNone), Reason: f.Reason}
		}
	}
	if v.Truth != bench.Vulnerable {
		return out
	}
	out.Strict, out.Lenient = bench.Miss, bench.Miss
	if *j.Found || j.Partial || slices.ContainsFunc(out.Findings, bench.FindingVerdict.Found) {
		out.Lenient = bench.Hit
		out.RCIR, out.AVA, out.FSV = j.RCIR, j.AVA, j.FSV // also of a judge that found it in part, as every judge's
	}
	if *j.Found {
		out.Strict = bench.Hit
	}
	if !v.Several() {
		return out
	}
	for _, s := range v.Documented() {
		t := bench.TargetVerdict{Target: s.Number, Strict: bench.Unscored, Lenient: bench.Unscored}
		if s.Number == j.target() {
			t = bench.TargetVerdict{Target: s.Number, Strict: out.Strict, Lenient: out.Lenient, RCIR: out.RCIR, AVA: out.AVA,
				FSV: out.FSV}
		}
		out.Targets = append(out.Targets, t)
	}
	for i, f := range out.Findings {
		if f.Class == bench.TargetMatch || f.Class == bench.PartialMatch {
			out.Findings[i].Target = j.target()
		}
	}
	return out
}

// target returns the number of the flaw that was asked about.
func (j *Judgement) target() int { return max(j.Target, 1) }

// documented reports whether v documents the flaw that was asked about. A safe text documents none, and every
// judgement on it counts.
func (j *Judgement) documented(v *bench.Variant) bool {
	return v.Truth != bench.Vulnerable ||
		slices.ContainsFunc(v.Documented(), func(s bench.LabelSet) bool { return s.Number == j.target() })
}

// merge adds a judge's verdict about another documented flaw of the same text to out. Of two classes of one finding
// the one that matches a flaw counts, else the first that was decided.
func merge(out *bench.Verdict, next bench.Verdict) {
	rank := func(f bench.FindingVerdict) int {
		switch f.Class {
		case bench.TargetMatch:
			return 3
		case bench.PartialMatch:
			return 2
		case bench.Informational:
			return 0
		}
		return 1
	}
	for i, f := range next.Findings {
		if rank(f) > rank(out.Findings[i]) {
			out.Findings[i] = f
		}
	}
	var asked bench.Verdict
	for i, t := range next.Targets {
		if t.Strict != bench.Unscored {
			out.Targets[i] = t
		}
		if out.Targets[i].Strict != bench.Unscored {
			asked.Targets = append(asked.Targets, out.Targets[i])
		}
	}
	if asked.Targets != nil {
		asked.Sum()
		out.Strict, out.Lenient, out.RCIR, out.AVA, out.FSV = asked.Strict, asked.Lenient, asked.RCIR, asked.AVA, asked.FSV
	}
}

// noun is the content of a line, for messages.
const noun = "a judgement"

// Read reads all lines of a file. Its error names file:line for every problem it
// finds, up to ten.
func Read(r io.Reader, file string) ([]Judgement, error) {
	var out []Judgement
	seen := map[string]int{}
	err := jsonl.Read(r, file, noun, func(n int, j Judgement) error {
		if why := j.Check(); why != "" {
			return errors.New(why)
		}
		id := fmt.Sprintf("%q %q %q %d %d", j.Judge, j.Subject, j.Sample, j.Repetition, j.target())
		if first, duplicate := seen[id]; duplicate {
			return fmt.Errorf("line %d has this judgement already", first)
		}
		seen[id], j.Number = n, n
		out = append(out, j)
		return nil
	})
	return out, err
}
