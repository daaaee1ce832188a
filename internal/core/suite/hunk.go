package suite

import (
	"strings"

	"assay/internal/lang/edit"
)

// Hunks returns the places in which a twin differs from its source, counted in lines.
func Hunks(source, twin string) []edit.Hunk {
	return edit.Hunks(strings.Split(source, "\n"), strings.Split(twin, "\n"))
}

// Repairs groups the hunks: text that one hunk deletes and another inserts was moved, and is one change.
func Repairs(source, twin string) [][]edit.Hunk {
	a, b := strings.Split(source, "\n"), strings.Split(twin, "\n")
	lines := func(text []string) map[string]bool {
		out := map[string]bool{}
		for _, line := range text {
			if line = strings.TrimSpace(line); len(line) > 1 { // a brace belongs to no hunk in particular
				out[line] = true
			}
		}
		return out
	}
	var out [][]edit.Hunk
next:
	for _, h := range Hunks(source, twin) {
		for i, group := range out {
			for _, g := range group {
				for _, pair := range [][2]map[string]bool{{lines(a[g.From:g.To]), lines(b[h.At:h.Until])},
					{lines(a[h.From:h.To]), lines(b[g.At:g.Until])}} {
					for line := range pair[0] {
						if pair[1][line] {
							out[i] = append(group, h)
							continue next
						}
					}
				}
			}
		}
		out = append(out, []edit.Hunk{h})
	}
	return out
}

// Without returns the twin with some of its hunks, given in order, undone.
func Without(source, twin string, back []edit.Hunk) string {
	a, b := strings.Split(source, "\n"), strings.Split(twin, "\n")
	var out []string
	at := 0
	for _, h := range back {
		out = append(append(out, b[at:h.At]...), a[h.From:h.To]...)
		at = h.Until
	}
	return strings.Join(append(out, b[at:]...), "\n")
}
