package report

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
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
		rows := s.Headline(l.Subject.Name)
		t := TaskLine{Subject: l.Subject}
		cell := func(m metric.Metric) Cell { return Cell{Metric: m, Value: m.Compute(rows)} }
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
