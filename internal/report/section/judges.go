package section

import (
	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
)

var judges = Section{ID: "judges", Title: "Judges", Tables: []string{"judges", "agreement", "judge-pairs", "judge-errors", "judge-rates"}, Build: buildJudges}

func buildJudges(d *report.Data) (write.Section, bool) {
	j := report.JudgingOf(d)
	if j == nil {
		return write.Section{}, false
	}
	out := write.Section{Lead: []string{"What the judges of this run said, and how far they can be trusted. The verdicts of " + j.Record + " count; the others are kept beside them. " +
		"A judge that was not heard, or could not be understood, is neither right nor wrong."}}
	add := func(t write.Table) {
		if t.Main = true; len(t.Rows) > 0 {
			out.Tables = append(out.Tables, t)
		}
	}
	t := write.Table{ID: "judges", Title: "What each judge decided", Columns: []write.Column{words("judge", "Judge"), counts("answers", "answers"), counts("decided", "decided"),
		counts("unscored", "unscored"), {Key: "injected", Title: "answers that address the judge", Short: "address it", Number: true}, counts("failed", "failed"), counts("cost", "cost")}}
	for _, c := range j.Judges {
		cost := write.Text("")
		if c.CostUSD != nil {
			cost = write.Figure(report.Dollars(*c.CostUSD), *c.CostUSD)
		}
		t.Rows = append(t.Rows, write.Cells(c.Judge, write.Int(c.N), write.Int(c.Decided), write.Int(c.Unscored), write.Int(c.Injected), write.Int(c.Failed), cost))
	}
	add(t)
	t = write.Table{ID: "agreement", Title: "Agreement beyond chance, with bootstrap intervals over bases",
		Columns: []write.Column{words("coefficient", "Coefficient"), {Key: "on", Title: "On", Under: true}, counts("value", "value"), counts("units", "units")}}
	for _, c := range j.Overall() {
		t.Rows = append(t.Rows, write.Cells(c.Name, c.Doc, coefficient(c.Coefficient), write.Int(c.N)))
	}
	add(t)
	t = write.Table{ID: "judge-pairs", Title: "Each two judges", Columns: []write.Column{words("judge", "Judge"), words("other", "Judge"), counts("kappa", "Cohen’s kappa"), counts("spearman", "Spearman")}}
	for _, p := range j.Pairs {
		t.Rows = append(t.Rows, write.Cells(p.A, p.B, plain(coefficient(p.Kappa)), plain(coefficient(p.Spearman))))
	}
	add(t)
	t = write.Table{ID: "judge-errors", Title: "Judges against what is known: what was executed, and answers made out of labels",
		Columns: []write.Column{words("judge", "Judge"), words("against", "Against"), counts("sensitivity", "sensitivity"), counts("specificity", "specificity")}}
	for _, e := range j.Errors {
		t.Rows = append(t.Rows, write.Cells(e.Judge, e.Against, share(e.Sensitivity), share(e.Specificity)))
	}
	add(t)
	t = write.Table{ID: "judge-rates", Title: "TDR as each judge measures it, and freed from its errors (Rogan and Gladen)", Columns: []write.Column{subjectColumn(), words("suite", "Suite"), words("judge", "Judge"),
		counts("strict", "strict"), counts("lenient", "lenient"), counts("corrected", "strict, corrected"), words("by", "by")}}
	for _, r := range j.Rates {
		v := metric.Value{Warnings: r.Warnings}
		if r.Corrected != nil {
			v.Defined, v.Point, v.Interval = true, *r.Corrected, r.Interval
		}
		t.Rows = append(t.Rows, write.Cells(r.Subject, r.Suite, r.Judge, share(r.Strict), share(r.Lenient), value(metric.Metric{Scale: metric.Percent}, v), orNone(r.By)))
	}
	add(t)
	return out, true
}

// plain returns a value without its warnings, which stand beside the common measure.
func plain(v write.Value) write.Value {
	v.Warnings = nil
	return v
}
