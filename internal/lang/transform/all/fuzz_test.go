package all_test

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/test/transformtest"
)

// Arbitrary bytes never cause a panic: they are refused, or transformed according to the laws.
func FuzzTransform(f *testing.F) {
	for _, cs := range transformtest.Corpus(f)[:4] {
		f.Add(cs.Program.Variant.Task.Files[0].Text, "solidity", uint64(1))
	}
	f.Add("contract A { function f() { } } // x", "solidity", uint64(2))
	f.Add("SELECT 1 -- safe\nFROM t", "sql", uint64(3))
	list := all.Transformations()
	f.Fuzz(func(t *testing.T, text, language string, seed uint64) {
		if language != "sql" {
			language = "solidity"
		}
		v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: language,
			Files: []bench.File{{Path: "A.sol", Text: text}}}}
		tr := list[seed%uint64(len(list))]
		chain, err := transform.ParseChain(tr.Name, list)
		if err != nil {
			t.Fatal(err)
		}
		transformtest.Laws(t, chain, seed, transform.Program{Variant: &v})
	})
}
