package postgres

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/proof/runtimes/knex"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
	"assay/internal/test/npmtest"
)

var onlyApp = flag.String("app", "", "prove this application of the suite only")

const suiteDir = "../../../suites/tenantsql"

// apps lists the applications of the embedded suite.
func apps(t testing.TB) []suite.App {
	t.Helper()
	list, problems, err := suite.Load(os.DirFS(suiteDir), ".", "", "suites/tenantsql")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var out []suite.App
	for _, a := range list[0].Apps {
		if *onlyApp == "" || *onlyApp == a.Name {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		t.Fatalf("there is no application %q", *onlyApp)
	}
	return out
}

// Every test of every application is executed and proved, with exactly the results of
// its stored evidence.
func TestSuite(t *testing.T) {
	s := server(t)
	list := apps(t)
	if testing.Short() {
		list = list[:1]
	}
	takes, nth := corpustest.Every(t, 36), 0
	for _, app := range list {
		app.Queries = slices.DeleteFunc(slices.Clone(app.Queries), func(sqlproof.Query) bool { nth++; return !takes(nth) })
		if slices.ContainsFunc(app.Queries, func(q sqlproof.Query) bool { return q.Programs() }) && !programs(t, s) {
			continue
		}
		evidence, err := s.Verify(t.Context(), &app.App)
		if err != nil {
			t.Fatal(err)
		}
		tests := 0
		for i := range evidence {
			e := &evidence[i]
			for _, f := range e.Failures() {
				t.Errorf("%s: %s", e.Query, f)
			}
			compare(t, app.Dir, app.Queries[i].Name, e)
			for _, x := range e.Tests {
				if x.Proved {
					tests++
				}
				if testing.Verbose() && x.Bad {
					t.Logf("%s: %s", x.Name, x.Summary())
				}
			}
		}
		t.Logf("%s: %d tests proved", app.Name, tests)
	}
}

// programs gives the server the requirements of tests in TypeScript, and reports
// whether there are any.
func programs(t *testing.T, s *Server) bool {
	t.Helper()
	return t.Run("TypeScript", func(t *testing.T) {
		m, err := knex.New(npmtest.Dir(t, "knex", "ASSAY_TEST_SOLC", "tests in TypeScript are not executed"))
		if err != nil {
			t.Fatal(err)
		}
		s.opt.Maker = m
	}) && s.opt.Maker != nil
}

// compare compares evidence with the file in the repository; the version of the server may differ.
func compare(t *testing.T, dir, query string, e *proof.SQLEvidence) {
	t.Helper()
	file := filepath.Join(suiteDir, dir, query+".evidence.json")
	want, err := os.ReadFile(file)
	if err == nil {
		var stored *proof.SQLEvidence
		if stored, err = proof.DecodeSQL(want); err == nil {
			e.Engine = stored.Engine
		}
	}
	got, encErr := e.Encode()
	if err != nil || encErr != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what was shown now (%v); if that is right: go run ./cmd/assay verify "+
			"--suite suites/tenantsql --write", file, err)
	}
}
