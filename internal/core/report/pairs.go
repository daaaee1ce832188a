package report

import (
	"fmt"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var pairs = Section{ID: "pairs", Title: "Pair outcomes", Tables: []string{"pairs"}, Build: buildPairs}

// pairLegend returns a description of the outcomes in report order.
func pairLegend() []write.Fact {
	return []write.Fact{
		{Class: "p-right", Name: string(metric.PairRight), Text: "the verdict changes with the flaw"},
		{Class: "p-vuln", Name: string(metric.PairAllVuln), Text: "an alarm with and without the flaw"},
		{Class: "p-safe", Name: string(metric.PairAllSafe), Text: "the flaw is not seen"},
		{Class: "p-swap", Name: string(metric.PairSwapped), Text: "both verdicts are wrong"},
		{Class: "p-none", Name: string(metric.PairNoAnswer), Text: "at least one of the two has no answer"},
	}
}

// diagnoses returns the meaning of each diagnosis.
func diagnoses() []write.Fact {
	return []write.Fact{
		{Class: "tag", Name: string(metric.FollowsFlaw), Text: "The verdict changes when the flaw is repaired, in the " +
			"right direction and more often than chance allows."},
		{Class: "tag", Name: string(metric.Recogniser), Text: "The verdict varies between programs but mostly stays when " +
			"the flaw is repaired: something other than the flaw decides."},
		{Class: "tag", Name: string(metric.ConstantAnswer), Text: "One verdict for every text of every pair."},
		{Class: "tag", Name: string(metric.AgainstFlaw), Text: "The verdict changes when the flaw is repaired, in the " +
			"wrong direction and more often than chance allows."},
		{Class: "tag", Name: string(metric.Mixed), Text: "There are enough pairs, and none of these patterns."},
		{Class: "tag", Name: string(metric.Undecided), Text: "Too few pairs to classify, or next to no alarms."},
	}
}

func buildPairs(d *Data) (write.Section, bool) {
	out := write.Section{Legend: pairLegend(),
		Lead: []string{"The verdicts on a vulnerable text and on its fixed twin. Only the first outcome shows that the " +
			"verdict depends on the flaw."}}
	columns := []write.Column{subjectColumn()}
	for _, o := range metric.PairOutcomes() {
		columns = append(columns, counts(string(o), string(o)))
	}
	columns = append(columns, counts("pairs", "pairs"), words("diagnosis", "Diagnosis"))
	met := map[metric.Diagnosis]bool{}
	suites(d, func(s *Suite) {
		t := write.Table{ID: "pairs", Group: s.Name, Title: "Pairs by outcome", Columns: columns}
		for _, l := range HeadlineOf(d, s).Lines {
			met[l.Diagnosis] = true
			row := write.Cells(l.Subject.Name)
			for _, o := range metric.PairOutcomes() {
				row.Cells = append(row.Cells, write.Int(l.Pairs.By[o]))
			}
			row.Cells = append(row.Cells, write.Int(l.Pairs.N), write.Text(l.Says()))
			t.Rows = append(t.Rows, row)
			if l.Pairs.N > 0 {
				t.Drawings = append(t.Drawings, pairBar(l))
			}
		}
		if p := matrix(HeadlineOf(d, s)); p != nil {
			t.Drawings = append(t.Drawings, p)
		}
		out.Tables = append(out.Tables, t)
	})
	for _, f := range diagnoses() {
		if met[metric.Diagnosis(f.Name)] {
			out.Facts = append(out.Facts, f)
		}
	}
	return out, len(out.Tables) > 0
}

// pairBar charts the pair outcomes of one subject.
func pairBar(l Line) *write.Drawing {
	b := &write.Drawing{Title: fmt.Sprintf("Pair outcomes of %s, %s", l.Subject.Name, Plural(l.Pairs.N, "pair")),
		Name: l.Subject.Name, Tag: l.Says(), Text: Sentence(l.Reason)}
	at := 0
	for i, o := range metric.PairOutcomes() {
		k := l.Pairs.By[o]
		if b.Desc != "" {
			b.Desc += ", "
		}
		b.Desc += fmt.Sprintf("%s %d", o, k)
		if k == 0 {
			continue
		}
		share := float64(k) / float64(l.Pairs.N)
		s := write.Segment{
			Class: pairLegend()[i].Class,
			X:     write.Position(float64(at) / float64(l.Pairs.N)), Width: write.Position(share),
			Middle: write.Position((float64(at) + float64(k)/2) / float64(l.Pairs.N)),
		}
		switch {
		case share >= 0.4:
			s.Text = fmt.Sprintf("%d %s", k, o)
		case share >= 0.04:
			s.Text = fmt.Sprint(k)
		}
		b.Segments = append(b.Segments, s)
		at += k
	}
	return b
}
