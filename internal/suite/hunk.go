package suite

import "strings"

// A Hunk is one place in which a twin differs from its source: lines [From, To) of the source, counted from 0,
// became lines [At, Until) of the twin. One of the ranges may be empty.
type Hunk struct{ From, To, At, Until int }

// Hunks returns the places in which two texts differ, in order, by a longest common subsequence of lines.
func Hunks(source, twin string) []Hunk {
	a, b := strings.Split(source, "\n"), strings.Split(twin, "\n")
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	common := make([][]int, len(x)+1) // common[i][j] is the length of the longest one for x[i:] and y[j:]
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var out []Hunk
	for i, j := 0, 0; i < len(x) || j < len(y); {
		if i < len(x) && j < len(y) && x[i] == y[j] {
			i, j = i+1, j+1
			continue
		}
		h := Hunk{From: head + i, At: head + j}
		for (i < len(x) || j < len(y)) && !(i < len(x) && j < len(y) && x[i] == y[j]) {
			if j == len(y) || i < len(x) && common[i+1][j] >= common[i][j+1] {
				i++
			} else {
				j++
			}
		}
		h.To, h.Until = head+i, head+j
		out = append(out, h)
	}
	return out
}

// Repairs groups the hunks: text that one hunk deletes and another inserts was moved, and is one change.
func Repairs(source, twin string) [][]Hunk {
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
	var out [][]Hunk
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
		out = append(out, []Hunk{h})
	}
	return out
}

// Without returns the twin with some of its hunks, given in order, undone.
func Without(source, twin string, back []Hunk) string {
	a, b := strings.Split(source, "\n"), strings.Split(twin, "\n")
	var out []string
	at := 0
	for _, h := range back {
		out = append(append(out, b[at:h.At]...), a[h.From:h.To]...)
		at = h.Until
	}
	return strings.Join(append(out, b[at:]...), "\n")
}
