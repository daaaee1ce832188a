package report

import (
	"fmt"
	"unicode/utf8"

	"assay/internal/bench"
)

// Limits that keep a report a file that a browser opens at once. Everything
// that they cut is said, and is whole in the store.
const (
	maxLines      = 500     // of one text
	maxAllLines   = 8_000   // of all texts and differences
	maxAnswers    = 3_000   // shown with their findings
	maxResponses  = 500_000 // bytes of response text in all
	maxResponse   = 6_000   // bytes of one response
	leastResponse = 300
	maxField      = 600 // bytes of one field of a finding
	maxFindings   = 20  // of one answer
)

// budget spends the limits and remembers what they cut.
type budget struct {
	data                               *Data
	lines, answersLeft, perResponse    int
	cutTexts, cutResponses, cutAnswers int
	paint                              *highlighter
}

// newBudget divides the room for responses evenly, so that what is shown of one
// does not depend on its place.
func newBudget(d *Data) *budget {
	// Room that short responses leave over goes to the long ones. Responses to
	// transformed texts are not printed.
	if d.Whole != nil { // so many trials that the room for answers is full
		return &budget{data: d, lines: maxAllLines, answersLeft: maxAnswers, perResponse: max(maxResponses/maxAnswers, leastResponse), paint: newHighlighter()}
	}
	var sizes []int
	for _, s := range d.Suites() {
		for _, place := range s.trials {
			sizes = append(sizes, len(s.source.Trial(int(place)).Text))
		}
	}
	limit := maxResponse
	for limit > leastResponse {
		total := 0
		for _, n := range sizes {
			total += min(n, limit)
		}
		if total <= maxResponses {
			break
		}
		limit = limit * 9 / 10
	}
	return &budget{data: d, lines: maxAllLines, answersLeft: maxAnswers, perResponse: max(limit, leastResponse), paint: newHighlighter()}
}

// notes says what was cut.
func (b *budget) notes() []string {
	var out []string
	if b.cutTexts > 0 {
		out = append(out, fmt.Sprintf("%s cut or left out to keep this file small; `assay samples show` prints every one.", Plural(b.cutTexts, "text")+" "+Agree(b.cutTexts, "is", "are")))
	}
	if b.cutResponses > 0 {
		out = append(out, fmt.Sprintf("%s cut after %s bytes; the store holds them whole.", Plural(b.cutResponses, "response")+" "+Agree(b.cutResponses, "is", "are"), Count(b.perResponse)))
	}
	if b.cutAnswers > 0 {
		out = append(out, fmt.Sprintf("%s counted in the tables and not shown one by one; the store holds them.", Plural(b.cutAnswers, "answer")+" "+Agree(b.cutAnswers, "is", "are")))
	}
	return out
}

// print puts the code of v and the difference to its twin into t, or with shared
// the difference alone, as far as
// the budget goes.
func (b *budget) print(t *textView, v, twin *bench.Variant, shared bool) {
	language := v.Task.Language
	lines := b.paint.lines(language, underReview(v).Text)
	changed := map[int]bool{}
	if twin != nil {
		all := diffLines(underReview(v).Text, underReview(twin).Text)
		for _, c := range all {
			if c.Kind == '-' {
				changed[c.Old] = true
			}
		}
		t.Twin = short(twin)
		t.Diff = unified(all, lines, b.paint.lines(language, underReview(twin).Text))
	}
	size := 0
	for _, h := range t.Diff {
		size += len(h.Lines)
	}
	if b.lines < size {
		b.cutTexts++
		t.Diff, t.Cut = nil, "The text is left out to keep this file small."
		return
	}
	b.lines -= size
	if shared {
		return // the twin is printed, for several variants at once
	}
	t.Lines = code(v, lines, changed)
	if room := min(maxLines, b.lines); len(t.Lines) > room {
		b.cutTexts++
		t.Cut = fmt.Sprintf("The first %d of %d lines.", room, len(t.Lines))
		t.Lines = t.Lines[:room]
	}
	b.lines -= len(t.Lines)
}

// answerView is what one subject answered about one variant.
type answerView struct {
	Subject    string
	Repetition int // from 1, 0 when there is only one
	Verdict    verdictView
	Reason     string
	Findings   []findingView
	More       int // findings not shown
	Confidence string
	Response   string
	Cut        string // says how much of the response is shown
}

type findingView struct {
	Type, Severity, Location, Explanation string
	Class, Judged, Reason                 string
}

// answers shows what every subject answered about a variant, of which trials has
// the places.
func (b *budget) answers(from Source, subjects []bench.Subject, trials map[string][]uint32) []answerView {
	var shown []Trial
	var several []bool // whether the subject was asked more than once
	for _, sub := range subjects {
		places := trials[sub.Name]
		room := min(len(places), b.answersLeft)
		b.answersLeft, b.cutAnswers = b.answersLeft-room, b.cutAnswers+len(places)-room
		for _, place := range places[:room] {
			shown, several = append(shown, from.Trial(int(place))), append(several, len(places) > 1)
		}
	}
	b.data.read(shown)
	var out []answerView
	for i, t := range shown {
		a := b.answer(t)
		if several[i] {
			a.Repetition = t.Repetition + 1
		}
		out = append(out, a)
	}
	return out
}

func (b *budget) answer(t Trial) answerView {
	a := answerView{Subject: t.Subject, Verdict: viewVerdict(t.Row), Reason: shorten(t.Reason, maxField), Response: shorten(t.Text, b.perResponse)}
	if len(Visible(t.Text)) > b.perResponse {
		b.cutResponses++
		a.Cut = fmt.Sprintf("The first %s of %s bytes.", Count(b.perResponse), Count(len(t.Text)))
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
		view := findingView{
			Type: shorten(f.Type, maxField), Severity: shorten(f.Severity, 40), Location: shorten(f.Location, 120),
			Explanation: shorten(f.Explanation, maxField), Judged: "not judged", Class: "j-none",
		}
		if t.Verdict != nil && i < len(t.Verdict.Findings) {
			fv := t.Verdict.Findings[i]
			view.Judged, view.Reason, view.Class = ClassTitle(fv.Class), shorten(fv.Reason, maxField), "j-wrong"
			if fv.Class.Correct() {
				view.Class = "j-right"
			}
		}
		a.Findings = append(a.Findings, view)
	}
	return a
}

// shorten makes s visible and cuts it to about n bytes at a rune boundary, with an ellipsis where it cut.
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
