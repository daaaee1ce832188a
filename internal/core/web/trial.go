package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/model/exchange"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

type trialView struct {
	bench.Trial
	Run            string
	Sent, Received string // bodies on the wire
	Cut            string // the part that is not shown
	Prompt         []exchange.Message
	Code           codeView
	Findings       []findingView
	Votes          []vote     // empty if only the rule judge decided
	Recalled       []recalled // of an incident
	Parts          bench.TrialKey
	Endings        []store.Ending
	Transcript     []transcript.Event // of an agent, nil for others
	More           int                // events that are not shown
	Near           near
	Others         []pairOption      // trials that this one can be compared with
	Twin           *bench.Trial      // of the same subject on the other half of the pair, nil without one
	Repair         []report.DiffHunk // what tells the vulnerable half of the pair from the safe one
}

// near is the position of a trial in the list that the reader came from.
type near struct {
	Filter     trialFilter
	List       string // address of that list
	At, Of     int    // 1-based; At is 0 if the filter excludes this trial
	Prev, Next string
}

// findingView is a finding with the judge's verdict.
type findingView struct {
	bench.Finding
	N       int
	Effect  string                // what executing its repair showed, "" without one
	At      string                // address of the page with the lines that it names, "" for the same page
	Verdict *bench.FindingVerdict // nil if it was not judged
	Votes   []findingVote         // of all judges, if more than the rule judge decided
}

// maxEvents bounds the events of a transcript that a page shows.
const maxEvents = 600

// maxShown bounds how much of a request or a response a page shows.
const maxShown = 256 << 10

func (s *Server) trial(r *http.Request) (*page, error) {
	run, err := s.runOf(r)
	if err != nil {
		return nil, err
	}
	filter, err := trialFilterOf(r)
	if err != nil {
		return nil, err
	}
	v, err := s.trialOf(r, run, r.PathValue("key"))
	if err != nil {
		return nil, err
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return nil, err
	}
	v.Near, v.Others = snap.near(filter, v.Key), snap.others(v.Key)
	if err := s.twin(r, snap, &v); err != nil {
		return nil, err
	}
	if v.Parts, v.Endings, err = s.store.Past(r.Context(), v.Key); err != nil {
		return nil, err
	}
	return &page{Name: "trial", Title: v.Subject + " on " + v.Variant.Key, Run: run.ID, Here: "run", Data: v}, nil
}

// trialOf reads one trial with everything that was sent, answered and judged.
func (s *Server) trialOf(r *http.Request, run store.Run, key string) (v trialView, err error) {
	t, err := s.store.TrialOf(r.Context(), run, key)
	if err != nil {
		return v, err
	}
	if t.Variant == nil {
		return v, notFound("run %s plans no trial %q", run.ID, key)
	}
	v = trialView{Trial: t, Run: run.ID, Code: codeOf(t.Variant), Findings: findings(t)}
	for _, f := range v.Findings {
		v.Code.lay(t.Subject, f)
	}
	if c, ok := claimOf(t); ok && t.Variant.Incident != nil {
		v.Recalled = facts(t.Variant, c)
	}
	votes, err := s.votes(r.Context(), run.Manifest.Judging, []bench.Trial{t})
	if err != nil {
		return v, err
	}
	v.Votes = votes[t.ID]
	voted(v.Findings, v.Votes)
	if t.ID == 0 {
		return v, nil
	}
	request, response, err := s.store.Body(r.Context(), t.Key)
	if err != nil {
		return v, err
	}
	if _, _, ok := bench.EndingOf(t.Response.FinishRaw); ok {
		// What cannot be decoded is shown raw below.
		v.Transcript, _ = transcript.Decode(response)
		if n := len(v.Transcript); n > maxEvents {
			v.Transcript, v.More = v.Transcript[:maxEvents], n-maxEvents
		}
	}
	v.Sent, v.Received = shown(request), shown(response)
	for _, m := range exchange.Messages(request) {
		v.Prompt = append(v.Prompt, exchange.Message{Role: m.Role, Text: shown([]byte(m.Text))})
	}
	if len(request) > maxShown || len(response) > maxShown {
		v.Cut = "The beginning is shown; `assay explain --raw " + t.Key + "` prints all of it."
	}
	return v, nil
}

// twin adds the other half of the pair: the trial of the same subject on it, and how the texts differ.
func (s *Server) twin(r *http.Request, snap *snapshot, v *trialView) error {
	i := slices.IndexFunc(snap.Trials, func(t bench.Trial) bool {
		return t.Subject == v.Subject && t.Repetition == v.Repetition && t.Variant.Suite == v.Variant.Suite &&
			(t.Variant.Key == v.Variant.Twin || t.Variant.Twin == v.Variant.Key)
	})
	if i < 0 {
		return nil
	}
	twin, err := s.store.TrialOf(r.Context(), snap.Run, snap.Trials[i].Key)
	if err != nil || twin.Variant == nil {
		return err
	}
	v.Twin = &twin
	flawed, repaired := v.Variant.Task, twin.Variant.Task
	if v.Variant.Truth == bench.Safe {
		flawed, repaired = repaired, flawed
	}
	if len(flawed.Files) > 0 && len(repaired.Files) > 0 {
		v.Repair = report.Diff(flawed.Language, flawed.Files[0].Text, repaired.Files[0].Text)
	}
	return nil
}

