package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/stats"
)

// maxAnswer limits the number of sentences at the start of a report.
const maxAnswer = 4

// Control reports whether a subject is a built-in in a run with other subjects: it is a reference point then, and is
// listed after them.
func (h *Headline) Control(s bench.Subject) bool {
	return s.Kind == "builtin" && slices.ContainsFunc(h.Lines, func(l Line) bool { return l.Subject.Kind != "builtin" })
}

// Answer returns at most four sentences on the headlines of a run: which subject understands best in each suite, with
// how sure that is, and the diagnoses with the pairs behind them; then one on false alarms.
func Answer(d *Data) []string {
	if of := d.Decisions(); of != nil {
		says := of.says()
		return says[:len(says)-1] // how to read the intervals stands with the table
	}
	var out, more []string
	for s := range d.EachSuite() {
		h := HeadlineOf(d, s)
		lines := slices.DeleteFunc(slices.Clone(h.Lines), func(l Line) bool { return h.Control(l.Subject) })
		if len(lines) == 0 {
			continue
		}
		if best := d.best(s, lines); best != "" {
			out = append(out, best)
		}
		out = append(out, diagnosed(h.Suite.Name, lines))
		more = append(more, detection(h.Suite.Name, lines), alarms(h.Suite.Name, lines))
	}
	if len(out) > maxAnswer {
		return append(out[:maxAnswer-1:maxAnswer-1], "More below.")
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
	same := func(l Line) string { return count(l.Pairs.same(), l) }
	var parts []string
	add := func(d metric.Diagnosis, one, many, unit string, of func(Line) string) {
		if ls := by[d]; len(ls) > 0 {
			parts = append(parts, nameTwo(ls, unit, of)+" "+Agree(len(ls), one, many))
		}
	}
	if ls := by[metric.FollowsFlaw]; len(ls) > 0 {
		parts = append(parts, followers(ls))
	}
	add(metric.Recogniser, "recognises the code", "recognise the code", "pairs with one verdict", same)
	add(metric.AgainstFlaw, "goes against the flaw", "go against the flaw", "pairs right", right)
	switch ls := by[metric.ConstantAnswer]; len(ls) {
	case 0:
	case 1:
		parts = append(parts, ls[0].Subject.Name+" gives one constant answer")
	default:
		if len(parts) > 0 && len(ls) < len(lines)-1 && !slices.ContainsFunc(ls, func(l Line) bool {
			return l.Subject.Kind != "builtin"
		}) {
			break // reference points that the table shows
		}
		parts = append(parts, fmt.Sprintf("%d subjects give one constant answer each", len(ls)))
	}
	add(metric.Mixed, "shows no pattern", "show no pattern", "pairs right", right)
	if ls := by[metric.Undecided]; len(ls) > 0 {
		parts = append(parts, "too few pairs or alarms to classify "+nameTwo(ls, "pairs right", right))
	}
	return "On " + suite + ", " + strings.Join(parts, "; ") + "."
}

// followers says in which share of pairs the verdicts of subjects follow the flaw. A share below one half is more than
// chance and still no praise.
func followers(ls []Line) string {
	var of []string
	for i, l := range ls {
		if i == 2 && len(ls) > 3 {
			of = append(of, fmt.Sprintf("those of %d others in some", len(ls)-i))
			break
		}
		text := "that of " + l.Subject.Name + " in "
		if i == 0 {
			text = "the verdict of " + l.Subject.Name + " follows the flaw in "
		}
		if 2*l.Pairs.right() < l.Pairs.N {
			text += "only "
		}
		if text += l.Pairs.share(); i == 0 {
			text += " of pairs"
		}
		of = append(of, text)
	}
	return strings.Join(of, ", ")
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

// best says which of the subjects that are not built in has the most pairs right, and how sure that is: the difference
// from the second with its interval, and the share of resamples in which it is first. Where the two cannot be told
// apart, it says so and estimates how many samples would tell; "" where there are no two subjects with pairs.
func (d *Data) best(s *Suite, lines []Line) string {
	lines = rivals(lines)
	if len(lines) < 2 || lines[0].Texts != lines[1].Texts {
		return ""
	}
	first, second := lines[0], lines[1]
	a, b := first.Cell(metric.PairCorrect.ID), second.Cell(metric.PairCorrect.ID)
	t := d.pairsBetween(s, first.Subject.Name, second.Subject.Name)
	if !t.Defined || t.P == nil || t.Interval == nil {
		return ""
	}
	points := minus(fmt.Sprintf("%.0f points [%.0f, %.0f]", 100*t.Point, 100*t.Interval.Lo, 100*t.Interval.Hi))
	if *t.P < 1-stats.Level {
		sure := ""
		if r := d.ranks(s)[0][first.Subject.Name]; r.OK {
			sure = fmt.Sprintf("; first in %s of resamples", Percent(r.First))
		}
		return fmt.Sprintf("On %s, %s has the most pairs right: %s, %s more than %s%s.", s.Name, first.Subject.Name,
			a.Number(), points, second.Subject.Name, sure)
	}
	out := fmt.Sprintf("On %s, it is not decided whether %s (%s of pairs right) or %s (%s) is better: "+
		"the difference is %s", s.Name, first.Subject.Name, a.Number(), second.Subject.Name, b.Number(), points)
	if need, _ := t.Detectable(1 - stats.Level); need != nil && t.Point > 0 {
		if n := float64(t.Bases) * (*need / t.Point) * (*need / t.Point); n < maxNeeded {
			out += fmt.Sprintf(", which about %s samples would show", Count(int(math.Ceil(n/10))*10))
		}
	}
	return out + "."
}

// rivals returns the lines of the subjects that are not built in and have pairs.
func rivals(lines []Line) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool {
		return l.Subject.Kind == "builtin" || !l.Cell(metric.PairCorrect.ID).Value.Defined
	})
}

// pairsBetween tests the difference of two subjects in pairs right, once per view.
func (d *Data) pairsBetween(s *Suite, first, second string) metric.Tested {
	return Kept(d, "pairs between\x00"+s.Name+"\x00"+first+"\x00"+second, func() metric.Tested {
		return metric.Test(metric.PairCorrect, s.Headline(first), s.Headline(second))
	})
}

// maxNeeded is the largest number of samples that is worth naming.
const maxNeeded = 100_000

// detection names a recogniser that finds as much as a subject that follows the flaw; "" where there is none.
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
	return ""
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
	if least.Value.Point == 0 && most.Value.Point == 1 {
		return "" // from none to all: nothing is said
	}
	if least.Value.Point == most.Value.Point {
		return fmt.Sprintf("False alarms on the safe texts of %s: %s.", suite, least.Number())
	}
	return fmt.Sprintf("False alarms on the safe texts of %s are between %s and %s.", suite, least.Number(), most.Number())
}
