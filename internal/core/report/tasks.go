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

// TaskLine holds the results of the attacks, or the repairs, of one subject.
type TaskLine struct {
	Subject bench.Subject
	Steps   []Cell // one for each step, from the lowest
	Gain    Cell   // of attacks on contracts
	Cells   Cells
	Alarm   Cell // safe texts on which it claims that there is something to attack or repair
	Changed int  // median number of lines that working repairs change; 0 without one
	Twin    int  // median number of lines that the twins change, on the same texts
}

// Cells counts the attacks on vulnerable texts that were executed, by where they work.
type Cells struct {
	Specific int // on the text, and not on its twin: about this flaw
	Both     int // on both: not about this flaw
	Twin     int // on the twin alone: the pair is broken
	Neither  int
}

// TaskOf returns the lines of a part of a run in which subjects attack or repair, in the order of the headline. It
// returns nil when they review.
func TaskOf(d *Data, s *Suite) []TaskLine {
	if s.Asks == "" {
		return nil
	}
	steps := bench.StepNames(s.Asks, s.Format)
	var out []TaskLine
	for _, l := range HeadlineOf(d, s).Lines {
		planned := s.Planned(l.Subject.Name)
		rows := onlyAsked(slices.Clone(planned))
		t := TaskLine{Subject: l.Subject}
		cell := func(m metric.Metric) Cell {
			c := Cell{Metric: m, Value: m.Compute(rows)}
			c.Value = s.executed(c, planned)
			return c
		}
		for i, title := range steps {
			t.Steps = append(t.Steps, cell(metric.Reached(bench.Step(i+1), title)))
		}
		t.Gain, t.Alarm = cell(metric.Gain), cell(metric.FalseAlarm)
		var changed, twin []int
		for _, r := range rows {
			if r.Variant.Truth != bench.Vulnerable || r.Verdict == nil || r.Verdict.Executed == nil {
				continue
			}
			e := r.Verdict.Executed
			switch {
			case s.Asks == bench.AnswerPatch && e.Works:
				changed, twin = append(changed, e.Changed), append(twin, e.TwinDiff)
			case e.Works && e.OnTwin:
				t.Cells.Both++
			case e.Works:
				t.Cells.Specific++
			case e.OnTwin:
				t.Cells.Twin++
			default:
				t.Cells.Neither++
			}
		}
		t.Changed, t.Twin = median(changed), median(twin)
		out = append(out, t)
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

var tasks = Section{ID: "tasks", Title: "Attacks and repairs", Tables: []string{"tasks-exploit", "tasks-repair"},
	Build: buildTasks}

// buildTasks shows how far attacks and repairs came when they were executed: one table for each task and suite.
func buildTasks(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Attacks and repairs written by subjects, executed. Each step includes the " +
		"steps before it, so steps are not added up. A trial without an answer, or with an answer " +
		"that declines, reaches no step."}}
	suites(d, func(s *Suite) {
		lines := TaskOf(d, s)
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
				Plural(broken, "attack")))
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}
