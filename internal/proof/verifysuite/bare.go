package verifysuite

import (
	"context"
	"fmt"

	"assay/internal/core/suite"
	"assay/internal/proof/postgres"
	"assay/internal/proof/sqlproof"
)

// Bare is the result of executing the tests of a SQL application without fixtures.
type Bare struct {
	Name    string // of the application
	Spec    string // path of its SPEC.md
	Refused []string
	Tests   []BareTest // in order of their files
	Sets    int        // number of runs of parameter sets
}

// BareTest is a test of such an application.
type BareTest struct {
	Name string
	File string
	Why  string   // the reason why it is broken; "" when it is not
	Sets []string // the problems with its parameter sets, each with its file
}

// Broken counts the tests that are broken.
func (b *Bare) Broken() int {
	n := 0
	for _, t := range b.Tests {
		if t.Why != "" {
			n++
		}
	}
	return n
}

// Bare prepares the wanted tests of the applications without fixtures below Path, and runs their parameter sets;
// problems are those of the files. A directory that cannot be read gives none: the code that loads suites reports
// that problem.
func (c *Options) Bare(ctx context.Context, want Wanted) (out []Bare, problems []suite.Problem, err error) {
	if c.Path == "" {
		return nil, nil, nil
	}
	files, err := suite.Dir(c.Path)
	if err != nil {
		return nil, nil, nil
	}
	apps, problems, err := suite.LoadBare(files, ".", c.Path)
	if err != nil || len(apps) == 0 {
		return nil, nil, nil
	}
	server, err := postgres.Start(ctx, postgres.Options{URL: c.Postgres})
	if err != nil {
		return nil, problems, err
	}
	defer server.Close()
	for _, a := range apps {
		made := Bare{Name: a.Name, Spec: a.Dir + "/SPEC.md"}
		var trials []postgres.Trial
		var tests []suite.BareTest
		for _, t := range a.Tests {
			if !want(a.Name + "/" + t.Name) {
				continue
			}
			x := postgres.Trial{Name: t.Name, Code: t.Code}
			if q := a.Queries[t.Query]; q != nil {
				x.Verify = q.Verify
				if x.Sets, err = values(q.Sets); err != nil {
					return out, problems, fmt.Errorf("%s: %w", q.File, err)
				}
				made.Sets += len(q.Sets)
			}
			trials, tests = append(trials, x), append(tests, t)
		}
		if len(trials) == 0 {
			continue
		}
		refused, tried, err := server.Try(ctx, a.Schema, trials)
		if err != nil {
			return out, problems, err
		}
		made.Refused = refused
		for i, t := range tests {
			m := BareTest{Name: t.Name, File: t.File, Why: t.Problem}
			if t.Problem == "" {
				m.Why = tried[i].Refused
				for _, line := range tried[i].Sets {
					m.Sets = append(m.Sets, a.Queries[t.Query].File+": "+line)
				}
			}
			made.Tests = append(made.Tests, m)
		}
		out = append(out, made)
	}
	return out, problems, nil
}

// values returns parameter sets in the form that a proof uses.
func values(sets []map[string]any) ([]map[string]sqlproof.Value, error) {
	var out []map[string]sqlproof.Value
	for _, set := range sets {
		made := map[string]sqlproof.Value{}
		for name, x := range set {
			v, err := sqlproof.FromJSON(x)
			if err != nil {
				return nil, err
			}
			made[name] = v
		}
		out = append(out, made)
	}
	return out, nil
}
