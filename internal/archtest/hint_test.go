package archtest

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/suites"
)

// No level of the hint reveals the fact of a later one: a family names none of its classes
// and no function, a function no class, and only the last level names the root cause.
func TestHintLevels(t *testing.T) {
	n := 0
	for _, name := range []string{suite.Blockbench, suite.TenantSQL} {
		list, problems, err := suite.Load(suites.FS, name, "", "suites/"+name)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		for i := range list[0].Variants {
			v := &list[0].Variants[i]
			if v.Truth != bench.Vulnerable {
				continue
			}
			n++
			hints := prompt.Hints(v)
			says := func(level, text string) bool {
				return text != "" && strings.Contains(strings.ToLower(hints[level]), strings.ToLower(text))
			}
			k, _ := v.Class.Info()
			family := strings.ReplaceAll(string(k.Family), "_", " ")
			for level, without := range map[string][]string{
				prompt.HintFamily: {v.RootCause, v.Attack, v.Fix}, prompt.HintFunction: {v.RootCause, v.Attack, v.Fix, "\"" +
					k.Title + "\"", "\"" + family + "\""},
				prompt.HintClass: {v.RootCause, v.Attack, v.Fix}, prompt.HintRootCause: {v.Attack, v.Fix},
			} {
				for _, text := range without {
					if says(level, text) {
						t.Errorf("%s: the hint %s says %q", v.Key, level, text)
					}
				}
				if strings.Contains(hints[level], v.Sample) || strings.Contains(hints[level], v.Key) {
					t.Errorf("%s: the hint %s names the sample", v.Key, level)
				}
			}
			if !strings.EqualFold(k.Title, family) && says(prompt.HintFamily, k.Title) {
				t.Errorf("%s: the family says the class: %s", v.Key, hints[prompt.HintFamily])
			}
			for _, l := range v.Targets() {
				if l.Scope != "" && says(prompt.HintFamily, l.Scope+" ") {
					t.Errorf("%s: the family says the function: %s", v.Key, hints[prompt.HintFamily])
				}
			}
			if hints[prompt.HintFunction] == "" || v.Class != "other" && len(hints) != 4 {
				t.Errorf("%s: %d hints", v.Key, len(hints))
			}
		}
	}
	if n < 200 {
		t.Errorf("only %d variants", n)
	}
}
