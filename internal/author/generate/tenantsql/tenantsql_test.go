package tenantsql_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assay/internal/author/generate"
	"assay/internal/author/generate/tenantsql"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/postgres"
	"assay/internal/test/corpustest"
	"assay/suites"
)

var (
	shared  *postgres.Server
	missing error
)

func TestMain(m *testing.M) {
	url := os.Getenv("ASSAY_TEST_POSTGRES") // of a server, or the word required
	required := url == "required"
	if required {
		url = ""
	}
	shared, missing = postgres.Start(context.Background(), postgres.Options{URL: url, Timeout: 5 * time.Second})
	if missing != nil && (required || !errors.Is(missing, postgres.ErrNotFound)) {
		fmt.Fprintln(os.Stderr, missing)
		os.Exit(1)
	}
	code := m.Run()
	if shared != nil {
		if err := shared.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// hosts returns a generator on one application of the suite.
func hosts(t *testing.T, app string) *tenantsql.Generator {
	t.Helper()
	if shared == nil {
		t.Skip(missing)
	}
	list, problems, err := suite.Load(suites.FS, "tenantsql/"+app, "tenantsql", "tenantsql/"+app)
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatal(err, problems)
	}
	return &tenantsql.Generator{Suite: list[0], Files: suites.FS, Engine: shared}
}

// tree reads a directory.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		out[rel] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A batch is a complete suite: it loads without a problem, every test is proved by stored evidence, no text is
// in the public suite, the same seed gives the same bytes, and another seed gives others.
func TestGenerate(t *testing.T) {
	corpustest.Turn(t, 3)
	g := hosts(t, "hr-payroll")
	var trees []map[string]string
	for i, seed := range []uint64{3, 3, 4} {
		if i > 0 && testing.Short() {
			break
		}
		dir := filepath.Join(t.TempDir(), "batch")
		b, err := generate.Into(t.Context(), g, dir, generate.Options{Seed: seed, Count: 4})
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Samples) != 4 {
			t.Errorf("seed %d made %d pairs", seed, len(b.Samples))
		}
		trees = append(trees, tree(t, dir))
		list, problems, err := suite.Load(os.DirFS(dir), ".", "fresh", dir)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		public := map[string]bool{}
		for _, v := range g.Suite.Variants {
			public[v.Task.Hash()] = true
		}
		bad := 0
		for _, v := range list[0].Variants {
			if v.Proof != bench.Proved {
				t.Errorf("%s is %s", v.Key, v.Proof)
			}
			if public[v.Task.Hash()] {
				t.Errorf("%s is a text of the suite", v.Key)
			}
			if v.Truth == bench.Vulnerable {
				bad++
			}
		}
		if bad != 4 || len(list[0].Hints) > 0 {
			t.Errorf("%d bad tests, hints %v", bad, list[0].Hints)
		}
	}
	if len(trees) < 3 {
		return
	}
	for name, text := range trees[0] {
		if trees[1][name] != text {
			t.Errorf("%s differs between two runs of one seed", name)
		}
	}
	if len(trees[0]) != len(trees[1]) || trees[0]["hr-payroll/fixtures.sql"] == trees[2]["hr-payroll/fixtures.sql"] {
		t.Error("a seed decides nothing, or not everything")
	}
}
