package export

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/internal/core/report"
)

// Analyses outside read columns by name: of one format version none goes, and none
// becomes of another type. testdata/columns.txt has them; -update adds new ones to it,
// and writes it anew for a new version.
func TestColumnsStay(t *testing.T) {
	names := [...]string{text: "text", whole64: "whole", real64: "real", yesNo: "yes or no"}
	var now []string
	for _, c := range trialColumns() {
		now = append(now, fmt.Sprintf("trials %s: %s", c.Name, names[c.kind]))
	}
	for _, c := range metricColumns() {
		now = append(now, fmt.Sprintf("metrics %s: %s", c.Name, names[c.kind]))
	}
	const file = "testdata/columns.txt"
	head := fmt.Sprintf("format_version %d", report.FormatVersion)
	b, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	before := strings.Split(string(bytes.TrimSpace(b)), "\n")
	if before[0] == head {
		has := map[string]bool{}
		for _, line := range now {
			has[line] = true
		}
		for _, line := range before[1:] {
			if !has[line] {
				t.Errorf("the column %q is gone or of another type; that takes a new report.FormatVersion", line)
			}
		}
	}
	want := head + "\n" + strings.Join(now, "\n") + "\n"
	if string(b) == want || t.Failed() {
		return
	}
	if !*update {
		t.Fatalf("there are columns that %s does not know; go test ./internal/core/report/export -update adds them", file)
	}
	if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
