package report

import (
	"fmt"
	"strings"

	"assay/internal/lang/edit"
)

// DiffHunk is a group of changed lines with the kept lines around them.
type DiffHunk struct {
	Skipped int // number of lines left out before it
	Lines   []diffLine
}

type diffLine struct {
	Sign, Class string
	Old, New    string
	Tokens      []Token
}

// Diff compares two texts by lines; equal texts have no hunk.
func Diff(language, before, after string) []DiffHunk {
	old, new := Highlight(language, before), Highlight(language, after)
	var out []DiffHunk
	last := 0 // number of lines of the old text so far
	for _, h := range hunks(diffLines(before, after), 3) {
		hunk := DiffHunk{}
		for i, c := range h {
			l := diffLine{Sign: string(c.Kind)}
			if c.Old > 0 {
				l.Old = fmt.Sprint(c.Old)
			}
			if c.New > 0 {
				l.New = fmt.Sprint(c.New)
			}
			if i == 0 && c.Old > 0 {
				hunk.Skipped = c.Old - 1 - last
			}
			last = max(last, c.Old)
			switch c.Kind {
			case '-':
				l.Class, l.Sign, l.Tokens = "del", "−", old[c.Old-1]
			case '+':
				l.Class, l.Tokens = "add", new[c.New-1]
			default:
				l.Tokens = old[c.Old-1]
			}
			hunk.Lines = append(hunk.Lines, l)
		}
		out = append(out, hunk)
	}
	return out
}

// change is one line of a line diff. Old and New are 1-based line numbers, 0
// where the line does not exist on that side.
type change struct {
	Kind     byte // ' ' kept, '-' only in the old text, '+' only in the new one
	Old, New int
}

// diffLines compares two texts by lines. The result contains the lines of both in order, deletions before
// insertions in every changed place.
func diffLines(a, b string) []change {
	x, y := splitLines(a), splitLines(b)
	var out []change
	i, j := 0, 0
	kept := func(until int) {
		for ; i < until; i++ {
			out = append(out, change{' ', i + 1, j + 1})
			j++
		}
	}
	for _, h := range edit.Hunks(x, y) {
		kept(h.From)
		for ; i < h.To; i++ {
			out = append(out, change{'-', i + 1, 0})
		}
		for ; j < h.Until; j++ {
			out = append(out, change{'+', 0, j + 1})
		}
	}
	kept(len(x))
	return out
}

// splitLines splits a text into lines without their ends; a final newline adds no empty line.
func splitLines(s string) []string {
	s = strings.TrimSuffix(s, "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// hunks cuts a diff into groups of changes with up to around kept lines before and after each.
func hunks(all []change, around int) [][]change {
	keep := make([]bool, len(all))
	for i, c := range all {
		if c.Kind != ' ' {
			for j := max(0, i-around); j <= min(len(all)-1, i+around); j++ {
				keep[j] = true
			}
		}
	}
	var out [][]change
	for i := range all {
		if !keep[i] {
			continue
		}
		if i == 0 || !keep[i-1] {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], all[i])
	}
	return out
}
