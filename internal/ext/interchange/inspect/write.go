package inspect

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/base/outfile"
	"assay/internal/core/model/exchange"
	"assay/internal/core/prompt"
	"assay/internal/ext/interchange"
)

// Logs lists the two forms of a log.
func Logs() []interchange.Runs {
	return []interchange.Runs{
		{
			Name: "inspect", Doc: "a directory of logs for inspect view, .eval, one a subject and suite",
			Write: func(to outfile.Folder, r *interchange.Run, note func(string)) error {
				return write(to, r, ".eval", openZip, note)
			},
		},
		{
			Name: "inspect-json", Doc: "the same as JSON documents",
			Write: func(to outfile.Folder, r *interchange.Run, note func(string)) error {
				return write(to, r, ".json", openDocument, note)
			},
		},
	}
}

// form receives the parts of one log.
type form interface {
	sample(name string, b []byte) error
	end(l *log, summaries []summary, clean func([]byte) []byte) error
}

// writing is one log that is being written.
type writing struct {
	log       log
	form      form
	summaries []summary
	ids       map[string]string // of samples, by key of the variant
	taken     map[string]bool
	planned   int
	scores    map[string]*count
}

// count counts the decisions of a scorer.
type count struct{ right, scored, unscored int }

// scorers lists the scorers in the order of a log.
var scorers = []string{"verdict", "target"}

func write(to outfile.Folder, r *interchange.Run, ext string,
	open func(io.WriteCloser, *log, func([]byte) []byte) (form, error), note func(string)) error {
	logs := map[[2]string]*writing{}
	var order []*writing
	replaced := 0
	err := r.Trials(func(t interchange.Trial) error {
		at := [2]string{t.Subject, t.Variant.Suite}
		w := logs[at]
		if w == nil {
			w = begin(r, t)
			name := fmt.Sprintf("%s_%s_%s%s", r.Started.UTC().Format("2006-01-02T15-04-05+00-00"),
				strings.ReplaceAll(w.log.Eval.Task, "_", "-"), w.log.Eval.TaskID, ext)
			file, err := to.Create(name)
			if err != nil {
				return err
			}
			if w.form, err = open(file, &w.log, r.Clean); err != nil {
				return err
			}
			logs[at] = w
			order = append(order, w)
		}
		if t.Outcome != "" && !utf8.ValidString(t.Response.Text) {
			replaced++
		}
		return w.add(t, r.Clean)
	})
	if err != nil {
		return err
	}
	if replaced > 0 {
		note(fmt.Sprintf("%d answers contain invalid UTF-8; each such byte is replaced by U+FFFD", replaced))
	}
	for _, w := range order {
		w.finish(r)
		if err := w.form.end(&w.log, w.summaries, r.Clean); err != nil {
			return err
		}
	}
	return nil
}

// begin starts the log to which a trial belongs.
func begin(r *interchange.Run, t interchange.Trial) *writing {
	sub := r.Subject(t.Subject)
	id := func(parts ...string) string {
		sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		return hex.EncodeToString(sum[:11])
	}
	w := &writing{summaries: []summary{}, ids: map[string]string{}, taken: map[string]bool{}, scores: map[string]*count{}}
	for _, s := range scorers {
		w.scores[s] = new(count)
	}
	solver := cmp.Or(sub.Scaffold, sub.Strategy, "generate")
	w.log = log{Version: version, Status: "started", Plan: plan{Name: "plan", Steps: []step{{Solver: solver}}},
		Tags: []string{}, Metadata: map[string]any{}}
	w.log.Eval = spec{
		EvalID: id("eval", r.ID, t.Subject, t.Variant.Suite), RunID: r.ID, Created: stamp(r.Started), Task: t.Variant.Suite,
		TaskID:  id("task", r.ID, t.Subject, t.Variant.Suite),
		TaskVer: cmp.Or(r.Manifest.Suites[t.Variant.Suite], "0"), Solver: solver, Dataset: dataset{Name: t.Variant.Suite},
		Model:    cmp.Or(sub.Model, sub.Name),
		ModelArg: map[string]string{}, Packages: map[string]string{"assay": cmp.Or(r.Manifest.Program, "unknown")},
		Metadata: specMetadata{&ofRun{Run: r.ID, Subject: sub.Name, Kind: sub.Kind, Strategy: sub.Strategy, Judging: r.Judge,
			Suite: t.Variant.Suite, Params: sub.Params}},
	}
	w.log.Eval.Config.Epochs = max(r.Manifest.Epochs, 1)
	w.log.Stats = stats{Started: stamp(r.Started), Completed: stamp(r.Ended), Usage: map[string]usage{},
		Limits: []struct{}{}}
	return w
}

