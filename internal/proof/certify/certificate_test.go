package certify_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/transform"
	"assay/internal/proof/certify"
	"assay/internal/proof/solc"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

// Every pair of testdata gets exactly the certificate that it deserves, on both
// halves. A pair is a whole sample and, written by hand, a possible result of a
// transformation of it:
//
//	case               compiler, what is promised, what is owed, and old=new for names and "old=new" for strings
//	Jar.sol Proof.sol  the vulnerable source and its proof
//	fix                old line, then new line: what makes Jar.sol its twin
//	change             likewise, as often as needed: what makes a variant of both and of the proof
func TestPairs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d pairs found (%v)", len(files), err)
	}
	c := solctest.New(t)
	takes := corpustest.Every(t, 3)
	for i, file := range files {
		if takes(i) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { pair(t, c, file) })
		}
	}
}

// settings is the file "case" of an archive.
type settings struct {
	compiler, promised, kind string
	want                     string // "C3", or "none"
	says                     string // in the summary
	renames, strings         map[string]string
}

func pair(t *testing.T, c *solc.Compiler, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.Fields(string(a.Comment))) < 4 {
		t.Errorf("%s does not begin with a sentence that says why the case exists", file)
	}
	s := settings{compiler: "0.8.30", promised: "C4", kind: "preserving", renames: map[string]string{},
		strings: map[string]string{}}
	jar, hidden, err := stock(s.compiler)
	if err != nil {
		t.Fatal(err)
	}
	var fix [2]string
	var changes [][2]string
	for _, f := range a.Files {
		text := string(f.Data)
		switch f.Name {
		case "case":
			s.read(t, text)
			if jar, hidden, err = stock(s.compiler); err != nil {
				t.Fatal(err)
			}
		case "Jar.sol":
			jar = text
		case "Proof.sol":
			hidden = text
		case "fix":
			fix = halves(t, text)
		case "change":
			changes = append(changes, halves(t, text))
		default:
			t.Fatalf("%s: what is %s for?", file, f.Name)
		}
	}
	if fix == ([2]string{}) {
		fix = [2]string{"        // pays\n", "        kept[msg.sender] = 0;\n"}
	}
	fixed := replace(jar, fix)
	if fixed == jar {
		t.Fatalf("there is no %q", fix[0])
	}
	texts := []string{jar, fixed, hidden}
	for _, ch := range changes {
		found := false
		for i := range texts {
			now := replace(texts[i], ch)
			found = found || now != texts[i]
			texts[i] = now
		}
		if !found {
			t.Fatalf("nowhere is %q", ch[0])
		}
	}
	after, afterFixed, afterHidden := texts[0], texts[1], texts[2]

	x := suite.Executable{ID: "test/jar", Main: "Jar.sol",
		Vulnerable: map[string]string{"Jar.sol": jar, "Proof.sol": hidden},
		Fixed:      map[string]string{"Jar.sol": fixed, "Proof.sol": hidden},
		Rules: evidence.Rules{Compiler: s.compiler, Contract: "Jar", Impact: "ether_gained", Minimum: "5000000000000000000",
			CapitalWei: "1000000000000000000"}}
	r := result(t, s, x, after, afterFixed, afterHidden)
	got, err := certify.Certify(t.Context(), c, x, r, 400)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 && s.kind != "differential" {
		t.Fatalf("%d halves", len(got))
	}
	for _, v := range got {
		have := v.Certificate
		if !v.Usable() {
			have = "none"
		}
		if have != s.want || !strings.Contains(v.Summary(), s.says) {
			t.Errorf("the %s half gets %s, want %s, saying %q: %s", v.Half, have, s.want, s.says, v.Summary())
		}
	}
}

// result is what a transformation would have returned.
func result(t *testing.T, s settings, x suite.Executable, after, afterFixed, hidden string) *transform.Result {
	t.Helper()
	promises := transform.C1
	if _, err := fmt.Sscanf(s.promised, "C%d", (*int)(&promises)); err != nil {
		t.Fatal(err)
	}
	kind := transform.Preserving
	if s.kind != "preserving" {
		kind = transform.Intervention
	}
	tr := transform.Transformation{Name: "by-hand", Doc: "written by hand", Kind: kind, Letter: "P", Promises: promises,
		Run: func(in *transform.Input) (*transform.Output, error) {
			text := after
			if in.Truth == bench.Safe {
				text = afterFixed
			}
			out := &transform.Output{Edits: map[string][]edit.Edit{"Jar.sol": {{Start: 0, End: len(in.Code().Text), New: text}}}}
			if s.kind == "differential" {
				if in.Truth == bench.Safe {
					return nil, transform.NotApplicable("it is safe")
				}
				out.Truth = bench.Safe
			}
			return out, nil
		}}
	chain, err := transform.ParseChain("by-hand", []transform.Transformation{tr})
	if err != nil {
		t.Fatal(err)
	}
	v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity",
		Files: []bench.File{{Path: "Jar.sol", Text: x.Vulnerable["Jar.sol"]}}}}
	f := v
	f.Key, f.Truth, f.Task.Files = "k+fixed", bench.Safe, []bench.File{{Path: "Jar.sol", Text: x.Fixed["Jar.sol"]}}
	r, err := transform.Apply(chain, 1, transform.Program{Variant: &v, Twin: &f})
	if err != nil {
		t.Fatal(err)
	}
	r.Hidden = []bench.File{{Path: "Proof.sol", Text: hidden}}
	r.Renames, r.Strings = s.renames, s.strings
	return r
}

