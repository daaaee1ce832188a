package detect

import (
	"bytes"
	"encoding/json"
	"slices"

	"assay/internal/bench"
)

// Reply encodes a as the response of a detector that sends no question, in the form that a model is asked for:
// the assessment of the seed suite for a task with a specification, the JSON of the paper's Appendix F.1 for
// all else. The bytes depend on the arguments alone.
func Reply(task bench.Task, a bench.Answer) bench.Response {
	var v any = assessment(a)
	if task.Spec == "" {
		v = report(a)
	}
	return encode(v)
}

// encode returns v as the text of a response.
func encode(v any) bench.Response {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic("detect: strings and finite numbers cannot fail to encode: " + err.Error())
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	return bench.Response{Text: string(text), RawResponse: text, Finish: bench.Answered, Attempts: 1}
}

type paperFinding struct {
	Type        string `json:"type"`
	Severity    string `json:"severity"`
	Location    string `json:"location"`
	Explanation string `json:"explanation"`
	Attack      string `json:"attack_scenario"`
	Fix         string `json:"suggested_fix"`
}

type paperReport struct {
	Verdict         string         `json:"verdict"`
	Confidence      *float64       `json:"confidence,omitempty"`
	Vulnerabilities []paperFinding `json:"vulnerabilities"`
	Explanation     string         `json:"overall_explanation"`
}

func report(a bench.Answer) paperReport {
	r := paperReport{Verdict: a.Verdict.String(), Confidence: a.Confidence, Vulnerabilities: []paperFinding{},
		Explanation: a.Explanation}
	for _, f := range a.Findings {
		r.Vulnerabilities = append(r.Vulnerabilities, paperFinding{f.Type, f.Severity, f.Location, f.Explanation, f.Attack,
			f.Fix})
	}
	return r
}

type seedAssessment struct {
	Explanation string `json:"explanation"`
	Assessment  string `json:"assessment"`
	Violated    []int  `json:"violated_requirements"`
}

func assessment(a bench.Answer) seedAssessment {
	s := seedAssessment{Explanation: a.Explanation, Assessment: "good", Violated: []int{}}
	if a.Verdict == bench.Vulnerable {
		s.Assessment = "bad"
	}
	for _, f := range a.Findings {
		s.Violated = append(s.Violated, f.Requirements...)
	}
	slices.Sort(s.Violated)
	s.Violated = slices.Compact(s.Violated)
	return s
}
