package verifysuite_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"assay/internal/core/base/environ"
	"assay/internal/core/suite"
	"assay/internal/proof/postgres"
	"assay/internal/proof/verifysuite"
	"assay/internal/test/corpustest"
)

// A part of the tests of every stack is executed, and shows what the stored evidence says. A stack without its runtime
// is left out, with the packages that are missing.
func TestTenancy(t *testing.T) {
	const dir = "../../../suites/tenancy"
	list, problems, err := suite.Load(os.DirFS(dir), ".", suite.Tenancy, dir)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	nth, takes, queries := map[string]int{}, corpustest.Every(t, 7), map[string]bool{}
	for i := range list[0].Apps {
		a := &list[0].Apps[i]
		for _, q := range a.Queries {
			if takes(nth[a.Stack.Name]) {
				for _, x := range q.Tests {
					queries[a.Name+"/"+x.Name] = true
				}
			}
			nth[a.Stack.Name]++
		}
	}
	o := verifysuite.Options{Path: dir}
	apps, evidence, n, lack, err := o.SQL(t.Context(), &environ.Env{Stdout: io.Discard, Stderr: io.Discard}, list,
		func(id string) bool { return queries[id] })
	if errors.Is(err, postgres.ErrNotFound) && os.Getenv("ASSAY_TEST_POSTGRES") != "required" {
		t.Skip("SKIPPED: ", err)
	}
	if err != nil || n+len(lack.Samples) != len(queries) {
		t.Fatalf("%d tests of %d are executed, and %d lack something: %v", n, len(queries), len(lack.Samples), err)
	}
	if len(lack.Samples) > 0 {
		t.Logf("SKIPPED: %d tests, since these are missing: %s", len(lack.Samples), strings.Join(lack.Needs, ", "))
	}
	for i, es := range evidence {
		for k := range es {
			for _, f := range es[k].Failures() {
				t.Errorf("%s: %s", es[k].Query, f)
			}
			stored := apps[i].Evidence(apps[i].Queries[k].Name)
			if stored == nil {
				t.Errorf("%s has no evidence of these texts", es[k].Query)
				continue
			}
			es[k].Engine = stored.Engine // the version of the server may differ
			got, err1 := es[k].Encode()
			want, err2 := stored.Encode()
			if string(got) != string(want) || err1 != nil || err2 != nil {
				t.Errorf("%s shows something else than its evidence; if that is right: assay verify --suite suites/tenancy --write",
					es[k].Query)
			}
		}
	}
}
