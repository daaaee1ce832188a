package solidity

import (
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// label returns the labels of both halves of a pair: those of the host's text outside the functions that the
// edits touch, and those of the mutant. ok is false where no line can bear the root cause.
func (h *host) label(m *mutant, edits []edit.Edit, after string) (vulnerable, fixed []bench.Label, ok bool) {
	src := h.text.src
	touched := func(at solidity.Span) bool {
		return slices.ContainsFunc(edits, func(e edit.Edit) bool {
			return slices.ContainsFunc(h.text.fns, func(f *function) bool {
				return f.node.Start <= e.Start && e.End <= f.node.End && f.node.Start <= at.Start && at.End <= f.node.End
			})
		})
	}
	changed := map[int]bool{} // lines of the correct text
	for _, hunk := range suite.Hunks(after, src) {
		for line := hunk.At + 1; line <= hunk.Until; line++ {
			changed[line] = true
		}
	}
	mapper := edit.NewMapper(edits)
	for _, l := range h.safe.Labels {
		if l.Function != bench.Benign && l.Function != bench.Unrelated && l.Function != bench.Decoy || changed[l.Span.Line] ||
			touched(solidity.Span{Start: l.Span.Start, End: l.Span.End}) {
			continue
		}
		start, end, kept := mapper.Map(l.Span.Start, l.Span.End)
		if !kept || strings.Contains(after[start:end], "\n") {
			continue
		}
		fixed = append(fixed, l)
		l.Span = span(h.x.Main, after, start, end)
		vulnerable = append(vulnerable, l)
	}
	at := m.at
	if len(at) == 0 {
		at = []int{m.edits[0].Start}
	}
	for _, offset := range at {
		start, end, found := place(edits, src, after, offset)
		if !found {
			return nil, nil, false
		}
		vulnerable = append(vulnerable, bench.Label{Function: bench.RootCause, Class: m.class, Act: m.act, Note: m.note,
			Span: span(h.x.Main, after, start, end)})
	}
	return vulnerable, fixed, true
}

// place finds the line of the mutant that shows the effect of the edit at an offset: the line of the inserted
// code, or the one after the removed code; where that is only a brace, the one before.
func place(edits []edit.Edit, src, after string, offset int) (start, end int, ok bool) {
	shift := 0
	var here edit.Edit
	met := false
	for _, e := range edits {
		if e.Start == offset {
			here, met = e, true
			break
		}
		if e.End <= offset {
			shift += len(e.New) - (e.End - e.Start)
		}
	}
	pos := offset + shift
	if met && strings.TrimSpace(here.New) != "" {
		pos += len(here.New) - len(strings.TrimLeft(here.New, " \t\n"))
	}
	line := func(at int) (int, int) {
		from := strings.LastIndexByte(after[:at], '\n') + 1
		to := len(after)
		if i := strings.IndexByte(after[at:], '\n'); i >= 0 {
			to = at + i
		}
		if i := strings.Index(after[from:to], "//"); i >= 0 {
			to = from + i
		}
		code := strings.TrimRight(after[from:to], " \t")
		to = from + len(code)
		return from + len(code) - len(strings.TrimLeft(code, " \t")), to
	}
	if pos > len(after) {
		return 0, 0, false
	}
	if start, end = line(pos); telling(after[start:end]) {
		return start, end, true
	}
	if from := strings.LastIndexByte(after[:pos], '\n'); from > 0 {
		if start, end = line(from); telling(after[start:end]) {
			return start, end, true
		}
	}
	return 0, 0, false
}

// telling reports whether a line holds more than brackets.
func telling(code string) bool { return strings.Trim(code, "{}();, \t") != "" }

func span(file, text string, start, end int) bench.Span {
	return bench.Span{File: file, Start: start, End: end, Line: lineOf(text, start),
		EndLine: lineOf(text, max(start, end-1))}
}

// marked adds labels at the ends of their lines.
func marked(text string, labels []bench.Label) string {
	by := map[int][]bench.Label{}
	for _, l := range labels {
		by[l.Span.Line] = append(by[l.Span.Line], l)
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		for _, l := range by[i+1] {
			lines[i] = strings.TrimRight(lines[i]+" //~ "+string(l.Function)+" "+string(l.Act)+" "+l.Note, " ")
		}
	}
	return strings.Join(lines, "\n")
}
