package importer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/author/importer"
	"assay/internal/lang/solidity"
	"assay/internal/test/importertest"
)

// Comments that reveal the answer are removed, code and other comments stay, and every line keeps its number.
func TestClean(t *testing.T) {
	src := strings.Join([]string{
		"// SPDX-License-Identifier: MIT",
		"/* made by somebody",
		"   about nothing */ // and this",
		"pragma solidity ^0.8.0;",
		"",
		"/// keeps casks",
		"contract Cellar {",
		"    uint a; // vulnerable to reentrancy",
		"    uint b; /* classic overflow",
		"       here */ uint c;",
		"    string s = \"// vulnerable\"; // counts",
		"    // FIXED: the safe way",
		"}",
	}, "\n")
	want := strings.Join([]string{
		"// SPDX-License-Identifier: MIT",
		"",
		"",
		"pragma solidity ^0.8.0;",
		"",
		"/// keeps casks",
		"contract Cellar {",
		"    uint a;",
		"    uint b;",
		"  uint c;",
		"    string s = \"// vulnerable\"; // counts",
		"",
		"}",
	}, "\n")
	if got := importer.Clean(src); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLines(t *testing.T) {
	for s, want := range map[string]string{"": "[]", "3": "[3]", "3, 5-7;9": "[3 5 6 7 9]"} {
		if got, err := importer.Lines(s); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%q: %v %v, want %s", s, got, err, want)
		}
	}
	for _, s := range []string{"x", "0", "-1", "5-", "7-5", "1-99999999999", "1-9999,1-9999", "99999999999999999999"} {
		if got, err := importer.Lines(s); err == nil {
			t.Errorf("%q gives %d lines", s, len(got))
		}
	}
}

