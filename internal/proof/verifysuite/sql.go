package verifysuite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/progress"
	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/proof/postgres"
	"assay/internal/proof/runtimes/knex"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
)

// SQL executes the wanted SQL tests, by application, and counts them. A query is executed as a whole, because its
// bad tests are compared with its good ones. It is not an error if there are no tests. Queries whose tests are programs
// are in lack, and not in apps, if what calls them is missing.
func (c *Options) SQL(ctx context.Context, env *environ.Env, list []*suite.Suite,
	want Wanted) (apps []suite.App, evidence [][]proof.SQLEvidence, tests int, lack Lack, err error) {
	apps, tests = appsOf(list, want)
	maker, err := c.maker(apps)
	var absent *knex.MissingError
	if errors.As(err, &absent) {
		for i := range apps {
			if handled(&apps[i]) {
				continue
			}
			apps[i].Queries = slices.DeleteFunc(apps[i].Queries, func(q sqlproof.Query) bool {
				if q.Programs() {
					tests -= len(q.Tests)
					for _, t := range q.Tests {
						lack.add([]string{apps[i].Name + "/" + t.Name}, maker.Packages()...)
					}
				}
				return q.Programs()
			})
		}
		apps, err = slices.DeleteFunc(apps, func(a suite.App) bool { return len(a.Queries) == 0 }), nil
	}
	if err != nil {
		return nil, nil, tests, lack, err
	}
	runners, err := c.runners(apps)
	if err != nil {
		return nil, nil, tests, lack, err
	}
	ready := map[string]sqlproof.Runner{}
	for name, r := range runners {
		if r.Ready() == nil {
			ready[name] = r
		}
		defer r.Close()
	}
	apps = slices.DeleteFunc(apps, func(a suite.App) bool {
		if !handled(&a) || ready[a.Stack.Name] != nil {
			return false
		}
		for _, q := range a.Queries {
			for _, t := range q.Tests {
				lack.add([]string{a.Name + "/" + t.Name}, runners[a.Stack.Name].Packages()...)
			}
			tests -= len(q.Tests)
		}
		return true
	})
	if tests == 0 {
		return nil, nil, tests, lack, err
	}
	defer maker.Close()
	for i := range apps {
		if a := &apps[i]; a.Rules == "" && len(a.Requirements) > 0 {
			fmt.Fprintf(env.Stderr, "note: application %s has no acceptance.yaml: nothing binds its attacks to the text of "+
				"SPEC.md (docs/sql-proofs.md)\n", a.Name)
		}
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres, Maker: maker, Runners: ready})
	if err != nil {
		return nil, nil, tests, lack, err
	}
	defer server.Close()
	progress := progress.New(env, "SQL test")
	progress.Start(tests, 0, nil)
	defer progress.Finish()
	evidence = make([][]proof.SQLEvidence, len(apps))
	for i := range apps {
		if evidence[i], err = server.Verify(ctx, &apps[i].App); err != nil {
			return nil, nil, tests, lack, err
		}
		for _, e := range evidence[i] {
			for range e.Tests {
				progress.Ended(bench.Answered)
			}
		}
	}
	return apps, evidence, tests, lack, nil
}

// maker returns the maker that calls tests that are programs. When there are such tests and they cannot be called,
// the error reports what is missing, before anything is executed.
func (c *Options) maker(apps []suite.App) (*knex.Maker, error) {
	m, err := knex.New(solc.Folder(c.Compilers))
	if err == nil && slices.ContainsFunc(apps, func(a suite.App) bool {
		return !handled(&a) && slices.ContainsFunc(a.Queries, func(q sqlproof.Query) bool { return q.Programs() })
	}) {
		err = m.Ready()
	}
	return m, err
}

// handled reports whether the tests of an application are handlers.
func handled(a *suite.App) bool { return a.Stack != nil && a.Stack.Adapter != "" }

// runners returns what calls the handlers of the applications, by stack. Their runtimes may be missing.
func (c *Options) runners(apps []suite.App) (map[string]*stack.Runner, error) {
	var stacks []*sqlapp.Stack
	for i := range apps {
		stacks = append(stacks, apps[i].Stack)
	}
	return stack.All(solc.Folder(c.Compilers), stacks)
}

// appsOf returns the applications with a wanted test, each with the queries that
// have one, and counts their tests.
func appsOf(list []*suite.Suite, want Wanted) (apps []suite.App, n int) {
	for _, st := range list {
		for _, a := range st.Apps {
			a.Queries = slices.DeleteFunc(slices.Clone(a.Queries), func(q sqlproof.Query) bool {
				return !slices.ContainsFunc(q.Tests, func(t sqlproof.Test) bool { return want(a.Name + "/" + t.Name) })
			})
			if len(a.Queries) > 0 {
				apps = append(apps, a)
			}
			for _, q := range a.Queries {
				n += len(q.Tests)
			}
		}
	}
	return apps, n
}

// StoreSQL writes <query>.evidence.json next to every proof.
func (c *Options) StoreSQL(env *environ.Env, apps []suite.App, evidence [][]proof.SQLEvidence) error {
	n := 0
	for i, es := range evidence {
		for q, e := range es {
			if err := c.write(&e, apps[i].Dir, apps[i].Queries[q].Name+".evidence.json"); err != nil {
				return err
			}
			n++
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence of %d queries below %s\n", n, c.Path)
	return nil
}
