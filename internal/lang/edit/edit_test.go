package edit_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/lang/edit"
)

func TestApply(t *testing.T) {
	const src = "the quick brown fox"
	for _, c := range []struct {
		name  string
		edits []edit.Edit
		want  string
	}{
		{"nothing", nil, src},
		{"replace", []edit.Edit{{4, 9, "slow"}}, "the slow brown fox"},
		{"unsorted", []edit.Edit{{16, 19, "dog"}, {0, 3, "a"}}, "a quick brown dog"},
		{"inserts keep their order", []edit.Edit{{4, 4, "very "}, {4, 4, "very "}, {4, 4, "so "}},
			"the very very so quick brown fox"},
		{"insert before a replacement", []edit.Edit{{4, 9, "slow"}, {4, 4, "not "}}, "the not slow brown fox"},
		{"insert after a replacement", []edit.Edit{{9, 9, "ish"}, {4, 9, "slow"}}, "the slowish brown fox"},
		{"ends", []edit.Edit{{0, 0, "<"}, {19, 19, ">"}}, "<" + src + ">"},
		{"everything", []edit.Edit{{0, 19, ""}}, ""},
	} {
		got, err := edit.Apply(src, c.edits)
		if err != nil || got != c.want {
			t.Errorf("%s: got %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	var rangeErr *edit.RangeError
	for _, e := range []edit.Edit{{-1, 0, ""}, {2, 1, ""}, {0, 5, ""}, {5, 5, "x"}} {
		if _, err := edit.Apply("abcd", []edit.Edit{e}); !errors.As(err, &rangeErr) {
			t.Errorf("%v: %v, want a RangeError", e, err)
		}
	}
	var overlap *edit.OverlapError
	for _, es := range [][]edit.Edit{{{0, 2, ""}, {1, 3, ""}}, {{0, 3, ""}, {1, 1, "x"}}, {{1, 2, "a"}, {1, 2, "a"}}} {
		if _, err := edit.Apply("abcd", es); !errors.As(err, &overlap) {
			t.Errorf("%v: %v, want an OverlapError", es, err)
		}
	}
}

// An empty span is a position.
func TestMapPlace(t *testing.T) {
	for _, c := range []struct {
		name  string
		edits []edit.Edit
		want  int // -1 means gone
	}{
		{"none", nil, 4},
		{"before", []edit.Edit{{0, 2, "xyz!"}}, 6},
		{"up to it", []edit.Edit{{2, 4, "x"}}, 3},
		{"inserted there", []edit.Edit{{4, 4, "X"}}, 4},
		{"from it on", []edit.Edit{{4, 6, ""}}, 4},
		{"after", []edit.Edit{{8, 9, "xyz!"}}, 4},
		{"around it", []edit.Edit{{3, 7, "X"}}, -1},
	} {
		start, end, ok := edit.NewMapper(c.edits).Map(4, 4)
		if ok != (c.want >= 0) || ok && (start != c.want || end != c.want) {
			t.Errorf("%s: [%d, %d) %t, want %d", c.name, start, end, ok, c.want)
		}
	}
}

func TestMap(t *testing.T) {
	for _, c := range []struct {
		name       string
		edits      []edit.Edit
		start, end int
		want       string // "" means gone
	}{
		{"before", []edit.Edit{{0, 2, "xyz!"}}, 4, 6, "ef"},
		{"after", []edit.Edit{{8, 9, "xyz!"}}, 4, 6, "ef"},
		{"renamed inside", []edit.Edit{{4, 6, "longer"}}, 3, 7, "dlongerg"},
		{"replaced whole", []edit.Edit{{4, 6, "longer"}}, 4, 6, "longer"},
		{"insert at the start stays outside", []edit.Edit{{4, 4, "X"}}, 4, 6, "ef"},
		{"insert at the end stays outside", []edit.Edit{{6, 6, "X"}}, 4, 6, "ef"},
		{"tail deleted", []edit.Edit{{5, 6, ""}}, 4, 6, "e"},
		{"deleted", []edit.Edit{{3, 7, ""}}, 4, 6, ""},
		{"deleted exactly", []edit.Edit{{4, 6, ""}}, 4, 6, ""},
		{"deleted in pieces", []edit.Edit{{4, 5, ""}, {5, 6, ""}}, 4, 6, ""},
		{"cut at the start", []edit.Edit{{3, 5, "X"}}, 4, 6, ""},
		{"cut at the end", []edit.Edit{{5, 7, "X"}}, 4, 6, ""},
		{"swallowed by a replacement", []edit.Edit{{3, 7, "XXXX"}}, 4, 6, ""},
		{"contradiction", []edit.Edit{{0, 3, ""}, {1, 2, ""}}, 4, 6, ""},
	} {
		const src = "abcdefghij"
		start, end, ok := edit.NewMapper(c.edits).Map(c.start, c.end)
		if ok != (c.want != "") {
			t.Errorf("%s: ok=%v", c.name, ok)
		}
		if got, err := edit.Apply(src, c.edits); ok && (err != nil || got[start:end] != c.want) {
			t.Errorf("%s: %q, %v; want %q", c.name, got[start:end], err, c.want)
		}
	}
}

// script makes edits of a text of size bytes from arbitrary numbers; they are valid
// by construction but in no order.
func script(size int, next func(int) int) []edit.Edit {
	var out []edit.Edit
	for pos := 0; ; {
		pos += next(5)
		end := pos + next(4)
		if end > size {
			break
		}
		out = append(out, edit.Edit{Start: pos, End: end, New: strings.Repeat("xyz", 2)[:next(6)]})
		pos = end + next(2)
	}
	for i := len(out) - 1; i > 0; i-- {
		// Inserts at one place must keep their order, so only others swap.
		if j := next(i + 1); out[i].Start != out[i].End && out[j].Start != out[j].End {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// properties fails if the invariants of the package do not hold for a script.
func properties(t *testing.T, src string, next func(int) int) {
	t.Helper()
	first := script(len(src), next)
	mid, err := edit.Apply(src, first)
	if err != nil {
		t.Fatalf("%q %v: %v", src, first, err)
	}
	start := next(len(src) + 1)
	end := start + next(len(src)-start+1)
	s, e, ok := edit.NewMapper(first).Map(start, end)
	if ok && (s < 0 || e < s || e > len(mid)) {
		t.Fatalf("map %q %v [%d, %d): out of range [%d, %d)", src, first, start, end, s, e)
	}
	untouched := true
	for _, x := range first {
		if x.End > start && x.Start < end || x.Start == x.End && x.Start > start && x.Start < end {
			untouched = false
		}
	}
	if untouched && start < end && (!ok || mid[s:e] != src[start:end]) {
		t.Fatalf("map %q %v [%d, %d): text that no edit touches got lost: %v", src, first, start, end, ok)
	}
}

func TestProperties(t *testing.T) {
	const src = "contract A { uint256 x; } // ünicode, 0123456789"
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		properties(t, src[:rng.IntN(len(src))], rng.IntN)
	}
}

// decode reads any bytes as a source of small numbers.
func decode(data []byte) func(int) int {
	return func(n int) int {
		if n <= 0 || len(data) == 0 {
			return n / 2
		}
		b := data[0]
		data = data[1:]
		return int(b) % n
	}
}

func FuzzMap(f *testing.F) {
	f.Add("contract A {}", []byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Fuzz(func(t *testing.T, src string, data []byte) { properties(t, src, decode(data)) })
}

func FuzzApply(f *testing.F) {
	f.Add("abc", []byte{0, 0, 0, 1, 0, 3, 0, 3})
	f.Fuzz(func(t *testing.T, src string, data []byte) {
		var edits []edit.Edit
		for len(data) >= 4 {
			s, e := int(int16(binary.BigEndian.Uint16(data))), int(int16(binary.BigEndian.Uint16(data[2:])))
			edits = append(edits, edit.Edit{Start: s, End: e, New: "n"})
			data = data[4:]
		}
		got, err := edit.Apply(src, edits)
		if err != nil {
			if got != "" {
				t.Error("text beside an error")
			}
			return
		}
		size := len(src)
		for _, e := range edits {
			size += len(e.New) - (e.End - e.Start)
		}
		if len(got) != size {
			t.Errorf("%d bytes, not %d", len(got), size)
		}
	})
}

// Sorted edits are not copied, and unsorted ones are not changed.
func TestEditsAreNotChanged(t *testing.T) {
	given := []edit.Edit{{4, 9, "slow"}, {0, 3, "a"}, {4, 4, "not "}}
	own := slices.Clone(given)
	if got, err := edit.Apply("the quick brown fox", own); err != nil || got != "a not slow brown fox" {
		t.Fatalf("%q, %v", got, err)
	}
	edit.NewMapper(own)
	if !slices.Equal(own, given) {
		t.Errorf("the edits became %v", own)
	}
}
