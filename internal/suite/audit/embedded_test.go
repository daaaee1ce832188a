package audit_test

import (
	"bytes"
	"testing"

	"assay/internal/suite"
	"assay/internal/suite/audit"
	"assay/suites"
)

// No shortcut solves an embedded suite, and nothing in its texts is at fault.
func TestEmbedded(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for _, s := range list {
		r := audit.Run(s, audit.Options{Seed: 1})
		var b bytes.Buffer
		if err := audit.Terminal(&b, r, 120); err != nil {
			t.Fatal(err)
		}
		t.Logf("\n%s", b.String())
		if r.Convicted() || r.Faults() > 0 {
			t.Errorf("%s: convicted %v, %d faults; the log says by what", s.Name, r.Convicted(), r.Faults())
		}
	}
}
