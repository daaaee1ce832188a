package section

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var tasks = Section{ID: "tasks", Title: "Attacks and repairs", Tables: []string{"tasks-exploit", "tasks-repair"},
	Build: buildTasks}

// buildTasks shows how far attacks and repairs came when they were executed: one table for each task and suite.
func buildTasks(d *report.Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Attacks and repairs written by subjects, executed. Each step includes the " +
		"steps before it, so steps are not added up. A trial without an answer, or with an answer " +
		"that declines, reaches no step."}}
	suites(d, func(s *report.Suite) {
		lines := report.TaskOf(d, s)
		if len(lines) == 0 {
			return
		}
		repairs := s.Asks == bench.AnswerPatch
		t := write.Table{ID: "tasks-exploit", Group: s.Name, Title: "Steps reached by attacks, of all vulnerable texts",
			Main: true, Columns: []write.Column{subjectColumn()},
			Foot: []string{"Works on the text but not on the twin: the attack uses this flaw. On both: it uses something " +
				"else. On the twin only: the pair or its proof is broken."}}
		if repairs {
			t.ID, t.Title = "tasks-repair", "Steps reached by repairs, of all vulnerable texts"
			t.Foot = []string{"Lines: the median number of lines that working repairs remove or add, and the " +
				"same median for the fixed twins."}
		}
		for i, name := range bench.StepNames(s.Asks, s.Format) {
			t.Columns = append(t.Columns, counts(fmt.Sprintf("step%d", i+1), name))
		}
		contracts := !repairs && !s.Format.ByRequirement()
		switch {
		case repairs:
			t.Columns = append(t.Columns, counts("lines", "lines changed"), counts("twin_lines", "by the twin"))
		case contracts:
			t.Columns = append(t.Columns, counts("gain", "gain ÷ reference"))
		}
		if !repairs {
			t.Columns = append(t.Columns, counts("specific", "text only"), counts("both", "both"),
				counts("twin_only", "twin only"), counts("neither", "neither"))
		}
		t.Columns = append(t.Columns, counts("alarm", "claims on safe texts"))
		broken := 0
		for _, l := range lines {
			row := write.Cells(l.Subject.Name, shown(l.Steps...))
			switch {
			case repairs:
				row.Cells = append(row.Cells, write.Int(l.Changed), write.Int(l.Twin))
			case contracts:
				row.Cells = append(row.Cells, shown(l.Gain)...)
			}
			if !repairs {
				row.Cells = append(row.Cells, write.Int(l.Cells.Specific), write.Int(l.Cells.Both), write.Int(l.Cells.Twin),
					write.Int(l.Cells.Neither))
			}
			row.Cells = append(row.Cells, shown(l.Alarm)...)
			t.Rows = append(t.Rows, row)
			broken += l.Cells.Twin
		}
		if broken > 0 {
			t.Foot = append(t.Foot, fmt.Sprintf("ALARM: %s worked on the twin only: the pair or its proof is broken.",
				report.Plural(broken, "attack")))
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}
