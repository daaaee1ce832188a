package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats/rank"
)

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
	return []metric.Metric{metric.PairCorrect, metric.TDR, metric.BalancedAccuracy, metric.SUIDefault}
}

var ranks = Section{ID: "ranks", Title: "Ranks", Tables: []string{"ranks", "sui-weights", "sui-own"},
	Build: buildRanks}

// buildRanks ranks the subjects of every suite that has more than one; for a single subject it shows the result of
// the reader's own weights.
func buildRanks(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Subjects in order of pairs right, then TDR; 1 is best. The interval of a " +
		"rank contains 95 % of the ranks in a bootstrap over clusters. A bold rank is outside every other subject’s " +
		"interval."}}
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

// places shows the places by each metric in which any subject has one.
func places(d *Data, h *Headline) write.Table {
	t := write.Table{ID: "ranks", Group: h.Suite.Name, Title: "Rank and its 95 % interval, with the share of resamples " +
		"in which the subject is first (a tie counts for all)", Main: true, Columns: []write.Column{subjectColumn()}}
	for _, p := range []*write.Drawing{plane(h), d.versus(h)} {
		if p != nil {
			t.Drawings = append(t.Drawings, p)
		}
	}
	rows := make([]write.Row, len(h.Lines))
	for i, l := range h.Lines {
		rows[i] = write.Cells(l.Subject.Name)
	}
	for i, m := range rankedMetrics() {
		places := d.ranks(h.Suite)[i]
		if !slices.ContainsFunc(slices.Collect(maps.Values(places)), func(r rank.Ranked) bool { return r.OK }) {
			continue
		}
		c := numbers(m)
		c.Title = "by " + m.Title
		t.Columns = append(t.Columns, c, write.Column{Key: m.ID + "_lo", Title: "from", Data: true},
			write.Column{Key: m.ID + "_hi", Title: "to", Data: true},
			write.Column{Key: m.ID + "_first", Title: "first", Data: true})
		for j, l := range h.Lines {
			cells := []write.Value{write.Text(""), write.Text(""), write.Text(""), write.Text("")}
			if r := places[l.Subject.Name]; r.OK {
				first := write.Figure(Percent(r.First), r.First)
				cells = []write.Value{write.Figure(fmt.Sprintf("%g", r.Rank), r.Rank), write.Int(r.Lo), write.Int(r.Hi), first}
				cells[0].Range, cells[0].Strong, cells[0].Doc = fmt.Sprintf("[%d, %d]", r.Lo, r.Hi), r.Unique, "first "+first.Text
			}
			rows[j].Cells = append(rows[j].Cells, cells...)
		}
	}
	if len(t.Columns) > 1 {
		t.Rows, t.Foot = rows, []string{d.commonTexts(h.Suite)}
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
			". " + withoutSUI}
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
		column := weightColumn(w)
		column.Key = ms[j].ID
		t.Columns = append(t.Columns, column)
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

// ownWeights returns the SUI with the reader's weights, without rows when there are none.
func ownWeights(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "sui-own", Group: s.Name, Of: "SUI with your weights", Main: true,
		Columns: []write.Column{subjectColumn(), counts("sui", "SUI")}}
	w := d.Weights
	if w == nil {
		return t
	}
	t.Title = fmt.Sprintf("SUI with your weights: %g for detection, %g for reasoning, %g for precision", w.TDR,
		w.Reasoning, w.Precision)
	names, m := HeadlineOf(d, s).Names(), metric.SUIMetric(*w, false)
	for i, v := range d.Values(s, names, []metric.Metric{m}) {
		t.Rows = append(t.Rows, write.Cells(names[i], value(m, v[0])))
		if !v[0].Defined {
			t.Foot = []string{"–: no SUI. " + withoutSUI}
		}
	}
	return t
}

// Weightings returns the paper's weightings of the SUI, then the reader's own.
func (d *Data) Weightings() []metric.Weights {
	out := metric.Weightings()
	if d.Weights != nil {
		out = append(out, *d.Weights)
	}
	return out
}

// weightColumn is the column of the SUI with some weights.
func weightColumn(w metric.Weights) write.Column {
	return counts("sui-"+w.Name, fmt.Sprintf("%s %.2f / %.2f / %.2f", w.Name, w.TDR, w.Reasoning, w.Precision))
}

// withoutSUI explains what a subject without an SUI lacks.
const withoutSUI = "An SUI needs a judge that scores reasoning, a found target, and a finding."
