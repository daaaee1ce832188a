package static

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/builtin/static/sqlcheck"
)

func answer(t *testing.T, language, text string) bench.Response {
	t.Helper()
	r, err := New().Detect(context.Background(), bench.Task{Language: language,
		Files: []bench.File{{Path: "C", Text: text}}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDetect(t *testing.T) {
	r := answer(t, "solidity", "contract C { address o; function f() public { require(tx.origin == o); } }")
	if !strings.Contains(r.Text, `"location": "C.f(), line 1"`) ||
		!strings.Contains(r.Text, `"type": "Authorization through tx.origin"`) {
		t.Errorf("%s", r.Text)
	}
	if r := answer(t, "solidity", "contract C {}"); !strings.Contains(r.Text, `"verdict": "safe"`) {
		t.Errorf("%s", r.Text)
	}
}

func TestCannotRead(t *testing.T) {
	for language, text := range map[string]string{"solidity": strings.Repeat(" ", maxText+1)} {
		if r := answer(t, language, text); r.Finish != bench.Refused || !strings.HasPrefix(r.Text, "cannot read") {
			t.Errorf("%s: no verdict can be given: %+v", language, r)
		}
	}
}

func FuzzAnalyse(f *testing.F) {
	sqlcheck.Analyse("SELECT 1", "", nil) // compiles the grammar, which takes longer than the limit for one input
	f.Add("contract C { function f(address a) public { (bool ok, ) = a.call{value: 1}(\"\"); require(ok); } }")
	f.Add("contract C { modifier m() { _; } function f() m public { x /= y * z; assembly { let a := 1 } } }")
	f.Add("contract A is B { using L for *; B.S[] s; function f(uint x) external returns (uint y) { S storage p = s[x]; " +
		"(y, p.a) = (f(y), x); for (;;) { p.a++; } } }")
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 64<<10 {
			return
		}
		analyse(src)
		sqlcheck.Analyse(src, src, sqlcheck.Checks())
	})
}

// A language that is not supported gives no trial, rather than a refusal.
func TestUnknownLanguageIsNoTrial(t *testing.T) {
	task := bench.Task{Language: "javascript", Files: []bench.File{{Path: "C.js", Text: "f()"}}}
	if _, err := New().PromptHash(task); !errors.Is(err, detect.ErrNotApplicable) {
		t.Errorf("%v", err)
	}
	if r, err := New().Detect(context.Background(), task); !errors.Is(err, detect.ErrNotApplicable) ||
		r.Finish == bench.Refused {
		t.Errorf("%v, %+v", err, r)
	}
}
