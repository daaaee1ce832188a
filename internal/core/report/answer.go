package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// maxAnswer limits the number of sentences at the start of a report.
const maxAnswer = 3

// Control reports whether a subject is a built-in in a run with other subjects: it is a reference point then, and is
// listed after them.
func (h *Headline) Control(s bench.Subject) bool {
	return s.Kind == "builtin" && slices.ContainsFunc(h.Lines, func(l Line) bool { return l.Subject.Kind != "builtin" })
}

// Answer returns at most three sentences on the headlines of a run: one on the diagnoses in each suite, with the
// pairs behind them, then one on detection.
func Answer(d *Data) []string {
	var out, more []string
	for s := range d.EachSuite() {
		h := HeadlineOf(d, s)
		lines := slices.DeleteFunc(slices.Clone(h.Lines), func(l Line) bool { return h.Control(l.Subject) })
		if len(lines) == 0 {
			continue
		}
		out = append(out, diagnosed(h.Suite.Name, lines))
		more = append(more, detection(h.Suite.Name, lines), alarms(h.Suite.Name, lines))
	}
	if len(out) > maxAnswer {
		return append(out[:maxAnswer-1:maxAnswer-1], fmt.Sprintf("%s more below.", Plural(len(out)-maxAnswer+1, "suite")))
	}
	for _, s := range more {
		if s != "" && len(out) < maxAnswer {
			out = append(out, s)
		}
	}
	return out
}

// diagnosed returns one sentence on the subjects with each diagnosis.
func diagnosed(suite string, lines []Line) string {
	by := map[metric.Diagnosis][]Line{}
	for _, l := range lines {
		by[l.Diagnosis] = append(by[l.Diagnosis], l)
	}
	count := func(k int, l Line) string { return fmt.Sprintf("%d/%d", k, l.Pairs.N) }
	right := func(l Line) string { return count(l.Pairs.right(), l) }
	share := func(l Line) string { return l.Pairs.share() }
	same := func(l Line) string { return count(l.Pairs.same(), l) }
	var parts []string
	add := func(d metric.Diagnosis, one, many, unit string, of func(Line) string) {
		if ls := by[d]; len(ls) > 0 {
			parts = append(parts, nameTwo(ls, unit, of)+" "+Agree(len(ls), one, many))
		}
	}
	add(metric.FollowsFlaw, "follows the flaw", "follow the flaw", "of pairs", share)
	add(metric.Recogniser, "recognises the code", "recognise the code", "pairs with one verdict", same)
	add(metric.AgainstFlaw, "goes against the flaw", "go against the flaw", "pairs right", right)
	switch ls := by[metric.ConstantAnswer]; len(ls) {
	case 0:
	case 1:
		parts = append(parts, ls[0].Subject.Name+" gives one constant answer")
	default:
		parts = append(parts, fmt.Sprintf("%d subjects give one constant answer each", len(ls)))
	}
	if ls := by[metric.Undecided]; len(ls) > 0 {
		parts = append(parts, "too few pairs to classify "+nameTwo(ls, "pairs right", right))
	}
	return "On " + suite + ", " + strings.Join(parts, "; ") + "."
}

// nameTwo names the first two subjects of lines, each with a count, and the first with the unit of the counted items.
func nameTwo(ls []Line, unit string, of func(Line) string) string {
	return nameSome(ls, 2, func(i int, l Line) string {
		if i > 0 {
			return "(" + of(l) + ")"
		}
		return "(" + of(l) + " " + unit + ")"
	})
}

// detection names a recogniser that finds as much as a subject that follows the flaw, or else the highest rate; ""
// where none is defined or several are first.
func detection(suite string, lines []Line) string {
	var following, recognising []Line
	for _, l := range lines {
		switch l.Diagnosis {
		case metric.FollowsFlaw:
			following = append(following, l)
		case metric.Recogniser:
			recognising = append(recognising, l)
		}
	}
	if s := misled(recognising, following); s != "" {
		return "On " + suite + ", detection" + strings.TrimPrefix(s, "Detection")
	}
	best := lines[0].Cell(metric.TDR.ID) // lines with other denominators are below
	if !best.Value.Defined || best.Value.Point == 0 || len(lines) > 1 &&
		lines[1].Cell(metric.TDR.ID).Value.Point == best.Value.Point {
		return ""
	}
	return fmt.Sprintf("The highest TDR on %s is %s %s, of %s.", suite, best.Number(), best.Interval(),
		lines[0].Subject.Name)
}

// alarms returns the range of false alarm rates; "" where none is defined.
func alarms(suite string, lines []Line) string {
	var of []Cell
	for _, l := range lines {
		if c := l.Cell(metric.FalseAlarm.ID); c.Value.Defined {
			of = append(of, c)
		}
	}
	if len(of) == 0 {
		return ""
	}
	byPoint := func(a, b Cell) int { return cmp.Compare(a.Value.Point, b.Value.Point) }
	least, most := slices.MinFunc(of, byPoint), slices.MaxFunc(of, byPoint)
	if least.Value.Point == most.Value.Point {
		return fmt.Sprintf("False alarms on the safe texts of %s: %s.", suite, least.Number())
	}
	return fmt.Sprintf("False alarms on the safe texts of %s are between %s and %s.", suite, least.Number(), most.Number())
}
