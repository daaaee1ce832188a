package web

import (
	"fmt"
	"net/http"
	"strconv"

	"assay/internal/bench"
	"assay/internal/report"
	"assay/internal/review"
	"assay/internal/store"
)

type startView struct {
	queueOf
	Runs     []store.Run
	Possible int
	Reviews  int
}

func (s *Server) reviewStart(r *http.Request) (*page, error) {
	q, run, err := s.parameters(r)
	if err != nil {
		return nil, err
	}
	if q.Expert != "" { // the form was sent
		if _, err := review.Name(q.Expert); err != nil {
			return nil, badRequest("%v", err)
		}
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return nil, err
	}
	v := startView{queueOf: q}
	if v.Runs, _, err = s.store.RunsPage(r.Context(), 0, pageSize); err != nil {
		return nil, err
	}
	v.Possible = len(snap.queue(queueOf{}))
	records, err := s.store.Reviews(r.Context(), run)
	if err != nil {
		return nil, err
	}
	v.Reviews = len(records)
	return &page{Name: "review", Title: "Review answers", Run: run.ID, Here: "review", Data: v}, nil
}

type itemView struct {
	queueOf
	I, Of       int
	Tag         string // which answer the form speaks of, opaque
	V           *bench.Variant
	Path        string
	Lines       []codeLine
	Answer      *bench.Answer
	Findings    []findingView // without what the judge made of them
	Mark        review.Mark
	Done        int
	Prev, Next  string
	FirstOpen   string // address of the first answer that the expert has not decided on, "" when all are
	Known       bool   // the expert has a review of this one
	SavedAt     string
	ScoreFields []scoreField
}

type scoreField struct {
	Name, Label, Key string
	Value            *float64
}

// reviewItem shows one answer. Nothing on the page tells who answered or what a
// judge or another expert thinks.
func (s *Server) reviewItem(r *http.Request) (*page, error) {
	q, run, err := s.parameters(r)
	if err != nil {
		return nil, err
	}
	if q.Expert, err = review.Name(q.Expert); err != nil {
		return nil, badRequest("%v", err)
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return nil, err
	}
	queue := snap.queue(q)
	if len(queue) == 0 {
		return nil, notFound("run %s has no answer about a vulnerable text yet", run.ID)
	}
	records, err := s.store.Reviews(r.Context(), run)
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
	i, err := strconv.Atoi(r.URL.Query().Get("i"))
	if err != nil || i < 1 {
		i = 1
	}
	v.I = min(i, len(queue))
	it := queue[v.I-1]
	key := ""
	for _, f := range snap.Facts {
		if f.ID == it.Trial {
			key = f.Key
		}
	}
	t, err := s.store.TrialOf(r.Context(), run, key)
	if err != nil {
		return nil, err
	}
	if t.Variant == nil || t.Answer == nil {
		return nil, notFound("this answer was replaced; load the page again")
	}
	had, known := mine[it.Trial]
	v.Tag, v.V, v.Lines, v.Answer, v.Mark, v.Known = q.tag(it.Trial), t.Variant, lines(t.Variant), t.Answer, had.Mark, known
	if known {
		v.SavedAt = "Saved " + report.When(had.At)
	}
	if len(t.Variant.Task.Files) > 0 {
		v.Path = t.Variant.Task.Files[0].Path
	}
	t.Verdict = nil
	v.Findings = findings(t)
	if v.I > 1 {
		v.Prev = q.Item(v.I - 1)
	}
	v.Next = q.Numbers()
	if v.I < len(queue) {
		v.Next = q.Item(v.I + 1)
	}
	v.ScoreFields = []scoreField{{"rcir", "Root cause", "r", v.Mark.RCIR}, {"ava", "Attack", "a", v.Mark.AVA}, {"fsv", "Fix", "s", v.Mark.FSV}}
	return &page{Name: "item", Title: fmt.Sprintf("Answer %d of %d", v.I, v.Of), Run: run.ID, Here: "review", Data: v}, nil
}

// choice is a question with yes, no and open.
type choice struct{ Name, Label, Key, Is string }

// Choices returns the questions of the form with what the expert said.
func (v itemView) Choices() []choice {
	is := func(b *bool) string {
		switch {
		case b == nil:
			return ""
		case *b:
			return "yes"
		}
		return "no"
	}
	return []choice{{"found", "Target found", "y n", is(v.Mark.Found)}, {"type", "Type right", "t", is(v.Mark.Type)}, {"location", "Location right", "l", is(v.Mark.Location)}}
}
