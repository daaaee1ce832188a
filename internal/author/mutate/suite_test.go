package mutate_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/author/mutate"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
)

// load reads the suite as it stands in the tree.
func load(t testing.TB) *suite.Suite {
	t.Helper()
	suites, problems, err := suite.Load(os.DirFS("../../../suites"), "tenantsql", "tenantsql", "")
	if err != nil || len(suites) != 1 {
		t.Fatal(len(suites), err, problems)
	}
	return suites[0]
}

// stride says of which good tests mutants are derived, unless all are asked for.
const stride = 8

// Every mutant of a good test parses (Derive ensures it), is one edit away
// from its source, and keeps every comment.
func TestSuite(t *testing.T) {
	count := map[string]int{}
	mutants, nth, good, none := 0, 0, 0, 0
	codes := map[string][]string{} // query → canonical mutants
	all := load(t).Variants
	takes := corpustest.Every(t, stride)
	for i := range all {
		v := &all[i]
		if v.Truth != bench.Safe || v.Task.Language != "sql" {
			continue
		}
		if nth++; !takes(nth) {
			continue
		}
		good++
		code := v.Task.Files[0].Text
		ms, err := mutate.Derive(code, sqltext.Tables(sqlapp.Schema(v.Task.Spec)))
		if err != nil {
			t.Errorf("%s: %v", v.Sample, err)
			continue
		}
		if len(ms) == 0 {
			none++
			t.Logf("%s: has no mutants", v.Sample) // its SQL is made of texts

		}
		for _, m := range ms {
			count[m.Operator]++
			mutants++
			if got := code[:m.Start] + m.Replacement + code[m.End:]; got != m.Code || got == code {
				t.Errorf("%s: %s: the edit does not give the code", v.Sample, m.Description)
			}
			if !slices.Equal(remarks(code), remarks(m.Code)) {
				t.Errorf("%s: %s: comments changed", v.Sample, m.Description)
			}
			if _, err := sqlproof.Compile(m.Code); err != nil {
				t.Errorf("%s: %s: %v", v.Sample, m.Description, err)
			}
			codes[v.Base] = append(codes[v.Base], sqlproof.Canon(m.Code))
		}
	}
	found, bad := 0, 0
	for i := range all {
		if v := &all[i]; v.Truth == bench.Vulnerable && v.Task.Language == "sql" {
			bad++
			if slices.Contains(codes[v.Base], sqlproof.Canon(v.Task.Files[0].Text)) {
				found++
			}
		}
	}
	if good == 0 || none > max(1, good/20) {
		t.Fatalf("%d good tests found, %d without mutants", good, none)
	}
	t.Logf("%d mutants of %d of %d good tests; %d of %d bad tests rediscovered", mutants, good, nth, found, bad)
	for _, op := range mutate.Operators() {
		t.Logf("%-18s %5d", op.Name, count[op.Name])
		if count[op.Name] == 0 && corpustest.Whole() {
			t.Errorf("operator %s has no mutant in the whole suite", op.Name)
		}
	}
}

func remarks(code string) []string {
	var out []string
	for line := range strings.Lines(code) {
		if _, after, ok := strings.Cut(line, "--"); ok {
			out = append(out, strings.TrimSpace(after))
		}
	}
	return out
}

// The same text gives the same mutants.
func TestDeterministic(t *testing.T) {
	const code = "SELECT a.x FROM a JOIN b ON b.org_id = a.org_id AND b.id = a.id WHERE a.org_id = :org_id AND (a.x = 1 " +
		"OR b.x < 2) LIMIT LEAST(:n, 50)"
	var first string
	for range 3 {
		ms, err := mutate.Derive(code, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(ms)
		if first != "" && got != first {
			t.Fatalf("two calls differ:\n%s\n%s", first, got)
		}
		first = got
	}
}
