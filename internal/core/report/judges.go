package report

import (
	"cmp"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

var judges = Section{ID: "judges", Title: "Judges", Tables: []string{"judges", "agreement", "judge-pairs", "judge-fit",
	"judge-errors", "judge-rates", "rule-measured"}, Build: buildJudges}

func buildJudges(d *Data) (write.Section, bool) {
	j := JudgingOf(d)
	if j == nil {
		return ruleAlone(d)
	}
	out := write.Section{Lead: []string{"The decisions of this run’s judges, and how reliable " +
		"they are. The verdicts of " + j.Record + " count; the others are shown for comparison. " +
		"A judgement that failed or could not be parsed is neither right nor wrong."}}
	add := func(t write.Table) {
		t.Main = true
		out.Tables = append(out.Tables, filled(t)...)
	}
	t := write.Table{ID: "judges", Title: "What each judge decided",
		Columns: []write.Column{words("judge", "Judge"), counts("answers", "answers"), counts("decided", "decided"),
			counts("unscored", "unscored"), {Key: "injected", Title: "answers that address the judge", Short: "address judge",
				Number: true}, counts("failed", "failed"), counts("cost", "cost")}}
	for _, c := range j.Judges {
		cost := write.Text("")
		if c.CostUSD != nil {
			cost = write.Figure(Dollars(*c.CostUSD), *c.CostUSD)
		}
		t.Rows = append(t.Rows, write.Cells(c.Judge, write.Int(c.N), write.Int(c.Decided), write.Int(c.Unscored),
			write.Int(c.Injected), write.Int(c.Failed), cost))
	}
	add(t)
	t = write.Table{ID: "agreement", Title: "Agreement beyond chance, with bootstrap intervals over clusters",
		Columns: []write.Column{words("coefficient", "Coefficient"), {Key: "on", Title: "On", Under: true},
			counts("value", "value"), counts("units", "units")}}
	for _, c := range j.Overall() {
		t.Rows = append(t.Rows, write.Cells(c.Name, c.Doc, c.Coefficient.cell(), write.Int(c.N)))
	}
	add(t)
	t = write.Table{ID: "judge-pairs", Title: "Pairs of judges",
		Columns: []write.Column{words("judge", "Judge"), keyed("other", "Judge"), counts("kappa", "Cohen’s kappa"),
			counts("answers", "answers"), counts("spearman", "Spearman")},
		Foot: []string{"Kappa on answers with findings, or with code, that both decided on: what claims nothing is decided " +
			"without asking."}}
	for _, p := range j.Pairs {
		t.Rows = append(t.Rows, write.Cells(p.A, p.B, plain(p.Kappa.cell()), write.Int(p.Kappa.N),
			plain(p.Spearman.cell())))
	}
	add(t)
	add(judgeFit(d, j))
	t = write.Table{ID: "judge-errors", Title: "Judges against known truth: executed answers, and " +
		"gold answers made from labels",
		Columns: []write.Column{words("judge", "Judge"), keyed("against", "Against"), counts("sensitivity", "sensitivity"),
			counts("specificity", "specificity")}}
	for _, e := range j.Errors {
		t.Rows = append(t.Rows, write.Cells(e.Judge, e.Against, e.Sensitivity.cell(), e.Specificity.cell()))
	}
	add(t)
	t = write.Table{ID: "judge-rates", Title: "TDR by each judge, and corrected for the judge’s errors (Rogan and Gladen)",
		Columns: []write.Column{subjectColumn(), keyed("suite", "Suite"), keyed("judge", "Judge"),
			counts("strict", "strict"), counts("lenient", "lenient"), counts("corrected", "strict, corrected"),
			words("by", "by")}}
	for _, r := range j.Rates {
		v := metric.Value{Warnings: r.Warnings}
		if r.Corrected != nil {
			v.Defined, v.Point, v.Interval = true, *r.Corrected, r.Interval
		}
		if r.Strict.N == 0 && len(r.Warnings) > 0 {
			v.NotMeasured = r.Warnings[0]
		}
		t.Rows = append(t.Rows, write.Cells(r.Subject, r.Suite, r.Judge, r.Strict.cell(), r.Lenient.cell(),
			value(metric.Metric{Scale: metric.Percent}, v), orNone(r.By)))
	}
	add(t)
	if rule := ruled(d); rule != "" {
		out.Tables = append(out.Tables, filled(ruleMeasured(rule, judge.RuleMeasured()))...)
	}
	return out, true
}

// ruleAlone returns the section of a run that only the rule judge decided.
func ruleAlone(d *Data) (write.Section, bool) {
	rule := ruled(d)
	if rule == "" {
		return write.Section{}, false
	}
	out := write.Section{
		Lead: []string{"Only the rule judge judged the findings on contracts: by location, class name and words. It " +
			"cannot follow an argument."},
		Tables: filled(ruleMeasured(rule, judge.RuleMeasured())),
	}
	if len(out.Tables) == 0 {
		out.Lead = append(out.Lead, "How reliable "+rule+" is was not measured: its words or weights are not those "+
			"of the last measurement (docs/judges.md).")
	}
	return out, true
}

// ruled returns the name of the rule judge that decided on answers about contracts, "" without one.
func ruled(d *Data) string {
	for _, t := range d.Trials {
		if t.Verdict == nil || t.Variant.Format.ByRequirement() || t.Variant.Truth != bench.Vulnerable ||
			t.Answer != nil && t.Answer.Kind != "" {
			continue
		}
		for _, o := range append([]bench.Opinion{{Verdict: *t.Verdict}}, t.Opinions...) {
			if strings.HasPrefix(o.Verdict.Judge, "rule/") {
				return o.Verdict.Judge
			}
		}
	}
	return ""
}

// subsetTitles are the sets of recorded answers, in words.
var subsetTitles = map[string]string{"ds": "textbook contracts", "tc": "rewritten incidents", "gs": "audit findings"}

// ruleMeasured shows how reliable the rule judge is on answers of models. A measurement of another judge is not shown.
func ruleMeasured(rule string, of judge.Measurement) write.Table {
	t := write.Table{ID: "rule-measured", Title: "Reliability of the rule judge on contracts: agreement with " +
		"the majority of three models that judged the same answers",
		Columns: []write.Column{words("data", "Recorded answers on"), counts("answers", "answers"),
			counts("kappa", "Cohen’s kappa"), counts("precision", "precision"), counts("recall", "recall"),
			{Key: "first-place", Title: "kappa of the first finding’s place alone", Short: "place alone", Number: true},
			{Key: "class-place", Title: "kappa of class name and place alone", Short: "name and place", Number: true}},
		Foot: []string{"Not measured on other data. Precision: the share of its hits that the majority confirms. Recall: " +
			"the share of the majority’s hits that it finds (docs/judges.md). Measured on " + of.Date + " with " +
			of.Address + "."}}
	if !of.Of(rule) {
		return t
	}
	index := func(x float64) write.Value { return plain(estimate(metric.Index, stats.Estimate{OK: true, Value: x})) }
	percent := func(x float64) write.Value { return estimate(metric.Percent, stats.Estimate{OK: true, Value: x}) }
	for _, m := range of.Data {
		kappa := estimate(metric.Index, stats.Estimate{OK: true, Value: m.Kappa,
			Interval: &stats.Interval{Lo: m.Low, Hi: m.High, Method: "bootstrap over clusters"}})
		row := write.Cells(cmp.Or(subsetTitles[m.Subset], m.Subset), write.Int(m.Answers), kappa, percent(m.Precision),
			percent(m.Recall), index(m.FirstPlace), index(m.ClassPlace))
		if m.Fitted {
			row.Notes = []string{"its weights and thresholds were fitted to these answers"}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// plain returns a value without its warnings, which are shown with the common measure.
func plain(v write.Value) write.Value {
	v.Warnings = nil
	return v
}
