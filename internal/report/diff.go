package report

import "strings"

// change is one line of a line diff. Old and New are 1-based line numbers, 0
// where the line does not exist on that side.
type change struct {
	Kind     byte // ' ' kept, '-' only in the old text, '+' only in the new one
	Old, New int
}

// diffCells limits the work of one diff; a larger text is shown as replaced entirely.
const diffCells = 4_000_000

// diffLines compares two texts by lines. The result contains the lines of both in order, deletions before
// insertions in every changed place.
func diffLines(a, b string) []change {
	x, y := splitLines(a), splitLines(b)
	pre := 0
	for pre < len(x) && pre < len(y) && x[pre] == y[pre] {
		pre++
	}
	post := 0
	for post < len(x)-pre && post < len(y)-pre && x[len(x)-1-post] == y[len(y)-1-post] {
		post++
	}
	var out []change
	for i := range pre {
		out = append(out, change{' ', i + 1, i + 1})
	}
	out = append(out, middle(x[pre:len(x)-post], y[pre:len(y)-post], pre)...)
	for i := range post {
		out = append(out, change{' ', len(x) - post + i + 1, len(y) - post + i + 1})
	}
	return out
}

// middle compares by a longest common subsequence; at is the number of lines before both.
func middle(x, y []string, at int) []change {
	n, m := len(x), len(y)
	var out []change
	if n*m > diffCells {
		for i := range n {
			out = append(out, change{'-', at + i + 1, 0})
		}
		for j := range m {
			out = append(out, change{'+', 0, at + j + 1})
		}
		return out
	}
	common := make([][]int, n+1) // of x[i:] and y[j:]
	for i := range common {
		common[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && x[i] == y[j]:
			out = append(out, change{' ', at + i + 1, at + j + 1})
			i, j = i+1, j+1
		case i < n && (j == m || common[i+1][j] >= common[i][j+1]):
			out = append(out, change{'-', at + i + 1, 0})
			i++
		default:
			out = append(out, change{'+', 0, at + j + 1})
			j++
		}
	}
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

// hunks cuts a diff into groups of changes with up to around kept lines before
// and after each.
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
