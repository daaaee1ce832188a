package audit

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"assay/internal/bench"
	"assay/internal/core/suite"

	"assay/internal/core/base/termtext"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func terminal(t *testing.T, r *Result, width int) string {
	t.Helper()
	var b bytes.Buffer
	if err := Terminal(&b, r, width); err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(b.String(), "\n") {
		if termtext.Columns(l) > max(width, 80) && strings.Contains(l, " ") && len(strings.Fields(l)) > 2 {
			t.Errorf("width %d: %d columns: %s", width, termtext.Columns(l), l)
		}
	}
	return b.String()
}

// faulty is a suite with one of everything that an audit reports.
func faulty() *suite.Suite {
	s := synthetic(shape{12, 1, 2}, 9, "sql", func(rng *rand.Rand, code []string, bad bool, n int) []string {
		if bad && n%8 > 0 {
			code[0] += "\n-- UNSAFE: \x1b[\u202e " + query(rng, 1)[1]
		}
		return code
	})
	at := func(key string) *bench.Variant {
		v, ok := s.Variant("synthetic/" + key)
		if !ok {
			panic(key)
		}
		return v
	}
	// q001-01 equals its twin except for a comment, q003-01 also occurs in q002, and q004-00 is q005-00 with other
	// names.
	at("q001-01").Task.Files[0].Text = "-- one\n" + at("q001-00").Task.Files[0].Text
	at("q003-01").Task.Files[0].Text = at("q002-01").Task.Files[0].Text
	at("q004-00").Task.Files[0].Text = strings.ReplaceAll(at("q005-00").Task.Files[0].Text, "a.", "rec.")
	at("q006-01").Class, at("q006-01").Task.Protocol = "cross_tenant", ""
	at("q006-01").Task.Spec += "2. Mind cross_tenant rows.\n"
	s.Hints = []suite.Problem{{File: "synthetic/q000-01.md", Line: 2, Msg: `the word "UNSAFE" gives the answer away`}}
	return s
}

func TestGolden(t *testing.T) {
	r := Run(faulty(), Options{Seed: 1})
	for _, width := range []int{80, 120} {
		got := terminal(t, r, width)
		if strings.ContainsAny(got, "\x1b\u202e") {
			t.Error("control characters reach the terminal")
		}
		golden := filepath.Join("testdata", map[int]string{80: "terminal-80.txt", 120: "terminal-120.txt"}[width])
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s (-want +got); -update rewrites it\n%s", golden, d)
		}
	}
}

func TestFaults(t *testing.T) {
	r := Run(faulty(), Options{Seed: 1})
	name := func(key string) string { return "synthetic/" + key + ".md" }
	if len(r.Duplicates) != 2 || !r.Duplicates[0].Contradiction || r.Duplicates[0].Vulnerable[0] != name("q001-01") ||
		r.Duplicates[0].Safe[0] != name("q001-00") ||
		r.Duplicates[1].Contradiction || !reflect.DeepEqual(r.Duplicates[1].Vulnerable,
		[]string{name("q002-01"), name("q003-01")}) {
		t.Errorf("duplicates %+v", r.Duplicates)
	}
	var found []string
	for _, s := range r.Similar {
		if s.Similarity < 0.9 {
			continue // random queries of one grammar have much in common
		}
		found = append(found, s.A[len("synthetic/"):len("synthetic/q000")]+" "+s.B[len("synthetic/"):len("synthetic/q000")])
	}
	if !reflect.DeepEqual(found, []string{"q002 q003", "q004 q005"}) {
		t.Errorf("similar %v %+v", found, r.Similar)
	}
	if len(r.Leaks) != 1 || r.Leaks[0].Key != "synthetic/q006-01" ||
		!reflect.DeepEqual(r.Leaks[0].Words, []string{"cross_tenant"}) || len(r.Leaks[0].Strategies) == 0 {
		t.Errorf("leaks %+v", r.Leaks)
	}
	if r.Faults() != 3 || len(r.Hints) != 1 || r.Pairs.N != 24 || r.Pairs.CommentsDiffer < 20 || r.Pairs.Longer+
		r.Pairs.Shorter+r.Pairs.Equal != 24 {
		t.Errorf("%d faults, hints %v, pairs %+v", r.Faults(), r.Hints, r.Pairs)
	}
	if !by(t, r, "comment-pattern").Convicted {
		t.Error("UNSAFE in the comments is acquitted")
	}
}

