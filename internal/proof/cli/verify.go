package cli

import (
	"assay/internal/core/cli"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/certify"
	"assay/internal/proof/verifysuite"
)

type verifyCmd struct {
	removals  adequacy.Remover `kong:"-"`
	ID        []string         `arg:"" optional:"" help:"What to verify: a suite, an application, a query or a sample, by its id or the end of its id; everything by default."`
	Suite     string           `help:"Suite to verify: blockbench, tenantsql, another embedded one, or a directory; both embedded suites by default." placeholder:"NAME|PATH"`
	Subset    []string         `help:"Only these subsets, applications or stacks." placeholder:"NAME"`
	Filter    []string         `help:"Only samples with PATTERN in the key or file name. Repeatable: a sample must match one PATTERN." placeholder:"PATTERN" sep:"none"`
	Fuzz      int              `help:"Number of random transactions sent to each fixed twin." default:"2000" placeholder:"N"`
	Seed      uint64           `help:"Seed of the random transactions." default:"1" placeholder:"N"`
	Write     bool             `help:"Store the evidence next to the samples; needs a directory as --suite."`
	JSON      bool             `name:"json" help:"Print the evidence as JSON."`
	Variants  bool             `help:"Also execute the transformed variants with stored evidence again, as assay variants verify does."`
	Adequacy  bool             `help:"Also delete each guard of the Solidity samples and each condition of the good SQL files and handlers, one at a time, and test whether the proof fails."`
	Campaign  int              `help:"Also fuzz each Solidity twin with this many coverage-guided sequences, unless a stored campaign covers it." placeholder:"N"`
	Verbose   bool             `short:"v" help:"Print call trees, and the attacks that succeed on each bad SQL test."`
	Compilers string           `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	Cache     string           `help:"Cache directory of compiled contracts and proof results." placeholder:"DIR" type:"path"`
	NoCache   bool             `help:"Also execute unchanged Solidity samples that this program has proved before."`
	Postgres  string           `help:"PostgreSQL to run SQL tests on, as a role that may create databases and roles; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES"`
}

// dir returns the directory that is verified, "" for embedded suites.
func (c *verifyCmd) dir() string {
	if slices.Contains(run.All, c.Suite) {
		return ""
	}
	return c.Suite
}

// proving returns the options of the executor.
func (c *verifyCmd) proving() *verifysuite.Options {
	return &verifysuite.Options{Compilers: c.Compilers, Cache: c.Cache, Postgres: c.Postgres, Path: c.dir(), Fuzz: c.Fuzz,
		Campaign: c.Campaign, Seed: c.Seed, Trace: c.Verbose, NoCache: c.NoCache, Write: c.Write, Removals: c.removals}
}

func (*verifyCmd) Help() string {
	return `Solidity: compiles every sample with its own compiler and runs its proof in an embedded EVM. The attack must work on the vulnerable
source and fail on the fixed twin; honest use must pass on both (docs/proofs.md). SQL: executes every test on a real PostgreSQL. Good
tests pass honest use and resist all attacks; bad tests leak to attacks on the requirement that they violate and to no other (docs/sql-proofs.md).

Examples:

  assay verify
  assay verify bridge-replica -v
  assay verify blockbench --variants
  assay verify tenantsql
  assay verify approve-order --adequacy
  assay verify --suite my/samples --campaign 10000 --write
  assay verify --suite my/samples --write`
}

func (c *verifyCmd) Run(ctx context.Context, env *cli.Env) error {
	if c.Campaign < 0 {
		return exit.Usage("--campaign must be a positive number of sequences, not %d", c.Campaign)
	}
	if c.Write && c.dir() == "" {
		return exit.Usage("--write needs a directory as --suite: the embedded samples cannot be written; in a clone, " +
			"use --suite suites/blockbench")
	}
	sel := run.Selection{Only: c.ID, Filter: c.Filter}
	if c.Suite != "" {
		sel.Suite = []string{c.Suite}
	}
	ctx, cancel := env.Interruptible(ctx)
	defer cancel()
	bare, broken, err := c.bare(ctx, env, c.named)
	if err != nil {
		return err
	}
	list, err := sel.Load(env.Env)
	if err != nil {
		return err
	}
	want, err := c.wanted(list)
	if err != nil {
		return err
	}

	imported, refused, err := c.imported(ctx, env, list, want)
	if err != nil && ctx.Err() == nil {
		return err
	}

	total, failed := bare+imported, broken+refused
	var lack verifysuite.Lack
	for _, execute := range []func(context.Context, *cli.Env, []*suite.Suite, verifysuite.Wanted) (int, int,
		verifysuite.Lack, error){c.solidity, c.sql} {
		n, bad, lacking, err := execute(ctx, env, list, want)
		if ctx.Err() != nil {
			return exit.With(exit.Interrupt, "interrupted; unfinished proofs are not stored")
		}
		if err != nil {
			return err
		}
		total, failed = total+n, failed+bad
		lack.Add(lacking)
	}
	var lacking error
	if n := len(lack.Samples); n > 0 {
		lacking = exit.With(exit.Lacking, "%d of %d samples were not executed, since these are missing: %s; "+
			"get them with: %s", n, total+n, strings.Join(lack.Needs, ", "), c.get(list))
		want = lack.Without(want)
	}
	switch {
	case failed > 0 && lacking != nil:
		return fmt.Errorf("%d of %d samples are not proved; %v", failed, total, lacking)
	case total == bare+imported && lacking != nil:
		return lacking
	case total == 0:
		return exit.Usage("there is nothing to execute: no Solidity sample, and no SQL application with a fixtures.sql")
	case failed > 0:
		return fmt.Errorf("%d of %d samples are not proved", failed, total)
	case bare == total:
		return fmt.Errorf("no test is broken, but none can be proved without a fixtures.sql (docs/sql-proofs.md)")
	case imported == total:
		return fmt.Errorf("no text is rejected, but none can be proved: imported samples have no proof (docs/import.md)")
	}
	if c.Adequacy {
		if err := c.adequacy(ctx, env, list, want); err != nil {
			return err
		}
	}
	if c.Campaign > 0 {
		if err := c.campaigns(ctx, env, list, want); err != nil {
			return err
		}
	}
	if c.Variants {
		if err := c.variants(ctx, env, list, want); err != nil {
			return err
		}
	}
	return lacking
}

// get returns the command that gets what verifying the suites needs.
func (c *verifyCmd) get(list []*suite.Suite) string {
	line := "assay compilers"
	for _, st := range list {
		if c.dir() != "" {
			return line + " --suite " + c.dir()
		}
		line += " --suite " + st.Name
	}
	return line
}

// variants executes the stored variants of the wanted samples again.
func (c *verifyCmd) variants(ctx context.Context, env *cli.Env, list []*suite.Suite, want verifysuite.Wanted) error {
	var originals []*certify.Original
	for _, st := range list {
		for _, o := range certify.Originals(st, "", func(match func(*bench.Variant) bool) bool {
			return slices.ContainsFunc(st.Variants, func(v bench.Variant) bool { return want(v.Sample) && match(&v) })
		}) {
			if !o.Load() {
				return fmt.Errorf("%s: no evidence on its variants is stored, or it is out of date; `assay "+
					"variants build` executes them", o.ID)
			}
			originals = append(originals, o)
		}
	}
	x := certify.Options{Compilers: c.Compilers, Cache: c.Cache, Postgres: c.Postgres}
	return verifyVariants(ctx, env, x, originals, c.JSON)
}

