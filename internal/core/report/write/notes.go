package write

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// digits matches a number within a warning.
var digits = regexp.MustCompile(`\d+(?:\.\d+)?`)

// pageNotes are the notes under a table of a page. A cell has at most one mark: it leads to one note with all of
// the cell's warnings. Cells whose warnings differ only in numbers share a note, which gives their range.
type pageNotes struct {
	kinds []string     // the warnings of a note, without their numbers
	texts [][][]string // by note: the warnings of each cell, each list once
}

// of returns the number of the note for a value, from 1, or 0 for a value without warnings.
func (n *pageNotes) of(v Value) int {
	if len(v.Warnings) == 0 {
		return 0
	}
	all := sortedWarnings(v)
	kind := digits.ReplaceAllString(strings.Join(all, "\n"), "#")
	i := slices.Index(n.kinds, kind)
	if i < 0 {
		i = len(n.kinds)
		n.kinds, n.texts = append(n.kinds, kind), append(n.texts, nil)
	}
	if !slices.ContainsFunc(n.texts[i], func(of []string) bool { return slices.Equal(of, all) }) {
		n.texts[i] = append(n.texts[i], all)
	}
	return i + 1
}

func sortedWarnings(v Value) []string {
	return slices.Compact(slices.Sorted(slices.Values(v.Warnings)))
}

// warningsOf returns the note for one cell alone.
func warningsOf(v Value) string { return strings.Join(sortedWarnings(v), "; ") }

// lines returns the notes in the order of their numbers.
func (n *pageNotes) lines() []string {
	var out []string
	for i := range n.kinds {
		var texts []string
		for k := range n.texts[i][0] {
			of := make([]string, len(n.texts[i]))
			for j, warnings := range n.texts[i] {
				of[j] = warnings[k]
			}
			texts = append(texts, ranged(of))
		}
		out = append(out, strings.Join(texts, "; "))
	}
	return out
}

// ranged merges texts that differ only in numbers: where the numbers differ, it writes "least to most".
func ranged(texts []string) string {
	at := 0
	return digits.ReplaceAllStringFunc(texts[0], func(first string) string {
		least, most := first, first
		for _, t := range texts[1:] {
			x := digits.FindAllString(t, -1)[at]
			if number(x) < number(least) {
				least = x
			}
			if number(x) > number(most) {
				most = x
			}
		}
		at++
		if least == most {
			return first
		}
		return least + " to " + most
	})
}

func number(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64) // no error: digits matched it
	return x
}
