package blockbench

import (
	"encoding/json"
	"path"
	"strings"

	"assay/internal/bench"
	"assay/internal/judge/recorded"
)

// The files that hold recorded answers and judgements, beside the suite.
const (
	ResponsesFile  = "responses.jsonl"
	JudgementsFile = "judgements.jsonl"
)

// record is either kind of recorded output.
type record struct {
	SampleID   string `json:"sample_id"`
	Model      string `json:"model"`
	PromptType string `json:"prompt_type"`
	Parsing    *struct {
		Raw string `json:"raw_response"`
	} `json:"parsing"`
	Prediction json.RawMessage `json:"prediction"`
	Metrics    struct {
		Input  int64    `json:"input_tokens"`
		Output int64    `json:"output_tokens"`
		Cost   *float64 `json:"cost_usd"`
	} `json:"api_metrics"`

	Detector string `json:"detector_model"`
	Judge    string `json:"judge_model"`
	Findings []struct {
		ID     *int   `json:"finding_id"`
		Class  string `json:"classification"`
		Reason string `json:"reasoning"`
	} `json:"findings"`
	Target *target `json:"target_assessment"`
}

// target is a judge's decision on the documented flaw.
type target struct {
	Complete  *bool  `json:"complete_found"`
	Found     *bool  `json:"found"` // the older key of the same
	Partial   bool   `json:"partial_found"`
	FindingID *int   `json:"finding_id"`
	Type      string `json:"type_match"`
	Location  *bool  `json:"location_match"`
	RCIR      *score `json:"root_cause_identification"`
	AVA       *score `json:"attack_vector_validity"`
	FSV       *score `json:"fix_suggestion_validity"`
}

type score struct {
	Score *float64 `json:"score"`
}

// records reads every recorded output outside the data set.
func (c *collection) records() {
	var answers, judgements strings.Builder
	nA, nJ, unknown := 0, 0, 0
	for _, file := range c.in.Files(".", ".json") {
		base := path.Base(file)
		if strings.HasPrefix(file, "dataset") || !strings.HasPrefix(base, "d_") && !strings.HasPrefix(base, "j_") {
			continue
		}
		var r record
		if !c.in.JSON(file, &r) {
			continue
		}
		if r.SampleID == "" {
			r.SampleID = strings.TrimSuffix(base[2:], ".json")
		}
		at, ok := c.at[r.SampleID]
		if !ok {
			unknown++
			continue
		}
		switch {
		case r.Target != nil:
			j, why := r.judgement(c.in.Suite() + "/" + at)
			if why != "" {
				c.in.Problem(file, 0, "%s", why)
				continue
			}
			nJ++
			encode(&judgements, j)
		case r.Parsing != nil || r.Prediction != nil:
			a, why := r.answer(c.in.Suite() + "/" + at)
			if why != "" {
				c.in.Problem(file, 0, "%s", why)
				continue
			}
			nA++
			encode(&answers, a)
		default:
			c.in.Problem(file, 0, "is neither a recorded answer (parsing) nor a judgement (target_assessment)")
		}
	}
	if nA > 0 {
		c.in.File(ResponsesFile, answers.String(), "")
		c.in.Note("%d recorded answers stand in %s; they were given to texts with line markers, and their words belong to the models' providers", nA, ResponsesFile)
	}
	if nJ > 0 {
		c.in.File(JudgementsFile, judgements.String(), "")
		c.in.Note("%d recorded judgements stand in %s", nJ, JudgementsFile)
	}
	if unknown > 0 {
		c.in.Note("%d recorded outputs are about samples that are not part of the suite", unknown)
	}
}

func encode(b *strings.Builder, v any) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("blockbench: a struct of strings and numbers cannot fail to encode: " + err.Error())
	}
}

// subject names whose answer it is: a model, asked in one of the source's ways.
func subject(model, promptType string) string {
	name := strings.Join(strings.Fields(model), "-")
	if promptType != "" && promptType != "direct" {
		name += ":" + strings.Join(strings.Fields(promptType), "-")
	}
	return name
}

// answerLine is the import-responses format without what is not known.
type answerLine struct {
	Sample  string       `json:"sample"`
	Subject string       `json:"subject"`
	Text    string       `json:"text"`
	Model   string       `json:"model,omitempty"`
	Usage   *bench.Usage `json:"usage,omitempty"`
}

func (r *record) answer(key string) (a answerLine, why string) {
	a = answerLine{Sample: key, Subject: subject(r.Model, r.PromptType), Model: r.Model}
	if r.Parsing != nil {
		a.Text = r.Parsing.Raw
	}
	if a.Text == "" && len(r.Prediction) > 0 && string(r.Prediction) != "null" {
		a.Text = string(r.Prediction)
	}
	if m := r.Metrics; m.Input > 0 || m.Output > 0 {
		a.Usage = &bench.Usage{InputTokens: max(m.Input, 0), OutputTokens: max(m.Output, 0)}
		if m.Cost != nil && *m.Cost >= 0 {
			a.Usage.CostUSD = m.Cost
		}
	}
	switch {
	case r.Model == "":
		return a, "names no model"
	case a.Text == "":
		return a, "holds no answer: the call failed, and is asked again by a run"
	}
	return a, ""
}

// judgement translates a judge's record. Its ten classes are our nine: a wrong
// root cause is a mischaracterization.
func (r *record) judgement(key string) (j recorded.Judgement, why string) {
	t := r.Target
	j = recorded.Judgement{Sample: key, Subject: subject(r.Detector, r.PromptType), Judge: strings.Join(strings.Fields(r.Judge), "-")}
	if j.Judge == "" || r.Detector == "" {
		return j, "does not name both judge_model and detector_model"
	}
	j.Found = t.Complete
	if j.Found == nil {
		j.Found = t.Found
	}
	if j.Found == nil {
		return j, "has neither complete_found nor found"
	}
	j.Partial = t.Partial
	for i, f := range r.Findings {
		x := recorded.JudgedFinding{Finding: i, Class: bench.FindingClass(strings.ToUpper(f.Class)), Reason: f.Reason}
		if f.ID != nil {
			x.Finding = *f.ID
		}
		if x.Class == "WRONG_ROOT_CAUSE" {
			x.Class = bench.Mischaracterized
		}
		if t.FindingID != nil && x.Finding == *t.FindingID {
			x.Type, x.Location = typeMatch(t.Type), placeMatch(t.Location)
		}
		j.Findings = append(j.Findings, x)
	}
	for _, s := range []struct {
		from *score
		to   **float64
	}{{t.RCIR, &j.RCIR}, {t.AVA, &j.AVA}, {t.FSV, &j.FSV}} {
		if s.from != nil && s.from.Score != nil {
			*s.to = s.from.Score
		}
	}
	return j, j.Check()
}

func typeMatch(s string) bench.Match {
	switch s {
	case "exact":
		return bench.MatchExact
	case "semantic", "partial":
		return bench.MatchPartial
	case "wrong":
		return bench.MatchWrong
	}
	return bench.MatchNone
}

func placeMatch(b *bool) bench.Match {
	switch {
	case b == nil:
		return bench.MatchNone
	case *b:
		return bench.MatchExact
	}
	return bench.MatchWrong
}
