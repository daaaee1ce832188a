package exec

import (
	"slices"
	"strings"
)

// diffCells bounds the work of comparing two texts; a larger text counts as fully replaced.
const diffCells = 4_000_000

// changedLines returns how many lines b removes from a or adds to it.
func changedLines(a, b string) int {
	x, y := strings.Split(strings.TrimRight(a, "\n"), "\n"), strings.Split(strings.TrimRight(b, "\n"), "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x)*len(y) > diffCells {
		return len(x) + len(y)
	}
	row := make([]int, len(y)+1) // longest common subsequences of x so far and a head of y
	for i := range x {
		last := slices.Clone(row)
		for k := range y {
			if row[k+1] = max(last[k+1], row[k]); x[i] == y[k] {
				row[k+1] = last[k] + 1
			}
		}
	}
	return len(x) + len(y) - 2*row[len(y)]
}
