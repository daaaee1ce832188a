// Package transformtest is the harness that every transformation's test uses:
// golden cases as txtar archives, and laws that hold for all of them. It is for
// tests only.
//
// An archive begins with prose that states why the case exists. Its files:
//
//	chain          what to apply; without it, the transformation itself
//	seed           a number; without it, 1
//	input.sol      the code under review (or input.sql), labels as //~ markers
//	fixed.sol      its twin, likewise; may be missing
//	context/X.sol  shown next to it
//	PROTOCOL.md    the protocol description
//	Proof.sol      hidden
//	want/PATH      every text that differs from what went in, written by -update
//	want/labels    the labels of the variant, one a line
//	want/renames   old name → new name
//	want/error     the error, when there must be one
package transformtest

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	gocmp "github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

var update = flag.Bool("update", false, "write what is seen into the golden files")

// Run checks testdata/*.txtar of the test's package and the laws on each case.
// list are the transformations that chains may name; the first is the one under
// test. It fails without cases.
func Run(t *testing.T, list ...transform.Transformation) {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("no transformation to test")
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden case in testdata (%v)", err)
	}
	for i := range list {
		list[i].Undoes = nil // the others may be missing from the list
	}
	if err := transform.Validate(list); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, file, list) })
	}
}

func golden(t *testing.T, file string, list []transform.Transformation) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.Fields(string(a.Comment))) < 4 {
		t.Errorf("%s does not begin with a sentence that states why the case exists", file)
	}
	p, chain, seed := read(t, file, a, list)
	got, err := render(p, chain, seed)
	var no *transform.NotApplicableError
	var syntax *transform.SyntaxError
	if err != nil && !errors.As(err, &no) && !errors.As(err, &syntax) {
		t.Fatalf("%s: %v; only that it does not apply, or that the input cannot be read, can be wanted", file, err)
	}
	if *update {
		keep := slices.DeleteFunc(slices.Clone(a.Files), func(f txtar.File) bool {
			return strings.HasPrefix(f.Name, "want/")
		})
		for _, name := range slices.Sorted(maps.Keys(got)) {
			keep = append(keep, txtar.File{Name: name, Data: []byte(got[name])})
		}
		a.Files = keep
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	} else {
		want := map[string]string{}
		for _, f := range a.Files {
			if strings.HasPrefix(f.Name, "want/") {
				want[f.Name] = string(f.Data)
			}
		}
		if d := gocmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got); if that is right: go test -update\n%s", file, d)
		}
	}
	Laws(t, chain, seed, p)
}

// read converts an archive to a program.
func read(t *testing.T, file string, a *txtar.Archive, list []transform.Transformation) (
	transform.Program, transform.Chain, uint64) {
	t.Helper()
	chainText, seed := list[0].Name, uint64(1)
	v := bench.Variant{Key: "test/case", Class: "reentrancy", Truth: bench.Vulnerable, Proof: bench.Proved}
	var twin *bench.Variant
	p := transform.Program{Variant: &v}
	for _, f := range a.Files {
		text := string(f.Data)
		switch {
		case f.Name == "chain":
			chainText = strings.TrimSpace(text)
		case f.Name == "seed":
			n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
			if err != nil {
				t.Fatalf("%s: seed: %v", file, err)
			}
			seed = n
		case f.Name == "input.sol" || f.Name == "input.sql":
			v.Task.Language = map[string]string{".sol": "solidity", ".sql": "sql"}[filepath.Ext(f.Name)]
			text, v.Labels = unmark(t, file, f.Name, text)
			v.Task.Files = []bench.File{{Path: f.Name, Text: text}}
		case f.Name == "fixed.sol" || f.Name == "fixed.sql":
			main := "input" + filepath.Ext(f.Name)
			text, labels := unmark(t, file, main, text)
			twin = &bench.Variant{Labels: labels, Task: bench.Task{Files: []bench.File{{Path: main, Text: text}}}}
		case strings.HasPrefix(f.Name, "context/"):
			v.Task.Context = append(v.Task.Context, bench.File{Path: f.Name, Text: text})
		case f.Name == transform.ProtocolPath:
			v.Task.Protocol = text
		case f.Name == "Proof.sol":
			p.Hidden = append(p.Hidden, bench.File{Path: f.Name, Text: text})
		case strings.HasPrefix(f.Name, "want/"):
		default:
			t.Fatalf("%s: unknown file %s", file, f.Name)
		}
	}
	if v.Task.Files == nil {
		t.Fatalf("%s has no input.sol and no input.sql", file)
	}
	if twin != nil {
		full := v
		full.Key, full.Truth, full.Labels = v.Key+"+fixed", bench.Safe, twin.Labels
		full.Task.Files = twin.Task.Files
		v.Twin, p.Twin = full.Key, &full
	}
	chain, err := transform.ParseChain(chainText, list)
	if err != nil {
		t.Fatal(err)
	}
	return p, chain, seed
}