func TestSlug(t *testing.T) {
	long := strings.Repeat("word ", 50)
	for s, want := range map[string]string{"Re-entrancy 1": "re-entrancy-1",
		"variable shadowing/Shade": "variable-shadowing-shade", "../..": "", "Übung_2": "bung-2"} {
		if got := importer.Slug(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	a, b := importer.Slug(long+"a"), importer.Slug(long+"b")
	if a == b || len(a) > 80 || !strings.HasPrefix(a, "word-word-") {
		t.Errorf("%q and %q", a, b)
	}
}

func TestClassOf(t *testing.T) {
	for s, want := range map[string]string{"reentrancy": "reentrancy", "Access Control": "access_control",
		"price_oracle_manipulation": "oracle_manipulation", "integer-overflow": "arithmetic",
		"sql_injection": "other", "made up": "other", "": "other"} {
		if got := importer.ClassOf(s); string(got) != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// collect imports with a format that the test defines.
func collect(t *testing.T, fsys fstest.MapFS, read func(*importer.Input)) (*importer.Result, error) {
	t.Helper()
	r, err := importer.Import(importer.Format{Name: "test", From: "a test", Read: read}, fsys, importertest.Options)
	if err == nil {
		importertest.Load(t, r)
	}
	return r, err
}

func TestBounds(t *testing.T) {
	fsys := fstest.MapFS{
		"long.sol": {Data: []byte(strings.Repeat("\n", 10_001))},
		"wide.sol": {Data: []byte(strings.Repeat("x", 1<<20+1))},
		"a.sol":    {Data: []byte("contract A {}\r\n\r")},
		".git/x":   {Data: []byte("hidden")},
	}
	r, err := collect(t, fsys, func(in *importer.Input) {
		for _, p := range in.Files(".", "") {
			if text, ok := in.Text(p); ok && text != "contract A {}\n " {
				t.Errorf("%s is read as %q", p, text)
			}
		}
		for _, name := range []string{"../a.sol", "/etc/passwd", "a/../a.sol", `..\a.sol`, "", ".git/x", "none"} {
			if _, ok := in.Named(name, "list", 3); ok {
				t.Errorf("%q names a file", name)
			}
		}
		if got, ok := in.Named("./a.sol", "list", 3); !ok || got != "a.sol" {
			t.Errorf("%q %v", got, ok)
		}
	})
	if !errors.Is(err, importer.ErrNothing) || len(r.Problems) != 9 {
		t.Fatalf("%v %v", err, r.Problems)
	}
	for i, want := range []string{"in/list:3: the name", "in/list:3: the name", "in/list:3: the name",
		"in/list:3: the name"} {
		if !strings.HasPrefix(r.Problems[i].String(), want) {
			t.Errorf("%v, want %s", r.Problems[i], want)
		}
	}
	if s := fmt.Sprint(r.Problems); !strings.Contains(s, "has 10001 lines") || !strings.Contains(s, "has 1048577 bytes") {
		t.Error(s)
	}
}

// A safe text that several samples have is in the suite once, and a text has one truth.
func TestTexts(t *testing.T) {
	r, err := collect(t, fstest.MapFS{}, func(in *importer.Input) {
		add := func(id, text, fixed string, safe bool) (string, string) {
			return in.Add(importer.Sample{ID: id, Path: id, Text: text, Fixed: fixed, Safe: safe})
		}
		if s, twin := add("one", "contract A { uint a; }", "contract A {}", false); s != "ds/one" || twin != "ds/one+fixed" {
			t.Error(s, twin)
		}
		if s, twin := add("two", "contract A { uint b; }", "contract A {} // fixed", false); s != "ds/two" ||
			twin != "ds/one+fixed" {
			t.Error(s, twin)
		}
		if s, _ := add("again", "contract A { uint a; } // vulnerable", "", false); s != "" {
			t.Error(s)
		}
		if s, twin := add("same", "contract A { uint c; }", "contract A { uint c; } // fixed", false); s == "" || twin != "" {
			t.Error(s, twin)
		}
		if s, _ := add("both", "contract A { uint a; }", "", true); s != "" {
			t.Error(s)
		}
		if s, _ := add("worse", "contract A { uint d; }", "contract A { uint b; }", false); s != "" {
			t.Error(s)
		}
		if s, _ := add("...", "contract B {}", "", false); s != "" {
			t.Error(s)
		}
	})
	if err != nil || r.Samples != 3 || len(r.Problems) != 3 || len(r.Notes) != 2 {
		t.Fatalf("%v: %d samples, %v, %v", err, r.Samples, r.Problems, r.Notes)
	}
}

// A label is on a line with code: its own, else the next one with code, once.
func TestMarks(t *testing.T) {
	text := "contract A {\n\n    // vulnerable\n    uint a;\n    uint b;\n}\n\n"
	r, err := collect(t, fstest.MapFS{}, func(in *importer.Input) {
		in.Add(importer.Sample{ID: "a", Path: "a", Text: text, Marks: []importer.Mark{{Line: 2, Note: "first\nline"},
			{Line: 4, Note: "again"}, {Line: 5, Function: "DECOY", Act: "INIT"}}})
		in.Add(importer.Sample{ID: "b", Path: "b", Text: "// x\n" + text, Marks: importer.Roots(8)})
		in.Add(importer.Sample{ID: "c", Path: "c", Line: 7, Text: text + "\n", Marks: importer.Roots(0)})
		in.Add(importer.Sample{ID: "d", Path: "d", Text: "contract D {}",
			Marks: []importer.Mark{{Line: 1, Function: "MAGIC"}}})
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := "contract A {\n\n\n    uint a; //~ ROOT_CAUSE - first line\n    uint b; //~ DECOY INIT\n}\n\n"; r.Files["ds/a/Contract.sol"] != want {
		t.Errorf("%q", r.Files["ds/a/Contract.sol"])
	}
	if got := fmt.Sprint(
		r.Problems); got != `[in/b: a label is on line 8, without code there or below in/c:7: a label is on line 0, but the text has 9 lines in/d:1: unknown security function "MAGIC"; one of [ROOT_CAUSE PREREQ DECOY BENIGN SECONDARY_VULN INSUFF_GUARD UNRELATED]]` {
		t.Error(got)
	}
}

// Whatever is blanked, no line moves and nothing else changes.
func FuzzClean(f *testing.F) {
	f.Add("// a\ncontract A { /* vulnerable\n */ }\n")
	f.Add("/* unclosed\n\"x")
	f.Fuzz(func(t *testing.T, src string) {
		got := importer.Clean(src)
		if strings.Count(got, "\n") != strings.Count(src, "\n") {
			t.Fatalf("%q became %q", src, got)
		}
		if code(got) != code(src) {
			t.Errorf("the code of %q became that of %q", src, got)
		}
		if again := importer.Clean(got); again != got {
			t.Errorf("%q became %q the second time", got, again)
		}
	})
}

// code returns the tokens of a source without trivia.
func code(src string) string {
	var out []string
	for _, t := range solidity.Lex(src) {
		if !t.Trivia() {
			out = append(out, strings.TrimRight(t.Text(src), " \t\r\n"))
		}
	}
	return strings.Join(out, "\x00")
}

// A comment is kept or removed as a whole, and code in comments is removed.
func TestCleanWholes(t *testing.T) {
	for src, want := range map[string]string{
		"contract A {\n    // pays out\n    // to anyone who asks\n    uint a;\n}":              "contract A {\n\n\n    uint a;\n}",
		"contract A {\n    // pays out\n\n    // to anyone who asks\n    uint a;\n}":            "contract A {\n    // pays out\n\n\n    uint a;\n}",
		"contract A {\n    //require(sigs.length > 0);\n    // holds the sum\n\n    uint a;\n}": "contract A {\n\n\n\n    uint a;\n}",
		"contract A {\n    /* function f() public {\n    x = 1; } */\n    uint a;\n}":           "contract A {\n\n\n    uint a;\n}",
		"contract A {\n    /// @return the sum (in wei)\n    uint a;\n}":                        "contract A {\n    /// @return the sum (in wei)\n    uint a;\n}",
	} {
		if got := importer.Clean(src); got != want {
			t.Errorf("%q became %q, want %q", src, got, want)
		}
	}
	r, err := importer.Import(importer.Format{Name: "x", From: "x", Read: func(in *importer.Input) {
		in.Add(importer.Sample{ID: "a", Path: "a", Text: "// SPDX-License-Identifier: MIT\ncontract A " +
			"{\n    uint a; // the sum\n}",
			Chains: []importer.Chained{{Chain: "false-prophet", Path: "b", Text: "contract A {\n    // all is " +
				"well\n    uint a; // the sum\n}", Shown: func(line int) bool { return line == 2 }}}})
	}}, fstest.MapFS{}, importer.Options{Mute: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Files["ds/a/Contract.sol"]; got != "// SPDX-License-Identifier: MIT\ncontract A {\n    uint a;\n}" {
		t.Errorf("%q", got)
	}
	if got := r.Files["ds/a/chains/false-prophet/Contract.sol"]; got != "contract A {\n    // all is well\n    uint a;\n}" {
		t.Errorf("%q", got)
	}
}

// Python writes NaN and Infinity into JSON: they are numbers that nobody knows, and refuse no file.
func TestNotANumber(t *testing.T) {
	_, err := collect(t, fstest.MapFS{"a.json": {Data: []byte(`{"score": NaN, "low": -Infinity, "name": "NaN"}`)}},
		func(in *importer.Input) {
			var v struct {
				Score, Low *float64
				Name       string
			}
			if !in.JSON("a.json", &v) || v.Score != nil || v.Low != nil || v.Name != "NaN" {
				t.Errorf("%+v", v)
			}
		})
	if !errors.Is(err, importer.ErrNothing) {
		t.Error(err)
	}
}
