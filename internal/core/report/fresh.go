package report

import (
	"fmt"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// Worth returns a sentence on how much memory of the public texts was worth to a subject.
func Worth(subject string, f metric.Freshness) string {
	scale := metric.Points
	v := metric.Value{Defined: f.Gap.OK, Point: f.Gap.Value, Interval: f.Gap.Interval}
	out := fmt.Sprintf("%s: memory was worth %s points of right verdicts", subject, Number(scale, v))
	if i := Interval(scale, v.Interval); i != "" {
		out += " " + i
	}
	switch {
	case f.Gap.Interval == nil && v.Point == 0:
		return out + ": no cluster differs."
	case f.Gap.Interval == nil:
		return out + "; the data allow no interval."
	case f.Shown():
		return out + "."
	case f.Gap.Interval.Hi < 0:
		return out + ": it did better on the fresh texts."
	}
	return out + ": this shows no memory."
}

var fresh = Section{ID: "fresh", Title: "What memory was worth", Tables: []string{"fresh"}, Build: buildFresh}

// buildFresh compares the results of subjects on public texts with those on fresh ones of equal composition.
func buildFresh(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Public texts may be in training data. Fresh texts were generated for this " +
		"run from a seed and proved by execution, or are a private split, so no model has seen them. Both sides have the " +
		"same composition: public texts are weighted like the fresh texts of the same truth, class, group, tier and " +
		"size. The gap, public minus fresh, is what memory was worth. Fresh texts are synthetic: if a subject without " +
		"memory shows the same gap, the gap is difficulty."}}
	suites := map[string]*Suite{}
	for _, s := range d.Suites() {
		suites[s.Name] = &s
	}
	for _, f := range d.Manifest.Fresh {
		public, made := suites[f.Public], suites[f.Fresh]
		if public == nil || made == nil {
			continue
		}
		t := write.Table{ID: "fresh", Group: f.Public, Of: f.Fresh,
			Title: "Public and fresh texts; gap in points, with its interval over clusters", Main: true}
		t.Columns = []write.Column{
			subjectColumn(), counts("gap", "memory was worth"), counts("public", "right, public"),
			counts("fresh", "right, fresh"),
			counts("tdr-gap", "TDR gap"), counts("tdr-public", "TDR, public"), counts("tdr-fresh", "TDR, fresh"),
			counts("cells", "cells"), counts("texts", "fresh trials"),
		}
		t.Columns[5].Less, t.Columns[6].Less, t.Columns[7].Less, t.Columns[8].Less = 1, 1, 1, 2
		t.Foot = []string{"Right: mean of the shares of right verdicts on vulnerable and on safe texts; chance is 50 %. " +
			"TDR: the documented flaw was found, class and place."}
		switch {
		case f.Seed != nil && f.Commitment != "":
			t.Facts = append(t.Facts, write.Fact{Name: "Seed", Text: fmt.Sprintf("%d, committed to before as %s", *f.Seed,
				f.Commitment)})
		case f.Commitment != "":
			t.Facts = append(t.Facts, write.Fact{Name: "Private split", Text: "committed to before as " + f.Commitment})
		case f.Seed != nil:
			t.Facts = append(t.Facts, write.Fact{Name: "Seed", Text: fmt.Sprint(*f.Seed)})
		}
		subjects := d.SubjectsOf(made)
		type pair struct{ right, target metric.Freshness }
		results := make([]pair, len(subjects))
		Each(len(subjects), func(i int) {
			a, b := public.Headline(subjects[i].Name), made.Headline(subjects[i].Name)
			results[i] = pair{metric.FreshVerdicts(a, b), metric.FreshTargets(a, b)}
		})
		for i, sub := range subjects {
			r, x := results[i].right, results[i].target
			row := write.Row{Cells: []write.Value{{Text: sub.Name, Doc: sub.Doc},
				estimate(metric.Points, r.Gap),
				estimate(metric.Percent, r.Public), estimate(metric.Percent, r.Fresh), estimate(metric.Points, x.Gap),
				estimate(metric.Percent, x.Public), estimate(metric.Percent, x.Fresh), write.Int(r.Cells), write.Int(r.FreshN)}}
			if r.LeftOut > 0 {
				row.Notes = append(row.Notes, fmt.Sprintf("%s of fresh texts left out: the public side has none of their cell",
					Plural(r.LeftOut, "trial")))
			}
			if r.Gap.OK {
				t.Says = append(t.Says, Worth(sub.Name, r))
			}
			t.Rows = append(t.Rows, row)
		}
		out.Tables = append(out.Tables, t)
	}
	return out, len(out.Tables) > 0
}
