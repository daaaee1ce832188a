package main

import (
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/suites"
)

// The committed page matches the data.
func TestPage(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, "blockbench", "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	have, err := os.ReadFile("../../../docs/corpus.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != page(list[0]) {
		t.Error("docs/corpus.md is out of date; run: go run ./internal/tools/corpus > docs/corpus.md")
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
