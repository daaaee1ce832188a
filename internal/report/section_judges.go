package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
)

var judgesSection = Section{ID: "judges", Title: "Judges", Build: buildJudges}

type judgesData struct {
	Record  string
	Judges  []judgeLine
	Overall []coefficientLine
	Pairs   []pairLine
	Errors  []errorLine
	Rates   []rateLine
	Notes   []string
}

type judgeLine struct {
	JudgeCount
	Cost string
}

type coefficientLine struct {
	Name, Doc, Value string
	N                int
	Marks            []int
}

type pairLine struct{ A, B, Kappa, Spearman string }

type errorLine struct{ Judge, Against, Sensitivity, Specificity string }

type rateLine struct {
	Judge, Subject, Suite, Strict, Lenient, Corrected, By string
	Marks                                                 []int
}

func buildJudges(d *Data) (any, bool) {
	j := judgingOf(d)
	if j == nil {
		return nil, false
	}
	out := judgesData{Record: j.Record}
	var notes footnotes
	for _, c := range j.Judges {
		l := judgeLine{JudgeCount: c, Cost: none}
		if c.CostUSD != nil {
			l.Cost = dollars(*c.CostUSD)
		}
		out.Judges = append(out.Judges, l)
	}
	for _, c := range j.overall() {
		out.Overall = append(out.Overall, coefficientLine{c.name, c.doc, c.String(), c.N, notes.number(c.Warnings)})
	}
	for _, p := range j.Pairs {
		out.Pairs = append(out.Pairs, pairLine{p.A, p.B, p.Kappa.String(), p.Spearman.String()})
	}
	for _, e := range j.Errors {
		out.Errors = append(out.Errors, errorLine{e.Judge, e.Against, e.Sensitivity.String(), e.Specificity.String()})
	}
	for _, r := range j.Rates {
		out.Rates = append(out.Rates, rateLine{r.Judge, r.Subject, r.Suite, r.Strict.String(), r.Lenient.String(), r.corrected(), r.By, notes.number(r.Warnings)})
	}
	out.Notes = notes
	return out, true
}

// named is a coefficient with what it is called.
type named struct {
	Coefficient
	name, doc string
}

func (j *Judging) overall() []named {
	return []named{
		{j.Fleiss, "Fleiss’ kappa", "all judges, on whether the target was found (strict)"},
		{j.AC1, "Gwet’s AC1", "the same, where one answer is much more frequent"},
		{j.Alpha, "Krippendorff’s alpha, nominal", "all judges, on the class of each finding"},
		{j.Scores, "Krippendorff’s alpha, interval", "all judges, on the mean of RCIR, AVA and FSV"},
	}
}

// String writes "0.812 [0.640, 0.934]", or a dash.
func (c Coefficient) String() string {
	if c.Value == nil {
		return none
	}
	out := strings.Replace(fmt.Sprintf("%.3f", *c.Value), "-", "−", 1)
	if i := c.Interval; i != nil {
		out += " " + strings.ReplaceAll(fmt.Sprintf("[%.3f, %.3f]", i.Lo, i.Hi), "-", "−")
	}
	return out
}

func (r CorrectedRate) corrected() string {
	if r.Corrected == nil {
		return none
	}
	return full(metric.Percent, metric.Value{Defined: true, Point: *r.Corrected, Interval: r.Interval})
}

// terminalJudges writes the same as text, or nothing where only rules judged.
func terminalJudges(d *Data, p func(indent, text string), line func(string)) {
	j := judgingOf(d)
	if j == nil {
		return
	}
	line("")
	p("", "Judges: "+j.Record+" counts.")
	for _, c := range j.Judges {
		text := fmt.Sprintf("%s: %d of %s decided, %d unscored (%d spoken to), %d failed", c.Judge, c.Decided, plural(c.N, "answer"), c.Unscored, c.Injected, c.Failed)
		if c.CostUSD != nil {
			text += ", " + dollars(*c.CostUSD)
		}
		p("  ", text)
	}
	for _, c := range j.overall() {
		p("  • ", fmt.Sprintf("%s %s over %s: %s", c.name, c.String(), plural(c.N, "unit"), c.doc))
		for _, w := range c.Warnings {
			p("      ! ", sentence(w))
		}
	}
	for _, q := range j.Pairs {
		p("  • ", fmt.Sprintf("%s and %s: kappa %s, Spearman %s", q.A, q.B, q.Kappa, q.Spearman))
	}
	for _, e := range j.Errors {
		p("  • ", fmt.Sprintf("%s against %s: sensitivity %s, specificity %s", e.Judge, e.Against, e.Sensitivity, e.Specificity))
	}
	for _, r := range j.Rates {
		text := fmt.Sprintf("%s on %s by %s: TDR strict %s, lenient %s", r.Subject, r.Suite, r.Judge, r.Strict, r.Lenient)
		if r.Corrected != nil {
			text += fmt.Sprintf(", corrected by %s %s", r.By, r.corrected())
		}
		p("  • ", text)
		for _, w := range r.Warnings {
			p("      ! ", sentence(w))
		}
	}
}