// unmark strips "//~ FUNCTION ACT" markers as package suite does.
func unmark(t *testing.T, archive, file, text string) (string, []bench.Label) {
	t.Helper()
	var b strings.Builder
	var labels []bench.Label
	for i, line := range strings.SplitAfter(text, "\n") {
		code, marker, ok := strings.Cut(line, "//~")
		if !ok {
			b.WriteString(line)
			continue
		}
		code = strings.TrimRight(code, " ")
		words := strings.Fields(marker)
		if len(words) < 2 {
			t.Fatalf("%s: %s:%d: a marker is //~ FUNCTION ACT", archive, file, i+1)
		}
		indent := len(code) - len(strings.TrimLeft(code, " \t"))
		l := bench.Label{Function: bench.SecurityFunction(words[0]), Act: bench.CodeAct(words[1]),
			Span: bench.Span{File: file, Start: b.Len() + indent, End: b.Len() + len(code), Line: i + 1, EndLine: i + 1}}
		b.WriteString(code + "\n")
		labels = append(labels, l)
	}
	functions := solidity.Functions(b.String())
	for i := range labels {
		if f, ok := solidity.Enclosing(functions, labels[i].Span.Start); ok {
			labels[i].Scope = f.Name
		}
	}
	return b.String(), labels
}

// render applies the chain and returns the result as files of an archive.
func render(p transform.Program, chain transform.Chain, seed uint64) (map[string]string, error) {
	r, err := transform.Apply(chain, seed, p)
	if err != nil {
		return map[string]string{"want/error": err.Error() + "\n"}, err
	}
	out := map[string]string{}
	put := func(prefix string, before, after []bench.File) {
		for i, f := range after {
			if i >= len(before) || before[i] != f {
				out[prefix+f.Path] = f.Text
			}
		}
	}
	put("want/", p.Variant.Task.Files, r.Variant.Task.Files)
	put("want/", p.Variant.Task.Context, r.Variant.Task.Context)
	put("want/", p.Hidden, r.Hidden)
	if r.Twin != nil {
		put("want/fixed/", p.Twin.Task.Files, r.Twin.Task.Files)
	}
	if r.Variant.Task.Protocol != p.Variant.Task.Protocol {
		out["want/"+transform.ProtocolPath] = r.Variant.Task.Protocol
	}
	var b strings.Builder
	for _, l := range r.Variant.Labels {
		text := r.Variant.Task.Files[0].Text
		first, _, _ := strings.Cut(text[l.Span.Start:l.Span.End], "\n")
		fmt.Fprintf(&b, "%s %s %d-%d %s: %s\n", l.Function, l.Act, l.Span.Line, l.Span.EndLine, cmp.Or(l.Scope, "-"), first)
	}
	if b.Len() > 0 {
		out["want/labels"] = b.String()
	}
	b.Reset()
	for _, old := range slices.Sorted(maps.Keys(r.Renames)) {
		fmt.Fprintf(&b, "%s → %s\n", old, r.Renames[old])
	}
	if b.Len() > 0 {
		out["want/renames"] = b.String()
	}
	return out, nil
}

