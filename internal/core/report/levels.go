package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
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
	var tests []*metric.Difference
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
				l.Lost[i] = metric.Test(metric.TDR, of[l.From], r)
				tests = append(tests, &l.Lost[i].Difference)
			}
		}
		out = append(out, l)
	}
	adjust(tests)
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

var hints = Section{Tables: levelTables("hints"),
	Build: func(d *Data) (write.Section, bool) {
		return buildLevels(d, prompt.HintFactor, "hints", "hint", Levels(prompt.HintFactor),
			"The same texts with increasing hints: none, the family of the class, the function (for a query, the requirement), "+
				"class and function, the root cause. Both halves of a pair get the same hint. Trials with a "+
				"hint appear only in this section.")
	}}

var extents = Section{Tables: levelTables("context"),
	Build: func(d *Data) (write.Section, bool) {
		return buildLevels(d, prompt.ExtentFactor, "context", "context",
			[]string{prompt.ExtentFunction, prompt.ExtentContract, prompt.ExtentSource, prompt.ExtentFile,
				prompt.ExtentProject},
			"The same contracts with increasing context: functions and variables alone, the contracts that contain them, of a "+
				"project the file, the whole text, and that with related files. Both halves of a pair show the same functions, "+
				"by name. Trials at another level than file appear only in this section.")
	}}

func levelTables(id string) []string { return []string{id, id + "-alarm", id + "-effects"} }

// buildLevels shows the results of subjects at each level of a factor, in the order given: tables for each suite
// and task, and a drawing for each subject.
func buildLevels(d *Data, factor, id, by string, order []string, lead string) (write.Section, bool) {
	out := write.Section{Lead: []string{lead}}
	levels := Levels(factor)
	parts := d.Parts(factor)
	for i := range parts {
		s := &parts[i]
		lines := LevelsOf(d, s, factor)
		if len(lines) == 0 {
			continue
		}
		measured := "The documented flaw found"
		switch s.Asks {
		case bench.AnswerExploit:
			measured = "Attacks that work on the text and not on its twin"
		case bench.AnswerPatch:
			measured = "Repairs that work"
		case bench.AnswerTest:
			measured = "Tests that fail on the flaw and pass on good code"
		}
		foot := []string{"Each row uses the texts that the subject was asked about at all of its levels."}
		for _, l := range lines {
			if l.Left > 0 {
				foot = append(foot, fmt.Sprintf("%s: %s; %d others lack a level and are left out.", l.Subject,
					Plural(l.Texts, "text"), l.Left))
			}
		}
		for _, t := range []struct {
			id, title string
			cells     func(LevelLine) []Cell
		}{{id, measured + ", by " + by, func(l LevelLine) []Cell { return l.Found }},
			{id + "-alarm", "Claims on safe texts, by " + by, func(l LevelLine) []Cell { return l.Alarm }}} {
			table := write.Table{ID: t.id, Group: s.Name, Title: t.title, Main: t.id == id,
				Columns: []write.Column{subjectColumn()}, Foot: foot}
			for _, level := range order {
				table.Columns = append(table.Columns, counts(level, level))
			}
			for _, l := range lines {
				var ordered []Cell
				for _, level := range order {
					ordered = append(ordered, t.cells(l)[slices.Index(levels, level)])
				}
				table.Rows = append(table.Rows, write.Cells(l.Subject, shown(ordered...)))
				if p := levelPanel(l.Subject, by, order, ordered); t.id == id && p != nil {
					table.Drawings = append(table.Drawings, p)
				}
			}
			out.Tables = append(out.Tables, table)
		}
		effects := write.Table{ID: id + "-effects", Group: s.Name, Title: measured + ": lost by " + by,
			Columns: []write.Column{subjectColumn(), keyed("reference", "from"), keyed("level", "to"),
				counts("lost", "TDR lost (n)"), counts("p", "p"), counts("adjusted", "adjusted")},
			Foot: []string{"TDR lost: the share found at the first level minus that at the second, in points, on the n " +
				"clusters asked at both, with the 95 % interval; p is Holm-adjusted over this table."}}
		for _, l := range lines {
			for _, level := range order {
				drop := l.Lost[slices.Index(levels, level)]
				if !drop.Defined {
					continue
				}
				cell := lost(drop.Difference)
				cell.Lines = nil // p has columns of its own
				row := write.Cells(l.Subject, levels[l.From], level, cell, probability(drop.P), probability(drop.Adjusted))
				if drop.Test != "" {
					row.Notes = []string{"tested by " + drop.Test}
				}
				effects.Rows = append(effects.Rows, row)
			}
		}
		out.Tables = append(out.Tables, filled(effects)...)
	}
	return out, len(out.Tables) > 0
}

// Geometry of the small multiple of one subject.
const (
	levelWidth  = 330
	levelHeight = 190
	levelLeft   = 40
	levelTop    = 26
	levelBottom = 160
)

// levelPanel draws what one subject found at each level that it was asked at, with intervals; nil with a single
// level.
func levelPanel(subject, by string, levels []string, cells []Cell) *write.Drawing {
	p := &write.Drawing{Title: "Found by " + subject + ", by " + by, Class: "panel", Width: levelWidth,
		Height: levelHeight, Caption: "Dot: share found in percent, with its 95 % interval."}
	p.Label("", "start", 0, 12, termtext.Clip(subject, 44))
	p.Shares(levelLeft, levelWidth-8, levelTop, levelBottom)
	y := func(share float64) float64 { return levelBottom - share*(levelBottom-levelTop) }
	step := float64(levelWidth-levelLeft-8) / float64(len(levels))
	var desc []string
	var line []write.Point
	for i, c := range cells {
		x := levelLeft + step*(float64(i)+0.5)
		p.Label("soft", "middle", x, levelBottom+18, cmp.Or(shortLevels[levels[i]], levels[i]))
		v := c.Value
		if !v.Defined {
			continue
		}
		line = append(line, write.Point{X: x, Y: y(v.Point)})
		desc = append(desc, levels[i]+" "+Full(c.Metric.Scale, v))
		if v.Interval != nil {
			p.Line("whisker", x, y(v.Interval.Lo), x, y(v.Interval.Hi))
		}
		p.Circle("point", x, y(v.Point))
	}
	if len(line) < 2 {
		return nil
	}
	p.Path("trace", line, false)
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

// shortLevels are short names for levels whose names are too long for an axis.
var shortLevels = map[string]string{prompt.HintClass: "class", prompt.HintRootCause: "cause"}
