package suite_test

import (
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// A sample under other names, numbers and comments is the same sample; no two
// of ours are.
func TestAlike(t *testing.T) {
	corpustest.Turn(t, 3)
	list, problems, err := suite.Load(suites.FS, "blockbench", "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	s := list[0]
	for _, p := range s.TooSimilar("suites/blockbench") {
		t.Error(p)
	}
	if all := s.Similar(0); len(all) != len(s.Samples)*(len(s.Samples)-1)/2 {
		t.Errorf("%d pairs of %d samples", len(all), len(s.Samples))
	} else {
		t.Logf("the most similar: %s and %s share %.2f", all[0].A.ID, all[0].B.ID, all[0].Share)
	}

	a, _ := s.Variant(s.Samples[0].Keys[0])
	b, _ := s.Variant(s.Samples[1].Keys[0])
	b.Task.Files[0].Text = "// another head\n" + strings.NewReplacer(" 0;", " 77;", "presale", "offering", "buyer",
		"holder", "    ", "\t").Replace(a.Task.Files[0].Text)
	got := s.TooSimilar("suites/blockbench")
	if len(got) != 1 || !strings.Contains(got[0].String(), s.Samples[0].Dir) ||
		!strings.Contains(got[0].Msg, s.Samples[1].ID) {
		t.Errorf("a renamed copy: %v", got)
	}
}
