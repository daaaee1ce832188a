package static

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"assay/internal/bench"
)

// A pair is a snippet with a flaw, on the line marked "// <-", and what it is
// replaced by in the text without it. Every check must be silent on the latter.
type pair struct {
	name, class, fn string
	src             string
	fix             []string // old, new, old, new, …
}

func runPairs(t *testing.T, pairs []pair) {
	t.Helper()
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) {
			line := 1 + strings.Count(p.src[:strings.Index(p.src, "// <-")], "\n")
			hit := false
			for _, f := range analyse(p.src) {
				from, to := lines(t, f.Location)
				if string(f.Class) == p.class && strings.HasPrefix(f.Location, p.fn+"()") && from <= line && line <= to {
					hit = true
				}
				if f.Explanation == "" || f.Attack == "" || f.Fix == "" || f.Severity == "" {
					t.Errorf("incomplete finding %+v", f)
				}
			}
			if !hit {
				t.Errorf("want %s in %s on line %d, got %s", p.class, p.fn, line, show(analyse(p.src)))
			}
			if got := analyse(fixed(t, p.src, p.fix)); len(got) > 0 {
				t.Errorf("false alarm on the repaired text: %s", show(got))
			}
			renamed := rename(p.src)
			if show(analyse(renamed)) != rename(show(analyse(p.src))) {
				t.Errorf("names matter: %s, and renamed %s", show(analyse(p.src)), show(analyse(renamed)))
			}
		})
	}
}

func fixed(t *testing.T, src string, fix []string) string {
	t.Helper()
	for i := 0; i < len(fix); i += 2 {
		if !strings.Contains(src, fix[i]) {
			t.Fatalf("nothing to repair: no %q", fix[i])
		}
		src = strings.Replace(src, fix[i], fix[i+1], 1)
	}
	return src
}

func show(fs []bench.Finding) string {
	var out []string
	for _, f := range fs {
		out = append(out, fmt.Sprintf("%s at %s", f.Class, f.Location))
	}
	return strings.Join(out, "; ")
}

var lineRange = regexp.MustCompile(`lines? (\d+)(?:-(\d+))?$`)

func lines(t *testing.T, location string) (from, to int) {
	t.Helper()
	m := lineRange.FindStringSubmatch(location)
	if m == nil {
		t.Fatalf("no lines in %q", location)
	}
	fmt.Sscan(m[1], &from)
	if to = from; m[2] != "" {
		fmt.Sscan(m[2], &to)
	}
	return from, to
}

// rename changes the names that these snippets define.
func rename(s string) string {
	return regexp.MustCompile(`\b(owner|balances|withdraw|amount|ok|pending|locked|impl|nonces|signer|digest|price|leader|shares|init|pay|set)\b`).ReplaceAllString(s, "zz_$1")
}

func TestSilentOnNothing(t *testing.T) {
	for _, src := range []string{"", "contract C {", "\xff\x00", "contract C { function f() public { ((( } }", "contract A is A {}"} {
		if got := analyse(src); len(got) > 0 {
			t.Errorf("%q: %s", src, show(got))
		}
	}
}

func TestDetect(t *testing.T) {
	task := bench.Task{Language: "solidity", Files: []bench.File{{Path: "C.sol", Text: "contract C { function f(address o) public { selfdestruct(o); } }"}}}
	r, err := New().Detect(context.Background(), task)
	if err != nil || !strings.Contains(r.Text, `"location": "C.f(), line 1"`) || !strings.Contains(r.Text, `"type": "Access control"`) {
		t.Errorf("%v\n%s", err, r.Text)
	}
	task.Files[0].Text = "contract C {}"
	if r, _ := New().Detect(context.Background(), task); !strings.Contains(r.Text, `"verdict": "safe"`) {
		t.Errorf("%s", r.Text)
	}
	if r, _ := New().Detect(context.Background(), bench.Task{Language: "javascript", Files: []bench.File{{}}}); !strings.Contains(r.Text, `"good"`) {
		t.Errorf("an unknown language has no findings:\n%s", r.Text)
	}
}

func FuzzAnalyse(f *testing.F) {
	f.Add("contract C { function f(address a) public { (bool ok, ) = a.call{value: 1}(\"\"); require(ok); } }")
	f.Add("contract C { modifier m() { _; } function f() m public { x /= y * z; assembly { let a := 1 } } }")
	f.Fuzz(func(t *testing.T, src string) {
		analyse(src)
		analyseSQL(src, src)
	})
}
