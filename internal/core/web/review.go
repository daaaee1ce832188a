package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

type startView struct {
	queueOf
	Runs     []store.Run
	Possible int
	Reviews  int
}

func (s *Server) reviewStart(r *http.Request) (*page, error) {
	w, err := s.reviewing(r)
	if err != nil {
		return nil, err
	}
	if w.Expert != "" { // the form was sent
		if _, err := review.Name(w.Expert); err != nil {
			return nil, badRequest("%v", err)
		}
	}
	v := startView{queueOf: w.queueOf}
	if v.Runs, _, err = s.store.RunsPage(r.Context(), 0, pageSize); err != nil {
		return nil, err
	}
	v.Possible = len(w.snap.queue(queueOf{Builtin: w.Builtin}, w.cast))
	records, err := s.store.Reviews(r.Context(), w.run)
	if err != nil {
		return nil, err
	}
	v.Reviews = len(records)
	return &page{Name: "review", Title: "Review answers", Run: w.run.ID, Here: "review", Data: v}, nil
}

type itemView struct {
	queueOf
	I, Of      int
	Tag        string // identifies the answer to the form, opaque
	V          *bench.Variant
	Raw        string   // the answer as written
	Code       codeView // without labels until the expert has decided
	Answer     *bench.Answer
	Findings   []findingView // without the judge's verdicts
	Mark       review.Mark   // stored
	Version    string        // of Mark
	Opened     string        // when the page was made; "" if the answer was already decided
	Yours      *review.Mark  // the expert's submission, when another page had saved Mark before; nil otherwise
	Done       int
	Prev, Next string
	FirstOpen  string // address of the first answer that the expert has not decided on, "" when all are
	Known      bool   // this expert has reviewed this answer
	SavedAt    string
}

type scoreField struct {
	Name, Label, Key string
	Value            *float64
}

// reviewItem shows one answer. The page does not reveal who answered or what a judge or another expert thinks.
func (s *Server) reviewItem(r *http.Request) (*page, error) {
	w, err := s.reviewing(r)
	if err != nil {
		return nil, err
	}
	if w.Expert, err = review.Name(w.Expert); err != nil {
		return nil, badRequest("%v", err)
	}
	queue := w.queue()
	if len(queue) == 0 {
		return nil, notFound("run %s has no answer yet that calls a vulnerable text vulnerable", w.run.ID)
	}
	i, err := strconv.Atoi(r.URL.Query().Get("i"))
	if err != nil || i < 1 {
		i = 1
	}
	i = min(i, len(queue))
	return s.item(r.Context(), w, queue[i-1].Trial, i)
}

// item shows the answer of a trial, which is or was number i of the queue.
func (s *Server) item(ctx context.Context, w reviewing, trial int64, i int) (*page, error) {
	q, queue := w.queueOf, w.queue()
	records, err := s.store.Reviews(ctx, w.run)
	if err != nil {
		return nil, err
	}
	mine := map[int64]review.Review{}
	for _, x := range records {
		if x.Expert == q.Expert {
			mine[x.Trial] = x.Review
		}
	}
	v := itemView{queueOf: q, Of: len(queue)}
	for i, it := range queue {
		if mine[it.Trial].Complete() {
			v.Done++
		} else if v.FirstOpen == "" {
			v.FirstOpen = q.Item(i + 1)
		}
	}
	v.I = max(1, min(i, len(queue)))
	key := ""
	for _, f := range w.snap.Trials {
		if f.ID == trial {
			key = f.Key
		}
	}
	t, err := s.store.TrialOf(ctx, w.run, key)
	if err != nil {
		return nil, err
	}
	if t.Variant == nil || t.Answer == nil {
		return nil, notFound("this answer was replaced; load the page again")
	}
	had, known := mine[trial]
	v.Tag, v.V, v.Answer, v.Mark, v.Version, v.Known = q.tag(trial), t.Variant, t.Answer, had.Mark, version(had), known
	v.Raw = shown([]byte(t.Response.Text))
	if !had.Complete() {
		v.Opened = strconv.FormatInt(s.now().UnixMicro(), 10)
	}
	if known {
		v.SavedAt = "Saved " + report.When(had.At)
	}
	t.Verdict = nil
	v.Findings = findings(t)
	text := *t.Variant
	if !known {
		text.Labels = nil
	}
	v.Code = codeOf(&text)
	for _, f := range v.Findings {
		v.Code.lay("", f) // blind
	}
	if v.I > 1 {
		v.Prev = q.Item(v.I - 1)
	}
	v.Next = q.Numbers()
	if v.I < len(queue) {
		v.Next = q.Item(v.I + 1)
	}
	return &page{Name: "item", Title: fmt.Sprintf("Answer %d of %d", v.I, v.Of), Run: w.run.ID, Here: "review",
		Data: v}, nil
}

// choice is a question with yes, no and open.
type choice struct{ Name, Label, Key, Is string }

// Form returns the content of the form: the stored review, or the expert's submission instead.
func (v itemView) Form() review.Mark {
	if v.Yours != nil {
		return *v.Yours
	}
	return v.Mark
}

// Scores returns the number fields of the form.
func (v itemView) Scores() []scoreField {
	m := v.Form()
	return []scoreField{{"rcir", "Root cause", "r", m.RCIR}, {"ava", "Attack", "a", m.AVA}, {"fsv", "Fix", "s", m.FSV}}
}

// Choices returns the questions of the form with the expert's answers.
func (v itemView) Choices() []choice {
	m := v.Form()
	is := func(b *bool) string {
		switch {
		case b == nil:
			return ""
		case *b:
			return "yes"
		}
		return "no"
	}
	return []choice{{"found", "Target found", "y n", is(m.Found)}, {"type", "Type right", "t", is(m.Type)},
		{"location", "Location right", "l", is(m.Location)}}
}

// difference is a field with its stored and its submitted value.
type difference struct{ Label, Stored, Yours string }

// Differences returns the fields in which the stored and the submitted review differ.
func (v itemView) Differences() []difference {
	stored := v
	stored.Yours = nil
	say := func(s string) string { return cmp.Or(s, "open") }
	number := func(x *float64) string {
		if x == nil {
			return "open"
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	var all []difference
	for i, c := range v.Choices() {
		all = append(all, difference{c.Label, say(stored.Choices()[i].Is), say(c.Is)})
	}
	for i, f := range v.Scores() {
		all = append(all, difference{f.Label, number(stored.Scores()[i].Value), number(f.Value)})
	}
	all = append(all, difference{"Note", cmp.Or(v.Mark.Note, "none"), cmp.Or(v.Form().Note, "none")})
	return slices.DeleteFunc(all, func(d difference) bool { return d.Stored == d.Yours })
}
