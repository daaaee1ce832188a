package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
)

// A Reply is the JSON answer of a judge other than the rule judge: a ruling on every finding, and scores of the
// reasoning. Pointers distinguish absent from zero.
type Reply struct {
	Findings []Ruling `json:"findings"`
	Scores
	Targets []TargetScores `json:"targets"` // replaces Scores when there are several documented flaws
}

// ShownFinding is a finding as it is shown to a judge: in the subject's own words, not in the parser's form.
type ShownFinding struct {
	Number       int    `json:"number"` // from 1
	Type         string `json:"type,omitempty"`
	Severity     string `json:"severity,omitempty"`
	Location     string `json:"location,omitempty"`
	Requirements []int  `json:"requirements,omitempty"`
	Explanation  string `json:"explanation,omitempty"`
	Attack       string `json:"attack_scenario,omitempty"`
	Fix          string `json:"suggested_fix,omitempty"`
}

// Shown returns finding number n of a question as it is shown.
func Shown(n int, f bench.Finding) ShownFinding {
	return ShownFinding{n, f.Type, f.Severity, f.Location, f.Requirements, f.Explanation, f.Attack, f.Fix}
}

// A Ruling is a judge's decision on one finding, in the vocabulary of package bench.
type Ruling struct {
	Number   *int   `json:"number"` // the number of the finding in the question
	Class    string `json:"class"`
	Type     string `json:"type_match"`
	Location string `json:"location_match"`
	Reason   string `json:"reason"`
	Target   *int   `json:"target"` // only for several documented flaws
}

// TargetScores are the scores of the finding that found one of several flaws.
type TargetScores struct {
	Number int `json:"number"` // of the flaw
	Scores
}

// Scores are the scores of the finding that found the documented flaw, from 0 to 1; nil is unscored.
type Scores struct {
	RCIR       *float64 `json:"rcir"`
	RCIRReason string   `json:"rcir_reason"`
	AVA        *float64 `json:"ava"`
	AVAReason  string   `json:"ava_reason"`
	FSV        *float64 `json:"fsv"`
	FSVReason  string   `json:"fsv_reason"`
}

// Contradiction is a reply in which the class and the matches of a finding exclude each other. It decides
// nothing; a model is asked once more.
type Contradiction struct {
	Number int // the number of the finding in the question
	Is     bench.FindingVerdict
}

func (c *Contradiction) Error() string {
	return fmt.Sprintf("the reply contradicts itself: it calls finding %d %s, with type_match %s and location_match %s",
		c.Number, c.Is.Class, c.Is.Type, c.Is.Location)
}

// contradicts reports whether the class of a finding contradicts its matches. It considers only what decides
// whether the target was found.
func contradicts(f bench.FindingVerdict) bool {
	kind, place := f.Type.AtLeastPartial(), f.Location.AtLeastPartial()
	switch f.Class {
	case bench.TargetMatch:
		return !kind || !place
	case bench.PartialMatch:
		return !kind && !place
	case bench.Hallucinated:
		return kind && place
	}
	return false
}

// Rulings returns the rulings on findings 1 to n, in their order. It fails unless the reply decides on each of
// them once, in the requested vocabulary.
func (r *Reply) Rulings(n int) ([]bench.FindingVerdict, error) {
	if len(r.Findings) != n {
		return nil, fmt.Errorf("the reply decides on %d findings, and there are %d", len(r.Findings), n)
	}
	out, seen := make([]bench.FindingVerdict, n), make([]bool, n)
	for _, f := range r.Findings {
		if f.Number == nil {
			return nil, errors.New("a finding of the reply has no number")
		}
		d := bench.FindingVerdict{Class: bench.FindingClass(f.Class), Type: bench.Match(f.Type),
			Location: bench.Match(f.Location), Reason: strings.TrimSpace(f.Reason)}
		if f.Target != nil {
			d.Target = *f.Target
		}
		at := *f.Number - 1
		switch {
		case at < 0 || at >= n:
			return nil, fmt.Errorf("the reply decides on finding %d, and there are %d", *f.Number, n)
		case seen[at]:
			return nil, fmt.Errorf("the reply decides on finding %d twice", *f.Number)
		case !inVocabulary(d):
			return nil, fmt.Errorf("the reply calls finding %d %q, %q, %q, which is none of the words asked for", *f.Number,
				f.Class, f.Type, f.Location)
		}
		out[at], seen[at] = d, true
	}
	return out, nil
}

// Decide derives the verdict on an answer from the rulings on its findings; numbers are the findings' numbers
// in the question. It fails, with a [*Contradiction] or another reason, when nothing is decided.
func (r *Reply) Decide(rulings []bench.FindingVerdict, numbers []int, v *bench.Variant,
	a bench.Answer) (bench.Verdict, error) {
	out := bench.Verdict{Findings: rulings}
	for i, d := range rulings {
		if d.Target != 0 && !v.Several() {
			return out, fmt.Errorf("the reply gives finding %d a target, and there are not several", numbers[i])
		}
		if v.Truth == bench.Vulnerable && contradicts(d) {
			return out, &Contradiction{numbers[i], d}
		}
	}
	return out, r.decide(&out, numbers, v, a)
}

