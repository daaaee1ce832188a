package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
)

var explained = Section{ID: "explained", Title: "Executed explanations",
	Tables: []string{"explained", "explained-safe"}, Build: buildExplained}

// effects are the columns of a repair's results, in order: first those of an execution.
type effects []struct {
	effect bench.Effect
	title  string
}

const (
	noneGiven bench.Effect = "none"
	unasked   bench.Effect = "not-asked"
)

var (
	onFlaw = effects{{bench.Closes, "closes it, keeps use"}, {bench.BreaksUse, "breaks use"},
		{bench.StaysOpen, "leaves it open"}, {bench.NotApplied, "does not apply"}, {bench.Unchanged, "changes nothing"},
		{noneGiven, "no repair given"}, {unasked, "not asked"}, {bench.NotExecuted, "not executed"}}
	onSafe = effects{{bench.Harmless, "harmless"}, {bench.BreaksUse, "breaks use"}, {bench.NotApplied, "does not apply"},
		{noneGiven, "no repair given"}, {bench.NotExecuted, "not executed"}}
)

// RepairWords says what executing the repair of a finding showed, by its place in the answer; "" if it proposes none
// or nothing was executed.
func RepairWords(v *bench.Verdict, finding int) string {
	if v == nil || finding >= len(v.Repairs) {
		return ""
	}
	r := v.Repairs[finding]
	for _, e := range slices.Concat(onFlaw, onSafe) {
		if e.effect != r.Effect {
			continue
		}
		out := e.title
		if r.Attempts > 0 {
			out += fmt.Sprintf(" (%s tried)", Plural(r.Attempts, "attack"))
		}
		if r.Reason != "" {
			out += ": " + r.Reason
		}
		return out
	}
	return ""
}

// asksRepairs reports for every subject whether it was asked for repairs.
func (d *Data) asksRepairs() map[string]bool {
	out := map[string]bool{}
	for _, sub := range d.Subjects {
		if s, err := prompt.Find(sub.Strategy); sub.Strategy != "" && err == nil && s.AsksRepairs() {
			out[sub.Name] = true
		}
	}
	return out
}

// buildExplained crosses what answers say about the flaw, by the rule judge alone, with what their own repairs do, by
// execution alone. There is none if nobody was asked for repairs.
func buildExplained(d *Data) (write.Section, bool) {
	asked := d.asksRepairs()
	out := write.Section{Lead: []string{"Rows: whether the answer names the flaw, decided by the rule judge alone, " +
		"before anything is executed. Columns: what the repair of the matched finding does, decided by execution alone. " +
		"See docs/judges.md for what each cell can mean."}}
	for s := range d.EachSuite() {
		if len(asked) == 0 || s.Asks != "" {
			continue
		}
		out.Tables = append(out.Tables, filled(explainedTable(d, s, asked), explainedSafe(d, s, asked))...)
	}
	return out, len(out.Tables) > 0
}

// crossed counts trials by row and effect.
type crossed map[string]map[bench.Effect]int

func (c crossed) add(row string, e bench.Effect) {
	if c[row] == nil {
		c[row] = map[bench.Effect]int{}
	}
	c[row][e]++
}

// effectOf returns the column of a trial.
func effectOf(r bench.Trial, asked bool) bench.Effect {
	switch {
	case !asked:
		return unasked
	case r.Explained == nil || r.Explained.Repair.Effect == "":
		return noneGiven
	}
	return r.Explained.Repair.Effect
}

// explainedRow returns the row of a trial: whether its answer names the flaw, or why there is none.
func explainedRow(r bench.Trial) string {
	switch {
	case r.Answer == nil:
		return "no verdict: " + string(r.Outcome)
	case r.Explained == nil:
		return "no verdict"
	}
	return strings.ReplaceAll(string(r.Explained.Naming), "-", " ")
}

// explainedRows lists the rows, those without a verdict last.
func explainedRows() []string {
	out := []string{"named", "undecided", "not named", "no verdict"}
	for _, o := range bench.Outcomes() {
		out = append(out, "no verdict: "+string(o))
	}
	return out
}

