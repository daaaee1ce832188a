package metric

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/stats"
	"assay/internal/core/stats/agree"
)

// What reports count of answers to texts with many flaws. The labels of a project are not everything that is true of
// it: a finding that no label confirms or contradicts is unlabelled, and neither right nor wrong.
var (
	// LabelPrecision leaves unlabelled findings out of both counts.
	LabelPrecision = Metric{
		ID: "label-precision", Title: "Precision", Scale: Percent,
		Doc: "findings that a label confirms among those that one confirms or contradicts: a wrong mechanism at the " +
			"place of a flaw, or a claim about a place that was shown to resist",
		Count: func(rows []bench.Trial, t *Tally) {
			for _, r := range rows { // what is unlabelled has a column of its own, and is not unscored
				k, n, _ := countClasses(r.Verdict, byLabel)
				t.K, t.N, t.Trials = t.K+k, t.N+n, t.Trials+n
				t.Add(r, float64(k), float64(n))
			}
		},
		judged: every, findings: true, Of: stats.Ratio,
	}
	// Unlabelled counts findings by text.
	Unlabelled = perText("unlabelled", "Unlabelled", "findings per text that no label confirms or contradicts",
		func(r bench.Trial) bool { return true },
		func(f bench.FindingVerdict) bool { return f.Class != "" && byLabel(f) == bench.Unscored })
	// FindingsPerText counts findings by text with flaws.
	FindingsPerText = perText("findings-per-text", "Findings", "findings per text with flaws", vulnerable,
		func(bench.FindingVerdict) bool { return true })
	// FindingsOfAll counts findings by text, whether or not it has a flaw.
	FindingsOfAll = perText("findings-of-all", "Findings", "findings per text", every,
		func(bench.FindingVerdict) bool { return true })
	// SeverityKappa compares severities on findings that match a flaw.
	SeverityKappa = Metric{
		ID: "severity-kappa", Title: "Severity agreement", Scale: Points,
		Doc: "linearly weighted kappa of the severity that findings give with that of the flaw that they match, over " +
			"critical, high, medium and low",
		Source: "Cohen 1968", Columns: severities * severities,
		Count: countSeverities, judged: vulnerable, findings: true,
		Of: agree.Kappa(severities, agree.Linear(severities)),
	}
)

// severities is the number of severities.
var severities = len(bench.Severities)

// byLabel returns whether a label confirms a finding, or contradicts it; Unscored for neither.
func byLabel(f bench.FindingVerdict) bench.Decision {
	switch f.Class {
	case "":
		return f.Correct()
	case bench.Mischaracterized, bench.SecurityTheater:
		return bench.Miss
	}
	if f.Class.Correct() {
		return bench.Hit
	}
	return bench.Unscored
}

// perText returns the mean number of findings of a kind per text among those with an answer.
func perText(id, title, doc string, of func(bench.Trial) bool, counts func(bench.FindingVerdict) bool) Metric {
	return Metric{ID: id, Title: title, Scale: Amount, Doc: doc,
		Count: func(rows []bench.Trial, t *Tally) {
			for _, r := range rows {
				if r.Verdict == nil || !of(r) {
					continue
				}
				n := 0
				for _, f := range r.Verdict.Findings {
					if counts(f) {
						n++
					}
				}
				t.K, t.N, t.Trials = t.K+n, t.N+1, t.Trials+1
				t.Add(r, float64(n), 1)
			}
		},
		judged: of, findings: true, Of: stats.Ratio,
	}
}

// RecallWithin is [TargetRecall] by the first findings of each answer alone, in the order in which it gives them: the
// free-response curve at one number of findings.
func RecallWithin(first int) Metric {
	m := TargetRecall
	m.ID, m.Title = fmt.Sprintf("recall-within-%d", first), fmt.Sprintf("First %d", first)
	m.Doc = fmt.Sprintf("documented flaws that the first %d findings of an answer match, among all of them", first)
	m.findings = true
	m.Count = func(rows []bench.Trial, t *Tally) {
		var cut []bench.Trial
		for _, r := range rows {
			if r.Verdict != nil && len(r.Verdict.Targets) > 0 {
				v := *r.Verdict
				v.Targets = slices.Clone(v.Targets)
				for i := range v.Targets {
					if d := &v.Targets[i]; d.Strict == bench.Hit && !matches(v.Findings, first, d.Target) {
						d.Strict = bench.Miss
					}
				}
				r.Verdict = &v
			}
			cut = append(cut, r)
		}
		TargetRecall.Count(cut, t)
	}
	return m
}

// matches reports whether one of the first findings matches a flaw.
func matches(findings []bench.FindingVerdict, first, target int) bool {
	return slices.ContainsFunc(findings[:min(first, len(findings))], func(f bench.FindingVerdict) bool {
		return f.Class == bench.TargetMatch && max(f.Target, 1) == target
	})
}

// countSeverities counts the findings that match a flaw, by its severity and by the severity that they give.
func countSeverities(rows []bench.Trial, t *Tally) {
	for _, r := range rows {
		if r.Verdict == nil || r.Answer == nil || !vulnerable(r) {
			continue
		}
		sets := r.Variant.Documented()
		for i, f := range r.Verdict.Findings {
			if f.Class != bench.TargetMatch || i >= len(r.Answer.Findings) {
				continue
			}
			at := slices.IndexFunc(sets, func(s bench.LabelSet) bool { return s.Number == max(f.Target, 1) })
			said := severityOf(r.Answer.Findings[i].Severity)
			if at < 0 || said < 0 {
				continue
			}
			actual := severityOf(sets[at].Severity)
			if actual < 0 {
				continue
			}
			cells := make([]float64, severities*severities)
			cells[actual*severities+said] = 1
			if t.N, t.Trials = t.N+1, t.Trials+1; said == actual {
				t.K++
			}
			t.Add(r, cells...)
		}
	}
}

// severityOf returns the position of the first severity that a text names; -1 without any.
func severityOf(text string) int {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c < 'a' || c > 'z' }) {
		if i := slices.Index(bench.Severities, word); i >= 0 {
			return i
		}
	}
	return -1
}
