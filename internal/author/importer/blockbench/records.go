package blockbench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge/recorded"
)

// The files of recorded answers and judgements, written next to the suite.
const (
	ResponsesFile  = "responses.jsonl"
	JudgementsFile = "judgements.jsonl"
)

// record is a recorded output of any kind.
type record struct {
	SampleID   string `json:"sample_id"`
	Model      string `json:"model"`
	PromptType string `json:"prompt_type"`
	Tool       string `json:"tool"`
	Parsing    *struct {
		Success *bool  `json:"success"`
		Raw     string `json:"raw_response"`
	} `json:"parsing"`
	Prediction json.RawMessage `json:"prediction"`
	Metrics    struct {
		Input  int64    `json:"input_tokens"`
		Output int64    `json:"output_tokens"`
		Cost   *float64 `json:"cost_usd"`
	} `json:"api_metrics"`
	Error json.RawMessage `json:"error"`

	// Of tools.
	Success *bool           `json:"success"`
	Results json.RawMessage `json:"results"`
	Issues  json.RawMessage `json:"issues"`

	// Of knowledge probes.
	Response string `json:"response"`
	Status   string `json:"knowledge_status"`

	// Of judges.
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
	Found     *bool  `json:"found"`                   // the older key of the same field
	Alarm     *bool  `json:"false_positive_detected"` // of a repaired text: the answer still claims the flaw
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

// strategies maps the source's ways of asking to our names.
var strategies = map[string]string{
	"": "direct", "direct": "direct", "context_protocol": "context-enhanced", "context_protocol_cot": "chain-of-thought",
	"context_protocol_cot_naturalistic": "naturalistic", "context_protocol_cot_adversarial": "adversarial",
}

// answerLine is a line of the import-responses format without the fields that are unknown here.
type answerLine struct {
	Sample   string        `json:"sample"`
	Subject  string        `json:"subject"`
	Strategy string        `json:"strategy,omitempty"`
	Again    int           `json:"repetition,omitempty"` // one for each documented flaw, where a text has several
	Text     string        `json:"text"`
	Finish   bench.Outcome `json:"finish,omitempty"`
	Model    string        `json:"model,omitempty"`
	Usage    *bench.Usage  `json:"usage,omitempty"`
}

// question identifies the question of an answer; Model is the folder that holds the record.
type question struct{ model, sample, asked string }

// answer is a recorded answer that was read.
type answer struct {
	file, folder string
	sample       string // by its file name
	asked        string // prompt_type
	line         answerLine
}

// place identifies the position of the answer in the suite: a sample and a repetition.
func (a *answer) place() string { return fmt.Sprint(a.line.Sample, " ", a.line.Again) }

// Kinds of omitted records.
const (
	kindTool      = "runs of static tools"
	kindToolJudge = "judgements of runs of static tools"
	kindSummary   = "summaries of records"
	kindUnknown   = "records of samples that are not in the suite"
	kindNoCall    = "calls that failed: no answer was recorded"
	kindCopy      = "copies of a recorded answer, in another folder of the same model"
	kindOther     = "second answers of a model to one question, from another folder"
	kindRepeat    = "second answers of a model to a text that the data set has twice"
	kindMute      = "judgements without a decision"
	kindOrphan    = "judgements of answers that were skipped"
	kindStrange   = "records of unknown kind"
	kindBroken    = "records that cannot be read"
)

// records reads every recorded output outside the data set.
func (c *collection) records() {
	in := c.in
	var answers []answer
	type judged struct {
		file, folder string
		r            record
	}
	var judgements []judged
	for _, file := range in.Files(".", ".json") {
		base := path.Base(file)
		kind, stem, _ := strings.Cut(strings.TrimSuffix(base, ".json"), "_")
		switch {
		case strings.HasPrefix(file, "dataset/") || strings.HasPrefix(file, "data/"):
			continue
		case kind == "p" && strings.Contains(file, "/traditional/"), kind == "e" && strings.Contains(file, "/traditional/"):
			in.Left(kindTool+", processed or rated", file)
			continue
		case strings.HasPrefix(file, "results/") && kind != "d" && kind != "j" && kind != "ka":
			in.Left(kindSummary, file)
			continue
		case kind != "d" && kind != "j" && kind != "ka":
			continue
		}
		var r record
		if !in.JSON(file, &r) {
			in.Unplaced(kindBroken, file)
			continue
		}
		r.SampleID = cmp.Or(r.SampleID, stem)
		if kind == "ka" {
			r.SampleID = stem // the record's name of a sample may be that of its metadata
		}
		switch {
		case kind == "d" && r.Parsing == nil && r.Prediction == nil && r.Target == nil && r.Success != nil &&
			(r.Results != nil || r.Issues != nil):
			in.Left(kindTool, file)
			continue
		case kind == "j" && r.Tool != "" && r.Detector == "":
			in.Left(kindToolJudge, file)
			continue
		case c.at[r.SampleID] == "":
			in.Unplaced(kindUnknown, file)
			continue
		}
		switch {
		case r.Target != nil:
			r.Parsing, r.Prediction = nil, nil
			judgements = append(judgements, judged{file, folderOf(file), r})
		case kind == "ka":
			a, ok := r.recalled(in.Suite()+"/"+c.at[r.SampleID], c.flaw[r.SampleID])
			if !ok {
				in.Left(kindNoCall, file)
				continue
			}
			answers = append(answers, answer{file, cmp.Or(folderOf(file), r.Model), r.SampleID, "knowledge", a})
		case r.Parsing != nil || r.Prediction != nil:
			a, why := r.answer(in.Suite() + "/" + c.at[r.SampleID])
			if why != "" {
				in.Problem(file, 0, "%s", why)
				if r.Model == "" {
					in.Unplaced(kindBroken, file)
				} else {
					in.Left(kindNoCall, file)
				}
				continue
			}
			a.Again = max(c.flaw[r.SampleID]-1, 0)
			answers = append(answers, answer{file, cmp.Or(folderOf(file), r.Model), r.SampleID, r.PromptType, a})
		default:
			in.Problem(file, 0, "is neither a recorded answer (parsing) nor a judgement (target_assessment)")
			in.Unplaced(kindStrange, file)
		}
	}
	models := modelsOf(answers)
	used, dropped := c.answers(answers, models)
	var out strings.Builder
	nJ := 0
	done := map[string]bool{}
	for _, j := range judgements {
		model := cmp.Or(models[j.folder], j.folder, j.r.Detector)
		line, why := j.r.judgement(in.Suite()+"/"+c.at[j.r.SampleID], model, c.safe[j.r.SampleID])
		if n := c.flaw[j.r.SampleID]; n > 1 {
			line.Target, line.Repetition = n, n-1
		}
		switch id := fmt.Sprintf("%q %q %q %d", line.Judge, line.Subject, line.Sample, line.Repetition); {
		case why == judgeFailed:
			in.Left("calls of judges that failed", j.file)
		case why != "":
			in.Problem(j.file, 0, "%s", why)
			if line.Judge == "" || j.r.Detector == "" {
				in.Unplaced(kindBroken, j.file)
			} else {
				in.Left(kindMute, j.file)
			}
		case dropped[question{cmp.Or(j.folder, j.r.Detector), j.r.SampleID, j.r.PromptType}],
			len(answers) > 0 && !used[question{model, j.r.SampleID, j.r.PromptType}] && done[id]:
			in.Left(kindOrphan, j.file)
		case done[id]:
			in.Left("second judgements of one judge on one answer", j.file)
		default:
			done[id] = true
			nJ++
			encode(&out, line)
		}
	}
	if len(used) > 0 {
		in.Note("%d recorded answers are in %s; they were given to texts with line markers, and their words "+
			"belong to the models' providers", len(used), ResponsesFile)
	}
	if nJ > 0 {
		in.File(JudgementsFile, out.String(), "")
		in.Note("%d recorded judgements are in %s", nJ, JudgementsFile)
	}
}

// folderOf returns the folder to which a file's record belongs: the one that holds the subsets; "" where there
// are none.
func folderOf(file string) string {
	parts := strings.Split(file, "/")
	for i, p := range parts {
		if i > 0 && (p == "ds" || p == "tc" || p == "gs") {
			return parts[i-1]
		}
	}
	return ""
}

// modelsOf returns the model of each folder: a folder whose records bear its own name belongs to another folder
// that also has records of that name.
func modelsOf(answers []answer) map[string]string {
	named := map[string]map[string]bool{} // recorded name: folders
	for _, a := range answers {
		if named[a.line.Model] == nil {
			named[a.line.Model] = map[string]bool{}
		}
		named[a.line.Model][a.folder] = true
	}
	out := map[string]string{}
	for name, folders := range named {
		for _, f := range slices.Sorted(maps.Keys(folders)) {
			if f != name && named[f][f] && (folders[name] || strings.HasPrefix(name, f+"-")) {
				out[name] = f
				break
			}
		}
	}
	// A folder without records of its own name belongs to the model that its records name.
	for _, a := range answers {
		if f := a.folder; out[f] == "" {
			out[f] = f
		}
	}
	return out
}

// answers writes each answer once. It returns the answered questions, by model, and those, by folder, whose
// answer was left out in favour of another.
func (c *collection) answers(list []answer, models map[string]string) (used, dropped map[question]bool) {
	used, dropped = map[question]bool{}, map[question]bool{}
	kept := map[question]*answer{} // by model, sample's file, way
	placed := map[question]bool{}  // by model, key in the suite, way
	// The folder of the model itself goes first.
	order := make([]*answer, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	own := func(a *answer) bool { return models[a.folder] == a.folder }
	slices.SortStableFunc(order, func(a, b *answer) int {
		switch {
		case own(a) == own(b):
			return 0
		case own(a):
			return -1
		}
		return 1
	})
	for _, a := range order {
		model := models[a.folder]
		q := question{model, a.sample, a.asked}
		first := kept[q]
		switch {
		case first != nil && first.line.Text == a.line.Text:
			c.in.Left(kindCopy, a.file)
			continue
		case first != nil:
			c.in.Left(kindOther, a.file)
			dropped[question{a.folder, a.sample, a.asked}] = true
			continue
		case placed[question{model, a.place(), a.asked}]:
			c.in.Left(kindRepeat, a.file)
			dropped[question{a.folder, a.sample, a.asked}] = true
			continue
		}
		kept[q], used[q], placed[question{model, a.place(), a.asked}] = a, true, true
	}
	var out strings.Builder
	for i := range list {
		a := &list[i]
		model := models[a.folder]
		if kept[question{model, a.sample, a.asked}] != a {
			continue
		}
		a.line.Subject, a.line.Strategy = subject(model, a.asked)
		encode(&out, a.line)
	}
	if len(used) > 0 {
		c.in.File(ResponsesFile, out.String(), "")
	}
	return used, dropped
}

func encode(b *strings.Builder, v any) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("blockbench: a struct of strings and numbers cannot fail to encode: " + err.Error())
	}
}

