package report

import (
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/prompt"
)

// HintLine is what one subject makes of its task at every level of the hint.
type HintLine struct {
	Subject string // the model, with the strategy where it is not the default
	Found   []Cell // one a level, in the order of the factor: the flaw found, the attack or the repair that works; without trials where it was not asked at that level
	Alarm   []Cell // the same of claims on safe texts
}

// HintsOf returns what hints change in a part of a run, in order of subject; none where
// nobody was given a hint. It is the one place where trials with a hint are counted.
func HintsOf(d *Data, s *Suite) []HintLine {
	levels := HintLevels()
	rows := map[string][][]bench.Trial{}
	any := false
	for _, part := range d.parts() {
		if part.Asks != s.Asks || strings.TrimSuffix(part.Name, hintedSuffix) != strings.TrimSuffix(s.Name, hintedSuffix) {
			continue
		}
		for _, sub := range d.SubjectsOf(&part) {
			if sub.Kind != "model" {
				continue
			}
			level, rest := prompt.HintOf(sub.Strategy)
			at := slices.Index(levels, level)
			if at < 0 {
				continue
			}
			name := hintName(sub, rest, s.Format)
			if rows[name] == nil {
				rows[name] = make([][]bench.Trial, len(levels))
			}
			rows[name][at] = append(rows[name][at], part.Headline(sub.Name)...)
			any = any || part.hinted
		}
	}
	if !any {
		return nil
	}
	var out []HintLine
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		l := HintLine{Subject: name}
		for _, of := range rows[name] {
			l.Found = append(l.Found, Cell{Metric: metric.TDR, Value: metric.TDR.Compute(of)})
			l.Alarm = append(l.Alarm, Cell{Metric: metric.FalseAlarm, Value: metric.FalseAlarm.Compute(of)})
		}
		out = append(out, l)
	}
	return out
}

// Parts returns the parts of a run that may have hints: every suite and task once, also
// where all trials of it were given one.
func (d *Data) Parts() []Suite {
	var out []Suite
	seen := map[string]bool{}
	for _, s := range d.parts() {
		if name := strings.TrimSuffix(s.Name, hintedSuffix); !seen[name] {
			seen[name] = true
			s.Name = name
			out = append(out, s)
		}
	}
	return out
}

// hintedSuffix is what the names of parts with a hint end with.
const hintedSuffix = ", hinted"

// HintLevels lists the levels of the hint.
func HintLevels() []string {
	for _, f := range prompt.Factors() {
		if f.Name == prompt.HintFactor {
			return f.Levels
		}
	}
	return nil
}

// hintName names a subject whatever it was told.
func hintName(sub bench.Subject, strategy, format string) string {
	if s, err := prompt.For(format, ""); err == nil && (strategy == "" || strategy == s.Name) {
		return sub.Model
	}
	return sub.Model + "@" + strategy
}
