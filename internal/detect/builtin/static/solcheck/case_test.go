package solcheck

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"assay/internal/edit"
	"assay/internal/solidity"
)

func analyse(src string) []Hit {
	return Run(src, Checks())
}

func show(hits []Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s in %s lines %d-%d: %s", h.Check.Name, h.Function, h.From, h.To, h.Text))
	}
	return strings.Join(out, "\n")
}

// places returns what must not change when names and comments change.
func places(hits []Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s %d-%d", h.Check.Name, h.From, h.To))
	}
	return strings.Join(out, "; ")
}

// TestCases runs testdata/<check>/*.txtar. An archive begins with a sentence.
// On every flawed*.sol the check must fire on the line that ends in "// <-"; on
// every sound*.sol no check may fire at all.
func TestCases(t *testing.T) {
	dirs, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if d.Name() != "fuzz" && !slices.ContainsFunc(Checks(), func(c Check) bool { return c.Name == d.Name() }) {
			t.Errorf("testdata/%s belongs to no check", d.Name())
		}
	}
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			files, _ := filepath.Glob("testdata/" + c.Name + "/*.txtar")
			flawed, sound := 0, 0
			for _, file := range files {
				a, err := txtar.ParseFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if len(strings.Fields(string(a.Comment))) < 4 {
					t.Errorf("%s does not begin with a sentence that says why the case exists", file)
				}
				for _, f := range a.Files {
					src := string(f.Data)
					switch {
					case strings.HasPrefix(f.Name, "flawed"):
						flawed++
						fires(t, file, c, src)
					case strings.HasPrefix(f.Name, "sound"):
						sound++
						if got := analyse(src); len(got) > 0 {
							t.Errorf("%s: false alarm on %s:\n%s", file, f.Name, show(got))
						}
					default:
						t.Errorf("%s: what is %s for?", file, f.Name)
					}
					structureOnly(t, file, src)
				}
			}
			if flawed == 0 || sound == 0 {
				t.Errorf("%d flawed and %d sound texts; both kinds are needed", flawed, sound)
			}
		})
	}
}

func fires(t *testing.T, file string, c Check, src string) {
	t.Helper()
	before, _, ok := strings.Cut(src, "// <-")
	if !ok {
		t.Fatalf("%s: no line is marked // <-", file)
	}
	line := 1 + strings.Count(before, "\n")
	hits := analyse(src)
	for _, h := range hits {
		if h.Check.Name == c.Name && h.From <= line && line <= h.To {
			return
		}
	}
	t.Errorf("%s: want %s on line %d, got:\n%s", file, c.Name, line, show(hits))
}

// structureOnly removes the comments and renames everything that the text declares.
func structureOnly(t *testing.T, file, src string) {
	t.Helper()
	if errs := solidity.Parse(src).Errors; len(errs) > 0 {
		t.Errorf("%s: %v", file, errs)
	}
	want := places(analyse(src))
	var b strings.Builder
	for _, tok := range solidity.Lex(src) {
		if text := tok.Text(src); tok.Kind == solidity.LineComment || tok.Kind == solidity.BlockComment {
			b.WriteString(strings.Repeat("\n", strings.Count(text, "\n")))
		} else {
			b.WriteString(text)
		}
	}
	src = b.String()
	if got := places(analyse(src)); got != want {
		t.Errorf("%s: comments matter: %s, and without them %s", file, want, got)
	}
	names := solidity.Resolve(map[string]string{"a.sol": src})
	renames := map[string]string{}
	for i, d := range names.Decls {
		if d.Name != "" && !solidity.Shared(d.Name) {
			renames[d.Name] = fmt.Sprintf("q%dx", i)
		}
	}
	edits, skipped := names.Rename(renames)
	if len(skipped) > 0 {
		t.Logf("%s: not renamed: %v", file, skipped)
	}
	renamed, err := edit.Apply(src, edits["a.sol"])
	if err != nil {
		t.Fatal(err)
	}
	if got := places(analyse(renamed)); got != want {
		t.Errorf("%s: names matter: %s, and renamed %s", file, want, got)
	}
}

func TestChecksAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Checks() {
		if _, ok := c.Class.Info(); !ok || c.Name == "" || c.Severity == "" || c.Doc == "" || c.Attack == "" || c.Fix == "" ||
			c.run == nil || seen[c.Name] {
			t.Errorf("incomplete check %+v", c)
		}
		seen[c.Name] = true
	}
	if len(seen) < 7 {
		t.Errorf("%d checks", len(seen))
	}
}

func TestSilentOnNothing(t *testing.T) {
	for _, src := range []string{"", "contract C {", "\xff\x00", "contract C { function f() public { ((( } }",
		"contract A is A {}", "contract C { function f() f() { f(); } }"} {
		if got := analyse(src); len(got) > 0 {
			t.Errorf("%q:\n%s", src, show(got))
		}
	}
}
