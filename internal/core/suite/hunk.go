package suite

import (
	"strings"

	"assay/internal/lang/edit"
)

// Hunks returns the places in which a twin differs from its source, counted in lines.
func Hunks(source, twin string) []edit.Hunk {
	return edit.Hunks(strings.Split(source, "\n"), strings.Split(twin, "\n"))
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
