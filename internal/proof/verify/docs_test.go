package verify_test

import (
	"os"
	"regexp"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
)

var (
	blockRE  = regexp.MustCompile("(?s)```solidity (\\w+)\n(.*?)```")
	markerRE = regexp.MustCompile(`(?m)[ \t]*//~.*$`)
)

// The worked example of docs/proofs.md is a proof.
func TestWorkedExample(t *testing.T) {
	text, err := os.ReadFile("../../../docs/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range blockRE.FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = markerRE.ReplaceAllString(m[2], "")
	}
	if len(blocks) != 3 {
		t.Fatalf("%d blocks of Solidity found", len(blocks))
	}
	res := run(t, jar(blocks["jar"], blocks["fixed"], blocks["proof"]))
	if !res.Evidence.Proved {
		t.Errorf("the worked example is not proved: %q", res.Evidence.Failures())
	}
}

// jar is a sample with the rules of the worked example.
func jar(vulnerable, fixed, proofText string) suite.Executable {
	return suite.Executable{
		ID: "doc/jar", Main: "Jar.sol",
		Vulnerable: map[string]string{"Jar.sol": vulnerable, "Proof.sol": proofText},
		Fixed:      map[string]string{"Jar.sol": fixed, "Proof.sol": proofText},
		Rules: evidence.Rules{Compiler: "0.8.30", Contract: "Jar", Impact: "ether_gained", Minimum: "5000000000000000000",
			CapitalWei: "1000000000000000000"},
	}
}

func run(t *testing.T, x suite.Executable) verify.Result {
	t.Helper()
	c := solctest.New(t)
	cs, err := verify.Prepare(t.Context(), c, x)
	if err != nil {
		t.Fatal(err)
	}
	return cs.Run(t.Context(), c, nil, verify.Options{Fuzz: 300, Seed: 1})
}
