package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
)

// columns are the printed columns with their titles, in order.
var columns = []struct{ table, column, title string }{
	{"ds", "tier1", "tier 1"}, {"ds", "tier2", "tier 2"}, {"ds", "tier3", "tier 3"}, {"ds", "tier4", "tier 4"},
	{"tc", "minimalsanitized", "minimal-sanitized"}, {"tc", "sanitized", "sanitize"}, {"tc", "nocomments", "no-comments"},
	{"tc", "chameleon_medical", "chameleon"}, {"tc", "shapeshifter_l3", "shapeshifter-l3"}, {"tc", "trojan", "trojan"},
	{"tc", "falseProphet", "false-prophet"},
	{"gs", "direct", "direct"}, {"gs", "context_protocol", "context-enhanced"},
	{"gs", "context_protocol_cot", "chain-of-thought"},
	{"gs", "context_protocol_cot_naturalistic", "naturalistic"}, {"gs", "context_protocol_cot_adversarial", "adversarial"},
}

// counts counts the printed cells: all, those equal to the recorded judgements, and those
// equal only if judgements with the older key count as a miss.
type counts struct{ all, equal, older int }

func write(w io.Writer, cells []cell, votes map[place]map[string]vote, ours map[place][]bench.Trial,
	numbers map[string]subjectMetrics) error {
	p := &printer{w: w}
	p.print("%s", head)
	for _, t := range []struct{ table, title string }{
		{"ds", "Difficulty-stratified: TDR by tier"}, {"tc", "Temporal contamination: TDR by transformation"},
		{"gs", "Gold standard: TDR by strategy"},
	} {
		p.print("## %s\n\n| model | column | printed | as printed, recounted | ours, lenient | ours, strict | why "+
			"different |\n|---|---|---:|---:|---:|---|---|\n", t.title)
		var n counts
		for _, c := range columns {
			for _, x := range cells {
				if x.table == t.table && x.column == c.column && c.table == t.table {
					p.detection(x, c.title, votes[x.place], ours[x.place], &n)
				}
			}
		}
		p.print("\nOf %s %d equal what was recorded, %d equal it only where judgements with the older key count as a "+
			"miss, and %d equal neither.\n\n",
			report.Plural(n.all, "cell"), n.equal, n.older, n.all-n.equal-n.older)
	}
	p.repaired(cells, ours)
	p.quality(cells, numbers)
	p.newest(cells, votes)
	p.print("%s", tail)
	return p.err
}

type printer struct {
	w   io.Writer
	err error
}

