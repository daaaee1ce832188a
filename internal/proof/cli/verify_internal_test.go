package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
)

// --filter decides what is verified, alone and together with arguments.
func TestWanted(t *testing.T) {
	list, problems, err := suite.Load(os.DirFS("../../core/suite/testdata/projects"), ".", "own", "own")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	for _, x := range []struct {
		ids, filter string
		want        string
	}{
		{"", "", "all free-join gifts-for-nothing guarded-close repeat-gift repeat-leave"},
		{"", "repeat-", "repeat-gift repeat-leave"},
		{"", "guarded-close free-join", "free-join guarded-close"},
		{"club", "own/club/gifts", "gifts-for-nothing"},
		{"club/free-join", "repeat", ""},
	} {
		want, err := (&verifyCmd{ID: strings.Fields(x.ids), Filter: strings.Fields(x.filter)}).wanted(list)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range list[0].Samples {
			if want(s.ID) {
				got = append(got, strings.TrimPrefix(s.ID, "club/"))
			}
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%q with --filter %q: %q, want %q", x.ids, x.filter, got, x.want)
		}
	}
	if _, err := (&verifyCmd{Filter: []string{"nowhere"}}).wanted(list); err == nil {
		t.Error("a filter that nothing matches is no error")
	}
}

// A failure that a test has on several sets is printed once.
func TestOnce(t *testing.T) {
	e := &proof.SQLEvidence{Problems: []string{"p"}, Tests: []proof.SQLTest{{Name: "a", Cells: []proof.SQLCell{
		{Set: "q"}, {Failure: "x"}, {Set: "r"}, {Set: "s", Failure: "x"}, {Set: "t", Failure: "y"}, {Failure: "x"},
		{Set: "u", Failure: "x"}}}, {Name: "b", Cells: []proof.SQLCell{{Set: "s", Failure: "x"}}}}}
	want := []string{"p", "a: x", `a, set "s": x (on 2 sets)`, `a, set "t": y`, "a: x", `b, set "s": x`}
	if got := once(e).Failures(); !slices.Equal(got, want) || len(e.Failures()) != 7 {
		t.Errorf("%q, want %q", got, want)
	}
}
