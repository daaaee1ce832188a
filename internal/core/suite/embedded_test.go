package suite_test

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/suites"
)

// The embedded suites load without a problem and without a hint, and every
// Solidity sample carries evidence of its very texts.
func TestEmbedded(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	for _, s := range list {
		for _, h := range s.Hints {
			t.Error(h)
		}
		for _, a := range s.Apps {
			if a.Rules == "" {
				t.Errorf("%s has no acceptance.yaml", a.Dir)
			}
		}
		if s.Format != suite.Blockbench {
			continue // SQL is not executed yet
		}
		for _, x := range s.Samples {
			if x.Evidence == nil || !x.Evidence.Proved {
				t.Errorf("%s is not proved (stale: %q); go run ./cmd/assay verify --suite suites/blockbench --write", x.ID, x.Stale)
			}
		}
		t.Logf("%s: %d samples, %d variants", s.Name, len(s.Samples), len(s.Variants))
	}
}

// Every embedded project has the size of one that is audited, several proved flaws of more than one severity, places
// that resist, and nothing that is not proved.
func TestEmbeddedProjects(t *testing.T) {
	list, problems, err := suite.Load(suites.MoreFS, suite.Projects, suite.Projects, "suites/"+suite.Projects)
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatal(err, problems)
	}
	s := list[0]
	severities, flaws := map[string]map[string]bool{}, map[string]int{} // by project
	joint, resisting := map[string]int{}, map[string]int{}
	for i := range s.Samples {
		x := &s.Samples[i]
		if x.Whole() {
			v, _ := s.Variant(x.Keys[0])
			text := v.Task.Files[0].Text
			files, lines := strings.Count(text, "// File: "), strings.Count(text+v.Task.Protocol, "\n")
			if files < 8 || files > 25 || lines < 1_500 || lines > 5_000 {
				t.Errorf("%s has %d files and %d lines", x.ID, files, lines)
			}
			t.Logf("%s: %d files, %d lines", x.ID, files, lines)
			continue
		}
		exec, _ := s.Executable(x)
		switch {
		case x.Meta.Clean():
			resisting[x.Group]++
		case exec.Joint:
			joint[x.Group]++
		default:
			flaws[x.Group]++
			if severities[x.Group] == nil {
				severities[x.Group] = map[string]bool{}
			}
			severities[x.Group][x.Severity] = true
		}
		if x.Evidence == nil || !x.Evidence.Proved {
			t.Errorf("%s is not proved: %s; assay verify --suite suites/%s --write", x.ID, x.Stale, suite.Projects)
		}
	}
	for _, v := range s.Variants {
		if v.Proof != bench.Proved {
			t.Errorf("%s is not proved", v.Key)
		}
	}
	for group, n := range flaws {
		if n < 4 || n > 8 || len(severities[group]) < 2 || joint[group] < 1 || resisting[group] < 3 || resisting[group] > 6 {
			t.Errorf("%s has %d flaws of %d severities, %d interactions and %d resisting places", group, n,
				len(severities[group]), joint[group], resisting[group])
		}
	}
	if len(flaws) == 0 {
		t.Error("there is no project")
	}
}

// Every test of the suite of handlers is proved, and has the seed's number of good and bad ones a query.
func TestEmbeddedTenancy(t *testing.T) {
	list, problems, err := suite.Load(suites.MoreFS, suite.Tenancy, suite.Tenancy, "suites/"+suite.Tenancy)
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatal(err, problems)
	}
	good, bad := map[string]int{}, map[string]int{} // by query
	for _, v := range list[0].Variants {
		if v.Proof != bench.Proved {
			t.Errorf("%s is not proved; assay verify --suite suites/%s --write", v.Key, suite.Tenancy)
		}
		if v.Truth == bench.Safe {
			good[v.Base]++
		} else {
			bad[v.Base]++
		}
	}
	for base, n := range good {
		if n != 2 || bad[base] != 4 {
			t.Errorf("%s has %d good and %d bad tests", base, n, bad[base])
		}
	}
	for _, h := range list[0].Hints {
		t.Error(h)
	}
}
