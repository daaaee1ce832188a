package solidity

import "sort"

// Lines maps byte offsets to 1-based lines. It holds the offset of every line
// start, in order.
type Lines []int

// NewLines indexes src.
func NewLines(src string) Lines {
	lines := Lines{0}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// Line returns the line that holds the byte at offset; offsets outside the
// text count as its first or last line.
func (l Lines) Line(offset int) int {
	return max(1, sort.SearchInts(l, offset+1))
}
