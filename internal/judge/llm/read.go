package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/judge"
)

// reply is what the model is to answer. Pointers tell absent from zero.
type reply struct {
	Seal     string `json:"seal"`
	Findings []struct {
		Number   *int   `json:"number"`
		Class    string `json:"class"`
		Type     string `json:"type_match"`
		Location string `json:"location_match"`
		Reason   string `json:"reason"`
		Target   *int   `json:"target"` // of several documented flaws
	} `json:"findings"`
	scores
	Targets []scored `json:"targets"` // instead of the scores, of several documented flaws
}

type scored struct {
	Number int `json:"number"`
	scores
}

type scores struct {
	RCIR       *float64 `json:"rcir"`
	RCIRReason string   `json:"rcir_reason"`
	AVA        *float64 `json:"ava"`
	AVAReason  string   `json:"ava_reason"`
	FSV        *float64 `json:"fsv"`
	FSVReason  string   `json:"fsv_reason"`
}

// errPlanted means that the judge took the planted finding for true.
var errPlanted = errors.New("the judge accepted the planted finding, which is about a name that is not in the code")

// contradiction is a reply whose class of a finding and whose matches exclude each
// other: it is asked for once more, and decides nothing when it stays.
type contradiction struct {
	number int // of the finding in the question
	is     bench.FindingVerdict
}

func (c *contradiction) Error() string {
	return fmt.Sprintf("the reply contradicts itself: it calls finding %d %s, with type_match %s and location_match %s", c.number, c.is.Class, c.is.Type, c.is.Location)
}

// contradicts reports whether the class of a finding excludes its matches. Only what
// decides whether the target was found is looked at.
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

// read turns a reply into a verdict, or says why it cannot be one.
func read(text string, q question, v *bench.Variant, a bench.Answer) (bench.Verdict, error) {
	var out bench.Verdict
	r, err := decode(text)
	if err != nil {
		return out, err
	}
	if r.Seal != q.seal {
		return out, errors.New("the reply does not carry the seal of the question")
	}
	if len(r.Findings) != len(a.Findings)+1 {
		return out, fmt.Errorf("the reply decides on %d findings, and there are %d", len(r.Findings), len(a.Findings)+1)
	}
	byNumber := map[int]bench.FindingVerdict{}
	for _, f := range r.Findings {
		if f.Number == nil {
			return out, errors.New("a finding of the reply has no number")
		}
		if _, twice := byNumber[*f.Number]; twice {
			return out, fmt.Errorf("the reply decides on finding %d twice", *f.Number)
		}
		d := bench.FindingVerdict{Class: bench.FindingClass(f.Class), Type: bench.Match(f.Type), Location: bench.Match(f.Location), Reason: strings.TrimSpace(f.Reason)}
		if f.Target != nil {
			d.Target = *f.Target
		}
		if d.Target != 0 && !v.Several() {
			return out, fmt.Errorf("the reply gives finding %d a target, and there are not several", *f.Number)
		}
		if !known(d) {
			return out, fmt.Errorf("the reply calls finding %d %q, %q, %q, which is none of the words asked for", *f.Number, f.Class, f.Type, f.Location)
		}
		byNumber[*f.Number] = d
	}
	planted, ok := byNumber[q.planted]
	if !ok {
		return out, fmt.Errorf("the reply does not decide on finding %d", q.planted)
	}
	if planted.Class.Correct() {
		return out, errPlanted
	}
	for _, n := range q.numbers {
		d, ok := byNumber[n]
		if !ok {
			return out, fmt.Errorf("the reply does not decide on finding %d", n)
		}
		if v.Truth == bench.Vulnerable && contradicts(d) {
			return out, &contradiction{n, d}
		}
		out.Findings = append(out.Findings, d)
	}
	return out, decide(&out, r, v, a)
}

// decide fills in whether the target was found, and the scores.
func decide(out *bench.Verdict, r *reply, v *bench.Variant, a bench.Answer) error {
	if v.Truth != bench.Vulnerable {
		for i, f := range out.Findings {
			if f.Class == bench.TargetMatch || f.Class == bench.PartialMatch {
				return fmt.Errorf("the reply calls finding %d a match, and there is nothing to match", i+1)
			}
		}
		return nil
	}
	out.Strict, out.Lenient = bench.Miss, bench.Miss
	if v.Several() {
		return decideEach(out, r, v, a)
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
	if t.Lenient == bench.Hit { // scores of a finding that found nothing mean nothing
		if err := r.scores.give(&t); err != nil {
			return err
		}
	}
	out.Strict, out.Lenient, out.RCIR, out.AVA, out.FSV = t.Strict, t.Lenient, t.RCIR, t.AVA, t.FSV
	return nil
}

// matched says whether findings found a target; those about others are passed over.
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

// decideEach decides on every one of several documented flaws.
func decideEach(out *bench.Verdict, r *reply, v *bench.Variant, a bench.Answer) error {
	out.Targets = judge.Each(v, bench.Miss)
	at := func(number int) int {
		return slices.IndexFunc(out.Targets, func(t bench.TargetVerdict) bool { return t.Target == number })
	}
	for i, f := range out.Findings {
		switch match := f.Class == bench.TargetMatch || f.Class == bench.PartialMatch; {
		case match && at(f.Target) < 0:
			return fmt.Errorf("the reply calls finding %d a match, and %d is no documented flaw", i+1, f.Target)
		case f.Target < 0 || f.Target > len(v.LabelSets()):
			return fmt.Errorf("the reply says that finding %d is about flaw %d, and there is none", i+1, f.Target)
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
		if k < 0 || slices.ContainsFunc(r.Targets[:i], func(o scored) bool { return o.Number == s.Number }) {
			return fmt.Errorf("the reply scores flaw %d, which is not documented, or twice", s.Number)
		}
		if out.Targets[k].Lenient == bench.Hit {
			if err := s.scores.give(&out.Targets[k]); err != nil {
				return err
			}
		}
	}
	out.Sum()
	return nil
}

// give hands the scores on where they are numbers in range.
func (r *scores) give(out *bench.TargetVerdict) error {
	for _, s := range []struct {
		name string
		from *float64
		to   **float64
	}{{"rcir", r.RCIR, &out.RCIR}, {"ava", r.AVA, &out.AVA}, {"fsv", r.FSV, &out.FSV}} {
		if s.from == nil {
			continue // unscored, and counted as that
		}
		if math.IsNaN(*s.from) || *s.from < 0 || *s.from > 1 {
			return fmt.Errorf("the reply scores %s %v, which is not between 0 and 1", s.name, *s.from)
		}
		*s.to = s.from
	}
	return nil
}

func known(d bench.FindingVerdict) bool {
	okClass := false
	for _, c := range bench.FindingClasses() {
		okClass = okClass || c == d.Class
	}
	okMatch := func(m bench.Match) bool {
		return m == bench.MatchExact || m == bench.MatchPartial || m == bench.MatchWrong || m == bench.MatchNone
	}
	return okClass && okMatch(d.Type) && okMatch(d.Location)
}

// decode reads the one JSON object of a reply, in a code fence or bare, with
// nothing but blanks around it. Two objects are no answer: which one would count?
func decode(text string) (*reply, error) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		body, after, closed := strings.Cut(rest, "```")
		if !closed || strings.TrimSpace(after) != "" {
			return nil, errors.New("the reply is not one JSON object")
		}
		text = strings.TrimSpace(body)
	}
	if text == "" {
		return nil, errors.New("the reply is empty")
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	var r reply
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("the reply is not the JSON asked for: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the reply is more than one JSON object")
	}
	return &r, nil
}
