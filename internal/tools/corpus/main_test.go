package main

import (
	"os"
	"testing"

	"assay/internal/suite"
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
