package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/stats/rank"
)

// RankTable holds the places of the subjects of one suite.
type RankTable struct {
	Suite   string
	Of      string          // the texts that all subjects were asked about, and their number
	Columns []metric.Metric // those in which any subject has a place
	Rows    []RankRow       // in the order of the headline
}

// RankRow holds the places of one subject, in the order of the columns.
type RankRow struct {
	Subject string
	Places  []rank.Ranked
}

// RanksOf ranks the subjects of a suite; ok is false with fewer than two, or when none has a number.
func RanksOf(d *Data, s *Suite) (t *RankTable, ok bool) {
	if len(d.SubjectsOf(s)) < 2 {
		return nil, false
	}
	t = &RankTable{Suite: s.Name, Of: d.commonTexts(s)}
	names := HeadlineOf(d, s).Names()
	for _, name := range names {
		t.Rows = append(t.Rows, RankRow{Subject: name})
	}
	for i, places := range d.ranks(s) {
		any := false
		for _, r := range places {
			any = any || r.OK
		}
		if !any {
			continue
		}
		t.Columns = append(t.Columns, rankedMetrics()[i])
		for j, name := range names {
			t.Rows[j].Places = append(t.Rows[j].Places, places[name])
		}
	}
	return t, len(t.Columns) > 0
}

// commonTexts describes the texts on which ranks are computed, by group.
func (d *Data) commonTexts(s *Suite) string {
	common, all := metric.Common(d.conditions(s))
	groups := map[string]int{}
	for _, v := range common {
		groups[v.Group]++
	}
	var of []string
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		if name != "" {
			of = append(of, fmt.Sprintf("%s %d", name, groups[name]))
		}
	}
	out := fmt.Sprintf("Ranks use the %d of %s that all subjects were asked about", len(common), Plural(all, "text"))
	if len(of) > 0 {
		out += " (" + strings.Join(of, ", ") + ")"
	}
	return out + "."
}

// rankedMetrics returns the metrics by which subjects are ranked, where any subject has a value.
func rankedMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.BalancedAccuracy, metric.SUIDefault}
}
