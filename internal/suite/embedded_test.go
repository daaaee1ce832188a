package suite_test

import (
	"testing"

	"assay/internal/suite"
	"assay/suites"
)

// The embedded suites load without a problem, and without a hint.
func TestEmbedded(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	for _, s := range list {
		for _, h := range s.Hints {
			t.Error(h)
		}
		t.Logf("%s: %d samples, %d variants", s.Name, len(s.Samples), len(s.Variants))
	}
}
