// Package static is a small, honest static analyser: it looks at the structure
// of a text and never at how its author named things. It knows the members that
// the language and the common token and price interfaces define, and no others,
// so renaming and comments cannot move it. It is the opposite pole of the
// keyword detector.
//
// Every check prefers silence to a guess: what it cannot resolve, such as a
// modifier of a contract that it does not see, counts as a guard. One check is
// one file.
package static

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
)

// Detector is builtin/static.
type Detector struct{}

var _ detect.Detector = Detector{}

// New returns builtin/static.
func New() Detector { return Detector{} }

// maxText is the longest text that is analysed. Some checks take quadratic
// time, which no contract that compiles is long enough to feel.
const maxText = 256 << 10

// maxNesting bounds how deep brackets are opened to look for conditions.
const maxNesting = 40

// Subject implements [detect.Detector].
func (Detector) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/static", Kind: "builtin", Version: "1", Doc: "analyses structure, ignores names and comments"}
}

// PromptHash implements [detect.Detector]; nothing is asked.
func (Detector) PromptHash(bench.Task) (string, error) { return "", nil }

// Detect implements [detect.Detector]. Only the code under review is read, and
// of a SQL task the specification.
func (Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	var found []bench.Finding
	text := task.Files[0].Text
	switch {
	case len(text) > maxText:
	case task.Language == "solidity":
		found = analyse(text)
	case task.Language == "sql":
		found = analyseSQL(text, task.Spec)
	}
	sure := 0.8
	a := bench.Answer{Verdict: bench.Safe, Confidence: &sure, Explanation: "No check found anything."}
	if len(text) > maxText {
		a.Explanation = "The text is too long to be analysed."
	}
	if len(found) > 0 {
		a.Verdict, a.Findings = bench.Vulnerable, found
		var all []string
		for _, f := range found {
			all = append(all, f.Explanation)
		}
		a.Explanation = strings.Join(all, " ")
	}
	return detect.Reply(task, a), nil
}

// A check looks for one kind of flaw in Solidity.
type check struct {
	class    bench.Class
	severity string
	attack   string // why it matters
	fix      string
	run      func(*unit) []hit
}

// hit is one place where a check fires. class replaces that of the check, when set.
type hit struct {
	class    bench.Class
	fn       *function
	from, to int // lines
	text     string
}

// checks in the order in which their findings are listed for one line.
var checks = []check{
	reentrancy, uncheckedReturn, access, initializer, txOrigin, delegatecall, arbitraryCall, randomness,
	arithmetic, precision, spotPrice, stalePrice, denial, replay, zeroSigner, forcedEther, shareInflation,
}

// analyse runs every check over src. Findings are in source order, one for each
// class and place.
func analyse(src string) []bench.Finding {
	type place struct {
		class    bench.Class
		from, to int
	}
	type entry struct {
		place
		finding bench.Finding
	}
	u := newUnit(src)
	seen := map[place]bool{}
	var all []entry
	for _, c := range checks {
		for _, h := range c.run(u) {
			p := place{cmp.Or(h.class, c.class), h.from, h.to}
			if seen[p] {
				continue
			}
			seen[p] = true
			all = append(all, entry{p, bench.Finding{
				Type: p.class.Title(), Class: p.class, Severity: c.severity, Location: location(h),
				Explanation: h.text, Attack: c.attack, Fix: c.fix,
			}})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.from, b.from) })
	var out []bench.Finding
	for _, e := range all {
		out = append(out, e.finding)
	}
	return out
}

func location(h hit) string {
	lines := fmt.Sprintf("line %d", h.from)
	if h.to > h.from {
		lines = fmt.Sprintf("lines %d-%d", h.from, h.to)
	}
	return strings.TrimPrefix(h.fn.Contract+"."+h.fn.Name, ".") + "(), " + lines
}
