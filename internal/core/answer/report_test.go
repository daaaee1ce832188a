package answer

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// TestReport: an audit is read as a report in Markdown where it has no JSON.
func TestReport(t *testing.T) {
	const report = `# Audit of Saltmarsh

I read every file. A severity: high means loss of funds.

## High

### [H-01] Shares of a flash loan

**Location:** src/LendingPool.sol, ` + "`supply()`" + `, line 412

supply() is open while a loan is.

` + "```solidity\n## not a heading\nSeverity: none\n```" + `

**Recommendation**: add nonReentrant.

### Old prices are accepted
- **Severity:** Medium
- **Type:** stale price
- **Lines**: 610-612

## Low severity findings

### 3. Cap before loan
#### Location
LendingPool.borrow

## Conclusion
Fix the first one.
`
	a, reason, ok := ParseReport(report, false)
	if !ok || a.Verdict != bench.Vulnerable || len(a.Findings) != 3 {
		t.Fatalf("%v %q %+v", ok, reason, a)
	}
	f := a.Findings[0]
	if f.Type != "Shares of a flash loan" || f.Severity != "high" || len(f.Lines) != 1 || f.Lines[0].From != 412 ||
		!f.Names("supply") || f.Fix != "add nonReentrant." || !strings.Contains(f.Explanation, "## not a heading") {
		t.Errorf("%+v", f)
	}
	f = a.Findings[1]
	if f.Type != "stale price" || f.Severity != "Medium" || len(f.Lines) != 1 || f.Lines[0].To != 612 ||
		!strings.Contains(f.Explanation, "Old prices") {
		t.Errorf("%+v", f)
	}
	if f = a.Findings[2]; f.Type != "Cap before loan" || f.Severity != "low" || !f.Names("borrow") {
		t.Errorf("%+v", f)
	}
	for name, c := range map[string]struct {
		text, verdict string
		findings      int
	}{
		"JSON counts":            {"## [H-01] Loss\n\n" + `{"verdict":"safe","confidence":0.9,"vulnerabilities":[]}`, "safe", 0},
		"verdict":                {"# Audit\n\n**Verdict:** safe\n", "safe", 0},
		"two verdicts":           {"# Audit\n\nVerdict: safe\n\n## Result\n\nVerdict: vulnerable\n", "", 0},
		"no finding":             {"# Audit\n\n## Summary\n\nHigh quality code.\n", "", 0},
		"only notes":             {"## [I-01] Typo\n\nA typo.\n", "", 0},
		"low liquidity":          {"## Low liquidity\n\nNothing.\n", "", 0},
		"number":                 {"## H-2: Loss\n\nIn `f()`.\n", "vulnerable", 1},
		"field alone":            {"## Loss\n\nSeverity: **High**\n", "vulnerable", 1},
		"in a thought":           {"<think>\n## H-2: Loss\n</think>\nNothing to report.", "", 0},
		"severity without title": {"Severity: High\n", "", 0},
	} {
		a, reason, ok := ParseReport(c.text, false)
		if ok != (c.verdict != "") || ok && a.Verdict.String() != c.verdict || len(a.Findings) != c.findings {
			t.Errorf("%s: %v %q %+v", name, ok, reason, a)
		}
	}
	if _, _, ok := ParseReport("## [H-01] Loss\n\nIt", true); ok {
		t.Error("a report that was cut is read")
	}
	if _, _, ok := Parse(report, false); ok {
		t.Error("the answer to one text is read as a report")
	}
}
