package all_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/transform"
	"assay/internal/transform/all"
	"assay/internal/transform/transformtest"
)

// Bytes of any kind never panic: they are refused, or transformed lawfully.
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
		v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: language, Files: []bench.File{{Path: "A.sol", Text: text}}}}
		tr := list[seed%uint64(len(list))]
		chain, err := transform.ParseChain(tr.Name, list)
		if err != nil {
			t.Fatal(err)
		}
		transformtest.Laws(t, chain, seed, transform.Program{Variant: &v})
	})
}

func BenchmarkTransform(b *testing.B) {
	list := all.Transformations()
	cs := transformtest.Corpus(b)[0]
	for _, tr := range list {
		b.Run(tr.Name, func(b *testing.B) {
			chain, err := transform.ParseChain(tr.Name, list)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := transform.Apply(chain, 1, cs.Program); err != nil {
				b.Skip(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				transform.Apply(chain, 1, cs.Program)
			}
		})
	}
}

// Time grows with the text, not with its square.
func BenchmarkGrowth(b *testing.B) {
	text, err := os.ReadFile("../../../suites/blockbench/tc/money-market/MoneyMarket.sol")
	if err != nil {
		b.Skip(err)
	}
	body := strings.ReplaceAll(string(text), "//~", "//")
	list := all.Transformations()
	for _, name := range []string{"no-comments", "shapeshifter-l1", "shapeshifter-l4", "chameleon"} {
		chain, err := transform.ParseChain(name, list)
		if err != nil {
			b.Fatal(err)
		}
		for _, n := range []int{1, 10, 100} {
			var whole strings.Builder
			for i := range n {
				whole.WriteString(strings.NewReplacer("contract ", "contract C"+strings.Repeat("x", i), "library ", "library L"+strings.Repeat("x", i)).Replace(body))
			}
			v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: whole.String()}}}}
			b.Run(fmt.Sprintf("%s/%d-lines", name, n*177), func(b *testing.B) {
				b.SetBytes(int64(whole.Len()))
				for b.Loop() {
					if _, err := transform.Apply(chain, 1, transform.Program{Variant: &v}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
