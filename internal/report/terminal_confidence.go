package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/metric"
	"assay/internal/stats"
	"assay/internal/termtext"
)

// TrustLine is what one subject's stated confidences are worth.
type TrustLine struct {
	Subject string
	metric.Trust
}

// ConfidenceOf measures the subjects of a suite that state a confidence, in the
// order of the headline; empty where none does. It is shared: do not change it.
func ConfidenceOf(d *Data, s *Suite) []TrustLine {
	return kept(d, "confidence\x00"+s.Name, func() []TrustLine {
		names := headline(d, s).names()
		trust, states := make([]metric.Trust, len(names)), make([]bool, len(names))
		each(len(names), func(i int) { trust[i], states[i] = metric.Confidence(s.Headline(names[i])) })
		var out []TrustLine
		for i, name := range names {
			if states[i] {
				out = append(out, TrustLine{name, trust[i]})
			}
		}
		return out
	})
}

// terminalConfidence writes calibration and selective risk of every suite in which
// a confidence was stated.
func terminalConfidence(d *Data, suites []Suite, width int, p func(indent, text string), line func(string)) {
	explained := 0
	for i := range suites {
		lines := ConfidenceOf(d, &suites[i])
		if len(lines) == 0 {
			continue
		}
		cells := TrustCells()
		var notes footnotes
		cols := trustColumns(lines, cells, &notes)
		if body, _ := cols[0].size(); tableWidth(cols)-max(0, body-leastName) > width {
			notes = nil
			cells = slices.DeleteFunc(cells, func(c TrustCell) bool { return c.Title == "AUROC" })
			cols = trustColumns(lines, cells, &notes)
		}
		line("")
		heading := suites[i].Name + ", confidence of n answers."
		if explained < len(cells) {
			heading += " " + ConfidenceText(cells)
			explained = len(cells)
		}
		p("", heading)
		line("")
		narrow(cols, width)
		for _, l := range render(cols) {
			line(strings.TrimRight(l, " "))
		}
		for j, n := range notes {
			p("  "+superscript(j+1)+" ", n)
		}
	}
}

// leastName is to how many cells names are clipped before a column goes.
const leastName = 24

// trustColumns makes the table.
func trustColumns(lines []TrustLine, cells []TrustCell, notes *footnotes) []textColumn {
	names, n := textColumn{title: "Subject"}, textColumn{title: "n", right: true}
	for _, l := range lines {
		names.cells = append(names.cells, box{top: termtext.Plain(l.Subject)})
		n.cells = append(n.cells, box{top: count(l.N)})
	}
	out := []textColumn{names, n}
	for _, c := range cells {
		col := textColumn{title: c.Title, right: true}
		for _, l := range lines {
			e := c.Of(l)
			col.cells = append(col.cells, box{top: scoreText(e), below: interval(metric.Index, e.Interval), tail: marks(notes.number(e.Warnings))})
		}
		out = append(out, col)
	}
	return out
}

// TrustCell is one column of a table of confidences.
type TrustCell struct {
	Title, Doc string
	Of         func(TrustLine) stats.Estimate
}

// TrustCells are the columns, in order.
func TrustCells() []TrustCell {
	return []TrustCell{
		{"Brier", "squared error of the stated probability of a flaw, 0.25 for one half everywhere", func(l TrustLine) stats.Estimate { return l.Brier }},
		{"Cal. error", "distance between what is stated and what is so", func(l TrustLine) stats.Estimate { return l.Error.ECE }},
		{"AUROC", "chance that a vulnerable text gets the higher probability, larger is better", func(l TrustLine) stats.Estimate { return l.AUROC }},
		{"AURC", "error rate among the most confident answers, over all shares", func(l TrustLine) stats.Estimate { return l.AURC }},
	}
}

// ConfidenceText says how a table with these columns is read.
func ConfidenceText(cells []TrustCell) string {
	var out []string
	for _, c := range cells {
		out = append(out, c.Title+": "+c.Doc)
	}
	return strings.Join(out, ". ") + "."
}

func scoreText(e stats.Estimate) string {
	if !e.OK {
		return none
	}
	return fmt.Sprintf("%.3f", e.Value)
}

// EstimateText writes a score with its interval on one line, or a dash.
func EstimateText(e stats.Estimate) string {
	return strings.TrimSpace(scoreText(e) + " " + interval(metric.Index, e.Interval))
}

// jsonConfidence is what a subject's stated confidences are worth.
type jsonConfidence struct {
	Answers  int        `json:"answers"`           // that state one
	Without  int        `json:"without,omitempty"` // that do not
	Brier    *jsonScore `json:"brier"`
	ECE      *jsonScore `json:"ece"`
	Debiased float64    `json:"ece_debiased"`
	AUROC    *jsonScore `json:"auroc"` // null where all texts are of one truth
	AURC     *jsonScore `json:"aurc"`
}

type jsonScore struct {
	Value    float64         `json:"value"`
	Interval *stats.Interval `json:"interval,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

// jsonTrust returns the confidence of one subject, nil where it states none.
func jsonTrust(lines []TrustLine, subject string) *jsonConfidence {
	score := func(e stats.Estimate) *jsonScore {
		if !e.OK {
			return nil
		}
		return &jsonScore{e.Value, e.Interval, e.Warnings}
	}
	for _, l := range lines {
		if l.Subject == subject {
			return &jsonConfidence{l.N, l.Silent, score(l.Brier), score(l.Error.ECE), l.Error.Debiased, score(l.AUROC), score(l.AURC)}
		}
	}
	return nil
}
