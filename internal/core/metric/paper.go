package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// The paper's numbers as the paper computes them, for comparison with its Tables 2 and 7; docs/paper.md explains
// why the metrics of assay differ. They are about existing answers, as are the counts behind the printed shares: a
// text without an answer is left out and noted. All texts of the paper are vulnerable, so findings on safe ones do
// not count. Each number that depends on the target exists twice: with the match of §4.5, and with that of
// Appendix I.3.

// paperMatch is one of the paper's two definitions of "target found".
type paperMatch struct {
	id, title, doc string // of the metric computed with it
	is             func(*bench.Verdict) bench.Decision
}

var (
	paperStrict  = paperMatch{"", "§4.5", "root cause, place and type", strict}
	paperLenient = paperMatch{"-i3", "I.3", "type and place at least in part", lenient}
)

// PaperNumbers are the metrics that depend on the definition of a found target.
type PaperNumbers struct {
	Match                      string // "§4.5" or "I.3"
	TDR, LuckyGuess, Reasoning Metric
	match                      paperMatch
}

// SUI returns the index with the given weights.
func (n PaperNumbers) SUI(w Weights) Metric { return paperSUI(n.match, w) }

// PaperDefinitions returns the metrics with the match of §4.5, then those with the match of Appendix I.3.
func PaperDefinitions() []PaperNumbers {
	var out []PaperNumbers
	for _, m := range []paperMatch{paperStrict, paperLenient} {
		out = append(out, PaperNumbers{m.title, paperTDR(m), paperLuckyGuess(m), paperReasoning(m), m})
	}
	return out
}

// PaperAccuracy is Acc of Table 2: on vulnerable texts only, where a constant "vulnerable" scores 100 %.
var PaperAccuracy = Metric{
	ID: "paper-accuracy", Title: "Accuracy, as the paper", Scale: Percent,
	Doc:    "vulnerable texts called vulnerable, among those with an answer",
	Source: "paper Table 2; docs/paper.md row 34",
	Count:  countAnswered(correct),
}

// PaperPrecision is finding precision on vulnerable texts only.
var PaperPrecision = Metric{
	ID: "paper-precision", Title: "Finding precision, as the paper", Scale: Percent,
	Doc:    "correct findings among the findings on vulnerable texts",
	Source: "paper Appendix I.4; docs/paper.md row 53",
	Count: func(rows []bench.Trial, t *Tally) {
		of := make([]bench.Trial, 0, len(rows))
		for _, r := range rows {
			if vulnerable(r) {
				of = append(of, r)
			}
		}
		countFindings(bench.FindingVerdict.Correct)(of, t)
	},
	judged: vulnerable, findings: true,
	Of: stats.Ratio,
}

// answeredVulnerable reports whether a row is an answer about a vulnerable text.
func answeredVulnerable(r bench.Trial) bool { return vulnerable(r) && r.Answer != nil }

// countAnswered counts a share of the vulnerable texts with an answer.
func countAnswered(hit func(bench.Trial) (ok, scored bool)) func([]bench.Trial, *Tally) {
	count := countRate(answeredVulnerable, hit)
	return func(rows []bench.Trial, t *Tally) {
		count(rows, t)
		t.noteLeftOut(rows)
	}
}

// noteLeftOut notes that vulnerable texts without an answer are not counted.
func (t *Tally) noteLeftOut(rows []bench.Trial) {
	for _, r := range rows {
		if vulnerable(r) && r.Answer == nil {
			t.Notes = append(t.Notes, "texts without an answer are left out, as in the paper")
			return
		}
	}
}

func paperTDR(m paperMatch) Metric {
	return Metric{
		ID: "paper-tdr" + m.id, Title: "TDR, as " + m.title, Scale: Percent,
		Doc:    "vulnerable texts with an answer whose flaw was found: " + m.doc,
		Source: "paper " + m.title + ", Table 2; docs/paper.md row 26",
		Count:  countAnswered(found(m.is)),
		judged: vulnerable,
	}
}

// paperLuckyGuess counts every right verdict, including "safe" on a safe text.
func paperLuckyGuess(m paperMatch) Metric {
	return Metric{
		ID: "paper-lgr" + m.id, Title: "Lucky guesses, as " + m.title, Scale: Percent, Lower: true,
		Doc:    "right verdicts, on vulnerable and on safe texts, without the documented flaw found: " + m.doc,
		Source: "paper Appendix I.3; docs/paper.md row 36",
		Count: countRate(func(r bench.Trial) bool { ok, _ := correct(r); return ok }, func(r bench.Trial) (bool, bool) {
			if !vulnerable(r) {
				return true, true // there is nothing to find
			}
			hit, scored := found(m.is)(r)
			return !hit, scored
		}),
		judged: vulnerable,
	}
}

func paperReasoning(m paperMatch) Metric {
	return Metric{
		ID: "paper-reasoning" + m.id, Title: "Reasoning, as " + m.title, Scale: Index,
		Doc:    "mean of RCIR, AVA and FSV where the flaw was found: " + m.doc,
		Source: "paper Appendix I.5, equation 2",
		Count:  countReasoning(answeredVulnerable, m.is, meanReasoning, false),
		judged: vulnerable,
		Of:     stats.Ratio,
	}
}

// paperSUI is the index computed from the three numbers above.
func paperSUI(m paperMatch, w Weights) Metric {
	id := "paper-sui" + m.id
	counts := id
	if w.Name != "default" {
		id += "-" + w.Name
	}
	return Metric{
		ID: id, Title: "SUI, as " + m.title, Scale: Index, counts: counts,
		Doc:    "security understanding index of the paper's TDR, reasoning and finding precision: " + m.doc,
		Source: "paper Appendix I.6, equation 3; Tables 2 and 7",
		judged: vulnerable, findings: true,
		Columns: 6, // found, answers, reasoning, scored, correct findings, findings
		Count: func(rows []bench.Trial, t *Tally) {
			for _, r := range rows {
				if answeredVulnerable(r) {
					countSUI(r, t, m.is, false)
				}
			}
			t.noteLeftOut(rows)
		},
		Of: w.ofSums,
	}
}
