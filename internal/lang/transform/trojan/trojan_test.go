package trojan_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/trojan"
	"assay/internal/proof/solc"
	"assay/internal/test/solctest"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, trojan.Transformation) }

// Every kind compiles with a compiler of every generation, contains no revealing
// names, and carries its label.
func TestKinds(t *testing.T) {
	kinds, err := trojan.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	if len(kinds) < 12 {
		t.Fatalf("only %d kinds", len(kinds))
	}
	var c *solc.Compiler
	if !testing.Short() {
		c = solctest.New(t)
	}
	for _, k := range kinds {
		t.Run(k.Name, func(t *testing.T) {
			for _, version := range []string{"^0.4.11", "0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.30"} {
				v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity",
					Files: []bench.File{{Path: "Jar.sol",
						Text: fmt.Sprintf("pragma solidity %s;\ncontract Jar {\n    uint256 kept;\n\n    function put(uint256 n) public "+
							"{\n        kept = n;\n    }\n}\n", version)}}}}
				chain, err := transform.ParseChain("trojan:kind="+k.Name, []transform.Transformation{trojan.Transformation})
				if err != nil {
					t.Fatal(err)
				}
				r, err := transform.Apply(chain, 1, transform.Program{Variant: &v})
				if err != nil {
					t.Fatal(err)
				}
				text := r.Variant.Task.Files[0].Text
				if len(r.Variant.Labels) != 1 || r.Variant.Labels[0].Function != bench.Decoy || r.Variant.Labels[0].Note == "" {
					t.Errorf("labels %v", r.Variant.Labels)
				}
				for _, word := range []string{"decoy", "trojan", "unsafe", "vulnerab", "attack", "bypass", "//", "{{"} {
					if strings.Contains(strings.ToLower(text), word) {
						t.Errorf("%s: it says %q:\n%s", version, word, text)
					}
				}
				if c == nil {
					continue
				}
				if _, err := c.Compile(t.Context(), solc.Input{Version: strings.Replace(version, "^0.4.11", "0.4.26", 1),
					Sources: map[string]string{"Jar.sol": text}}); err != nil {
					t.Errorf("%s: %v\n%s", version, err, text)
				}
			}
		})
	}
}
