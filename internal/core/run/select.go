package run

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/suites"
)

// Selection is the part of the data that a command works on.
type Selection struct {
	Suite  []string `help:"Suite to use: blockbench, tenantsql, blockbench-projects, tenancy, or a directory. Repeatable; by default ./tests, if it contains SQL applications, else the first two." placeholder:"NAME|PATH" sep:"none" aliases:"suites" found:"data"`
	Subset []string `help:"Only these subsets (ds, tc, gs, recent, clean), applications or stacks." placeholder:"NAME" found:"data"`
	Filter []string `help:"Only samples with PATTERN in the key or file name. Repeatable: a sample must match one PATTERN." placeholder:"PATTERN" sep:"none" found:"data"`
	Limit  int      `help:"Use only N clusters of each suite, with complete pairs: a stratified draw with the seed by subset, ground truth and class." placeholder:"N"`

	// Only, if not empty, names samples by id or by the end of an id; a problem in the data of
	// other samples does not end the command.
	Only []string `kong:"-"`
	// Lenient is like Only for Filter: a problem in samples that no pattern matches does not end the command.
	Lenient bool `kong:"-"`
}

// concerned returns a predicate for the files whose problems end the command; nil means all files.
func (s *Selection) concerned() func(file string) bool {
	var parts []string
	for _, id := range s.Only {
		parts = append(parts, "/"+id)
	}
	if s.Lenient {
		parts = append(parts, s.Filter...)
	}
	if len(parts) == 0 {
		return nil
	}
	return func(file string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(file, part) })
	}
}

// Embedded names the suites in the binary that are used by default.
var Embedded = []string{suite.Blockbench, suite.TenantSQL}

// All names the suites in the binary. Those that are not in Embedded are used only where a command names them.
var All = append(slices.Clip(Embedded), suite.Projects, suite.Tenancy)

// testsDir is the default suite if it contains applications with tests.
const testsDir = "tests"

// hasTests reports whether a directory contains an application in the layout of
// security-bench: a directory with a SPEC.md and tests next to it.
func hasTests(dir string) bool {
	specs, err := filepath.Glob(filepath.Join(dir, "*", "SPEC.md"))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(specs, func(spec string) bool {
		files, err := filepath.Glob(filepath.Join(filepath.Dir(spec), "*-[0-9][0-9]-*.md"))
		return err == nil && slices.ContainsFunc(files, func(f string) bool {
			return strings.HasSuffix(f, "-good.md") || strings.HasSuffix(f, "-bad.md")
		})
	})
}

// Load reads the selected suites completely, without filters. It prints any problem in the
// data, one line each, and returns an error.
func (s *Selection) Load(env *environ.Env) ([]*suite.Suite, error) {
	names := s.Suite
	if len(names) == 0 {
		names = Embedded
		if hasTests(testsDir) {
			names = []string{testsDir}
			env.Once("using the suite ./" + testsDir + "; select another with --suite, for example " +
				strings.Join(Embedded, " or "))
			s.prompts(env)
		}
	}
	var out []*suite.Suite
	for _, name := range names {
		list, err := loadSuite(env, name, s.concerned())
		if err != nil {
			return nil, err
		}
		for _, l := range list {
			if slices.ContainsFunc(out, func(o *suite.Suite) bool { return o.Name == l.Name }) {
				return nil, exit.Usage("two suites have the name %q; rename one directory", l.Name)
			}
			out = append(out, l)
		}
	}
	return out, nil
}

// prompts says which files beside ./tests the tool of this layout would ask with.
func (s *Selection) prompts(env *environ.Env) {
	for _, f := range [][2]string{{"evaluation-prompt.txt", "evaluation-prompt.txt"},
		{"eval-prompts", "eval-prompts/FILE for each of its files"}} {
		if _, err := os.Stat(f[0]); err == nil {
			env.Once(f[0] + " lies beside ./" + testsDir + " and is asked with only as --prompt " + f[1])
		}
	}
}

// LoadSuite reads a suite by name, or the suites of a directory.
func LoadSuite(env *environ.Env, name string) ([]*suite.Suite, error) {
	return loadSuite(env, name, nil)
}

// loadSuite is [LoadSuite] with a predicate: problems of files that are not concerned are
// counted and do not end the command. A nil concerned means all files.
func loadSuite(env *environ.Env, name string, concerned func(file string) bool) ([]*suite.Suite, error) {
	list, problems, err := ReadSuite(name)
	if err != nil {
		return nil, err
	}
	all := len(problems)
	if concerned != nil {
		problems = slices.DeleteFunc(problems, func(p suite.Problem) bool { return !concerned(p.File) })
	}
	if len(problems) > 0 {
		for _, p := range problems {
			fmt.Fprintln(env.Stderr, p)
		}
		return nil, exit.Usage("%s has %d problems; nothing was done", name, len(problems))
	}
	if all > 0 {
		fmt.Fprintf(env.Stderr, "note: %s has %d problems in other samples; `assay suites lint` lists them\n", name, all)
	}
	for _, s := range list {
		for _, p := range s.Skipped {
			fmt.Fprintf(env.Stderr, "skipped: %s\n", p)
		}
	}
	return list, nil
}

