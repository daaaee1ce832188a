package web

import (
	"fmt"
	"net/http"
	"strings"

	"assay/internal/core/review"
)

type numbersView struct {
	queueOf
	review.Summary
	Judges    []confusionRow // every judge against all experts; empty if only the rule judge decided
	CSV, JSON string
}

// reviewNumbers shows the progress of the experts and their agreement.
func (s *Server) reviewNumbers(r *http.Request) (*page, error) {
	w, err := s.reviewing(r)
	if err != nil {
		return nil, err
	}
	id := w.run.ID
	records, err := s.store.Reviews(r.Context(), w.run)
	if err != nil {
		return nil, err
	}
	reviews := review.Of(records)
	v := numbersView{queueOf: w.queueOf, Summary: review.Summarise(w.queue(), reviews),
		CSV: "/review/export.csv" + query("run", id), JSON: "/review/export.json" + query("run", id)}
	votes := w.snap.targetVotes(w.cast, false)
	for _, l := range countJudges(w.snap.Trials, w.cast, w.run.Manifest.Judging) {
		v.Judges = append(v.Judges, newConfusionRow(l.Name,
			review.Summarise(review.By(w.queue(), l.Name, votes), reviews).Together))
	}
	return &page{Name: "numbers", Title: "Agreement", Run: id, Here: "review", Live: runURL(id, "events"), Data: v}, nil
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

func newConfusionRow(name string, c review.Confusion) confusionRow {
	out := confusionRow{Name: name, C: c}
	out.Precision, out.Recall, out.F1 = c.Rates()
	return out
}

// Rows returns the measures against each expert and, if there are several, against all together.
func (v numbersView) Rows() []confusionRow {
	var out []confusionRow
	for _, e := range v.Experts {
		out = append(out, newConfusionRow(e.Expert, v.Matrix[e.Expert]))
	}
	if len(v.Experts) > 1 {
		out = append(out, newConfusionRow("all comparisons", v.Together))
	}
	return out
}