// Variants that were made from others repeat their own base only.
func TestDuplicatesOfTransformations(t *testing.T) {
	s := synthetic(shape{2, 1, 1}, 1, "sql", nil)
	copyOf := func(i, base int) {
		v := s.Variants[i]
		v.Key, v.Source, v.Chain, v.Base = v.Key+"+no-comments", v.Source+"+no-comments", "no-comments", s.Variants[base].Base
		s.Variants = append(s.Variants, v)
	}
	copyOf(0, 0)
	if d := duplicates(s, read(s)); len(d) != 0 {
		t.Errorf("its own base: %+v", d)
	}
	copyOf(0, 2)
	if d := duplicates(s, read(s)); len(d) != 1 || d[0].Contradiction {
		t.Errorf("another base: %+v", d)
	}
}

func TestDeterministic(t *testing.T) {
	out := func(seed uint64) string {
		var b bytes.Buffer
		if err := JSON(&b, Run(faulty(), Options{Seed: seed})); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := out(1)
	if d := cmp.Diff(first, out(1)); d != "" {
		t.Errorf("two runs differ:\n%s", d)
	}
	if first == out(2) {
		t.Error("the seed changes nothing")
	}
	var r Result
	if err := json.Unmarshal([]byte(first), &r); err != nil || !r.Convicted() || r.FormatVersion != FormatVersion {
		t.Errorf("%v %+v", err, r)
	}
}

// A language that is not SQL is read with its own comments, and audited alike.
func TestOtherLanguages(t *testing.T) {
	for _, lang := range []string{"javascript", "go", "python", "solidity", "", "klingon"} {
		mark := map[string]string{"python": "# reviewed", "": "-- reviewed", "klingon": "-- reviewed"}[lang]
		if mark == "" {
			mark = "// reviewed"
		}
		r := Run(synthetic(shape{14, 1, 1}, 3, lang, func(_ *rand.Rand, code []string, bad bool, _ int) []string {
			code[0] = "x = 1"
			if !bad {
				code[0] += " " + mark
			}
			return code
		}), Options{Seed: 1})
		if k := by(t, r, "comment-pattern"); !k.Convicted || k.Balanced != 1 {
			t.Errorf("%q: %+v", lang, k)
		}
	}
}

func FuzzRun(f *testing.F) {
	f.Add("SELECT 1 -- a", "select 2 $$ x $$", "sql")
	f.Add("contract A { /* }", "contract B {} // é ab", "solidity")
	f.Add("", "\x00\xff$a$$b$ x $b$$a$", "python")
	f.Fuzz(func(t *testing.T, a, b, lang string) {
		s := &suite.Suite{Name: "fuzz", Format: suite.TenantSQL}
		for i, text := range []string{a, b, b + a} {
			s.Variants = append(s.Variants, bench.Variant{Key: string(rune('a' + i)), Base: string(rune('a' + i/2)),
				Truth: bench.Truth(1 + i%2), Twin: "b",
				Task: bench.Task{Language: lang, Files: []bench.File{{Path: "q", Text: text}}}})
		}
		// All of Run that reads texts; the bootstrap, which is slow, only sees numbers.
		c := read(s)
		r := &Result{Census: census(s), Duplicates: duplicates(s, c), Similar: similar(c)}
		for _, x := range newBattery(c).shortcuts {
			if says := x.answer(c.bad); len(says) != len(c.texts) {
				t.Fatalf("%s gives %d answers", x.info.ID, len(says))
			}
			if x.describe != nil {
				x.describe(&x.info, c.bad)
			}
			x.info.Convicted = true
			r.Classifiers = append(r.Classifiers, x.info)
		}
		var out bytes.Buffer
		if err := Terminal(&out, r, 80); err != nil {
			t.Fatal(err)
		}
		for _, ch := range out.String() {
			if ch != '\n' && unicode.IsControl(ch) {
				t.Fatalf("the terminal is sent %q", ch)
			}
		}
	})
}