// ReadSuite reads an embedded suite by name, or a directory.
func ReadSuite(name string) ([]*suite.Suite, []suite.Problem, error) {
	switch {
	case slices.Contains(Embedded, name):
		return suite.Load(suites.FS, name, "", "suites/"+name)
	case slices.Contains(All, name):
		return suite.Load(suites.MoreFS, name, name, "suites/"+name)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, exit.Usage("no suite or directory has the name %q; the embedded suites are %s%s", name,
			strings.Join(All, ", "), exit.Meant(name, All))
	case err != nil:
		return nil, nil, exit.Usage("%v", err)
	case !info.IsDir():
		return nil, nil, exit.Usage("%s is not a directory", name)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, nil, err
	}
	files, err := suite.Dir(abs)
	if err != nil {
		return nil, nil, exit.Usage("%v", err)
	}
	list, problems, err := suite.LoadRest(files, ".", filepath.Base(abs), filepath.ToSlash(abs))
	if errors.Is(err, suite.ErrEmpty) {
		return nil, nil, exit.Usage("%v below it", err)
	}
	return list, problems, err
}

// Variants returns the variants that the filters and the limit select, in order of suite and key.
func (s *Selection) Variants(list []*suite.Suite) ([]*bench.Variant, error) {
	out, _, err := s.Draw(list, 1)
	return out, err
}

// Draw is [Selection.Variants] with a seed for the limit. The notes describe what was drawn.
func (s *Selection) Draw(list []*suite.Suite, seed uint64) (out []*bench.Variant, notes []string, err error) {
	if s.Limit < 0 {
		return nil, nil, exit.Usage("--limit %d: give the number of clusters, 1 or more, or leave it out for all", s.Limit)
	}
	if unknown := s.unknown(list); unknown != "" {
		return nil, nil, exit.Usage("no sample matches%s; `assay samples list` shows the samples", unknown)
	}
	for _, st := range list {
		var left []*bench.Variant
		for i := range st.Variants {
			v := &st.Variants[i]
			if len(s.Subset) > 0 && !suite.Within(v, s.Subset) {
				continue
			}
			if len(s.Filter) > 0 && !slices.ContainsFunc(s.Filter, func(p string) bool {
				return strings.Contains(v.Key, p) || strings.Contains(v.Source, p)
			}) {
				continue
			}
			left = append(left, v)
		}
		if s.Limit > 0 {
			var note string
			if left, note = sampled(left, s.Limit, seed); note != "" {
				notes = append(notes, fmt.Sprintf("--limit %d drew %s.", s.Limit,
					strings.Replace(note, " clusters", " clusters of "+st.Name, 1)))
			}
		}
		out = append(out, left...)
	}
	if len(out) == 0 {
		return nil, nil, exit.Usage("no sample matches; `assay samples list` shows the samples")
	}
	return out, notes, nil
}

// unknown names the subsets that no suite has, and those that there are; "" when all are known.
func (s *Selection) unknown(list []*suite.Suite) string {
	var have, lack []string
	for _, st := range list {
		for i := range st.Variants {
			have = append(have, st.Variants[i].Group)
			stack, _, _ := strings.Cut(st.Variants[i].Group, "/")
			have = append(have, stack)
		}
	}
	slices.Sort(have)
	have = slices.Compact(have)
	for _, name := range s.Subset {
		if !slices.Contains(have, name) {
			lack = append(lack, name)
		}
	}
	if len(lack) == 0 {
		return ""
	}
	return fmt.Sprintf(": there is no subset %s, but %s", strings.Join(lack, ", "), strings.Join(have, ", "))
}

// stratum holds the properties of a cluster whose proportions a draw keeps, the coarsest first.
type stratum struct {
	base, group string
	flawed      bool
	class       string
	at          uint64 // position within the stratum, from the seed
}

// sampled returns the variants of n of their clusters, in their order, and a description of
// the draw; if there are at most n clusters, it returns all variants and "". It takes every
// k-th cluster in order of subset, truth and class, from a start that the seed determines,
// so that each stratum gets its share.
func sampled(variants []*bench.Variant, n int, seed uint64) ([]*bench.Variant, string) {
	at := map[string]int{}
	var all []stratum
	for _, v := range variants {
		i, ok := at[v.Base]
		if !ok {
			i = len(all)
			at[v.Base] = i
			all = append(all, stratum{base: v.Base, group: v.Group})
		}
		if b := &all[i]; v.Truth == bench.Vulnerable && !b.flawed {
			b.flawed, b.class = true, string(v.Class)
		}
	}
	if n >= len(all) {
		return variants, ""
	}
	for i := range all {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d\x00%s", seed, all[i].base)
		all[i].at = rand.New(rand.NewPCG(seed, h.Sum64())).Uint64()
	}
	slices.SortFunc(all, func(a, b stratum) int {
		truth := 0
		if a.flawed != b.flawed {
			truth = 1
			if a.flawed {
				truth = -1
			}
		}
		return cmp.Or(cmp.Compare(a.group, b.group), truth, cmp.Compare(a.class, b.class), cmp.Compare(a.at, b.at),
			cmp.Compare(a.base, b.base))
	})
	start := rand.New(rand.NewPCG(seed, 0x64726177)).Float64()
	taken, groups, flawed, classes := map[string]bool{}, map[string]int{}, 0, map[string]bool{}
	for i := range n {
		b := all[int((float64(i)+start)*float64(len(all))/float64(n))]
		taken[b.base] = true
		groups[b.group]++
		if b.flawed {
			flawed++
			classes[b.class] = true
		}
	}
	var of []string
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		of = append(of, fmt.Sprintf("%s %d", cmp.Or(g, "no subset"), groups[g]))
	}
	note := fmt.Sprintf("%d of %d clusters by seed %d: %s; %d with a flaw, of %s, and %d without", n, len(all), seed,
		strings.Join(of, ", "), flawed,
		report.Plural(len(classes), "class"), n-flawed)
	return slices.DeleteFunc(variants, func(v *bench.Variant) bool { return !taken[v.Base] }), note
}
