package judge

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What is published was measured with the words and weights that decide now, and is what docs/judges.md says.
func TestMeasured(t *testing.T) {
	m := RuleMeasured()
	if !m.Of(Rule{}.Name()) {
		t.Errorf("measured.json is of %s, %s, and the judge is %s, %s: reports print no reliability until it is measured "+
			"again (go run ./internal/tools/judge measure)", m.Judge, m.Hash, Rule{}.Name(), Rule{}.Hash())
	}
	page, err := os.ReadFile("../../../docs/judges.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Data) != 3 || m.Digest == "" || m.Address == "" || m.Date == "" {
		t.Errorf("%+v", m)
	}
	for _, d := range m.Data {
		if row := fmt.Sprintf("| %.2f [%.2f, %.2f] | %.2f | %.2f | %.2f | %.2f | %.2f |", d.Kappa, d.Low, d.High,
			d.Precision, d.Recall, d.FirstPlace, d.ClassPlace, d.Fleiss); !strings.Contains(string(page), row) {
			t.Errorf("docs/judges.md has no row %s", row)
		}
	}
	for _, other := range []Measurement{{Judge: m.Judge, Hash: "of other weights"}, {Judge: "rule/0", Hash: m.Hash}} {
		if other.Of(Rule{}.Name()) {
			t.Errorf("%+v is of this judge", other)
		}
	}
	if m.Of("rule/0") {
		t.Error("a run that another version judged has the numbers of this one")
	}
}
