package results

import (
	"errors"
	"testing"

	"assay/internal/core/store"
)

// A run is named by its id or by the end of its id after a dash, if that is unambiguous.
func TestFindRun(t *testing.T) {
	runs := []store.Run{{ID: "20260101-000001-aaa"}, {ID: "20260102-000001-aaa"}, {ID: "20260103-000001-bbb"}}
	for name, want := range map[string]string{"bbb": "20260103-000001-bbb", "000001-bbb": "20260103-000001-bbb",
		"20260101-000001-aaa": "20260101-000001-aaa"} {
		if got, err := Find(runs, name); got != want || err != nil {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	for name, want := range map[string]error{"aaa": errAmbiguous, "bb": errNoRun, "": errNoRun} {
		if _, err := Find(runs, name); !errors.Is(err, want) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