// Laws fails the test if a law is violated that every transformation must obey: same arguments, same
// result; the input unchanged; nothing lost; the result can be parsed; the key states how it was
// made. It returns the result, or nil if the chain does not apply.
func Laws(t testing.TB, chain transform.Chain, seed uint64, p transform.Program) *transform.Result {
	t.Helper()
	before := snapshot(p)
	r, err := transform.Apply(chain, seed, p)
	again, err2 := transform.Apply(chain, seed, p)
	if d := gocmp.Diff(before, snapshot(p)); d != "" {
		t.Fatalf("%s@%d changed its input:\n%s", chain, seed, d)
	}
	if fmt.Sprint(err) != fmt.Sprint(err2) {
		t.Fatalf("%s@%d fails once with %v and once with %v", chain, seed, err, err2)
	}
	if err != nil {
		var no *transform.NotApplicableError
		if !errors.As(err, &no) {
			t.Logf("%s@%d: %v", chain, seed, err)
		}
		return nil
	}
	if !reflect.DeepEqual(r.Variant, again.Variant) || !reflect.DeepEqual(r.Twin, again.Twin) ||
		!reflect.DeepEqual(r.Hidden, again.Hidden) {
		t.Fatalf("%s@%d is not deterministic", chain, seed)
	}
	if want := fmt.Sprintf("%s~%s@%d", p.Variant.Key, chain, seed); r.Variant.Key != want {
		t.Errorf("key %q, want %q", r.Variant.Key, want)
	}
	if r.Variant.Proof != bench.Unproved || r.Variant.Base != p.Variant.Base {
		t.Errorf("a new variant must be unproved and keep its base: %v, %q", r.Variant.Proof, r.Variant.Base)
	}
	if r.Variant.Task.Hash() == p.Variant.Task.Hash() {
		t.Errorf("%s@%d yields the original under another name", chain, seed)
	}
	labels(t, chain, p.Variant, r.Variant)
	return r
}

// labels checks that no label is missing and that each covers text.
func labels(t testing.TB, chain transform.Chain, before, after *bench.Variant) {
	t.Helper()
	if after.Truth == before.Truth && len(after.Labels) < len(before.Labels) {
		t.Errorf("%s lost %d labels", chain, len(before.Labels)-len(after.Labels))
	}
	for _, l := range after.Labels {
		if l.Span.File == "" {
			continue
		}
		i := slices.IndexFunc(after.Task.Files, func(f bench.File) bool { return f.Path == l.Span.File })
		if i < 0 {
			t.Errorf("%s: a label is in %s, which is not a file", chain, l.Span.File)
			continue
		}
		text := after.Task.Files[i].Text
		if l.Span.Start < 0 || l.Span.End > len(text) || l.Span.Start >= l.Span.End {
			t.Errorf("%s: label %s covers [%d, %d) of %d bytes", chain, l.Function, l.Span.Start, l.Span.End, len(text))
			continue
		}
		if got := 1 + strings.Count(text[:l.Span.Start], "\n"); got != l.Span.Line {
			t.Errorf("%s: label %s has line %d, but is on %d", chain, l.Function, l.Span.Line, got)
		}
	}
}

// snapshot is a deep copy for comparison.
func snapshot(p transform.Program) []bench.Variant {
	var out []bench.Variant
	for _, v := range []*bench.Variant{p.Variant, p.Twin} {
		if v == nil {
			continue
		}
		c := *v
		c.Labels = slices.Clone(v.Labels)
		c.Task.Files = slices.Clone(v.Task.Files)
		c.Task.Context = slices.Clone(v.Task.Context)
		out = append(out, c)
	}
	return append(out, bench.Variant{Task: bench.Task{Files: slices.Clone(p.Hidden)}})
}
