package edit

// Hunk is one place in which two sequences differ: elements [From, To) of the first, counted from 0, became elements
// [At, Until) of the second. One of the ranges may be empty.
type Hunk struct{ From, To, At, Until int }

// maxCells bounds the table of one comparison to 16 MB.
const maxCells = 4_000_000

// Hunks returns the places in which b differs from a, in order, by a longest common subsequence; nil if they are
// equal. Between two hunks are elements that both have. Where the sequences between their equal beginnings and ends
// need a larger table than maxCells, the rest is one hunk.
func Hunks[T comparable](a, b []T) []Hunk {
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	if len(x)+len(y) == 0 {
		return nil
	}
	width := len(y) + 1
	if len(x) > maxCells/width {
		return []Hunk{{head, head + len(x), head, head + len(y)}}
	}
	common := make([]int32, (len(x)+1)*width) // at i*width+j the length of the longest one of x[i:] and y[j:]
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	var out []Hunk
	equal := func(i, j int) bool { return i < len(x) && j < len(y) && x[i] == y[j] }
	for i, j := 0, 0; i < len(x) || j < len(y); {
		if equal(i, j) {
			i, j = i+1, j+1
			continue
		}
		h := Hunk{From: head + i, At: head + j}
		for (i < len(x) || j < len(y)) && !equal(i, j) {
			if j == len(y) || i < len(x) && common[(i+1)*width+j] >= common[i*width+j+1] {
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
