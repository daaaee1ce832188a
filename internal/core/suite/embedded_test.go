package suite_test

import (
	"testing"

	"assay/internal/core/suite"
	"assay/suites"
)

// The embedded suites load without a problem and without a hint, and every
// Solidity sample carries evidence of its very texts.
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
		if s.Format != suite.Blockbench {
			continue // SQL is not executed yet
		}
		for _, x := range s.Samples {
			if x.Evidence == nil || !x.Evidence.Proved {
				t.Errorf("%s is not proved (stale: %q); go run ./cmd/assay verify --suite suites/blockbench --write", x.ID, x.Stale)
			}
		}
		t.Logf("%s: %d samples, %d variants", s.Name, len(s.Samples), len(s.Variants))
	}
}