// subject returns the name of an answer's subject as a run writes it: a model, and the strategy if it is not
// direct. A strategy that is not one of ours keeps its name.
func subject(model, asked string) (name, strategy string) {
	name = strings.Join(strings.Fields(model), "-")
	if asked == "knowledge" {
		return name + "@knowledge", "knowledge"
	}
	switch s, ours := strategies[asked]; {
	case !ours:
		return name + ":" + strings.Join(strings.Fields(asked), "-"), ""
	case s != "direct":
		return name + "@" + s, s
	default:
		return name, s
	}
}

func (r *record) usage() *bench.Usage {
	m := r.Metrics
	if m.Input <= 0 && m.Output <= 0 {
		return nil
	}
	u := &bench.Usage{InputTokens: max(m.Input, 0), OutputTokens: max(m.Output, 0)}
	if m.Cost != nil && *m.Cost >= 0 {
		u.CostUSD = m.Cost
	}
	return u
}

// answer returns the line of an answer without its subject. An answer that is empty after thousands of tokens,
// or that stops within its JSON, was truncated.
func (r *record) answer(key string) (a answerLine, why string) {
	a = answerLine{Sample: key, Model: r.Model, Usage: r.usage()}
	if r.Parsing != nil {
		a.Text = r.Parsing.Raw
	}
	prediction := string(r.Prediction)
	if a.Text == "" && prediction != "" && prediction != "null" && prediction != "{}" {
		a.Text = prediction
	}
	switch {
	case r.Model == "":
		return a, "has no model"
	case a.Text == "" && r.Metrics.Output > 0:
		a.Finish = bench.Truncated
	case a.Text == "":
		return a, "has no answer: the call failed"
	case r.Parsing != nil && r.Parsing.Success != nil && !*r.Parsing.Success && open(a.Text):
		a.Finish = bench.Truncated
	}
	return a, ""
}

