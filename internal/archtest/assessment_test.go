package archtest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The counts at the top of docs/self-assessment.md are those of its rows, and no item is answered twice.
func TestSelfAssessment(t *testing.T) {
	text, err := os.ReadFile("../../docs/self-assessment.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\S+) \| [^|]+ \| \*\*(yes|in part|no)\*\* \| \S[^|]* \|$`)
	for list, items := range map[string]int{"ABC": 43, "BetterBench": 47, "NIST AI 800-2": 9} {
		_, section, _ := strings.Cut(string(text), "\n## "+list+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		n, seen := map[string]int{}, map[string]bool{}
		for _, m := range row.FindAllStringSubmatch(section, -1) {
			if seen[m[1]] {
				t.Errorf("%s: %s is answered twice", list, m[1])
			}
			seen[m[1]] = true
			n[m[2]]++
		}
		if len(seen) != items {
			t.Errorf("%s: %d items are answered, and the list has %d", list, len(seen), items)
		}
		if want := fmt.Sprintf(") | %d | %d | %d | %d |\n", items, n["yes"], n["in part"], n["no"]); !strings.Contains(
			string(text), "| ["+list+"](#"+strings.ToLower(strings.ReplaceAll(list, " ", "-"))+want) {
			t.Errorf("%s: the table of counts does not say %s", list, want)
		}
	}
}
