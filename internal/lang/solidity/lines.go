package solidity

import (
	"sort"
	"strings"
)

// Lines maps byte offsets to 1-based lines. It holds the offset of every line
// start, in order.
type Lines []int

// newLines indexes src.
func newLines(src string) Lines {
	lines := make(Lines, 1, strings.Count(src, "\n")+1)
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '\n')
		if i < 0 {
			return lines
		}
		at += i + 1
		lines = append(lines, at)
	}
}

// Line returns the line that contains the byte at offset; offsets outside the text
// count as its first or last line.
func (l Lines) Line(offset int) int {
	return max(1, sort.SearchInts(l, offset+1))
}
