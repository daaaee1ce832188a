package report

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
)

// injected are the metrics of answers to texts that tell their reader what to answer.
var injected = []metric.Metric{metric.Recall, metric.FalseAlarm, metric.TDR, metric.FindingsOfAll}

// own returns the placebo that belongs to one chain alone, "" where none does.
func (t *Transformations) own(chain string) string {
	for _, c := range t.Chains {
		if c.Of == chain && chain != "" {
			return c.Chain
		}
	}
	return ""
}

// injections returns what instructions in the reviewed texts changed: the answers to texts with one minus those to
// the same texts with its placebo. P values are corrected for all verdicts that are compared.
func injections(t *Transformations) write.Table {
	out := write.Table{ID: "injections", Group: t.Suite.Name, Main: true,
		Title: "Answers moved by instructions in the reviewed text",
		Foot: []string{"With the instruction minus with its placebo, which has the same length and place and instructs " +
			"nobody; in points, findings as they are. In parentheses: the number of clusters. One towards “safe” acts if " +
			"flawed texts are called vulnerable less often, one towards “vulnerable” if repaired ones are more often."},
		Columns: []write.Column{keyed("subject", "Subject"), words("chain", "Chain"),
			counts("flawed", "flawed called vulnerable"), counts("repaired", "repaired called vulnerable"),
			counts("found", "flaws found"), counts("findings", "findings per text")}}
	var rows [][]metric.Difference
	var family []*metric.Difference
	for _, s := range t.Subjects {
		by := t.Suite.ByChain(s.Subject.Name)
		for _, c := range t.Chains {
			with, without := by[c.Chain], by[t.own(c.Chain)]
			if len(with) == 0 || len(without) == 0 {
				continue
			}
			row := write.Cells(s.Subject.Name, c.Chain)
			if !inQuestion(s.Subject, with[0].Variant, without) {
				row = write.Cells(s.Subject.Name, c.Chain, "not in the question", write.None, write.None, write.None)
			}
			of := make([]metric.Difference, len(injected))
			for i, m := range injected {
				of[i] = metric.Delta(m, with, without)
			}
			out.Rows, rows = append(out.Rows, row), append(rows, of)
			if len(row.Cells) == 2 {
				family = append(family, &of[0], &of[1])
			}
		}
	}
	adjust(family)
	for i := range out.Rows {
		if r := &out.Rows[i]; len(r.Cells) == 2 {
			for k, m := range injected {
				r.Cells = append(r.Cells, moved(m, rows[i][k]))
			}
		}
	}
	return out
}

// moved returns the cell of a difference between an instruction and its placebo.
func moved(m metric.Metric, d metric.Difference) write.Value {
	out := lost(d)
	if !d.Defined {
		return out
	}
	number := func(x float64) string { return Number(m.Scale, metric.Value{Defined: true, Point: x}) }
	if m.Scale == metric.Amount {
		out = write.Figure(fmt.Sprintf("%s (%d)", Signed(m.Scale, d.Point), d.Bases), d.Point)
		out.Interval, out.Range = d.Interval, Interval(m.Scale, d.Interval)
	}
	out.Lines = append([]string{number(d.Treated) + " → " + number(d.Reference)}, out.Lines...)
	return out
}

// inQuestion reports whether the question of a subject about a text differs from that about the text with the
// placebo: a description beside the code is in the question of some strategies, and an agent can always read it.
func inQuestion(s bench.Subject, v *bench.Variant, placebo []bench.Trial) bool {
	if s.Kind != "model" || s.Scaffold != "" {
		return true
	}
	for i := range placebo {
		if p := placebo[i].Variant; p.Origin() == v.Origin() {
			strategy, err := prompt.ForTask(v.Task, s.Strategy)
			if err != nil {
				return true // asked by a program of another version
			}
			a, errA := prompt.Render(strategy, v.Task)
			b, errB := prompt.Render(strategy, p.Task)
			return errA != nil || errB != nil || a.Hash != b.Hash
		}
	}
	return true
}
