package adequacy_test

import (
	"assay/internal/author/mutate"
	"errors"
	"flag"
	"os"
	"slices"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/postgres"
	"assay/internal/proof/runtimes/knex"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
	"assay/internal/test/npmtest"
)

var (
	onlyApp = flag.String("app", "", "this application only, whole")
	only    = flag.String("query", "", "this query only")
)

// stride says which queries are tried, unless all are asked for.
const stride = 45

func server(t *testing.T) *postgres.Server {
	t.Helper()
	maker, err := knex.New(npmtest.Dir(t, "knex", "ASSAY_TEST_SOLC", "tests in TypeScript are not executed"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(maker.Close)
	return start(t, postgres.Options{Maker: maker})
}

// start starts a server, or uses the one that the environment names.
func start(t *testing.T, options postgres.Options) *postgres.Server {
	t.Helper()
	options.URL = os.Getenv("ASSAY_TEST_POSTGRES") // of a server, or the word required
	if options.URL == "required" {
		options.URL = ""
	}
	pg, err := postgres.Start(t.Context(), options)
	if errors.Is(err, postgres.ErrNotFound) && os.Getenv("ASSAY_TEST_POSTGRES") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pg.Close() })
	return pg
}

// The proofs of tenancy, of handlers and policies, notice the loss of every check, or say why it does not matter.
func TestTenancy(t *testing.T) {
	if testing.Short() {
		t.Skip("executes some hundred handlers on many sets")
	}
	list, problems, err := suite.Load(os.DirFS("../../../suites/tenancy"), ".", suite.Tenancy, "suites/tenancy")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var stacks []*sqlapp.Stack
	for i := range list[0].Apps {
		stacks = append(stacks, list[0].Apps[i].Stack)
	}
	runners, err := stack.All("", stacks)
	if err != nil {
		t.Fatal(err)
	}
	takes, nth := corpustest.Every(t, 20), 0
	for i := range list[0].Apps {
		app := list[0].Apps[i].App
		app.Queries = slices.DeleteFunc(slices.Clone(app.Queries), func(q sqlproof.Query) bool {
			nth++
			if *only != "" || *onlyApp != "" {
				return *onlyApp != "" && app.Name != *onlyApp || *only != "" && q.Name != *only
			}
			return !takes(nth)
		})
		if len(app.Queries) == 0 {
			continue
		}
		t.Run(app.Stack.Name, func(t *testing.T) {
			options := postgres.Options{}
			if r := runners[app.Stack.Name]; r != nil {
				t.Cleanup(r.Close)
				if err := r.Ready(); err != nil {
					t.Skip("SKIPPED: ", err)
				}
				options.Runners = map[string]sqlproof.Runner{app.Stack.Name: r}
			}
			tried, err := adequacy.SQL(t.Context(), start(t, options), mutate.Deletions, &app)
			if err != nil {
				t.Fatal(err)
			}
			report(t, tried)
		})
	}
}

// The proofs of the embedded suite notice the loss of every check, or say why it
// does not matter.
func TestSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("executes some hundred statements on many sets")
	}
	suites, problems, err := suite.Load(os.DirFS("../../../suites"), "tenantsql", "tenantsql", "")
	if err != nil || len(suites) != 1 {
		t.Fatal(len(suites), err, problems)
	}
	pg := server(t)
	nth, tried := 0, adequacy.Report{}
	takes := corpustest.Every(t, stride)
	for _, x := range suites[0].Apps {
		app := x.App
		app.Queries = slices.DeleteFunc(slices.Clone(app.Queries), func(q sqlproof.Query) bool {
			nth++
			if *only != "" || *onlyApp != "" {
				return *onlyApp != "" && app.Name != *onlyApp || *only != "" && q.Name != *only
			}
			return !takes(nth)
		})
		r, err := adequacy.SQL(t.Context(), pg, mutate.Deletions, &app)
		if err != nil {
			t.Fatal(err)
		}
		tried.Add(r)
	}
	report(t, &tried)
}

// report fails for what no proof notices.
func report(t *testing.T, tried *adequacy.Report) {
	t.Helper()
	for i := range tried.Deletions {
		switch d := &tried.Deletions[i]; d.Verdict {
		case adequacy.Survived:
			t.Errorf("the proof does not notice %s", d)
		case adequacy.Invalid:
			t.Logf("not tried: %s: %s", d, d.Why)
		}
	}
	for _, p := range tried.Problems {
		t.Error(p)
	}
	t.Logf("%d deletions: %d noticed, %d equivalent, %d not tried", len(tried.Deletions),
		tried.Count(adequacy.Noticed), tried.Count(adequacy.Equivalent), tried.Count(adequacy.Invalid))
	if tried.Count(adequacy.Noticed) == 0 {
		t.Error("nothing was deleted")
	}
}
