package section

import (
	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
)

var glossary = Section{ID: "glossary", Title: "Metrics", Tables: []string{"glossary"}, Build: buildGlossary}

func buildGlossary(*report.Data) (write.Section, bool) {
	t := write.Table{ID: "glossary", Title: "Metrics and their sources",
		Columns: []write.Column{words("title", "Metric"), prose("meaning", "Meaning"), words("better", "Better"),
			prose("source", "Source"), words("id", "Key")}}
	t.Foot = []string{"A share with one trial per cluster has a Wilson interval; so has a share of 0 or 100 %, over the " +
		"clusters. All other numbers have a bias-corrected and accelerated bootstrap over clusters, " +
		"so variants of one cluster do not count as independent evidence."}
	for _, m := range metric.All() {
		better := "higher"
		if m.Lower {
			better = "lower"
		}
		t.Rows = append(t.Rows, write.Cells(m.Title, m.Doc, better, m.Source, write.Value{Text: m.ID, Code: true}))
	}
	return write.Section{Tables: []write.Table{t}}, true
}
