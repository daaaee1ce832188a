package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// FindingPrecisionMacro is the mean precision of an answer with findings: a subject that reports many findings has
// no more weight than one that reports few.
var FindingPrecisionMacro = Metric{
	ID: "finding-precision-macro", Title: "Finding precision, macro", Scale: Percent,
	Doc:    "share of correct findings in an answer, averaged over the answers that have any",
	Source: "docs/paper.md row 38",
	Count: func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			if k, n, _ := countClasses(r.Verdict, bench.FindingVerdict.Correct); n > 0 {
				t.Trials++
				t.Add(r, float64(k)/float64(n), 1)
			}
		}
	},
	Of:     stats.Ratio,
	judged: every, findings: true,
}

// BonusShare is the share of findings that are right but not the documented flaw: the part of finding precision
// that depends on the judge alone.
var BonusShare = Metric{
	ID: "bonus", Title: "Bonus findings", Scale: Percent,
	Doc:    "valid findings beyond the documented flaw among all findings",
	Source: "paper §4.5; docs/paper.md row 37",
	Count:  countFindings(isClass(bench.BonusValid)),
	judged: every, findings: true,
	Of: stats.Ratio,
}
