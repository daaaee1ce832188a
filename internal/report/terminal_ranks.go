package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/stats/rank"
	"assay/internal/termtext"
)

// RanksText says how a table of ranks is read.
const RanksText = "1 is best; in brackets the places that resampling the bases leaves open at 95 %."

// RankTable is the places of the subjects of one suite.
type RankTable struct {
	Suite   string
	Columns []metric.Metric // by which any subject has a place
	Rows    []RankRow       // in the order of the headline
}

// RankRow is the places of one subject, in the order of the columns.
type RankRow struct {
	Subject string
	Places  []rank.Ranked
}

// PlaceText writes a place as "2.5 [2, 3]", or a dash.
func PlaceText(r rank.Ranked) string {
	if !r.OK {
		return none
	}
	return fmt.Sprintf("%g [%d, %d]", r.Rank, r.Lo, r.Hi)
}

// RanksOf ranks the subjects of a suite; ok is false with fewer than two, or where
// nobody has a number.
func RanksOf(d *Data, s *Suite) (t *RankTable, ok bool) {
	if len(d.SubjectsOf(s)) < 2 {
		return nil, false
	}
	t = &RankTable{Suite: s.Name}
	names := headline(d, s).names()
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

// terminalRanks writes the ranks of every suite with more than one subject.
func terminalRanks(d *Data, suites []Suite, width int, p func(indent, text string), line func(string)) {
	explained := false
	for i := range suites {
		t, ok := RanksOf(d, &suites[i])
		if !ok {
			continue
		}
		line("")
		heading := t.Suite + ", ranks."
		if !explained {
			heading += " " + RanksText
		}
		explained = true
		p("", heading)
		line("")
		cols := []textColumn{{title: "Subject"}}
		for _, r := range t.Rows {
			cols[0].cells = append(cols[0].cells, box{top: termtext.Plain(r.Subject)})
		}
		for j, m := range t.Columns {
			c := textColumn{title: shortTitle(m), right: true}
			for _, r := range t.Rows {
				c.cells = append(c.cells, box{top: PlaceText(r.Places[j])})
			}
			cols = append(cols, c)
		}
		narrow(cols, width)
		for _, l := range render(cols) {
			line(strings.TrimRight(l, " "))
		}
	}
}

// shortTitle is the title of a metric where columns are many.
func shortTitle(m metric.Metric) string {
	if m.ID == metric.BalancedAccuracy.ID {
		return "Bal. acc."
	}
	return m.Title
}

// narrow clips the names in the first column so that the table fits.
func narrow(cols []textColumn, width int) {
	over := tableWidth(cols) - width
	if over <= 0 {
		return
	}
	body, _ := cols[0].size()
	for i := range cols[0].cells {
		cols[0].cells[i].top = termtext.Clip(cols[0].cells[i].top, max(body-over, 12))
	}
}
