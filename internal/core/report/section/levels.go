package section

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/prompt"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var hints = Section{ID: "hints", Title: "Hints", Tables: levelTables("hints"),
	Build: func(d *report.Data) (write.Section, bool) {
		return buildLevels(d, prompt.HintFactor, "hints", "hint", report.Levels(prompt.HintFactor),
			"The same texts with increasing hints: none, the family of the class, the function (for a query, the requirement), "+
				"class and function, the root cause. Both halves of a pair get the same hint. Trials with a "+
				"hint appear only in this section.")
	}}

var extents = Section{ID: "context", Title: "Context", Tables: levelTables("context"),
	Build: func(d *report.Data) (write.Section, bool) {
		return buildLevels(d, prompt.ExtentFactor, "context", "context",
			[]string{prompt.ExtentFunction, prompt.ExtentContract, prompt.ExtentFile, prompt.ExtentProject},
			"The same contracts with increasing context: functions and variables alone, the contracts that contain them, the "+
				"file, the project with related files. Both halves of a pair show the same functions, by name. Trials at another "+
				"level than file appear only in this section.")
	}}

func levelTables(id string) []string { return []string{id, id + "-alarm", id + "-effects"} }

// buildLevels shows the results of subjects at each level of a factor, in the order given: tables for each suite
// and task, and a drawing for each subject.
func buildLevels(d *report.Data, factor, id, by string, order []string, lead string) (write.Section, bool) {
	out := write.Section{Lead: []string{lead}}
	levels := report.Levels(factor)
	parts := d.Parts(factor)
	for i := range parts {
		s := &parts[i]
		lines := report.LevelsOf(d, s, factor)
		if len(lines) == 0 {
			continue
		}
		measured := "The documented flaw found"
		switch s.Asks {
		case bench.AnswerExploit:
			measured = "Attacks that work on the text and not on its twin"
		case bench.AnswerPatch:
			measured = "Repairs that work"
		}
		foot := []string{"Each row uses the texts that the subject was asked about at all of its levels."}
		for _, l := range lines {
			if l.Left > 0 {
				foot = append(foot, fmt.Sprintf("%s: %s; %d others lack a level and are left out.", l.Subject,
					report.Plural(l.Texts, "text"), l.Left))
			}
		}
		for _, t := range []struct {
			id, title string
			cells     func(report.LevelLine) []report.Cell
		}{{id, measured + ", by " + by, func(l report.LevelLine) []report.Cell { return l.Found }},
			{id + "-alarm", "Claims on safe texts, by " + by, func(l report.LevelLine) []report.Cell { return l.Alarm }}} {
			table := write.Table{ID: t.id, Group: s.Name, Title: t.title, Main: t.id == id,
				Columns: []write.Column{subjectColumn()}, Foot: foot}
			for _, level := range order {
				table.Columns = append(table.Columns, counts(level, level))
			}
			for _, l := range lines {
				var ordered []report.Cell
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
func levelPanel(subject, by string, levels []string, cells []report.Cell) *write.Drawing {
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
		desc = append(desc, levels[i]+" "+report.Full(c.Metric.Scale, v))
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
