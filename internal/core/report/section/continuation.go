package section

import (
	"fmt"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var continuation = Section{ID: "continuation", Title: "Memorised texts",
	Tables: []string{"continuation", "verbatim"}, Build: buildContinuation}

// buildContinuation shows how much models continue of public texts beyond the predictable part of code.
func buildContinuation(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Each model saw the first two fifths of a text and was asked to continue it " +
		"word for word. Counted are the runs of four words and signs of the true continuation that the beginning does not " +
		"contain. The same is asked about the text with other natural names, which is in no training data. What the code " +
		"makes predictable counts on both sides, so the gap measures memory. A canary is an " +
		"identifier that is stored next to a sample and in no text; its end cannot be guessed."}}
	t := write.Table{ID: "continuation", Title: "Share of the true continuation, by model", Main: true,
		Columns: []write.Column{words("model", "Model"),
			{Key: "public", Title: "original names", Number: true}, {Key: "null", Title: "other names", Number: true},
			{Key: "gap", Title: "gap", Number: true, Help: "in points, resampling clusters"},
			counts("bases", "bases"), counts("canaries", "canaries completed"), counts("silent", "no answer")}}
	var lists []write.Table
	for _, c := range report.ContinuedOf(d) {
		row := write.Cells(c.Model, plain(estimate(metric.Percent, c.Recited.Public)),
			plain(estimate(metric.Percent, c.Recited.Null)), plain(estimate(metric.Points, c.Recited.Gap)),
			write.Int(c.Recited.Bases), share(c.Canaries), write.Text(fmt.Sprintf("%d of %d", c.Silent, c.Asked)))
		if c.Silent > 0 {
			row.Notes = append(row.Notes, fmt.Sprintf("%d of %s had no answer and count as nothing continued", c.Silent,
				report.Plural(c.Asked, "question")))
		}
		t.Rows = append(t.Rows, row)
		t.Says = append(t.Says, c.Sentence())
		list := write.Table{ID: "verbatim", Of: c.Model, Title: "Texts with the largest gap between original and other names",
			Folded: true,
			Columns: []write.Column{words("sample", "Sample"), {Key: "public", Title: "original names", Number: true},
				{Key: "null", Title: "other names", Number: true}}}
		for _, v := range c.Texts {
			list.Rows = append(list.Rows, write.Cells(v.Sample, write.Figure(report.Percent(v.Public), v.Public),
				write.Figure(report.Percent(v.Null), v.Null)))
		}
		lists = append(lists, filled(list)...)
		t.Group = strings.Join(c.Suites, ", ")
	}
	if len(t.Rows) > 0 && t.Rows[0].Cells[0].Text != "" {
		t.Foot = []string{"A gap of zero does not show that a text was absent from the training data: " +
			"models learn few texts word for word."}
	}
	out.Tables = append([]write.Table{t}, lists...)
	return out, len(t.Rows) > 0
}
