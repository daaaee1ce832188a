package solidity

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/author/generate"
)

// What two halves do not have equally often is in the places that changed, wherever these are.
func TestDifferent(t *testing.T) {
	same := func(name string) string { return name }
	safe := bare(counted, same)
	sign := func(p generate.Pair) map[string]int {
		out := map[string]int{}
		for run := range maps.Keys(p[0]) {
			out[run] = cmp.Compare(p[1][run], p[0][run])
		}
		for run := range maps.Keys(p[1]) {
			out[run] = cmp.Compare(p[1][run], p[0][run])
		}
		maps.DeleteFunc(out, func(_ string, by int) bool { return by == 0 })
		return out
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		lines := strings.SplitAfter(safe, "\n")
		for range 1 + rng.IntN(4) {
			at := rng.IntN(len(lines))
			switch rng.IntN(3) {
			case 0:
				lines = slices.Insert(lines, at, "total = total + "+strings.Repeat("1", 1+rng.IntN(3))+";\n")
			case 1:
				lines = slices.Delete(lines, at, at+1)
			default:
				lines[at] = strings.Replace(lines[at], "total", "least", 1)
			}
		}
		vulnerable := strings.Join(lines, "")
		whole := generate.Pair{runs(safe), runs(vulnerable)}
		shapes, characters := parts(safe, vulnerable)
		whole.Add(generate.Shapes, 1, 4, shapes[0], shapes[1])
		whole.Add(generate.Characters, 3, 5, characters[0], characters[1])
		w, d := sign(whole), sign(different(safe, vulnerable, generate.Pair{runs(safe), runs(vulnerable)}))
		if !maps.Equal(w, d) {
			t.Fatalf("%d runs differ, and %d in the places that changed, of\n%s", len(w), len(d), vulnerable)
		}
	}
}
