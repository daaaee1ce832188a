package report

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"assay/internal/bench"
)

// Limits that keep a report small enough for a browser to open immediately. Everything that they cut is reported,
// and is complete in the store.
const (
	maxText       = 200_000   // bytes of one text
	maxTexts      = 6_000_000 // bytes of all texts, each once; compressed in a page
	maxAnswers    = 3_000     // shown with their findings
	maxResponses  = 1_500_000 // total bytes of response text, before compression
	maxResponse   = 6_000     // bytes of one response
	leastResponse = 300
	maxField      = 600 // bytes of one field of a finding
	maxFindings   = 20  // in one answer
)

// budget applies the limits and records what they cut.
type budget struct {
	data                               *Data
	texts, answersLeft, perResponse    int
	cutTexts, cutResponses, cutAnswers int
	seen                               map[string]bool // texts
}

// newBudget divides the space for responses evenly, so that the excerpt of one does not depend on its place.
func newBudget(d *Data) *budget {
	var trials []bench.Trial // responses to transformed texts are not printed
	for s := range d.EachSuite() {
		trials = append(trials, rowsAt(s.source, s.trials)...)
	}
	limit := maxResponses / maxAnswers
	if len(trials) <= maxAnswers { // space that short responses leave goes to long ones
		d.read(trials) // what cannot be read is said where it is printed
		for limit = maxResponse; limit > leastResponse; limit = limit * 9 / 10 {
			total := 0
			for _, t := range trials {
				total += min(len(t.Response.Text), limit)
			}
			if total <= maxResponses {
				break
			}
		}
	}
	return &budget{data: d, texts: maxTexts, answersLeft: maxAnswers, perResponse: max(limit, leastResponse),
		seen: map[string]bool{}}
}

// notes returns what was cut, in words.
func (b *budget) notes() []string {
	var out []string
	if b.cutTexts > 0 {
		out = append(out, fmt.Sprintf("%s cut or left out to keep this file small; `assay samples show` prints every one.",
			Plural(b.cutTexts, "text")+" "+Agree(b.cutTexts, "is", "are")))
	}
	if b.cutResponses > 0 {
		out = append(out, fmt.Sprintf("%s cut after %s bytes; the database has them completely.",
			Plural(b.cutResponses, "response")+" "+Agree(b.cutResponses, "is", "are"), Count(b.perResponse)))
	}
	if b.cutAnswers > 0 {
		out = append(out, fmt.Sprintf("%s counted in the tables but not shown individually; the database has them.",
			Plural(b.cutAnswers, "answer")+" "+Agree(b.cutAnswers, "is", "are")))
	}
	return out
}

// source returns the text that a question is about, within the budget, and what was cut from it. A text that
// occurred before costs nothing.
func (b *budget) source(text string) (source, cut string) {
	switch {
	case b.seen[text]:
	case len(text) > b.texts:
		b.cutTexts++
		return "", "The text is left out to keep this file small."
	default:
		b.seen[text] = true
		b.texts -= min(len(text), maxText)
	}
	if source = shorten(text, maxText); len(text) > maxText {
		b.cutTexts++
		cut = fmt.Sprintf("The first %s of %s bytes.", Count(maxText), Count(len(text)))
	}
	return source, cut
}

// Reply is the answer of one subject on one text.
type Reply struct {
	Reason     string  `json:"reason,omitempty"` // why there is no answer
	Confidence string  `json:"confidence,omitempty"`
	Findings   []Found `json:"findings,omitempty"`
	More       int     `json:"more,omitempty"` // number of findings not shown
	Response   string  `json:"response,omitempty"`
	Cut        string  `json:"cut,omitempty"` // how much of the response is shown
}

// Found is one finding of a reply with the judge's verdict.
type Found struct {
	Type        string `json:"type"`
	Severity    string `json:"severity,omitempty"`
	Location    string `json:"location,omitempty"`
	Explanation string `json:"explanation,omitempty"`
	Judged      string `json:"judged"`
	Class       string `json:"class"`            // of the page's style
	Reason      string `json:"reason,omitempty"` // the judge's
	Lines       []int  `json:"lines,omitempty"`  // the first of each range of lines that it names
	Repair      string `json:"repair,omitempty"` // what executing its repair showed, "" if none was proposed
}

// replies returns the answers of some trials, nil for those beyond the budget.
func (b *budget) replies(from []bench.Trial, places []uint32) []*Reply {
	room := min(len(places), b.answersLeft)
	b.answersLeft, b.cutAnswers = b.answersLeft-room, b.cutAnswers+len(places)-room
	out := make([]*Reply, len(places))
	i := 0
	for t := range b.data.WithTexts(slices.Values(rowsAt(from, places[:room]))) {
		r := b.answer(t)
		out[i] = &r
		i++
	}
	return out
}

func (b *budget) answer(t bench.Trial) Reply {
	a := Reply{Reason: shorten(t.Reason, maxField), Response: shorten(t.Response.Text, b.perResponse)}
	if len(Visible(t.Response.Text)) > b.perResponse {
		b.cutResponses++
		a.Cut = fmt.Sprintf("The first %s of %s bytes.", Count(b.perResponse), Count(len(t.Response.Text)))
	}
	if t.Answer == nil {
		return a
	}
	if c := t.Answer.Confidence; c != nil {
		a.Confidence = fmt.Sprintf("%.2f", *c)
	}
	for i, f := range t.Answer.Findings {
		if i == maxFindings {
			a.More = len(t.Answer.Findings) - i
			break
		}
		view := Found{
			Type: shorten(f.Type, maxField), Severity: shorten(f.Severity, 40), Location: shorten(f.Location, 120),
			Explanation: shorten(f.Explanation, maxField), Judged: "not judged", Class: "j-none",
		}
		for _, r := range LinesNamed(t.Variant, f) {
			view.Lines = append(view.Lines, r.From)
		}
		view.Repair = shorten(RepairWords(t.Verdict, i), maxField)
		if t.Verdict != nil && i < len(t.Verdict.Findings) {
			fv := t.Verdict.Findings[i]
			view.Judged, view.Reason = ClassTitle(bench.FindingClass(fv.String())), shorten(fv.Reason, maxField)
			switch fv.Correct() {
			case bench.Hit:
				view.Class = "j-right"
			case bench.Miss:
				view.Class = "j-wrong"
			}
		}
		a.Findings = append(a.Findings, view)
	}
	return a
}

// shorten makes s visible and cuts it to about n bytes at a rune boundary, with an ellipsis at the cut.
func shorten(s string, n int) string {
	s = Visible(s)
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