func (s *settings) read(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			t.Fatalf("%q is not key: value", line)
		}
		switch key {
		case "compiler":
			s.compiler = value
		case "promised":
			s.promised = value
		case "kind":
			s.kind = value
		case "want":
			s.want = value
		case "says":
			s.says = value
		case "rename", "string":
			old, now, _ := strings.Cut(value, "=")
			m := s.renames
			if key == "string" {
				m = s.strings
			}
			m[old] = now
		default:
			t.Fatalf("unknown key %q", key)
		}
	}
}

func halves(t *testing.T, text string) [2]string {
	t.Helper()
	old, now, ok := strings.Cut(text, "=>\n")
	if !ok {
		t.Fatalf("%q has no line =>", text)
	}
	return [2]string{old, now}
}

// replace replaces lines or, with a leading "all ", words.
func replace(text string, ch [2]string) string {
	if old, ok := strings.CutPrefix(ch[0], "all "); ok {
		return strings.ReplaceAll(text, strings.TrimSpace(old), strings.TrimSpace(ch[1]))
	}
	return strings.ReplaceAll(text, ch[0], ch[1])
}

// stock is the sample that most pairs change, in the syntax of one compiler.
func stock(compiler string) (jar, hidden string, err error) {
	dir := "testdata/stock"
	if strings.HasPrefix(compiler, "0.4.") {
		dir = "testdata/stock04"
	}
	b, err := os.ReadFile(dir + "/Jar.sol")
	if err != nil {
		return "", "", err
	}
	p, err := os.ReadFile(dir + "/Proof.sol")
	slot := ".slot"
	if strings.HasPrefix(compiler, "0.6.") {
		slot = "_slot"
	}
	fill := strings.NewReplacer("VERSION", compiler, "SLOT", slot)
	return fill.Replace(string(b)), fill.Replace(string(p)), err
}

// Repeated runs give the same evidence.
func TestDeterministic(t *testing.T) {
	corpustest.Turn(t, 3)
	c := solctest.New(t)
	jar, hidden, err := stock("0.8.30")
	if err != nil {
		t.Fatal(err)
	}
	fixed := strings.Replace(jar, "        // pays\n", "        kept[msg.sender] = 0;\n", 1)
	x := suite.Executable{ID: "test/jar", Main: "Jar.sol",
		Vulnerable: map[string]string{"Jar.sol": jar, "Proof.sol": hidden},
		Fixed:      map[string]string{"Jar.sol": fixed, "Proof.sol": hidden},
		Rules: evidence.Rules{Compiler: "0.8.30", Contract: "Jar", Impact: "ether_gained", Minimum: "5000000000000000000",
			CapitalWei: "1000000000000000000"}}
	s := settings{promised: "C4", kind: "preserving"}
	twice := strings.NewReplacer("total += msg.value", "total = msg.value + total")
	var first []evidence.Variant
	for range 2 {
		got, err := certify.Certify(t.Context(), c, x, result(t, s, x, twice.Replace(jar), twice.Replace(fixed), hidden),
			200)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !slices.Equal(first, got) {
			t.Errorf("%+v\nand then\n%+v", first, got)
		}
		first = got
	}
	if len(first) != 2 || !strings.Contains(first[0].Shown, "(seed 1)") {
		t.Errorf("%+v", first)
	}

	// A compiler timeout does not say anything about a variant.
	slow, err := solc.New(solc.Options{Dir: solctest.Dir(t), CacheDir: t.TempDir(), Timeout: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	r := result(t, s, x, twice.Replace(jar), twice.Replace(fixed), hidden)
	got, err := certify.Certify(t.Context(), slow, x, r, 200)
	if !errors.Is(err, context.DeadlineExceeded) || got != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
