package exit

import "fmt"

// Meant returns "; did you mean \"x\"?" with the candidate that a misspelt word most likely means, or "".
func Meant(word string, candidates []string) string {
	if like := Nearest(word, candidates); like != "" {
		return fmt.Sprintf("; did you mean %q?", like)
	}
	return ""
}

// Nearest returns the candidate that a misspelt word most likely means, or "" if
// none is close.
func Nearest(word string, candidates []string) string {
	best, least := "", len(word)/3+2
	for _, c := range candidates {
		if d := distance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance returns the number of letters to insert, delete, change or swap with their
// neighbour to get from a to b.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
