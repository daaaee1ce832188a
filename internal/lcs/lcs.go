// Package lcs finds longest common subsequences.
package lcs

// cells limits the work of one comparison.
const cells = 4_000_000

// Pairs calls pair, in order, with the places of the elements of x and y that form a longest common subsequence. Common
// elements at both ends are always in it; when the rest is too large to compare, it is left out. Between two pairs, the
// elements of x alone are skipped before those of y alone.
func Pairs[T comparable](x, y []T, pair func(i, j int)) {
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		pair(head, head)
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	middle(x[head:len(x)-tail], y[head:len(y)-tail], func(i, j int) { pair(head+i, head+j) })
	for k := tail; k > 0; k-- {
		pair(len(x)-k, len(y)-k)
	}
}

func middle[T comparable](x, y []T, pair func(i, j int)) {
	if len(x)*len(y) > cells {
		return
	}
	common := make([][]int32, len(x)+1) // lengths for x[i:] and y[j:]
	for i := range common {
		common[i] = make([]int32, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			pair(i, j)
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			i++
		default:
			j++
		}
	}
}
