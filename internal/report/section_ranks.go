package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/termtext"
)

var ranksSection = Section{ID: "ranks", Title: "Ranks", Build: buildRanks}

type ranksData struct{ Suites []ranksSuite }

type ranksSuite struct {
	Name    string
	Chart   *barChart // nil where no subject has a TDR
	Columns []metric.Metric
	Rows    []rankRow
	Weights *weightsTable // nil with fewer than two subjects that have an SUI
	NoSUI   []string      // subjects without one
	Own     []OwnLine     // SUI with weights of the reader, where no table of weights has it
	OwnText string        // which weights
}

type rankRow struct {
	Name  string
	Cells []rankCell
}

// rankCell is the place of one subject by one metric.
type rankCell struct {
	Rank, Interval, First string // Rank is a dash where there is none
	Unique                bool
}

// rankedMetrics are the numbers that subjects are ranked by, where any has one.
func rankedMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.BalancedAccuracy, metric.SUIDefault}
}

// buildRanks ranks the subjects of every suite that has more than one, and has what
// a reader's own weights make of one alone.
func buildRanks(d *Data) (any, bool) {
	var out ranksData
	suites := d.Suites()
	for i := range suites {
		h := headline(d, &suites[i])
		part := ranksSuite{Name: h.Suite.Name}
		if len(h.Lines) > 1 {
			part = ranks(d, h)
		}
		if part.Weights == nil {
			part.Own, part.OwnText = OwnSUI(d, h.Suite), OwnWeights(d)
		}
		if len(part.Rows) > 0 || len(part.Own) > 0 {
			out.Suites = append(out.Suites, part)
		}
	}
	return out, len(out.Suites) > 0
}

func ranks(d *Data, h *Headline) ranksSuite {
	s := ranksSuite{Name: h.Suite.Name, Chart: tdrBars(h)}
	var subjects []metric.Condition
	for _, l := range h.Lines {
		subjects = append(subjects, metric.Condition{Name: l.Subject.Name, Rows: h.Suite.Headline(l.Subject.Name)})
		s.Rows = append(s.Rows, rankRow{Name: l.Subject.Name})
	}
	if t, ok := RanksOf(d, h.Suite); ok {
		s.Columns = t.Columns
		for i, row := range t.Rows {
			for _, r := range row.Places {
				cell := rankCell{Rank: none}
				if r.OK {
					cell = rankCell{fmt.Sprintf("%g", r.Rank), fmt.Sprintf("[%d, %d]", r.Lo, r.Hi), percent(r.First), r.Unique}
				}
				s.Rows[i].Cells = append(s.Rows[i].Cells, cell)
			}
		}
	}
	s.Weights, s.NoSUI = weightings(subjects, d.Weightings())
	return s
}

// weightsTable is what the weights of SUI do to its order.
type weightsTable struct {
	Heads    []string
	Rows     []weightsRow
	Spearman []string // between the default weights and each
	Stands   string
	Order    []string // by default weights, best first
}

type weightsRow struct {
	Name  string
	Cells []string // SUI and rank under each weighting
	First string   // share of all weightings under which it is first
}

// weightings returns the table, nil with fewer than two subjects that have all
// three components, and the subjects that have not.
func weightings(subjects []metric.Condition, all []metric.Weights) (*weightsTable, []string) {
	r, ok := metric.WeightRobustness(subjects, all)
	if !ok {
		return nil, r.LeftOut
	}
	with := map[string]metric.Condition{}
	for _, c := range subjects {
		with[c.Name] = c
	}
	t := &weightsTable{Stands: percent(r.Weighting.Stands)}
	var ranked []metric.Condition
	for _, i := range r.Weighting.Order {
		name := r.Subjects[i]
		t.Order = append(t.Order, name)
		t.Rows = append(t.Rows, weightsRow{Name: name, First: percent(r.Weighting.First[i])})
		ranked = append(ranked, with[name])
	}
	var ms []metric.Metric
	for _, w := range all {
		ms = append(ms, metric.SUIMetric(w, false))
	}
	values, places := make([][]metric.Value, len(ranked)), metric.Ranks(ms, ranked)
	each(len(ranked), func(i int) { values[i] = metric.Values(ms, ranked[i].Rows) })
	for j, w := range all {
		t.Heads = append(t.Heads, fmt.Sprintf("%s %.2f / %.2f / %.2f", w.Name, w.TDR, w.Reasoning, w.Precision))
		t.Spearman = append(t.Spearman, fmt.Sprintf("%.3f", r.Spearman[j]))
		for i, place := range places[j] {
			cell := number(ms[j].Scale, values[i][j])
			if place.OK {
				cell += fmt.Sprintf(" (%g)", place.Rank)
			}
			t.Rows[i].Cells = append(t.Rows[i].Cells, cell)
		}
	}
	return t, r.LeftOut
}

// barChart is a horizontal bar with its interval for every subject (paper Figure 5).
type barChart struct {
	Title, Desc                  string
	Width, Height, Bottom, Label int
	Left, Value                  int
	Ticks                        []chartTick
	Bars                         []chartBar
}

type chartBar struct {
	Name, Text    string
	Y, Mid, TextY int
	Width         string
	Lo, Hi        string // "" without an interval
}

func tdrBars(h *Headline) *barChart {
	out := &barChart{
		Title: "TDR on " + h.Suite.Name + " by subject", Width: chartWidth, Left: chartLeft, Label: chartLeft - 14, Value: chartRight + 14,
	}
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		out.Ticks = append(out.Ticks, chartTick{abscissa(share), fmt.Sprintf("%.0f %%", 100*share)})
	}
	var said []string
	for i, l := range h.Lines {
		c := l.cell(metric.TDR.ID)
		y := chartTop + chartRow*i
		b := chartBar{Name: termtext.Clip(l.Subject.Name, 38), Text: c.Number(), Y: y + 3, Mid: y + chartRow/2, TextY: y + chartRow/2 + 4, Width: "0"}
		if c.Value.Defined {
			b.Width = fmt.Sprintf("%.1f", c.Value.Point*(chartRight-chartLeft))
			if iv := c.Value.Interval; iv != nil {
				b.Lo, b.Hi = abscissa(iv.Lo), abscissa(iv.Hi)
			}
			said = append(said, l.Subject.Name+" "+full(c.Metric.Scale, c.Value))
		}
		out.Bars = append(out.Bars, b)
	}
	if len(said) == 0 {
		return nil
	}
	out.Bottom = chartTop + chartRow*len(out.Bars)
	out.Height = out.Bottom + 8
	out.Desc = strings.Join(said, "; ") + "."
	return out
}
