package answer

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The ends of answers that SmolLM2-135M-Instruct gave.
func TestLoops(t *testing.T) {
	count, not := "", ""
	for i := range 200 {
		count += strings.Repeat(" ", i%2) + "\n    " + string(rune('1'+i%9)) + "0,"
		not += "It is " + strings.Repeat("not ", i%7) + "a good one, since " + strings.Repeat("x", i*i%11) + " is wrong. "
	}
	part := `{"type": "what kind of vulnerability it is", "severity": "critical", "location": "lines 12-15"}, `
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"numbers":        {`"violated_requirements": [` + count, true},
		"sentences":      {"It violates: " + strings.Repeat("11. It is not a good one. ", 20), true},
		"findings":       {`{"verdict": "vulnerable", ` + strings.Repeat(part, 4) + part[:40], true},
		"blanks":         {`"violated_requirements": [` + strings.Repeat("\t", 300), true},
		"two alike":      {`{"verdict": "vulnerable", ` + strings.Repeat(part, 2), false},
		"no repetition":  {not, false},
		"a short ending": {"The sum is 1, 2, 3, 4, 5", false},
		"nothing":        {"", false},
	} {
		if got := Loops(c.text); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A finding with the words of the form is none, and a verdict without any other finding is part of the form too.
func TestParseCopiedForm(t *testing.T) {
	const (
		head = `{"verdict": "vulnerable", "confidence": 1, "vulnerabilities": [`
		copy = `{"type": "what kind of vulnerability it is", "severity": "critical", "location": "the function and the ` +
			`numbers where the root cause is, for example: withdraw(), lines 12-15", "explanation": "why the code is ` +
			`vulnerable", "attack_scenario": "the attack, step by step", "suggested_fix": "the change to the code"}`
		own  = `{"type": "reentrancy", "severity": "high", "location": "withdraw()", "explanation": "why not"}`
		tail = `], "overall_explanation": "o"}`
	)
	if _, reason, ok := Parse(head+copy+tail, false); ok || reason != "the answer copies the form of the question" {
		t.Errorf("ok %v, reason %q", ok, reason)
	}
	if a, reason, ok := Parse(head+copy+","+own+tail, false); !ok || len(a.Findings) != 1 ||
		a.Findings[0].Type != "reentrancy" {
		t.Errorf("%+v, reason %q", a, reason)
	}
	if a, _, ok := Parse(head+tail, false); !ok || len(a.Findings) != 0 {
		t.Errorf("%+v", a)
	}
}

// The form is the one that the prompts show.
func TestFormOfPrompts(t *testing.T) {
	found := regexp.MustCompile(`(?s)"type": "([^"]+)".*?"explanation": "([^"]+)"`)
	for _, strategy := range []string{"direct", "any-language"} {
		text, err := os.ReadFile("../prompt/" + strategy + "/user.tmpl")
		if err != nil {
			t.Fatal(err)
		}
		m := found.FindStringSubmatch(string(text))
		if m == nil || fold(m[1]) != form.Type || fold(m[2]) != form.Explanation {
			t.Errorf("%s shows the form %q", strategy, m)
		}
	}
}