// named reports whether an argument and a filter name a test of an application that was not loaded as a
// suite: the application, the query or the test.
func (c *verifyCmd) named(id string) bool {
	named := func(arg string) bool { return strings.Contains("/"+id, "/"+arg) }
	matches := func(pattern string) bool { return strings.Contains(id, pattern) }
	return (len(c.ID) == 0 || slices.ContainsFunc(c.ID, named)) &&
		(len(c.Filter) == 0 || slices.ContainsFunc(c.Filter, matches))
}

// wanted parses the arguments, a suite, an application, a query, or a sample, and the filter.
func (c *verifyCmd) wanted(list []*suite.Suite) (verifysuite.Wanted, error) {
	ids := map[string]bool{}
	samples := 0
	for _, st := range list {
		samples += len(st.Samples)
		for i := range st.Samples {
			if c.filtered(st, &st.Samples[i]) {
				ids[st.Samples[i].ID] = true
			}
		}
	}
	if samples > 0 && len(ids) == 0 {
		return nil, exit.Usage("no sample matches --filter and --subset; `assay samples list` shows the samples")
	}
	if len(c.ID) == 0 {
		return func(id string) bool { return len(c.Filter)+len(c.Subset) == 0 || ids[id] }, nil
	}
	filtered := ids
	ids = map[string]bool{}
	for _, arg := range c.ID {
		found := false
		for _, st := range list {
			for _, s := range st.Samples {
				if st.Name == arg || strings.HasPrefix(s.ID, arg+"/") || slices.Contains(queries(st, s.Keys), arg) {
					ids[s.ID], found = true, true
				}
			}
		}
		if found {
			continue
		}
		_, s, err := cli.FindSample(list, arg)
		if err != nil {
			return nil, err
		}
		ids[s.ID] = true
	}
	return func(id string) bool { return ids[id] && filtered[id] }, nil
}

// filtered reports whether a sample is in one of the subsets and has one of the patterns in its key or file name; where
// there are none, it is.
func (c *verifyCmd) filtered(st *suite.Suite, s *suite.Sample) bool {
	if v, ok := st.Variant(s.Keys[0]); len(c.Subset) > 0 && !(ok && suite.Within(v, c.Subset)) {
		return false
	}
	return len(c.Filter) == 0 || slices.ContainsFunc(c.Filter, func(pattern string) bool {
		return strings.Contains(st.Name+"/"+s.ID, pattern) || strings.Contains(s.Dir, pattern) ||
			slices.ContainsFunc(s.Keys, func(key string) bool {
				v, ok := st.Variant(key)
				return ok && v.Sample == s.ID && strings.Contains(v.Source, pattern)
			})
	})
}

// queries returns the names of a SQL sample's query, in full and abbreviated.
func queries(st *suite.Suite, keys []string) []string {
	v, ok := st.Variant(keys[0])
	if !ok || !st.Format.ByRequirement() {
		return nil
	}
	return []string{v.Base, path.Base(v.Base)}
}
