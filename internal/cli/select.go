package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/suite"
	"assay/suites"
)

// selection is the part of the data that a command works on.
type selection struct {
	Suite  []string `help:"Suite to use: blockbench, tenantsql, or a directory of your own. Repeatable; both embedded suites by default." placeholder:"NAME|PATH" sep:"none" aliases:"suites" found:"data"`
	Subset []string `help:"Only these subsets (ds, tc, gs, clean) or applications." placeholder:"NAME" found:"data"`
	Filter []string `help:"Only samples whose key or file name contains PATTERN. Repeatable: any of them." placeholder:"PATTERN" sep:"none" found:"data"`
	Limit  int      `help:"Only the first N bases of each suite." placeholder:"N"`
}

// embedded names the suites in the binary.
var embedded = []string{suite.Blockbench, suite.TenantSQL}

// load reads the selected suites whole, without filters. Any problem in the data
// is printed, one line each, and ends the command.
func (s *selection) load(env *Env) ([]*suite.Suite, error) {
	names := s.Suite
	if len(names) == 0 {
		names = embedded
	}
	var out []*suite.Suite
	for _, name := range names {
		list, err := loadOne(env, name)
		if err != nil {
			return nil, err
		}
		for _, l := range list {
			if slices.ContainsFunc(out, func(o *suite.Suite) bool { return o.Name == l.Name }) {
				return nil, usage("two suites are called %q; rename one directory", l.Name)
			}
			out = append(out, l)
		}
	}
	return out, nil
}

// loadOne reads a suite by name, or the suites of a directory.
func loadOne(env *Env, name string) ([]*suite.Suite, error) {
	list, problems, err := readSuite(name)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		for _, p := range problems {
			fmt.Fprintln(env.Stderr, p)
		}
		return nil, usage("%s has %d problems; nothing was written", name, len(problems))
	}
	for _, s := range list {
		for _, p := range s.Skipped {
			fmt.Fprintf(env.Stderr, "skipped: %s\n", p)
		}
	}
	return list, nil
}

// readSuite reads an embedded suite by name, or a directory.
func readSuite(name string) ([]*suite.Suite, []suite.Problem, error) {
	if slices.Contains(embedded, name) {
		return suite.Load(suites.FS, name, "", "suites/"+name)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, usage("there is no suite %q and no directory of that name; embedded are %s", name, strings.Join(embedded, " and "))
	case err != nil:
		return nil, nil, usage("%v", err)
	case !info.IsDir():
		return nil, nil, usage("%s is not a directory", name)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, nil, err
	}
	list, problems, err := suite.LoadRest(os.DirFS(abs), ".", filepath.Base(abs), filepath.ToSlash(abs))
	if errors.Is(err, suite.ErrEmpty) {
		return nil, nil, usage("%v below it", err)
	}
	return list, problems, err
}

// variants returns the variants that the filters leave, in order of suite and key.
func (s *selection) variants(list []*suite.Suite) ([]*bench.Variant, error) {
	var out []*bench.Variant
	for _, st := range list {
		bases := map[string]bool{}
		for i := range st.Variants {
			v := &st.Variants[i]
			if len(s.Subset) > 0 && !slices.Contains(s.Subset, v.Group) {
				continue
			}
			if len(s.Filter) > 0 && !slices.ContainsFunc(s.Filter, func(p string) bool {
				return strings.Contains(v.Key, p) || strings.Contains(v.Source, p)
			}) {
				continue
			}
			if s.Limit > 0 && !bases[v.Base] && len(bases) == s.Limit {
				continue
			}
			bases[v.Base] = true
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return nil, usage("no sample matches; `assay samples list` shows what there is")
	}
	return out, nil
}
