package report

import (
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
)

// LevelLine is the result of one subject in its task at every level of a factor, on the texts that it was asked
// about at all of its levels.
type LevelLine struct {
	Subject string // the model, with the strategy unless it is the default
	// one per level, in the order of [Levels]: the flaw found, or the attack or repair that works; without trials at
	// a level that was not asked
	Found []Cell
	Alarm []Cell // the same for claims on safe texts
	// one per level: the loss compared with the reference, by pairs; empty at the reference, which is the first level
	// asked at
	Lost  []metric.Tested
	From  int // index of the reference
	Texts int // number that it was asked about at all of its levels
	Left  int // number that it was asked about at some levels only
}

// LevelsOf returns the effects of a factor of [prompt.FlagFactors] in a part of a run, in order of subject; none when
// no subject was asked at a level other than its first. Only this function counts such trials. P values are adjusted
// over all lines, after Holm.
func LevelsOf(d *Data, s *Suite, factor string) []LevelLine {
	levels := Levels(factor)
	rows := map[string][][]bench.Trial{}
	any := false
	for _, part := range d.parts() {
		if part.Asks != s.Asks || part.factor != "" && part.factor != factor || part.taskName() != s.taskName() {
			continue
		}
		for _, sub := range d.SubjectsOf(&part) {
			if sub.Kind != "model" {
				continue
			}
			level, rest := prompt.LevelIn(sub.Strategy, factor)
			at := slices.Index(levels, level)
			if at < 0 {
				continue
			}
			name := levelName(sub, rest, s.Format)
			if rows[name] == nil {
				rows[name] = make([][]bench.Trial, len(levels))
			}
			rows[name][at] = append(rows[name][at], part.Headline(sub.Name)...)
			any = any || part.factor != ""
		}
	}
	if !any {
		return nil
	}
	var out []LevelLine
	var tests FactorFamily
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		l := LevelLine{Subject: name, From: -1, Lost: make([]metric.Tested, len(levels))}
		of := rows[name]
		l.Texts, l.Left = inAll(of)
		for i, r := range of {
			l.Found = append(l.Found, Cell{Metric: metric.TDR, Value: metric.TDR.Compute(r)})
			l.Alarm = append(l.Alarm, Cell{Metric: metric.FalseAlarm, Value: metric.FalseAlarm.Compute(r)})
			switch {
			case len(r) == 0:
			case l.From < 0:
				l.From = i
			default:
				tests.Lines = append(tests.Lines, FactorEffect{Drop: metric.Test(metric.TDR, of[l.From], r)})
			}
		}
		out = append(out, l)
	}
	tests.adjust()
	n := 0
	for i := range out {
		for at, r := range rows[out[i].Subject] {
			if len(r) > 0 && at != out[i].From {
				out[i].Lost[at] = tests.Lines[n].Drop
				n++
			}
		}
	}
	return out
}

// inAll reduces the rows of each level with rows to the texts that all such levels have, and counts those texts
// and the others.
func inAll(levels [][]bench.Trial) (all, some int) {
	at := map[string]int{} // bit set of the levels that have a text
	want := 0
	for i, rows := range levels {
		for _, r := range rows {
			at[r.Variant.Key] |= 1 << i
			want |= 1 << i
		}
	}
	for i := range levels {
		levels[i] = slices.DeleteFunc(levels[i], func(r bench.Trial) bool { return at[r.Variant.Key] != want })
	}
	for _, bits := range at {
		if bits == want {
			all++
		} else {
			some++
		}
	}
	return all, some
}

// Parts returns the parts of a run that may have trials at a level of a factor: every suite and task once,
// including those with all trials at such a level.
func (d *Data) Parts(factor string) []Suite {
	var out []Suite
	seen := map[string]bool{}
	for _, s := range d.parts() {
		if s.factor != "" && s.factor != factor {
			continue
		}
		if name := s.taskName(); !seen[name] {
			seen[name] = true
			s.Name, s.factor = name, ""
			out = append(out, s)
		}
	}
	return out
}

// taskName returns the name of the suite and task of a part.
func (s *Suite) taskName() string { return strings.TrimSuffix(s.Name, ", by "+s.factor) }

// Levels returns the levels of a factor of the question, nil for an unknown factor.
func Levels(factor string) []string {
	for _, f := range prompt.Factors() {
		if f.Name == factor {
			return f.Levels
		}
	}
	return nil
}

// levelName returns the name of a subject without what it was told or shown.
func levelName(sub bench.Subject, strategy string, format bench.Format) string {
	if s, err := prompt.For(format, ""); err == nil && (strategy == "" || strategy == s.Name) {
		return sub.Model
	}
	return sub.Model + "@" + strategy
}
