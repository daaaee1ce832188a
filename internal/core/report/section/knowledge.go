package section

import (
	"fmt"

	"assay/internal/core/judge/recall"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var knowledge = Section{ID: "knowledge", Title: "Knowledge", Tables: []string{"knowledge", "memory"},
	Build: buildKnowledge}

func buildKnowledge(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Recall of the incidents behind the samples, asked by name and " +
		"without code. An incident is known (K = 1) when two facts are right and the name does not give " +
		"one of them away: the date within 31 days, or the loss within 20 %. A mechanism is right when a quarter of its " +
		"content words, and at least three, match the sample. Invented incidents measure false recall."}}
	t := write.Table{ID: "knowledge", Title: "Recall by model; facts as right / wrong / unsaid", Main: true,
		Columns: []write.Column{words("model", "Model"), counts("known", "known")}}
	for _, f := range recall.Facts() {
		t.Columns = append(t.Columns, counts(string(f), string(f)))
	}
	t.Columns = append(t.Columns, write.Column{Key: "own", Title: "sample-specific questions", Short: "specific",
		Number: true}, counts("invented", "false recall"), counts("silent", "no answer"))
	var memories []write.Table
	for _, k := range report.KnowledgeOf(d) {
		row := write.Cells(k.Model, share(k.Known))
		for _, f := range recall.Facts() {
			c := k.Facts[f]
			row.Cells = append(row.Cells, write.Text(fmt.Sprintf("%d / %d / %d", c.Right, c.Wrong, c.Unsaid)))
		}
		row.Cells = append(row.Cells, write.Text(fmt.Sprintf("%d / %d / %d", k.Own.Right, k.Own.Wrong, k.Own.Unsaid)))
		row.Cells = append(row.Cells, share(k.False), write.Text(fmt.Sprintf("%d of %d", k.Silent, k.Asked)))
		if k.Silent > 0 {
			row.Notes = append(row.Notes, fmt.Sprintf("%d of %s had no readable answer and count as not known", k.Silent,
				report.Plural(k.Asked, "question")))
		}
		t.Rows = append(t.Rows, row)
		for _, m := range k.Diagnoses {
			memories = append(memories, memory(m))
		}
	}
	out.Tables = append([]write.Table{t}, memories...)
	return out, len(t.Rows) > 0
}

// memory compares what a model recalls with what one of its subjects detects.
func memory(m report.Memory) write.Table {
	head := "detected on " + m.Reference
	if m.Obscured != "" {
		head += ", then under " + m.Obscured
	}
	t := write.Table{ID: "memory", Group: m.Suite, Of: m.Subject, Title: "Recall and detection", Warnings: m.Warnings,
		Main: true}
	t.Lead = []string{"Samples by recall and " + head + ": a recogniser knows the incident and loses the " +
		"flaw when it is obscured; a subject that understands still finds it; an analyst finds it without knowing."}
	for _, d := range report.MemoryDiagnoses() {
		t.Facts = append(t.Facts, write.Fact{Class: "tag", Name: string(d), Text: m.Counts[d].String()})
	}
	if e := m.EffectText(); e != "" {
		t.Says = []string{e}
	}
	t.Columns = []write.Column{words("known", "known"), keyed("detected", "detected"),
		keyed("obscured", "detected when obscured"), counts("samples", "samples")}
	yes := map[bool]string{true: "yes", false: "no"}
	for _, r := range m.Table {
		obscured := yes[r.Obscured]
		if m.Obscured == "" {
			obscured = write.None
		}
		t.Rows = append(t.Rows, write.Cells(yes[r.Known], yes[r.Reference], obscured, write.Int(r.Samples)))
	}
	return t
}