// crossing counts the trials of a subject that TDR counts.
func crossing(rows []bench.Trial, asked bool) (c crossed, n int) {
	c = crossed{}
	for _, r := range rows {
		if r.Variant.Truth != bench.Vulnerable || r.Strict() == bench.Unscored {
			continue
		}
		c.add(explainedRow(r), effectOf(r, asked))
		n++
	}
	return c, n
}

func explainedTable(d *Data, s *Suite, asked map[string]bool) write.Table {
	t := write.Table{ID: "explained", Group: s.Name, Title: "What answers say, and what their repairs do", Main: true,
		Columns: append([]write.Column{keyed("naming", "Names the flaw"), counts("n", "Answers")}, onFlaw.columns()...),
		Foot: []string{"Each cell is k/n of its row, with a 95 % interval; all cells of a subject together are the n of " +
			"its TDR. Undecided: class and place are right, and the explanation cites nothing of the labelled lines; TDR " +
			"counts such an answer. " +
			"Only the repair of the finding that is nearest to the flaw counts."}}
	for _, l := range HeadlineOf(d, s).Lines {
		c, n := crossing(s.Headline(l.Subject.Name), asked[l.Subject.Name])
		if n == 0 {
			continue
		}
		for _, name := range explainedRows() {
			if row, ok := onFlaw.row(name, c[name]); ok {
				row.Part = l.Subject.Name
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

// explainedSafe counts what repairs of safe texts do: an executed measure of reporting too much.
func explainedSafe(d *Data, s *Suite, asked map[string]bool) write.Table {
	t := write.Table{ID: "explained-safe", Group: s.Name, Title: "What repairs of safe texts do",
		Columns: append([]write.Column{subjectColumn(), counts("n", "Answers")}, onSafe.columns()...),
		Foot: []string{"Of several repairs in one answer, one that breaks honest use counts. A repair of a twin, a decoy " +
			"or a clean contract that does no harm is still a false alarm."}}
	for _, l := range HeadlineOf(d, s).Lines {
		c := crossed{}
		for _, r := range s.Headline(l.Subject.Name) {
			if r.Variant.Truth == bench.Safe && r.Answer != nil && asked[l.Subject.Name] {
				c.add("", effectOf(r, true))
			}
		}
		if row, ok := onSafe.row(l.Subject.Name, c[""]); ok {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func (list effects) columns() (out []write.Column) {
	for _, e := range list {
		out = append(out, write.Column{Key: string(e.effect), Title: e.title, Number: true})
	}
	return out
}

// row returns a row of a table; ok is false if there is nothing in it.
func (list effects) row(name string, counted map[bench.Effect]int) (row write.Row, ok bool) {
	n := 0
	for _, k := range counted {
		n += k
	}
	row = write.Cells(name, write.Int(n))
	for _, e := range list {
		row.Cells = append(row.Cells, share(counted[e.effect], n).cell())
	}
	return row, n > 0
}

// namedCells returns the shares of vulnerable texts whose flaw the answers of a subject name, and of those whose flaw
// their repairs also close, for the headline.
func (d *Data) namedCells(s *Suite, subject string, asked map[string]bool) []write.Value {
	if !asked[subject] || s.Asks != "" {
		return []write.Value{write.Text("not asked"), write.Text("not asked")}
	}
	c, n := crossing(s.Headline(subject), true)
	k := 0
	for _, of := range c["named"] {
		k += of
	}
	return []write.Value{share(k, n).cell(), share(c["named"][bench.Closes], n).cell()}
}

// namedColumns are the two columns of the headline.
func namedColumns() []write.Column {
	return []write.Column{
		{Key: "named", Title: "named", Number: true, Help: "the answer names class, place and cause, by the rule judge"},
		{Key: "named-closed", Title: "named and closed", Number: true,
			Help: "and its own repair closes the flaw and keeps honest use, by execution"}}
}
