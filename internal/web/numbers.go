package web

import (
	"fmt"
	"net/http"
	"strings"

	"assay/internal/review"
)

type numbersView struct {
	queueOf
	review.Summary
	Judges    []confusionRow // every judge against all experts; empty if only the rule judge decided
	CSV, JSON string
}

// reviewNumbers shows the progress of the experts and their agreement.
func (s *Server) reviewNumbers(r *http.Request) (*page, error) {
	q, run, err := s.parameters(r)
	if err != nil {
		return nil, err
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return nil, err
	}
	records, err := s.store.Reviews(r.Context(), run)
	if err != nil {
		return nil, err
	}
	cast, err := s.ballots(r.Context(), snap)
	if err != nil {
		return nil, err
	}
	v := numbersView{queueOf: q, Summary: review.Summarise(snap.queue(q, cast), review.Of(records)),
		CSV: "/review/export.csv" + query("run", run.ID), JSON: "/review/export.json" + query("run", run.ID)}
	votes := snap.targetVotes(cast)
	for _, l := range countJudges(snap.Trials, cast, run.Manifest.Judging) {
		row := confusionRow{Name: l.Name, C: review.Summarise(review.By(snap.queue(q, cast), l.Name, votes),
			review.Of(records)).Together}
		row.Precision, row.Recall, row.F1 = row.C.Rates()
		v.Judges = append(v.Judges, row)
	}
	return &page{Name: "numbers", Title: "Agreement", Run: run.ID, Here: "review", Live: runURL(run.ID, "events"),
		Data: v}, nil
}

// reviewExport sends all reviews of a run.
func (s *Server) reviewExport(w http.ResponseWriter, r *http.Request) {
	run, err := s.runOf(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	records, err := s.store.Reviews(r.Context(), run)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	write, kind, ext := review.WriteCSV, "text/csv; charset=utf-8", "csv"
	if strings.HasSuffix(r.URL.Path, ".json") {
		write, kind, ext = review.WriteJSON, "application/json", "json"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="reviews-%s.%s"`, run.ID, ext))
	if err := write(w, records); err != nil {
		s.log.Warn("export", "error", err)
	}
}

// confusionRow measures the judge against one expert.
type confusionRow struct {
	Name                  string
	C                     review.Confusion
	Precision, Recall, F1 *float64
}

// Rows returns the measures against each expert and, if there are several, against all together.
func (v numbersView) Rows() []confusionRow {
	var out []confusionRow
	add := func(name string, c review.Confusion) {
		l := confusionRow{Name: name, C: c}
		l.Precision, l.Recall, l.F1 = c.Rates()
		out = append(out, l)
	}
	for _, e := range v.Experts {
		add(e.Expert, v.Matrix[e.Expert])
	}
	if len(v.Experts) > 1 {
		add("all comparisons", v.Together)
	}
	return out
}
