package cli

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/suite"
	"assay/suites"
)

// A limit draws from everything there is, whole pairs, by the seed: the first samples
// of the embedded suite are clean contracts, which have no flaw to find.
func TestLimitIsADraw(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	whole := map[string]int{} // texts of a base
	for i := range list[0].Variants {
		whole[list[0].Variants[i].Base]++
	}
	draw := func(seed uint64) ([]*bench.Variant, string) {
		s := selection{Limit: 20}
		out, notes, err := s.draw(list, seed)
		if err != nil || len(notes) != 1 {
			t.Fatal(err, notes)
		}
		return out, notes[0]
	}
	first, note := draw(1)
	groups, flawed, classes, texts := map[string]int{}, 0, map[bench.Class]bool{}, map[string]int{}
	for _, v := range first {
		if texts[v.Base]++; texts[v.Base] == 1 {
			groups[v.Group]++
		}
		if v.Truth == bench.Vulnerable {
			flawed++
			classes[v.Class] = true
		}
	}
	// 20 of 121 bases: 20 clean, 40 ds, 37 tc, 24 gs.
	if len(texts) != 20 || groups["clean"] < 3 || groups["clean"] > 4 || groups["ds"] < 6 || groups["tc"] < 6 || groups["gs"] < 3 || flawed < 16 || len(classes) < 9 {
		t.Errorf("drew %v, %d vulnerable texts of %d classes", groups, flawed, len(classes))
	}
	for base, n := range texts {
		if n != whole[base] {
			t.Errorf("%s: %d of %d texts", base, n, whole[base])
		}
	}
	for _, part := range []string{"--limit 20 drew 20 of 121 bases of blockbench by seed 1: clean ", "ds ", "gs ", "tc "} {
		if !strings.Contains(note, part) {
			t.Errorf("the report does not say %q: %s", part, note)
		}
	}
	again, _ := draw(1)
	other, _ := draw(2)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("the seed does not decide the draw")
	}
	if !slices.IsSortedFunc(first, func(a, b *bench.Variant) int { return strings.Compare(a.Key, b.Key) }) {
		t.Error("the drawn are not in the order of the suite")
	}
	if len(slices.Collect(maps.Keys(groups))) != 4 {
		t.Errorf("%v", groups)
	}
	all, notes, err := (&selection{Limit: 500}).draw(list, 1)
	if err != nil || len(all) != len(list[0].Variants) || len(notes) != 0 {
		t.Errorf("a limit above all: %d, %v, %v", len(all), notes, err)
	}
}
