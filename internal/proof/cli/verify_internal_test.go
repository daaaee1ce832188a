package cli

import (
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite"
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
