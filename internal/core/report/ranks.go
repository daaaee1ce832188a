package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
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

var ranks = Section{ID: "ranks", Title: "Ranks", Tables: []string{"ranks", "sui-weights", "sui-own"},
	Build: buildRanks}

// buildRanks ranks the subjects of every suite that has more than one; for a single subject it shows the result of
// the reader's own weights.
func buildRanks(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Subjects in order of TDR; 1 is best. The interval of a rank contains 95 % of " +
		"the ranks in a bootstrap over clusters. A bold rank is outside every other subject’s interval."}}
	suites(d, func(s *Suite) {
		h := HeadlineOf(d, s)
		weighed := false
		if len(h.Lines) > 1 {
			out.Tables = append(out.Tables, places(d, h))
			subjects, all := conditions(d, s), d.Weightings()
			r, ok := metric.WeightRobustness(subjects, all)
			weighed = ok
			if t := weightings(s.Name, subjects, all, r, ok); len(t.Rows)+len(t.Foot) > 0 {
				out.Tables = append(out.Tables, t)
			}
		}
		if own := ownWeights(d, s); len(own.Rows) > 0 && !weighed {
			out.Tables = append(out.Tables, own)
		}
	})
	return out, len(out.Tables) > 0
}

func places(d *Data, h *Headline) write.Table {
	t := write.Table{ID: "ranks", Group: h.Suite.Name, Title: "Rank and its 95 % interval, with the share of resamples " +
		"in which the subject is first (a tie counts for all)", Main: true,
		Columns: []write.Column{subjectColumn()}}
	if p := tdrBars(h); p != nil {
		t.Drawings = []*write.Drawing{p}
	}
	ranked, ok := RanksOf(d, h.Suite)
	if !ok {
		return t
	}
	t.Foot = append(t.Foot, ranked.Of)
	for _, m := range ranked.Columns {
		c := numbers(m)
		c.Title = "by " + m.Title
		t.Columns = append(t.Columns, c, write.Column{Key: m.ID + "_lo", Title: "from", Data: true},
			write.Column{Key: m.ID + "_hi", Title: "to", Data: true},
			write.Column{Key: m.ID + "_first", Title: "first", Data: true})
	}
	for i, l := range h.Lines {
		row := write.Cells(l.Subject.Name)
		for _, r := range ranked.Rows[i].Places {
			if !r.OK {
				row.Cells = append(row.Cells, write.Text(""), write.Text(""), write.Text(""), write.Text(""))
				continue
			}
			cell := write.Figure(fmt.Sprintf("%g", r.Rank), r.Rank)
			cell.Range, cell.Strong, cell.Doc = fmt.Sprintf("[%d, %d]", r.Lo, r.Hi), r.Unique, "first "+Percent(r.First)
			row.Cells = append(row.Cells, cell, write.Int(r.Lo), write.Int(r.Hi), write.Figure(Percent(r.First), r.First))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// weightings returns the effect of the weights of SUI on its order, which r measures unless ok is false.
func weightings(suite string, subjects []metric.Condition, all []metric.Weights, r metric.Robustness,
	ok bool) write.Table {
	with := map[string]metric.Condition{}
	for _, c := range subjects {
		with[c.Name] = c
	}
	t := write.Table{ID: "sui-weights", Group: suite, Of: "SUI under other weights"}
	if len(r.LeftOut) > 0 {
		t.Foot = []string{"Not ranked, without an SUI: " + strings.Join(r.LeftOut, ", ") +
			". " + WithoutSUI}
	}
	if !ok {
		return t
	}
	t.Title = "SUI with rank by configuration (weights of detection / reasoning / precision), and the share of all " +
		"weightings under which a subject is first"
	var order []string
	var ranked []metric.Condition
	for _, i := range r.Weighting.Order {
		order = append(order, r.Subjects[i])
		ranked = append(ranked, with[r.Subjects[i]])
		t.Rows = append(t.Rows, write.Cells(r.Subjects[i]))
	}
	t.Lead = []string{fmt.Sprintf(
		"The default order holds under %s of all weightings of detection, reasoning and precision: %s.",
		Percent(r.Weighting.Kept), strings.Join(order, ", "))}
	var ms []metric.Metric
	for _, w := range all {
		ms = append(ms, metric.SUIMetric(w, false))
	}
	values, ranks := make([][]metric.Value, len(ranked)), metric.Ranks(ms, ranked)
	Each(len(ranked), func(i int) { values[i] = metric.Values(ms, ranked[i].Rows) })
	t.Columns = []write.Column{subjectColumn()}
	spearman := write.Row{Cells: []write.Value{{Text: "Spearman with default"}}, Total: true}
	for j, w := range all {
		t.Columns = append(t.Columns, counts(ms[j].ID, fmt.Sprintf("%s %.2f / %.2f / %.2f", w.Name, w.TDR, w.Reasoning,
			w.Precision)))
		spearman.Cells = append(spearman.Cells, write.Figure(fmt.Sprintf("%.3f", r.Spearman[j]), r.Spearman[j]))
		for i, place := range ranks[j] {
			cell := plain(value(ms[j], values[i][j]))
			cell.Range, cell.Interval = "", nil
			if place.OK {
				cell.Text += fmt.Sprintf(" (%g)", place.Rank)
			}
			t.Rows[i].Cells = append(t.Rows[i].Cells, cell)
		}
	}
	t.Columns = append(t.Columns, counts("first", "first among all weightings"))
	for k, i := range r.Weighting.Order {
		t.Rows[k].Cells = append(t.Rows[k].Cells, write.Figure(Percent(r.Weighting.First[i]), r.Weighting.First[i]))
	}
	t.Rows = append(t.Rows, spearman)
	return t
}

// ownWeights returns the SUI with the reader's weights.
func ownWeights(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "sui-own", Group: s.Name, Of: "SUI with your weights", Title: "SUI with " +
		OwnWeights(d), Main: true,
		Columns: []write.Column{subjectColumn(), counts("sui", "SUI")}}
	for _, l := range OwnSUI(d, s) {
		t.Rows = append(t.Rows, write.Cells(l.Subject, value(l.Cell.Metric, l.Cell.Value)))
		if !l.Cell.Value.Defined {
			t.Foot = []string{"–: no SUI. " + WithoutSUI}
		}
	}
	return t
}

// tdrBars draws a horizontal bar with its interval for every subject (paper Figure 5); nil when no subject has a
// TDR.
func tdrBars(h *Headline) *write.Drawing {
	p := &write.Drawing{Title: "TDR on " + h.Suite.Name + " by subject", Class: "bars",
		Caption: "Bar: TDR. Line: 95 % interval."}
	shareAxis(p, len(h.Lines))
	var desc []string
	for i, l := range h.Lines {
		c := l.Cell(metric.TDR.ID)
		y := float64(chartTop + chartRow*i)
		p.Label("", "end", chartLeft-14, y+chartRow/2+4, termtext.Clip(l.Subject.Name, 38))
		p.Label("soft", "start", chartRight+14, y+chartRow/2+4, c.Number())
		if !c.Value.Defined {
			continue
		}
		p.Rect("filled", chartLeft, y+3, c.Value.Point*(chartRight-chartLeft), 16)
		if iv := c.Value.Interval; iv != nil {
			p.Line("whisker", abscissa(iv.Lo), y+chartRow/2, abscissa(iv.Hi), y+chartRow/2)
		}
		desc = append(desc, l.Subject.Name+" "+Full(c.Metric.Scale, c.Value))
	}
	if len(desc) == 0 {
		return nil
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}
