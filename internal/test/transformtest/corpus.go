package transformtest

import (
	"io/fs"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/proof/certify"
	"assay/internal/proof/verify"
	"assay/suites"
)

// Case is one sample of the embedded suites.
type Case struct {
	Name       string
	Program    transform.Program
	Executable *suite.Executable // nil for SQL
}

// Corpus returns the samples of the embedded suites: for Solidity the vulnerable
// source with its twin and proof, for SQL every bad test with the good one from which
// it was derived.
func Corpus(t testing.TB) []Case {
	t.Helper()
	var out []Case
	for _, pattern := range []string{"blockbench/*/*", "tenantsql/*"} {
		dirs, err := fs.Glob(suites.FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range dirs {
			list, problems, err := suite.Load(suites.FS, dir, "", "suites/"+dir)
			if err != nil || len(problems) > 0 { // a test of package suite fails on these
				t.Logf("%s is left out: %v %v", dir, err, problems)
				continue
			}
			out = append(out, cases(list[0])...)
		}
	}
	if len(out) < 40 {
		t.Fatalf("only %d samples found", len(out))
	}
	return out
}

func cases(st *suite.Suite) []Case {
	var out []Case
	for i := range st.Samples {
		s := &st.Samples[i]
		if p, x, ok := certify.Program(st, s); ok {
			out = append(out, Case{s.ID, p, &x})
		}
	}
	for i := range st.Variants {
		if v := &st.Variants[i]; st.Format.ByRequirement() && v.Truth == bench.Vulnerable {
			out = append(out, Case{v.Key, verify.Program(st, v), nil})
		}
	}
	return out
}