// decide sets whether the target was found, and the scores.
func (r *Reply) decide(out *bench.Verdict, numbers []int, v *bench.Variant, a bench.Answer) error {
	if v.Truth != bench.Vulnerable {
		for i, f := range out.Findings {
			if f.Class == bench.TargetMatch || f.Class == bench.PartialMatch {
				return fmt.Errorf("the reply calls finding %d a match, and there is nothing to match", numbers[i])
			}
		}
		return nil
	}
	out.Strict, out.Lenient = bench.Miss, bench.Miss
	if v.Several() {
		return r.decideEach(out, numbers, v, a)
	}
	if r.Targets != nil {
		return errors.New("the reply scores several targets, and there is one")
	}
	if a.Verdict != bench.Vulnerable {
		out.Reason = "the verdict is safe"
		return nil
	}
	var t bench.TargetVerdict
	t.Strict, t.Lenient = matched(out.Findings, 0)
	if t.Lenient == bench.Hit { // without a hit, the scores have no meaning
		if err := r.Scores.give(&t); err != nil {
			return err
		}
	}
	out.Strict, out.Lenient, out.RCIR, out.AVA, out.FSV = t.Strict, t.Lenient, t.RCIR, t.AVA, t.FSV
	return nil
}

// matched returns whether findings found a target; it ignores those about other targets.
func matched(findings []bench.FindingVerdict, target int) (strict, lenient bench.Decision) {
	strict, lenient = bench.Miss, bench.Miss
	for _, f := range findings {
		if f.Target != target {
			continue
		}
		if f.Class == bench.TargetMatch {
			strict = bench.Hit
		}
		if f.Found() {
			lenient = bench.Hit
		}
	}
	return strict, lenient
}

// decideEach decides on each of several documented flaws.
func (r *Reply) decideEach(out *bench.Verdict, numbers []int, v *bench.Variant, a bench.Answer) error {
	out.Targets = Each(v, bench.Miss)
	at := func(number int) int {
		return slices.IndexFunc(out.Targets, func(t bench.TargetVerdict) bool { return t.Target == number })
	}
	for i, f := range out.Findings {
		switch match := f.Class == bench.TargetMatch || f.Class == bench.PartialMatch; {
		case match && at(f.Target) < 0:
			return fmt.Errorf("the reply calls finding %d a match, and %d is no documented flaw", numbers[i], f.Target)
		case f.Target < 0 || f.Target > len(v.LabelSets()):
			return fmt.Errorf("the reply says that finding %d is about flaw %d, and there is none", numbers[i], f.Target)
		}
	}
	if a.Verdict != bench.Vulnerable {
		out.Reason = "the verdict is safe"
		return nil
	}
	for i := range out.Targets {
		t := &out.Targets[i]
		t.Strict, t.Lenient = matched(out.Findings, t.Target)
	}
	for i, s := range r.Targets {
		k := at(s.Number)
		if k < 0 || slices.ContainsFunc(r.Targets[:i], func(o TargetScores) bool { return o.Number == s.Number }) {
			return fmt.Errorf("the reply scores flaw %d, which is not documented, or twice", s.Number)
		}
		if out.Targets[k].Lenient == bench.Hit {
			if err := s.Scores.give(&out.Targets[k]); err != nil {
				return err
			}
		}
	}
	out.Sum()
	return nil
}

// give copies the scores to out. It fails for a number out of range.
func (r *Scores) give(out *bench.TargetVerdict) error {
	for _, s := range []struct {
		name string
		from *float64
		to   **float64
	}{{"rcir", r.RCIR, &out.RCIR}, {"ava", r.AVA, &out.AVA}, {"fsv", r.FSV, &out.FSV}} {
		if s.from == nil {
			continue // stays unscored, and counts as such
		}
		if math.IsNaN(*s.from) || *s.from < 0 || *s.from > 1 {
			return fmt.Errorf("the reply scores %s %v, which is not between 0 and 1", s.name, *s.from)
		}
		*s.to = s.from
	}
	return nil
}

// inVocabulary reports whether a ruling uses only the requested words.
func inVocabulary(d bench.FindingVerdict) bool {
	matches := []bench.Match{bench.MatchExact, bench.MatchPartial, bench.MatchWrong, bench.MatchNone}
	return slices.Contains(bench.FindingClasses(), d.Class) && slices.Contains(matches, d.Type) &&
		slices.Contains(matches, d.Location)
}

// Decode reads the one JSON object of a reply into a pointer, in a code fence or bare, surrounded only by white
// space. Two objects are an error, because it would be unclear which one counts.
func Decode(text string, into any) error {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		body, after, closed := strings.Cut(rest, "```")
		if !closed || strings.TrimSpace(after) != "" {
			return errors.New("the reply is not one JSON object")
		}
		text = strings.TrimSpace(body)
	}
	if text == "" {
		return errors.New("the reply is empty")
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("the reply is not the JSON asked for: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the reply is more than one JSON object")
	}
	return nil
}
