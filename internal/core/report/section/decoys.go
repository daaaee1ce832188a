package section

import (
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var decoys = Section{ID: "decoys", Title: "Decoys", Tables: []string{"decoys"}, Build: buildDecoys}

func buildDecoys(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Code that looks dangerous and is harmless: planted by the transformation " +
		"`trojan`, or labelled in the sample. A subject that matches patterns flags it; one that reads the " +
		"code finds the flaw next to it."}}
	suites(d, func(s *report.Suite) {
		all, ok := report.DecoysOf(d, s)
		if !ok {
			return
		}
		t := write.Table{ID: "decoys", Group: s.Name, Title: "Flagged decoys by kind",
			Columns: []write.Column{{Key: "kind", Title: "Decoy"}, counts("texts", "texts"), counts("flagged", "decoy flagged"),
				counts("found", "flaw also found"), counts("alarm", "alarm on safe texts")},
			Foot: []string{"Flagged: an incorrect finding names a line of the decoy, or its function if that holds no flaw. A " +
				"text may contain decoys of several kinds. " +
				"Each planted decoy resisted the attack written for it. The kinds are the code acts of the labels."}}
		for i, name := range all.Subjects {
			for _, l := range all.Lines[i] {
				row := write.Cells(l.Kind, write.Int(l.Kind.Texts), shown(l.Flagged, l.Found, l.Alarm))
				row.Part = name
				t.Rows = append(t.Rows, row)
			}
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}
