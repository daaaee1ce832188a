package section

import (
	"fmt"

	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
	"assay/internal/termtext"
)

var invariance = Section{ID: "invariance", Title: "Same code, same findings", Tables: []string{"invariance"},
	Build: buildInvariance}

func buildInvariance(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Detectors that ask no model, on texts with the same bytecode as the original " +
		"(for SQL, the same syntax tree). A detector that reads what a program does gives the same answer on both. " +
		"Findings are mapped back to the lines and names of the original before they are compared."}}
	t := write.Table{ID: "invariance", Title: "Unchanged answers on variants with certificate C1", Main: true}
	t.Columns = []write.Column{subjectColumn(), words("suite", "Suite"), counts("unchanged", "unchanged"),
		counts("silent", "no answer"),
		{Key: "moved", Title: "changed under", Text: true, Less: 2},
		{Key: "first", Title: "first change", Text: true, Less: 1}}
	for _, v := range d.Invariances() {
		same, moved := write.Text(""), []string{}
		if v.Compared > 0 {
			same = value(metric.Metric{}, metric.Value{Defined: true, Point: float64(v.Same) / float64(v.Compared), K: v.Same,
				N: v.Compared})
		}
		for _, c := range v.Chains {
			if c.Same < c.Compared {
				moved = append(moved, fmt.Sprintf("%s %d/%d", c.Chain, c.Compared-c.Same, c.Compared))
			}
		}
		t.Rows = append(t.Rows, write.Cells(v.Subject, v.Suite, same, write.Int(v.Silent), orNone(report.List(moved)),
			orNone(termtext.Clip(termtext.Plain(v.First), maxReason))))
	}
	out.Tables = []write.Table{t}
	return out, len(t.Rows) > 0
}
