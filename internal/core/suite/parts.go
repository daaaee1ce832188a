package suite

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
)

// A Part is one label set of a text that has several, with the evidence that it is a separate flaw: the file under
// review with only that flaw repaired, and with only that flaw left.
type Part struct {
	Number     int
	Only, Left string
}

// sets returns the label sets after the first. A set whose labels are SECONDARY_VULN is no target.
func (m *Meta) sets(labels []bench.Label) []bench.LabelSet {
	var out []bench.LabelSet
	for i, f := range m.Further {
		secondary := slices.ContainsFunc(labels, func(l bench.Label) bool {
			return l.Set == i+2 &&
				l.Function == bench.SecondaryVuln
		})
		out = append(out, bench.LabelSet{Number: i + 2, Class: f.Class, Severity: f.Severity, Secondary: secondary,
			RootCause: f.RootCause, Attack: f.Attack, Fix: f.Fix})
	}
	return out
}

// folderOf returns the folder with the repair of one label set alone.
func folderOf(set int) string { return fmt.Sprintf("fixed-%d", set) }

// parts reads the repairs of single label sets and verifies that together they give the fixed twin. The rest of
// the fixed twin is the repair of the first set.
func (l *loader) parts(dir string, m *Meta, vuln, fixed source) (out []Part, ok bool) {
	if len(m.Further) == 0 {
		return nil, true
	}
	ok = true
	fail := func(file string, line int, format string, args ...any) {
		l.problem(file, line, format, args...)
		ok = false
	}
	main := path.Join(dir, m.Main)
	all := Hunks(vuln.text, fixed.text)
	of := make([]int, len(all)) // label set of every hunk
	for set := 2; set <= len(m.Further)+1; set++ {
		file := path.Join(dir, folderOf(set), m.Main)
		text, read := l.read(file)
		if !read {
			return nil, false
		}
		if at := strings.Index(text, "//~"); at >= 0 {
			fail(file, 1+strings.Count(text[:at], "\n"),
				"nobody is shown this file; markers stand in the source and in its fixed twin")
		}
		mine := Hunks(vuln.text, text)
		if len(mine) == 0 {
			fail(file, 0, "is equal to %s; it must repair label set %d", l.show(main), set)
		}
		for _, h := range mine {
			i := slices.IndexFunc(all, func(a edit.Hunk) bool {
				return a.From == h.From && a.To == h.To && slices.Equal(linesOf(fixed.text, a.At, a.Until),
					linesOf(text, h.At, h.Until))
			})
			switch {
			case i < 0:
				fail(file, h.At+1, "is not changed in the same way in %s; each repair is a part of that one, and between two "+
					"repairs is a line that neither changes",
					l.show(path.Join(dir, "fixed", m.Main)))
			case of[i] != 0:
				fail(file, h.At+1, "is repaired by label set %d already; each flaw needs a repair that leaves the others", of[i])
			default:
				of[i] = set
			}
		}
	}
	if !slices.Contains(of, 0) {
		fail(path.Join(dir, "fixed", m.Main), 0, "repairs nothing beyond the further label sets; the first is a flaw too")
	}
	l.checkSets(main, m, vuln, all, of)
	if !ok {
		return nil, false
	}
	for set := 1; set <= len(m.Further)+1; set++ {
		var mine, others []edit.Hunk
		for i, h := range all {
			if of[i] == set || of[i] == 0 && set == 1 {
				mine = append(mine, h)
			} else {
				others = append(others, h)
			}
		}
		out = append(out, Part{set, Without(vuln.text, fixed.text, others), Without(vuln.text, fixed.text, mine)})
	}
	return out, true
}

// checkSets verifies that each label set names places that its own repair changes.
func (l *loader) checkSets(file string, m *Meta, vuln source, all []edit.Hunk, of []int) {
	for set := 1; set <= len(m.Further)+1; set++ {
		root, secondary, covered := false, false, false
		for _, lb := range vuln.labels {
			if lb.Number() != set || lb.Function != bench.RootCause && lb.Function != bench.SecondaryVuln {
				continue
			}
			root, secondary = root || lb.Function == bench.RootCause, secondary || lb.Function == bench.SecondaryVuln
			for i, h := range all {
				from, to := h.From+1, h.To
				if h.From == h.To {
					from, to = h.From, h.From+1
				}
				if lb.Span.Line < from || lb.Span.Line > to {
					continue
				}
				if max(of[i], 1) == set {
					covered = true
				} else {
					l.problem(file, lb.Span.Line, "is labelled as label set %d, and the repair of label set %d changes it", set,
						max(of[i], 1))
				}
			}
		}
		switch {
		case root && secondary:
			l.problem(file, 0, "label set %d has ROOT_CAUSE and SECONDARY_VULN; a flaw is documented or it is not", set)
		case !root && !secondary && set > 1: // checks elsewhere report a missing first set
			l.problem(file, 0, "has no marker ROOT_CAUSE#%d and no SECONDARY_VULN#%d", set, set)
		case !covered && (root || secondary):
			l.problem(file, 0, "no marker of label set %d stands on a line that its repair changes", set)
		}
	}
}

func linesOf(text string, from, until int) []string { return strings.Split(text, "\n")[from:until] }

// With returns one of the trees of x with the text of the file under review replaced.
func (x *Executable) With(tree map[string]string, text string) map[string]string {
	out := maps.Clone(tree)
	out[x.Main] = text
	return out
}