// stamp writes a time, "" where it is not known.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}

// idOf returns the id of a variant's samples: its key without slashes, since the id is part of a file name.
func (w *writing) idOf(key string) string {
	if id, ok := w.ids[key]; ok {
		return id
	}
	base := strings.ReplaceAll(key, "/", ".")
	id := base
	for n := 2; w.taken[id]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	w.ids[key], w.taken[id] = id, true
	w.log.Eval.Dataset.IDs = append(w.log.Eval.Dataset.IDs, id)
	w.log.Eval.Dataset.Samples++
	return id
}

// add adds a trial. One that was not asked is only counted.
func (w *writing) add(t interchange.Trial, clean func([]byte) []byte) error {
	w.planned++
	id := w.idOf(t.Variant.Key)
	if t.Outcome == "" {
		return nil
	}
	v, model := t.Variant, w.log.Eval.Model
	took := t.Response.Elapsed.Seconds()
	s := sample{ID: id, Epoch: t.Repetition + 1, Target: v.Truth.String(), Events: []struct{}{},
		Attached: map[string]string{}, Usage: map[string]usage{}, Time: &took}
	s.Input, s.Messages = w.messages(t)
	u := t.Response.Usage
	own := usage{
		Input: u.InputTokens - u.CachedTokens - u.CacheWriteTokens, Output: u.OutputTokens, Total: u.InputTokens +
			u.OutputTokens,
		CacheRead: u.CachedTokens, CacheWrite: u.CacheWriteTokens, Reasoning: u.ReasoningTokens, Cost: u.CostUSD,
	}
	s.Usage[model] = own
	finish := t.Response.Finish
	if t.Outcome == bench.Truncated {
		finish = bench.Truncated // shown by the token count, where the provider did not report it
	}
	s.Output = output{Model: cmp.Or(t.Response.Model, model), Completion: t.Response.Text, Usage: &own, Time: &took,
		Choices: []choice{}}
	if t.Outcome != bench.Failed {
		s.Output.Choices = append(s.Output.Choices, choice{message{Role: "assistant", Content: t.Response.Text,
			Model: cmp.Or(t.Response.Model, model)}, stopOf(finish)})
	} else {
		s.Error = &failure{Message: cmp.Or(t.Reason, "there was no response")}
	}
	if !t.Response.Started.IsZero() {
		s.Started, s.Completed = stamp(t.Response.Started), stamp(t.Response.Started.Add(t.Response.Elapsed))
	}
	ending, _, _ := bench.EndingOf(t.Response.FinishRaw)
	s.Metadata.Assay = &ofTrial{
		Variant: v.Key, Prompt: t.Prompt, Trial: t.Key, Base: v.Base, Group: v.Group, Class: string(v.Class), Twin: v.Twin,
		Truth: v.Truth.String(), Proof: string(v.Proof),
		Chain: v.Chain, Certificate: v.Certificate, Outcome: string(t.Outcome), Finish: string(finish),
		Ending: string(ending), Reason: t.Reason,
	}
	if t.Answer != nil {
		s.Metadata.Assay.Confidence = t.Answer.Confidence
	}
	s.Scores = w.score(t)
	total := w.log.Stats.Usage[model]
	w.log.Stats.Usage[model] = total.plus(own)
	sum := summary{
		ID: s.ID, Epoch: s.Epoch, Input: short(lastInput(s.Input)), Target: s.Target, Metadata: s.Metadata,
		Scores: map[string]score{}, Usage: s.Usage,
		Started: s.Started, Completed: s.Completed, Time: s.Time, Done: true, Messages: len(s.Messages),
	}
	for name, one := range s.Scores {
		one.Explanation, one.Metadata = "", nil
		sum.Scores[name] = one
	}
	if s.Error != nil {
		sum.Error = s.Error.Message
	}
	w.summaries = append(w.summaries, sum)
	b, err := exchange.JSON(s)
	if err != nil {
		return err
	}
	return w.form.sample(fmt.Sprintf("samples/%s_epoch_%d.json", s.ID, s.Epoch), clean(b))
}

// plus adds the usage of another response. If one price is unknown, the sum is unknown.
func (u usage) plus(o usage) usage {
	sum := usage{u.Input + o.Input, u.Output + o.Output, u.Total + o.Total, u.CacheWrite + o.CacheWrite, u.CacheRead +
		o.CacheRead, u.Reasoning + o.Reasoning, nil}
	switch {
	case u == (usage{}):
		return o
	case u.Cost != nil && o.Cost != nil:
		sum.Cost = new(*u.Cost + *o.Cost)
	}
	return sum
}

