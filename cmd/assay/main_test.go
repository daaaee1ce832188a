package main

import (
	"flag"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"assay/internal/proof/solc/solctest"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	if os.Getenv("ASSAY_TEST_AS_PROGRAM") == "1" {
		main() // the tests that send signals start this binary as the program
		return
	}
	testscript.Main(m, map[string]func(){"assay": main})
}

// TestScripts drives the program through testdata/script. The first comment of
// each script says what it shows. $FAKE is the address of a model server that
// answers as the model's name says (fake_test.go).
func TestScripts(t *testing.T) { scripts(t, "testdata/script", "") }

// TestCompiledScripts is the same for what needs the Solidity compilers, which
// stand in $SOLC; without them it is skipped, saying so.
func TestCompiledScripts(t *testing.T) { scripts(t, "testdata/compiled", solctest.Dir(t)) }

func scripts(t *testing.T, dir, compilers string) {
	fake := httptest.NewServer(new(fakeServer))
	t.Cleanup(fake.Close)
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("FAKE", fake.URL+"/v1")
			e.Setenv("SOLC", compilers)
			e.Setenv("OPENAI_API_KEY", "")
			e.Setenv("OPENROUTER_API_KEY", "")
			return nil
		},
	})
}
