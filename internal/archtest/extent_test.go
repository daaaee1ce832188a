package archtest

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/lang/solidity"
	"assay/suites"
)

// A part of a contract does not reveal which half of a pair it is from: both halves show
// functions, variables and contracts of the same names, and differ. Lines keep their
// numbers, so that answers refer to the sample.
func TestExtents(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	byKey := map[string]*bench.Variant{}
	for i := range list[0].Variants {
		byKey[list[0].Variants[i].Key] = &list[0].Variants[i]
	}
	s, err := prompt.For(bench.Contracts, "")
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for key, v := range byKey {
		twin := byKey[v.Twin]
		if v.Truth != bench.Vulnerable && strings.HasSuffix(key, "+fixed") {
			continue // with its vulnerable half
		}
		halves := []*bench.Variant{v}
		shown := []map[string]string{prompt.Extents(v, twin)}
		if twin != nil {
			halves, shown = append(halves, twin), append(shown, prompt.Extents(twin, v))
		}
		for _, level := range []string{prompt.ExtentFunction, prompt.ExtentContract, prompt.ExtentProject} {
			if twin != nil && (shown[0][level] == "") != (shown[1][level] == "") {
				t.Errorf("%s: one half alone has the level %s", key, level)
				continue
			}
			if shown[0][level] == "" {
				if level == prompt.ExtentContract {
					t.Errorf("%s shows no contract", key)
				}
				continue
			}
			n[level]++
			if twin != nil && shown[0][level] == shown[1][level] {
				t.Errorf("%s: both halves look the same at level %s", key, level)
			}
			var names [][]string
			for i, half := range halves {
				own := *half
				own.Task.Aids = map[string]string{bench.AidExtent + level: shown[i][level]}
				at, err := s.WithExtent(level)
				if err != nil {
					t.Fatal(err)
				}
				p, err := prompt.Render(at, own.Task)
				if err != nil {
					t.Fatal(key, err)
				}
				if leaks := prompt.Leaks(p, own); len(leaks) > 0 {
					t.Errorf("%s at level %s tells %q", half.Key, level, leaks)
				}
				if level == prompt.ExtentProject {
					if !strings.Contains(p.User, half.Task.Files[0].Text) || !strings.Contains(p.User, half.Task.Context[0].Text) {
						t.Errorf("%s: the project is not whole", half.Key)
					}
					continue
				}
				code := shown[i][level]
				code = code[strings.Index(code, "\n")+1 : strings.LastIndex(code, "\n")]
				file := strings.Split(half.Task.Files[0].Text, "\n")
				left := 0
				for j, line := range strings.Split(code, "\n") {
					if line != "" && line != file[j] {
						t.Errorf("%s at level %s: line %d is %q, in the file %q", half.Key, level, j+1, line, file[j])
					}
					if line != "" {
						left++
					}
				}
				if left == 0 || level == prompt.ExtentFunction && 2*left > len(file) && len(file) > 150 {
					t.Errorf("%s at level %s: %d of %d lines are left", half.Key, level, left, len(file))
				}
				names = append(names, declared(code))
			}
			if len(names) == 2 && level == prompt.ExtentFunction && !slices.Equal(names[0], names[1]) {
				t.Errorf("%s: one half shows %q, the other %q", key, names[0], names[1])
			}
			if level == prompt.ExtentFunction && len(names[0]) == 0 {
				t.Errorf("%s shows nothing with a name", key)
			}
		}
	}
	// The inheritance order of two contracts and a few more flaws are outside of functions.
	if n[prompt.ExtentFunction] < 140 || n[prompt.ExtentContract] != len(list[0].Samples) || n[prompt.ExtentProject] < 20 {
		t.Errorf("%v of %d", n, len(list[0].Samples))
	}
}

// declared names the functions and variables of a part of a contract, in order.
func declared(code string) []string {
	o := solidity.Survey("contract Around {" + code + "}")
	var out []string
	for _, f := range o.Functions {
		out = append(out, f.Name+"()")
	}
	for _, v := range o.Variables {
		out = append(out, v.Name)
	}
	slices.Sort(out)
	return out
}
