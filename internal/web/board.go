package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/report"
)

// boardMetrics are the columns of the leaderboard; the first ranks.
func boardMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.FalseAlarm, metric.BalancedAccuracy, metric.AnsweredShare}
}

type boardView struct {
	Run      string
	Filter   selection
	Options  options
	Metrics  []metric.Metric
	Lines    []boardLine
	Texts    int // different texts that are spoken of
	Warnings []string
	Page     pager
	AsOf     string
}

type boardLine struct {
	Subject   bench.Subject
	Cells     []string
	Diagnosis metric.Diagnosis
	first     metric.Value
}

// board ranks the subjects on what the parameters select. The numbers are those
// of the report, computed by the same metrics over the same trials.
func (s *Server) board(r *http.Request) (*page, error) {
	run, err := s.runOf(r)
	if err != nil {
		return nil, err
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return nil, err
	}
	v := boardView{Run: run.ID, Options: snap.options(), Metrics: boardMetrics(), AsOf: report.When(snap.At)}
	v.Filter = selectionOf(r, v.Options)
	rows := map[string][]metric.Row{}
	texts := map[*bench.Variant]bool{}
	for _, f := range snap.selected(v.Filter) {
		rows[f.Subject] = append(rows[f.Subject], row(f))
		texts[f.Variant] = true
	}
	v.Texts = len(texts)
	for name, rs := range rows {
		l := boardLine{Subject: snap.subjects[name]}
		l.Subject.Name = name
		values := snap.numbers(fmt.Sprintf("%q %q", v.Filter, name), func() []metric.Value { return metric.Values(v.Metrics, rs) })
		for i, val := range values {
			l.Cells = append(l.Cells, report.Value(v.Metrics[i], val))
			for _, w := range val.Warnings {
				if !slices.Contains(v.Warnings, w) {
					v.Warnings = append(v.Warnings, w)
				}
			}
		}
		l.first = values[0]
		l.Diagnosis, _ = metric.Diagnose(rs)
		v.Lines = append(v.Lines, l)
	}
	slices.Sort(v.Warnings)
	slices.SortFunc(v.Lines, func(a, b boardLine) int {
		if a.first.Defined != b.first.Defined {
			if a.first.Defined {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.first.Point, a.first.Point), cmp.Compare(a.Subject.Name, b.Subject.Name))
	})
	var from, to int
	from, to, v.Page = paged(r, len(v.Lines))
	v.Lines = v.Lines[from:to]
	return &page{Name: "board", Title: "Leaderboard", Run: run.ID, Here: "board", Data: v}, nil
}
