package all_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/pgtree"
	"assay/internal/proof/solc"
	"assay/internal/test/solctest"
	"assay/internal/test/transformtest"
)

// variants calls check for every variant of testdata/cases/*.<ext>, and fails without at least least files. The
// chains are each transformation alone, the paper's chains, and the placebos in a row.
func variants(t *testing.T, language, ext string, least int, check func(*testing.T, bench.File, *transform.Result)) {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*." + ext)
	if err != nil || len(files) < least {
		t.Fatalf("%d cases in testdata/cases, want %d (%v)", len(files), least, err)
	}
	var chains []string
	for _, tr := range all.Transformations() {
		if tr.Speaks(language) {
			chains = append(chains, tr.Name)
		}
	}
	chains = append(chains, "sanitize+no-comments+shapeshifter-l3", "no-comments+reformat+rename")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), "."+ext), func(t *testing.T) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f := bench.File{Path: "A." + ext, Text: string(b)}
			v := &bench.Variant{Key: "cases/a", Truth: bench.Vulnerable,
				Task: bench.Task{Language: language, Files: []bench.File{f}}}
			made := 0
			for _, text := range chains {
				chain, err := transform.ParseChain(text, all.Transformations())
				if err != nil {
					t.Fatal(err)
				}
				r, err := transform.Apply(chain, *seed, transform.Program{Variant: v})
				if no := (*transform.NotApplicableError)(nil); errors.As(err, &no) {
					t.Log(err)
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				made++
				t.Run(text, func(t *testing.T) {
					transformtest.Laws(t, chain, *seed, transform.Program{Variant: v})
					if check(t, f, r); t.Failed() {
						t.Logf("%s", r.Variant.Task.Files[0].Text)
					}
				})
			}
			if made == 0 {
				t.Error("no chain applies")
			}
		})
	}
}

// Constructs of other people's contracts that a reader or a formatter got wrong. They parse, and so does every
// variant; where there is a compiler, it compiles, and has the same bytecode if its chain promises that. A signature
// in a string follows its function.
func TestSolidityCases(t *testing.T) {
	var c *solc.Compiler
	if !testing.Short() {
		c = solctest.New(t)
	}
	variants(t, "solidity", "sol", 9, func(t *testing.T, was bench.File, r *transform.Result) {
		is := r.Variant.Task.Files[0]
		for _, f := range []bench.File{was, is} {
			if errs := solidity.Parse(f.Text).Errors; len(errs) > 0 {
				t.Errorf("%s", errs)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(r.Renames)) {
			if strings.Contains(is.Text, `"`+name+"(") {
				t.Errorf("%s is %s now, but not in strings", name, r.Renames[name])
			}
		}
		if c == nil {
			return
		}
		x := suite.Executable{}
		x.Rules.Compiler = "0.8.30"
		if strings.Contains(was.Text, "pragma solidity ^0.4.") {
			x.Rules.Compiler = "0.4.26"
		}
		before, after := map[string]string{was.Path: was.Text}, map[string]string{is.Path: is.Text}
		if r.Chain.Promises() == transform.C1 {
			for _, d := range bytecodeDiff(t, c, x, before, after, r) {
				t.Error(d)
			}
		} else if _, err := c.Compile(t.Context(), solc.Input{Version: x.Rules.Compiler, Sources: after}); err != nil {
			t.Error(err)
		}
	})
}

// newer is a case in the grammar of PostgreSQL 18, which the pinned parser does not know yet: its words are compared.
const newer = "pg18-temporal"

// Constructs of other people's SQL that a reader got wrong. PostgreSQL's parser cannot distinguish a variant.
func TestSQLCases(t *testing.T) {
	variants(t, "sql", "sql", 5, func(t *testing.T, was bench.File, r *transform.Result) {
		is := r.Variant.Task.Files[0]
		d, err := pgtree.Differ(was.Text, is.Text)
		if strings.Contains(t.Name(), "/"+newer+"/") {
			if err == nil {
				t.Errorf("the parser knows %s: compare its trees", newer)
			}
			if w := words(is.Text); !slices.Equal(words(was.Text), w) {
				t.Errorf("other words: %q", w)
			}
		} else if d != "" || err != nil {
			t.Errorf("%s %v", d, err)
		}
	})
}

// words lists the tokens of SQL that are no layout and no comments.
func words(code string) (out []string) {
	for _, tok := range sqltext.Lex(code) {
		if tok.Kind != sqltext.Space && tok.Kind != sqltext.LineComment && tok.Kind != sqltext.BlockComment {
			out = append(out, tok.Text(code))
		}
	}
	return out
}
