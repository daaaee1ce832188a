package section

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"assay/internal/core/base/termtext"
	"assay/internal/core/detect"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var tools = Section{ID: "tools", Title: "Static analysers", Tables: []string{"tools", "tool-findings"},
	Build: buildTools}

// maxChecks limits the number of unmapped checks that are named, the most frequent first.
const maxChecks = 12

func buildTools(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Outcomes of the trials of static analysers, and the use of their findings. An " +
		"analyser that is missing, crashes, hangs or writes invalid output gives no answer, " +
		"never “no findings”. Checks without a class in the taxonomy give no verdict; they are counted here. " +
		"Each result is in one column of the second table, apart from those whose place could not be read."}}
	ends := write.Table{ID: "tools", Title: "Trials by outcome", Main: true,
		Columns: []write.Column{subjectColumn(), counts("answered", "answered")}}
	for _, k := range detect.FailureKinds() {
		ends.Columns = append(ends.Columns, counts(string(k), string(k)))
	}
	ends.Columns = append(ends.Columns, counts("other", "other"), counts("trials", "trials"))
	found := write.Table{ID: "tool-findings", Title: "Findings", Main: true,
		Columns: []write.Column{subjectColumn(), counts("mapped", "with a class"),
			counts("unplaced", "of these, place unread"), counts("below", "low confidence"),
			counts("outside", "in other files"), counts("repeated", "repeated"), counts("ignored", "passed or suppressed"),
			counts("unmapped", "without a class"), prose("checks", "checks without a class")}}
	for _, c := range d.Tools() {
		row := write.Cells(c.Subject, write.Int(c.Answered))
		for _, k := range detect.FailureKinds() {
			row.Cells = append(row.Cells, write.Int(c.Failed[k]))
		}
		row.Cells = append(row.Cells, write.Int(c.Other), write.Int(c.Trials))
		ends.Rows = append(ends.Rows, row)
		n, checks := unmapped(c)
		found.Rows = append(found.Rows, write.Cells(c.Subject, write.Int(c.Mapped), write.Int(c.Unplaced),
			write.Int(c.Below), write.Int(c.Outside), write.Int(c.Repeated), write.Int(c.Ignored), write.Int(n), orNone(checks)))
	}
	out.Tables = []write.Table{ends, found}
	return out, len(ends.Rows) > 0
}

// unmapped counts the findings of checks without a class, and names the checks.
func unmapped(c report.ToolCounts) (n int, checks string) {
	order := slices.SortedFunc(maps.Keys(c.Unmapped), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.Unmapped[b],
			c.Unmapped[a]), cmp.Compare(a, b))
	})
	var parts []string
	for i, check := range order {
		n += c.Unmapped[check]
		if i < maxChecks {
			parts = append(parts, fmt.Sprintf("%s %d", termtext.Clip(termtext.Plain(check), 60), c.Unmapped[check]))
		}
	}
	if len(order) > maxChecks {
		parts = append(parts, report.Plural(len(order)-maxChecks, "more check"))
	}
	return n, report.List(parts)
}
