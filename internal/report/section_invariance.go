package report

import (
	"fmt"

	"assay/internal/metric"
	"assay/internal/termtext"
)

var invarianceSection = Section{ID: "invariance", Title: "Same code, same findings", Build: buildInvariance}

const invarianceText = "Detectors that ask no model, on texts with the bytecode of the original (for SQL, its syntax tree): whoever reads what a program does says the same of both. Findings are carried back to the lines and names of the original first."

type invarianceData struct {
	Text string
	Rows []invarianceRow
}

type invarianceRow struct {
	Suite, Subject, Same, Share, Moved, First string
	Silent                                    int
}

func buildInvariance(d *Data) (any, bool) {
	out := invarianceData{Text: invarianceText}
	for _, v := range d.invariances() {
		out.Rows = append(out.Rows, rowOf(v))
	}
	return out, len(out.Rows) > 0
}

func rowOf(v Invariance) invarianceRow {
	r := invarianceRow{Suite: v.Suite, Subject: v.Subject, Same: none, Share: none, Moved: none, Silent: v.Silent, First: termtext.Clip(termtext.Plain(v.First), maxReason)}
	if v.Compared > 0 {
		r.Same = fmt.Sprintf("%d/%d", v.Same, v.Compared)
		r.Share = number(metric.Percent, metric.Value{Defined: true, Point: float64(v.Same) / float64(v.Compared)})
	}
	var moved []string
	for _, c := range v.Chains {
		if c.Same < c.Compared {
			moved = append(moved, fmt.Sprintf("%s %d/%d", c.Chain, c.Compared-c.Same, c.Compared))
		}
	}
	if len(moved) > 0 {
		r.Moved = list(moved)
	}
	return r
}

// terminalInvariance writes the same as text.
func terminalInvariance(d *Data, p func(indent, text string), line func(string)) {
	rows := d.invariances()
	if len(rows) == 0 {
		return
	}
	line("")
	p("", invarianceText)
	line("")
	cols := []textColumn{{title: "Suite"}, {title: "Subject"}, {title: "unchanged", right: true}, {title: "", right: true}, {title: "no answer", right: true}}
	var notes []string
	for _, v := range rows {
		r := rowOf(v)
		for i, text := range []string{termtext.Plain(r.Suite), termtext.Clip(termtext.Plain(r.Subject), 30), r.Same, r.Share, count(r.Silent)} {
			cols[i].cells = append(cols[i].cells, box{top: text})
		}
		if r.Moved != none {
			notes = append(notes, fmt.Sprintf("%s changes under %s; first %s", r.Subject, r.Moved, r.First))
		}
	}
	for _, l := range render(cols) {
		line(l)
	}
	for i, n := range notes {
		if i == 0 {
			line("")
		}
		p("  • ", n)
	}
}