func (p *printer) print(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// detection writes a printed rate next to ours.
func (p *printer) detection(x cell, title string, votes map[string]vote, rows []bench.Trial, n *counts) {
	newer, ok := majority(votes, func(v vote) int { return v.newer })
	if !ok || len(rows) == 0 {
		p.print("| %s | %s | %.1f | – | – | – | not in the data |\n", x.model, title, x.printed)
		return
	}
	both, _ := majority(votes, func(v vote) int { return v.both })
	strict, lenient := metric.TDR.Compute(rows), metric.TDRLenient.Compute(rows)
	n.all++
	why := ""
	switch {
	case near(x.printed, both):
		n.equal++
		why = differsBy(both, lenient)
	case near(x.printed, newer):
		n.older++
		why = fmt.Sprintf("the older key counts as a miss: with it %.1f", both)
	default:
		why = fmt.Sprintf("neither count gives it: %.1f without, %.1f with the older key", newer, both)
	}
	p.print("| %s | %s | %.1f | %.1f | %s | %s | %s |\n", x.model, title, x.printed, newer, share(lenient, false),
		share(strict, true), why)
}

// differsBy returns why our lenient count differs from the recorded majority, "" if it does not.
func differsBy(recorded float64, v metric.Value) string {
	switch {
	case v.N == 0 || near(recorded, 100*float64(v.K)/float64(v.N)):
		return ""
	case v.Unscored > 0:
		return report.Plural(v.Unscored, "answer") + " without a readable majority, not counted"
	case v.Missing > 0:
		return report.Plural(v.Missing, "answer") + " that cannot be read, counted as not found"
	}
	return "the panel's answer differs"
}

// near reports whether two percentages agree to the printed digit.
func near(a, b float64) bool { return math.Abs(a-b) < 0.051 }

// share formats a rate as k/n, percentage and interval.
func share(v metric.Value, interval bool) string {
	if !v.Defined {
		return undefined(v)
	}
	s := fmt.Sprintf("%.1f", 100*float64(v.K)/float64(v.N))
	if interval && v.Interval != nil {
		s += fmt.Sprintf(" [%.1f, %.1f]", 100*v.Interval.Lo, 100*v.Interval.Hi)
	}
	return s
}

// repaired writes how often each model calls the repaired code vulnerable.
func (p *printer) repaired(cells []cell, ours map[place][]bench.Trial) {
	p.print("%s", repairedHead)
	for _, model := range models(cells) {
		v := metric.FalseAlarm.Compute(ours[place{"tc", model, "repaired"}])
		if v.Defined {
			why := ""
			if v.Missing > 0 {
				why = report.Plural(v.Missing, "answer") + " that cannot be read"
			}
			p.print("| %s | %d of %d: %s | %s |\n", model, v.K, v.N, share(v, true), why)
		}
	}
	p.print("\n")
}

// quality writes the composite and its parts over all texts.
func (p *printer) quality(cells []cell, numbers map[string]subjectMetrics) {
	p.print("%s", qualityHead)
	for _, q := range []struct{ column, title, paper string }{
		{"sui", "SUI", "paper-sui-i3"}, {"finding-precision", "finding precision", "paper-precision"},
		{"rcir", "RCIR", "rcir"},
		{"ava", "AVA", "ava"}, {"fsv", "FSV", "fsv"}, {"lgr", "LGR", "paper-lgr-i3"},
	} {
		for _, x := range cells {
			if x.table != "quality" || x.column != q.column {
				continue
			}
			m := numbers[x.model]
			format := "%.3f"
			if x.printed > 1 {
				format = "%.1f"
			}
			p.print("| %s | %s | "+format+" | %s | %s |\n", x.model, q.title, x.printed, plain(m[q.paper], x.printed > 1),
				plain(m[q.column], x.printed > 1))
		}
	}
	p.print("\n")
}

func undefined(v metric.Value) string {
	if v.NotMeasured != "" {
		return v.NotMeasured
	}
	return "–"
}

func plain(v metric.Value, percent bool) string {
	if !v.Defined {
		return undefined(v)
	}
	scale, format := 1.0, "%.3f"
	if percent {
		scale, format = 100, "%.1f"
	}
	s := fmt.Sprintf(format, scale*v.Point)
	if v.Interval != nil {
		s += fmt.Sprintf(" ["+format+", "+format+"]", scale*v.Interval.Lo, scale*v.Interval.Hi)
	}
	return s
}

// models returns the models of the printed tables in the order of their first cell.
func models(cells []cell) []string {
	var out []string
	for _, c := range cells {
		if !slices.Contains(out, c.model) {
			out = append(out, c.model)
		}
	}
	return out
}

const repairedHead = `## Repaired code

The texts of *differential* are the incidents with the flaw repaired. The authors' tables have no column for how often a model calls them vulnerable.

| model | called vulnerable | |
|---|---|---|
`

const qualityHead = `## Composite and reasoning, over all texts

Printed are the authors' numbers over all that each model was asked. *By the paper's definition* is Appendix I.3; *ours* is what reports print in their headline: strict, with
finding precision over vulnerable and repaired texts and the lucky guesses among correct verdicts on vulnerable ones ([paper.md](paper.md) rows 19, 26, 34, 36). They differ from the printed ones by the older key (above), by the
repaired texts, and by the weight of each part: the authors average columns, a report averages texts. A finding is correct where two of the three judges call it so, under whatever
class: by the majority of classes, finding precision would be 2 to 5 points lower, and SUI about 1. A finding on which a missing vote would decide is left out. Reasoning scores are
means over the judges that found the flaw at least in part.

| model | number | printed | by the paper's definition | ours |
|---|---|---:|---|---|
`

var (
	//go:embed head.md
	head string
	//go:embed tail.md
	tail string
)

// newest says which numbers of the authors' newest repository equal what was recorded, beside the tables above.
func (p *printer) newest(cells []cell, votes map[place]map[string]vote) {
	var alone, pairs counts
	for _, x := range cells {
		switch x.table {
		case "gs-alone":
			asked, k := 0, 0
			for _, v := range votes[place{"gs", x.model, x.column}] {
				if v.alone {
					asked++
				}
				if v.complete {
					k++
				}
			}
			alone.all++
			if asked > 0 && near(x.printed, 100*float64(k)/float64(asked)) {
				alone.equal++
			}
		case "ds-pair": // of two models, texts on which the first alone is right
			pairs.all++
			if k := onlyFirst(votes, x.model, x.column); float64(k) == x.printed {
				pairs.equal++
			}
		}
	}
	p.print("## The authors' newest repository\n\n"+newest, alone.all, single, alone.equal, pairs.all, pairs.equal)
}

// onlyFirst counts the texts of ds in which a majority found the target of the first model's answer alone.
func onlyFirst(votes map[place]map[string]vote, first, second string) (k int) {
	for _, tier := range []string{"tier1", "tier2", "tier3", "tier4"} {
		for name, v := range votes[place{"ds", first, tier}] {
			if v.newer >= 2 && votes[place{"ds", second, tier}][name].newer < 2 {
				k++
			}
		}
	}
	return k
}

const newest = `Block-Bench/blockbench-artifact names itself the frozen record of what was run. Of it are recounted, from the evaluation above: the 77 rates by tier and transformation, which are those of the
first two tables of this page, and the means of them; %d rates of gs by strategy, where %s decides alone and a flaw counts that was found completely, %d of which equal what was recorded (the other counts 33 of 34
answers); and of each two models the texts of ds on which one alone was right, %d counts, %d of them equal. Not recounted: its 72 further gold items, its 100 clean contracts, the analysers and the code acts, whose records
can be had file by file only.

`
