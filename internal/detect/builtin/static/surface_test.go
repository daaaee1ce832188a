package static

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/detect/builtin/static/sqlcheck"
	"assay/internal/suite"
	"assay/suites"
)

// TestSurfaces checks that the SQL checks depend on the query, not on its wording: the findings in the code of
// a test equal those in its minimal text, except for aliases.
func TestSurfaces(t *testing.T) {
	specs, err := fs.Glob(suites.FS, "tenantsql/*/SPEC.md")
	if err != nil || len(specs) == 0 {
		t.Fatal(specs, err)
	}
	compared, telling, alarms, hits := 0, 0, 0, 0
	for _, spec := range specs {
		dir := path.Dir(spec)
		list, problems, err := suite.Load(suites.FS, dir, "", "suites/"+dir)
		if err != nil || len(problems) > 0 {
			t.Fatal(problems, err)
		}
		for _, v := range list[0].Variants {
			code := v.Task.Files[0].Text
			text, ok := minimal(t, v.Sample)
			if !ok || text == code {
				continue
			}
			findings := sqlcheck.Analyse(code, v.Task.Spec, sqlcheck.Checks())
			got, want := said(findings), said(sqlcheck.Analyse(text, v.Task.Spec, sqlcheck.Checks()))
			if !slices.Equal(got, want) {
				t.Errorf("%s:\ncode    %q\nminimal %q", v.Key, got, want)
			}
			compared++
			if len(got) > 0 {
				telling++
			}
			switch {
			case v.Truth == bench.Safe && len(got) > 0:
				alarms++
			case slices.ContainsFunc(findings, func(f bench.Finding) bool { return violated(v, f) }):
				hits++
			}
		}
	}
	t.Logf("%d tests, %d with findings: %d false alarms, %d targets found", compared, telling, alarms, hits)
	if compared < 300 || alarms > 12 || hits < 44 {
		t.Errorf("of %d tests %d false alarms and %d targets found, want at most 12 and at least 44", compared, alarms, hits)
	}
}

// minimal returns the text below `# Minimal` in the file of a test.
func minimal(t *testing.T, sample string) (string, bool) {
	t.Helper()
	b, err := fs.ReadFile(suites.FS, "tenantsql/"+sample+".md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(b), "\n# Minimal\n```sql\n")
	return strings.TrimSuffix(text, "```\n"), ok
}

var alias = regexp.MustCompile(`^(\w+) \([^)]*\)`)

// said lists the texts of findings, sorted, without the aliases of tables.
func said(findings []bench.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, alias.ReplaceAllString(f.Explanation, "$1"))
	}
	slices.Sort(out)
	return out
}

// violated reports whether a finding names a requirement that the variant violates.
func violated(v bench.Variant, f bench.Finding) bool {
	return slices.ContainsFunc(v.Labels, func(l bench.Label) bool {
		return slices.ContainsFunc(f.Requirements, func(n int) bool { return slices.Contains(l.Requirements, n) })
	})
}
