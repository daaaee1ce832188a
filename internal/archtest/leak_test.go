package archtest

import (
	"testing"

	"assay/internal/prompt"
	"assay/internal/suite"
	"assay/suites"
)

// No strategy, on no embedded sample, asks a question that contains its answer.
func TestNoLeak(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	rendered := 0
	for _, s := range list {
		for _, v := range s.Variants {
			for _, st := range prompt.All() {
				p, err := prompt.Render(st, v.Task)
				if err != nil || prompt.FormatOf(v.Task) != v.Format {
					continue // the strategy is for other tasks
				}
				rendered++
				for _, leak := range prompt.Leaks(p, v) {
					t.Errorf("strategy %s asks %s and tells %q", st.Name, v.Key, leak)
				}
			}
		}
	}
	if rendered < 100 {
		t.Fatalf("only %d questions were looked at", rendered)
	}
}