// near finds the trial and its neighbours in the filtered list.
func (k *snapshot) near(filter trialFilter, key string) near {
	n := near{Filter: filter, List: runURL(k.Run.ID, filter.pairs()...) + "#trials-h"}
	last := ""
	for _, f := range k.filtered(filter) {
		n.Of++
		switch {
		case f.Key == key:
			n.At, n.Prev = n.Of, last
		case n.At > 0 && n.At == n.Of-1:
			n.Next = k.trialURL(f.Key, filter)
		}
		last = k.trialURL(f.Key, filter)
	}
	return n
}

// filtered returns the trials that match a filter, in the order of the plan.
func (k *snapshot) filtered(filter trialFilter) []*bench.Trial {
	counts := func(*bench.Variant) bool { return true }
	if filter.Counted != "" {
		counts = k.counted(filter.Suite)
	}
	var out []*bench.Trial
	for i := range k.Trials {
		if filter.fits(&k.Trials[i]) && counts(k.Trials[i].Variant) {
			out = append(out, &k.Trials[i])
		}
	}
	return out
}

func (k *snapshot) trialURL(key string, filter trialFilter) string {
	return runURL(k.Run.ID, append([]string{"trials/" + key}, filter.pairs()...)...)
}

// pairOption is a trial that another can be compared with, and what differs.
type pairOption struct{ Key, What string }

// maxOptions bounds the number of trials offered for comparison.
const maxOptions = 200

// others returns the trials of other subjects on the same text, then those of the
// same subject on other texts of the base.
func (k *snapshot) others(key string) []pairOption {
	i := slices.IndexFunc(k.Trials, func(f bench.Trial) bool { return f.Key == key })
	if i < 0 {
		return nil
	}
	t := &k.Trials[i]
	var subjects, texts []pairOption
	for j := range k.Trials {
		f := &k.Trials[j]
		switch {
		case f.Key == key || f.Repetition != t.Repetition || f.Variant.Suite != t.Variant.Suite ||
			f.Variant.Base != t.Variant.Base:
		case f.Variant.Key == t.Variant.Key:
			subjects = append(subjects, pairOption{f.Key, f.Subject + ", same text"})
		case f.Subject == t.Subject:
			texts = append(texts, pairOption{f.Key, "same subject, " + f.Variant.Key})
		}
	}
	out := append(subjects, texts...)
	return out[:min(len(out), maxOptions)]
}

type pairView struct {
	Run         string
	A, B        trialView
	SameSubject bool
	SameText    bool              // both were asked about one variant
	Code        []report.DiffHunk // empty if the texts are equal
	Answers     []report.DiffHunk // empty if the answers are equal
}

// pair shows two trials side by side, with the differences in code and answers.
func (s *Server) pair(r *http.Request) (*page, error) {
	run, err := s.runOf(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	if q.Get("a") == "" || q.Get("b") == "" {
		return nil, badRequest("two trials are compared by their keys: give the parameters a and b")
	}
	v := pairView{Run: run.ID}
	if v.A, err = s.trialOf(r, run, q.Get("a")); err != nil {
		return nil, err
	}
	if v.B, err = s.trialOf(r, run, q.Get("b")); err != nil {
		return nil, err
	}
	v.SameSubject, v.SameText = v.A.Subject == v.B.Subject, v.A.Variant.Key == v.B.Variant.Key
	if a, b := v.A.Variant.Task, v.B.Variant.Task; len(a.Files) > 0 && len(b.Files) > 0 {
		v.Code = report.Diff(a.Language, a.Files[0].Text, b.Files[0].Text)
	}
	v.Answers = report.Diff("", v.A.ResponseText(), v.B.ResponseText())
	for i := range v.A.Findings {
		v.A.Findings[i].At = runURL(run.ID, "trials/"+v.A.Key)
	}
	for i := range v.B.Findings { // anchors must be unique on the page
		v.B.Findings[i].N += len(v.A.Findings)
		v.B.Findings[i].At = runURL(run.ID, "trials/"+v.B.Key)
	}
	return &page{Name: "pair", Title: "Side by side", Run: run.ID, Here: "compare", Data: v}, nil
}

// ResponseText returns the text of the response for reading and comparing: JSON is
// indented, so that each difference is a line.
func (v trialView) ResponseText() string {
	var b bytes.Buffer
	text := shown([]byte(v.Response.Text))
	if json.Indent(&b, []byte(strings.TrimSpace(text)), "", "  ") == nil {
		return b.String()
	}
	return text
}

func shown(b []byte) string {
	return strings.ToValidUTF8(string(b[:min(len(b), maxShown)]), "\uFFFD")
}

func findings(t bench.Trial) []findingView {
	if t.Answer == nil {
		return nil
	}
	var out []findingView
	for i, f := range t.Answer.Findings {
		v := findingView{Finding: f, N: i + 1, Effect: report.RepairWords(t.Verdict, i)}
		v.Finding.Lines = report.LinesNamed(t.Variant, f)
		if lines := v.Finding.Lines; len(lines) == 1 && lines[0].From == lines[0].To { // said once, by the link
			v.Finding.Location = strings.TrimSuffix(v.Finding.Location, fmt.Sprintf(", line %d", lines[0].From))
		}
		if t.Verdict != nil && i < len(t.Verdict.Findings) {
			v.Verdict = &t.Verdict.Findings[i]
		}
		out = append(out, v)
	}
	return out
}
