package review

import (
	"slices"
	"testing"
)

// Two judges are compared on the answers that both decided, and the order of votes does not matter.
func TestPairs(t *testing.T) {
	var votes []Vote
	for i := range int64(20) {
		votes = append(votes, Vote{i, "base", "b", i%2 == 0}, Vote{i, "base", "a", i%2 == 0 || i < 4})
		if i < 5 {
			votes = append(votes, Vote{i, "base", "c", true})
		}
	}
	check := func() {
		t.Helper()
		got := Pairs(votes)
		if len(got) != 3 || got[0].A != "a" || got[0].B != "b" || got[0].N != 20 || got[0].Same != 18 || got[1].B != "c" ||
			got[1].N != 5 || got[1].Same != 5 || got[2].A != "b" || got[2].Same != 3 {
			t.Errorf("%+v", got)
		}
		// 18 of 20 agree; a says yes to 12, b to 10: κ = (0.9 − 0.5) / (1 − 0.5).
		if k := got[0].Kappa; !k.OK || k.Value < 0.7999 || k.Value > 0.8001 {
			t.Errorf("κ %+v, want 0.8", k)
		}
	}
	check()
	slices.Reverse(votes)
	check()

	queue := []Item{{Trial: 1, Judge: true, Scored: true}, {Trial: 2}, {Trial: 77, Judge: true, Scored: true}}
	if got := By(queue, "b", votes); got[0].Judge || !got[0].Scored || !got[1].Judge || got[2].Judge || got[2].Scored ||
		!queue[0].Judge {
		t.Errorf("the queue by b: %+v of %+v", got, queue)
	}
}
