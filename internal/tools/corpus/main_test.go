package main

import (
	"os"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/suites"
)

// The committed page matches the data.
func TestPage(t *testing.T) {
	want, err := page()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../../docs/corpus.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Error("docs/corpus.md is out of date; run: go run ./internal/tools/corpus > docs/corpus.md")
	}
}

// Findings of the firms that the paper names are in a row of their own, and not among the 34 of gs.
func TestNamedSet(t *testing.T) {
	var list []suite.Sample
	for _, c := range [][3]string{{"gs", "Cyfrin", "gs"}, {"gs", "Spearbit", namedSet},
		{"recent", "Code4rena", "recent"}} {
		x := suite.Sample{Group: c[0], Meta: &suite.Meta{Sources: []bench.Source{{By: c[1]}}}}
		if got := set(x); got != c[2] {
			t.Errorf("%s by %s: %s, want %s", c[0], c[1], got, c[2])
		}
		list = append(list, x)
	}
	var b strings.Builder
	composition(&b, list)
	if out := b.String(); !strings.Contains(out, "| gold-standard | 34 | 1 | 1 |") ||
		!strings.Contains(out, "names | none | 1 | 1 |") {
		t.Error(out)
	}
}

// Every sample has one of the voices that the page lists.
func TestVoices(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, "blockbench", "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	text, err := os.ReadFile("../../../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list[0].Samples {
		if !strings.Contains(string(text), "\n| "+x.Meta.Voice+" | ") {
			t.Errorf("%s has the voice %q, which docs/audit.md does not list", x.ID, x.Meta.Voice)
		}
	}
}
