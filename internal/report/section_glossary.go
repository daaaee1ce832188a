package report

import "assay/internal/metric"

var glossarySection = Section{ID: "glossary", Title: "Metrics", Build: buildGlossary}

type glossaryEntry struct{ ID, Title, Doc, Source, Better string }

func buildGlossary(*Data) (any, bool) {
	var out []glossaryEntry
	for _, m := range metric.All() {
		better := "higher"
		if m.Lower {
			better = "lower"
		}
		out = append(out, glossaryEntry{m.ID, m.Title, m.Doc, m.Source, better})
	}
	return out, true
}
