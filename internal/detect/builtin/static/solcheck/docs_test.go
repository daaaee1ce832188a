package solcheck

import (
	"os"
	"strings"
	"testing"
)

// TestDocs keeps the example of docs/add-a-check.md equal to the check and the
// case that it says it is; TestCases runs both.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../../../../docs/add-a-check.md")
	if err != nil {
		t.Fatal(err)
	}
	for file, fence := range map[string]string{"txorigin.go": "```go\n", "testdata/tx-origin/owner.txtar": "```\n"} {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), fence+string(want)+"```\n") {
			t.Errorf("the page does not show %s as it is", file)
		}
	}
}
