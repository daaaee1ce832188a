package report

import (
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
)

// asked is what a subject is asked for, and the factor of [prompt.FlagFactors] that is at a level other than its first,
// "" for none.
type asked struct {
	kind   bench.AnswerKind
	factor string
}

// asksOf returns it for every subject of a run.
func (d *Data) asksOf() map[string]asked {
	out := map[string]asked{}
	for _, sub := range d.Subjects {
		if sub.Strategy == "" {
			continue
		}
		a, rest := asked{}, sub.Strategy
		for _, f := range prompt.FlagFactors() {
			var level string
			if level, rest = prompt.LevelIn(rest, f); level != Levels(f)[0] {
				a.factor = f
			}
		}
		if s, err := prompt.Find(rest); err == nil {
			a.kind = s.Asks.Kind()
		}
		if a != (asked{}) {
			out[sub.Name] = a
		}
	}
	return out
}

// median returns the lower median of counts, 0 for none.
func median(of []int) int {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return of[(len(of)-1)/2]
}

var tasks = Section{ID: "tasks", Title: "Attacks, repairs and tests",
	Tables: []string{"tasks-exploit", "tasks-repair", "tasks-test"}, Build: buildTasks}

// buildTasks shows how far attacks, repairs and tests came when they were executed: one table for each task and suite.
func buildTasks(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Attacks, repairs and tests written by subjects, executed. Each step includes " +
		"the steps before it, so steps are not added up. A trial without an answer, or with an answer " +
		"that declines, reaches no step."}}
	for s := range d.EachSuite() {
		if s.Asks != "" {
			out.Tables = append(out.Tables, filled(taskTable(d, s))...)
		}
	}
	return out, len(out.Tables) > 0
}

func taskTable(d *Data, s *Suite) write.Table {
	repairs, tests := s.Asks == bench.AnswerPatch, s.Asks == bench.AnswerTest
	t := write.Table{ID: "tasks-exploit", Group: s.Name, Title: "Steps reached by attacks, of all vulnerable texts",
		Main: true, Columns: []write.Column{subjectColumn()},
		Foot: []string{"Works on the text but not on the twin: the attack uses this flaw. On both: it uses something " +
			"else. On the twin only: the pair or its proof is broken."}}
	var ms []metric.Metric
	for i, name := range bench.StepNames(s.Asks, s.Format) {
		t.Columns = append(t.Columns, counts(fmt.Sprintf("step%d", i+1), name))
		ms = append(ms, metric.Reached(bench.Step(i+1), name))
	}
	switch {
	case repairs:
		t.ID, t.Title = "tasks-repair", "Steps reached by repairs, of all vulnerable texts"
		t.Foot = []string{"Lines: the median number of lines that working repairs remove or add, and the " +
			"same median for the fixed twins."}
		t.Columns = append(t.Columns, counts("lines", "lines changed"), counts("twin_lines", "by the twin"))
	case tests:
		t.ID, t.Title = "tasks-test", "Steps reached by tests, of all vulnerable texts"
		t.Foot = []string{"Others noticed: of the other texts that violate the same requirement, the share on which a test " +
			"fails that fails on the flaw."}
		t.Columns, ms = append(t.Columns, counts("noticed", "others noticed")), append(ms, metric.Noticed)
	case !s.Format.ByRequirement():
		t.Columns, ms = append(t.Columns, counts("gain", "gain ÷ reference")), append(ms, metric.Gain)
	}
	if !repairs && !tests {
		t.Columns = append(t.Columns, counts("specific", "text only"), counts("both", "both"),
			counts("twin_only", "twin only"), counts("neither", "neither"))
	}
	t.Columns = append(t.Columns, counts("alarm", "claims on safe texts"))
	broken := 0
	for _, l := range HeadlineOf(d, s).Lines {
		planned := s.Planned(l.Subject.Name)
		rows := onlyAsked(slices.Clone(planned))
		cell := func(m metric.Metric) write.Value {
			return value(m, s.executed(Cell{Metric: m, Value: m.Compute(rows)}, planned))
		}
		row := write.Cells(l.Subject.Name)
		for _, m := range ms {
			row.Cells = append(row.Cells, cell(m))
		}
		if repairs {
			row.Cells = append(row.Cells, changedLines(rows)...)
		} else if !tests {
			where := workWhere(rows)
			broken += where[2]
			row.Cells = append(row.Cells, ints(where[:])...)
		}
		row.Cells = append(row.Cells, cell(metric.FalseAlarm))
		t.Rows = append(t.Rows, row)
	}
	if broken > 0 {
		t.Foot = append(t.Foot, fmt.Sprintf("ALARM: %s worked on the twin only: the pair or its proof is broken.",
			Plural(broken, "attack")))
	}
	return t
}

// workWhere counts the executed attacks on vulnerable texts by where they work: on the text alone, on both, on the twin
// alone, on neither.
func workWhere(rows []bench.Trial) (n [4]int) {
	for _, r := range rows {
		if r.Variant.Truth != bench.Vulnerable || r.Verdict == nil || r.Verdict.Executed == nil {
			continue
		}
		switch e := r.Verdict.Executed; {
		case e.Works && e.OnTwin:
			n[1]++
		case e.Works:
			n[0]++
		case e.OnTwin:
			n[2]++
		default:
			n[3]++
		}
	}
	return n
}

// changedLines returns the median number of lines that working repairs change, and the same of the twins on these
// texts; 0 without a working repair.
func changedLines(rows []bench.Trial) []write.Value {
	var changed, twin []int
	for _, r := range rows {
		if r.Variant.Truth == bench.Vulnerable && r.Verdict != nil && r.Verdict.Executed != nil && r.Verdict.Executed.Works {
			changed, twin = append(changed, r.Verdict.Executed.Changed), append(twin, r.Verdict.Executed.TwinDiff)
		}
	}
	return ints([]int{median(changed), median(twin)})
}
