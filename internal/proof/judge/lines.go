package judge

import (
	"strings"

	"assay/internal/lang/edit"
)

// changedLines returns how many lines b removes from a or adds to it.
func changedLines(a, b string) (n int) {
	lines := func(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }
	for _, h := range edit.Hunks(lines(a), lines(b)) {
		n += h.To - h.From + h.Until - h.At
	}
	return n
}
