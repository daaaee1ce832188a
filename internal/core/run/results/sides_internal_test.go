package results

import (
	"errors"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/store"
)

// A subject is found without its strategy or task where only one continues the name.
func TestSubjectOf(t *testing.T) {
	r := store.Run{Manifest: bench.Manifest{Subjects: []bench.Subject{{Name: "lab/a@direct-2"}, {Name: "lab/b"},
		{Name: "lab/b@exploit"}, {Name: "lab/c@direct"}, {Name: "lab/c@chain-of-thought"}, {Name: "lab/ab@direct"}}}}
	for name, want := range map[string]string{"lab/a": "lab/a@direct-2", "lab/b": "lab/b",
		"lab/b@exploit": "lab/b@exploit", "lab/ab": "lab/ab@direct"} {
		if got, err := subjectOf(r, name); got != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := subjectOf(r, "lab/c"); !errors.Is(err, errAmbiguous) || got != "lab/c@direct, lab/c@chain-of-thought" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := subjectOf(r, "lab"); !errors.Is(err, errNoRun) {
		t.Error(err)
	}
}