// open reports whether a text ends within a JSON object.
func open(text string) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"' && (quoted || depth > 0):
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return depth > 0 || quoted
}

// judgement translates a judge's record into our nine classes: a wrong root cause is a mischaracterization; a
// finding of a flaw that is absent, or repaired, is made up.
func (r *record) judgement(key, model string, safe bool) (j recorded.Judgement, why string) {
	t := r.Target
	name, _ := subject(model, r.PromptType)
	j = recorded.Judgement{Sample: key, Subject: name, Judge: strings.Join(strings.Fields(r.Judge), "-")}
	if j.Judge == "" || r.Detector == "" {
		return j, "does not name both judge_model and detector_model"
	}
	j.Found = t.Complete
	if j.Found == nil {
		j.Found = t.Found
	}
	if j.Found == nil && safe {
		j.Found = t.Alarm
	}
	switch failed := string(r.Error); {
	case failed != "" && failed != "null" && failed != `""` && len(r.Findings) == 0:
		return j, judgeFailed
	case j.Found == nil:
		return j, "has neither complete_found nor found"
	}
	j.Partial = t.Partial
	ids := map[int]bool{}
	for _, f := range r.Findings {
		if f.ID != nil {
			ids[*f.ID] = true
		}
	}
	for i, f := range r.Findings {
		x := recorded.JudgedFinding{Finding: i, Class: classes(f.Class), Reason: f.Reason}
		if f.ID != nil && len(ids) == len(r.Findings) { // else the numbers are not indices of findings
			x.Finding = *f.ID
		}
		if t.FindingID != nil && f.ID != nil && *f.ID == *t.FindingID {
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

const judgeFailed = "the judge failed"

func classes(s string) bench.FindingClass {
	switch s = strings.ToUpper(s); s {
	case "WRONG_ROOT_CAUSE":
		return bench.Mischaracterized
	case "TARGET_FALSE_POSITIVE", "INVALID":
		return bench.Hallucinated
	}
	return bench.FindingClass(s)
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