func lastInput(list []message) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].Content
}

// short truncates a text for the list of samples.
func short(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

func stopOf(o bench.Outcome) string {
	switch o {
	case bench.Truncated:
		return "max_tokens"
	case bench.Filtered, bench.Refused:
		return "content_filter"
	}
	return "stop"
}

// messages returns the question, and all messages: of an agent the whole conversation, of a subject without a
// question the code that it examined.
func (w *writing) messages(t interchange.Trial) (input, all []message) {
	if _, _, ok := bench.EndingOf(t.Response.FinishRaw); ok {
		if events, err := transcript.Decode(t.Response.RawResponse); err == nil && len(events) > 0 {
			return conversation(events)
		}
	}
	p, ok := rendered(t)
	switch {
	case ok:
		if p.System != "" {
			input = append(input, message{Role: "system", Content: p.System})
		}
		input = append(input, message{Role: "user", Content: p.User})
	default:
		for _, m := range exchange.Messages(t.Response.RawRequest) {
			input = append(input, message{Role: roleOf(m.Role), Content: m.Text})
		}
	}
	if len(input) == 0 {
		for _, f := range t.Variant.Task.Files {
			input = append(input, message{Role: "user", Content: f.Text})
		}
	}
	if t.Outcome == bench.Failed {
		return input, input
	}
	return input, append(input[:len(input):len(input)], message{Role: "assistant", Content: t.Response.Text})
}

// rendered returns the question of a strategy that is known here, if it is the question that was asked.
func rendered(t interchange.Trial) (prompt.Prompt, bool) {
	if t.Prompt == "" || t.Variant.Incident != nil {
		return prompt.Prompt{}, false
	}
	for _, st := range prompt.All() {
		if st.Asks == prompt.ForKnowledge {
			continue
		}
		if p, err := prompt.Render(st, t.Variant.Task); err == nil && p.Hash == t.Prompt {
			return p, true
		}
	}
	return prompt.Prompt{}, false
}

func roleOf(role string) string {
	switch role {
	case "system", "assistant":
		return role
	case "developer":
		return "system"
	case "model":
		return "assistant"
	}
	return "user"
}

// conversation turns the transcript of an agent into messages.
func conversation(events []transcript.Event) (input, all []message) {
	for _, e := range events {
		switch {
		case e.Kind == transcript.Begin && e.Question != nil:
			if e.Question.System != "" {
				input = append(input, message{Role: "system", Content: e.Question.System})
			}
			input = append(input, message{Role: "user", Content: e.Question.User})
			all = append(all, input...)
		case e.Kind == transcript.Said && e.Message != nil:
			m := message{Role: "assistant", Content: e.Message.Turn.Text, Model: e.Message.Model}
			for _, c := range e.Message.Turn.Calls {
				call := toolCall{ID: c.ID, Function: c.Name, Arguments: json.RawMessage(c.Args), Type: "function"}
				if object := map[string]any(nil); json.Unmarshal(call.Arguments, &object) != nil || object == nil {
					call.Arguments, call.ParseError = json.RawMessage("{}"), "not an object: "+c.Args
				}
				m.Calls = append(m.Calls, call)
			}
			all = append(all, m)
		case e.Kind == transcript.CallEnded && e.Result != nil:
			all = append(all, message{Role: "tool", Content: e.Result.Text, CallID: e.Call, Function: e.Tool})
		case e.Kind == transcript.Nudged:
			all = append(all, message{Role: "user", Content: e.Text})
		}
	}
	return input, all
}

// score returns how right a trial was: its verdict against the truth, and, where there is a documented flaw,
// whether it was found. Without an answer it was neither; what a judge could not decide has no score, and is
// counted.
func (w *writing) score(t interchange.Trial) map[string]score {
	out := map[string]score{}
	put := func(name string, s score) {
		s.History = []struct{}{}
		out[name] = s
		w.scores[name].scored++
		if s.Value == correct {
			w.scores[name].right++
		}
	}
	flaw := t.Variant.Truth == bench.Vulnerable && t.Variant.Incident == nil
	if t.Answer == nil {
		why := score{Value: noAnswer, Explanation: strings.TrimSpace(fmt.Sprintf("%s: %s", t.Outcome, t.Reason))}
		if t.Variant.Incident == nil {
			put("verdict", why)
		}
		if flaw {
			put("target", why)
		}
		return out
	}
	if t.Answer.Kind == "" {
		s := score{Value: incorrect, Answer: t.Answer.Verdict.String(), Explanation: t.Answer.Explanation}
		if t.Answer.Verdict == t.Variant.Truth {
			s.Value = correct
		}
		put("verdict", s)
	}
	if !flaw {
		return out
	}
	if t.Verdict == nil || t.Verdict.Strict != bench.Hit && t.Verdict.Strict != bench.Miss {
		w.scores["target"].unscored++
		return out
	}
	s := score{Value: incorrect, Answer: t.Answer.Verdict.String(),
		Metadata: map[string]any{"judge": t.Verdict.Judge, "lenient": t.Verdict.Lenient}}
	if t.Verdict.Strict == bench.Hit {
		s.Value = correct
	}
	var why []string
	for i, f := range t.Verdict.Findings {
		line := f.String()
		if i < len(t.Answer.Findings) {
			line += " " + t.Answer.Findings[i].Type + " at " + cmp.Or(t.Answer.Findings[i].Location, "no place")
		}
		if f.Reason != "" {
			line += ": " + f.Reason
		}
		why = append(why, line)
	}
	s.Explanation = cmp.Or(strings.Join(why, "\n"), "nothing was claimed")
	for name, x := range map[string]*float64{"rcir": t.Verdict.RCIR, "ava": t.Verdict.AVA, "fsv": t.Verdict.FSV} {
		if x != nil {
			s.Metadata[name] = *x
		}
	}
	put("target", s)
	return out
}

// finish sets the fields that are known only after all trials.
func (w *writing) finish(r *interchange.Run) {
	w.log.Status = "success"
	if len(w.summaries) < w.planned {
		w.log.Status = "cancelled" // some trials were not asked
	}
	res := &results{Total: w.planned, Scores: []tally{}}
	for _, s := range w.summaries {
		if s.Error == "" {
			res.Completed++
		}
	}
	for _, name := range scorers {
		n := w.scores[name]
		if n.scored+n.unscored == 0 {
			continue
		}
		t := tally{Name: name, Scorer: name, Scored: n.scored, Unscored: n.unscored, Metrics: map[string]metric{}}
		if n.scored > 0 {
			t.Metrics["accuracy"] = metric{Name: "accuracy", Value: float64(n.right) / float64(n.scored)}
		}
		res.Scores = append(res.Scores, t)
	}
	w.log.Results = res
}

// zipped is an .eval log.
type zipped struct {
	file io.WriteCloser
	zip  *zip.Writer
}

func openZip(w io.WriteCloser, l *log, clean func([]byte) []byte) (form, error) {
	z := &zipped{w, zip.NewWriter(w)}
	b, err := exchange.JSON(map[string]any{"version": version, "eval": l.Eval, "plan": l.Plan})
	if err == nil {
		err = z.put("_journal/start.json", clean(b))
	}
	return z, err
}

func (z *zipped) sample(name string, b []byte) error { return z.put(name, b) }

// put adds a member, always with the same time: equal runs give equal bytes.
func (z *zipped) put(name string, b []byte) error {
	w, err := z.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate,
		Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err == nil {
		_, err = w.Write(b)
	}
	return err
}

func (z *zipped) end(l *log, summaries []summary, clean func([]byte) []byte) error {
	for _, m := range []struct {
		name string
		v    any
	}{{"summaries.json", summaries}, {"header.json", l}} {
		b, err := exchange.JSON(m.v)
		if err == nil {
			err = z.put(m.name, clean(b))
		}
		if err != nil {
			return err
		}
	}
	if err := z.zip.Close(); err != nil {
		return err
	}
	return z.file.Close()
}

// document is a .json log. Its header holds totals of its samples and comes before them, so the samples are
// buffered.
type document struct {
	file    io.WriteCloser
	samples bytes.Buffer
}

func openDocument(w io.WriteCloser, _ *log, _ func([]byte) []byte) (form, error) {
	return &document{file: w}, nil
}

func (d *document) sample(_ string, b []byte) error {
	if d.samples.Len() > 0 {
		d.samples.WriteByte(',')
	}
	d.samples.Write(b)
	return nil
}

func (d *document) end(l *log, _ []summary, clean func([]byte) []byte) error {
	head, err := exchange.JSON(l)
	if err != nil {
		return err
	}
	head = bytes.TrimSuffix(clean(head), []byte("}"))
	for _, part := range [][]byte{head, []byte(`,"samples":[`), d.samples.Bytes(), []byte("]}\n")} {
		if _, err := d.file.Write(part); err != nil {
			return err
		}
	}
	return d.file.Close()
}
