package edit_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/lang/edit"
)

func TestHunks(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want []edit.Hunk
	}{
		{"", "", nil},
		{"abc", "abc", nil},
		{"abc", "axc", []edit.Hunk{{1, 2, 1, 2}}},
		{"abc", "ac", []edit.Hunk{{1, 2, 1, 1}}},
		{"ac", "abc", []edit.Hunk{{1, 1, 1, 2}}},
		{"abcd", "acbd", []edit.Hunk{{1, 2, 1, 1}, {3, 3, 2, 3}}}, // moved
		{"", "ab", []edit.Hunk{{0, 0, 0, 2}}},
		{"ab", "", []edit.Hunk{{0, 2, 0, 0}}},
	} {
		if got := edit.Hunks([]byte(c.a), []byte(c.b)); !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// Hunks turn the first sequence into the second, and what is between them is as long as the longest common
// subsequence, computed in another way.
func TestHunksAreMinimal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	draw := func() []byte {
		out := make([]byte, rnd.IntN(12))
		for i := range out {
			out[i] = "abc"[rnd.IntN(3)]
		}
		return out
	}
	var longest func(a, b []byte) int
	longest = func(a, b []byte) int {
		switch {
		case len(a) == 0 || len(b) == 0:
			return 0
		case a[0] == b[0]:
			return 1 + longest(a[1:], b[1:])
		}
		return max(longest(a[1:], b), longest(a, b[1:]))
	}
	for range 2000 {
		a, b := draw(), draw()
		var made []byte
		at, kept := 0, len(a)
		for _, h := range edit.Hunks(a, b) {
			made = append(append(made, a[at:h.From]...), b[h.At:h.Until]...)
			at = h.To
			kept -= h.To - h.From
		}
		if made = append(made, a[at:]...); string(made) != string(b) {
			t.Fatalf("%q became %q, not %q", a, made, b)
		}
		if want := longest(a, b); kept != want {
			t.Fatalf("%q and %q: %d are kept, want %d", a, b, kept, want)
		}
	}
}

// A comparison that would be too large is one hunk between the equal beginnings and ends.
func TestHunksAreBounded(t *testing.T) {
	a := strings.Split("head "+strings.Repeat("x ", 3000)+"tail", " ")
	b := strings.Split("head "+strings.Repeat("y x ", 3000)+"tail", " ")
	if got := edit.Hunks(a, b); !slices.Equal(got, []edit.Hunk{{1, 3000, 1, 6000}}) {
		t.Errorf("%v", got)
	}
}
