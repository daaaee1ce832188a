package cli

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"assay/internal/bench"
	"assay/internal/exit"
	"assay/internal/proof"
	"assay/internal/proof/certificate"
	"assay/internal/proof/sqlproof"
	"assay/internal/run"
	"assay/internal/suite"
	"assay/internal/transform"
	"assay/internal/transform/all"
)

type variantsCmd struct {
	List   variantsList   `cmd:"" default:"withargs" help:"List the stored certificates of transformed variants."`
	Build  variantsBuild  `cmd:"" help:"Transform samples, and execute what comes of it for the strongest certificate."`
	Verify variantsVerify `cmd:"" help:"Execute the stored variants again, and compare."`
}

type variantsBuild struct {
	run.Selection
	execution
	Chain   []string `help:"Transformations to apply, joined by +. Repeatable; those of the paper and the placebos by default." placeholder:"CHAIN" sep:"none"`
	Seed    uint64   `help:"Seed of every choice, and of the random transactions." default:"1" placeholder:"N"`
	Random  int      `help:"Random transactions sent to each original and variant where code is not equal." default:"1000" placeholder:"N"`
	Write   bool     `help:"Store the evidence beside the samples; needs --suite with directories."`
	JSON    bool     `name:"json" help:"Print the evidence as JSON."`
	Verbose bool     `short:"v" help:"Print a line for every variant."`
}

func (*variantsBuild) Help() string {
	return `Applies every chain to every selected sample and gives each half of the pair the strongest certificate that can be shown: C1 the same
code, C2 the same after the optimizer, C3 the same after undoing the renaming, C4 equal effects of honest use, attack and random
transactions, C5 the attack still works (docs/certificates.md). A variant with less than its chain promises is refused: exit code 3.

Examples:

  assay variants build --filter bridge-replica
  assay variants build --suite suites/blockbench --write`
}

func (c *variantsBuild) Run(ctx context.Context, env *Env) error {
	if c.Random < 1 {
		return usage("--random %d: at least one transaction is needed", c.Random)
	}
	names := c.Chain
	if len(names) == 0 {
		names = all.PaperChains()
	}
	var chains []transform.Chain
	for _, name := range names {
		chain, err := transform.ParseChain(name, all.Transformations())
		if err != nil {
			return usage("%v", err)
		}
		chains = append(chains, chain)
	}
	originals, err := originals(env, c.Selection, c.Write)
	if err != nil {
		return err
	}
	var jobs []variantJob
	for i, o := range originals {
		o.e = o.fresh(c.Random)
		if old := o.s.Vouched(); old != nil && old.Random == o.e.Random && (o.app != nil || old.Engine == o.e.Engine) {
			o.e.Variants = slices.Clone(old.Variants)
		}
		for _, chain := range chains {
			if o.app == nil || speaksSQL(chain) {
				jobs = append(jobs, variantJob{i, chain, c.Seed})
			}
		}
	}
	made, err := c.execute(ctx, env, originals, jobs)
	if err != nil {
		return err
	}
	for i, o := range originals {
		o.e.Merge(made[i])
		if !c.Write {
			o.e.Variants = made[i]
		}
	}
	if c.JSON {
		err = writeJSON(env, evidenceOf(originals))
	} else {
		err = printVariants(env, originals, c.Verbose)
	}
	if err == nil && c.Write {
		err = storeVariants(env, originals)
	}
	if err != nil {
		return err
	}
	return refused(originals)
}

// refused is the error of the gate: a variant without what its chain promises.
func refused(originals []*original) error {
	bad, n := 0, 0
	for _, o := range originals {
		for i := range o.e.Variants {
			n++
			if o.e.Variants[i].Failure != "" {
				bad++
			}
		}
	}
	if bad > 0 {
		return exit.With(exit.Gate, "%d of %d variants have not what their chain promises", bad, n)
	}
	return nil
}

// original is a Solidity sample, or a SQL query with all its tests, and the
// evidence on its variants.
type original struct {
	st    *suite.Suite
	s     *suite.Sample // of SQL, one of the tests
	id    string
	file  string          // of the evidence, below the root
	root  string          // of the suite on disk, "" when it is embedded
	app   *suite.App      // of SQL, else nil
	query *sqlproof.Query // likewise
	e     *proof.Variants
}

// fresh returns evidence that has no variant yet.
func (o *original) fresh(random int) *proof.Variants {
	if o.app != nil {
		return certificate.SQLEvidence(o.app, o.query, "")
	}
	x, _ := o.st.Executable(o.s)
	return certificate.Evidence(x, random)
}

// speaksSQL reports whether every step of a chain rewrites SQL too.
func speaksSQL(c transform.Chain) bool {
	return !slices.ContainsFunc(c, func(s transform.Step) bool { return !s.Transformation.Speaks("sql") })
}

// originals returns what is selected and can be executed. With onDisk, all have
// to come from a directory.
func originals(env *Env, s run.Selection, onDisk bool) ([]*original, error) {
	names := s.Suite
	if len(names) == 0 {
		names = run.Embedded
	}
	var out []*original
	for _, name := range names {
		root := name
		if slices.Contains(run.Embedded, name) {
			root = ""
		}
		if root == "" && onDisk {
			return nil, usage("--write needs --suite with a directory: the embedded samples cannot be written; in a clone, use --suite suites/blockbench")
		}
		one := s
		one.Suite = []string{name}
		list, err := one.Load(env.Env)
		if err != nil {
			return nil, err
		}
		for _, st := range list {
			vs, err := one.Variants([]*suite.Suite{st})
			if err != nil {
				continue // nothing of this suite is selected
			}
			out = append(out, originalsOf(st, root, func(match func(*bench.Variant) bool) bool { return slices.ContainsFunc(vs, match) })...)
		}
	}
	if len(out) == 0 {
		return nil, usage("no sample that can be executed matches; `assay samples list` shows what there is")
	}
	return out, nil
}

// originalsOf lists what of a suite can be executed and is selected.
func originalsOf(st *suite.Suite, root string, selected func(func(*bench.Variant) bool) bool) []*original {
	var out []*original
	for i := range st.Samples {
		x := &st.Samples[i]
		if _, ok := st.Executable(x); ok && selected(func(v *bench.Variant) bool { return slices.Contains(x.Keys, v.Key) }) {
			out = append(out, &original{st: st, s: x, id: x.ID, file: path.Join(x.Dir, "variants.json"), root: root})
		}
	}
	for i := range st.Apps {
		a := &st.Apps[i]
		for j := range a.Queries {
			q := &a.Queries[j]
			base := a.Name + "/" + q.Name
			first := a.Name + "/" + q.Tests[0].Name
			at := slices.IndexFunc(st.Samples, func(s suite.Sample) bool { return s.ID == first })
			if at >= 0 && selected(func(v *bench.Variant) bool { return v.Base == base }) {
				out = append(out, &original{st: st, s: &st.Samples[at], id: base, file: path.Join(a.Dir, q.Name+".variants.json"), root: root, app: a, query: q})
			}
		}
	}
	return out
}

func evidenceOf(originals []*original) []*proof.Variants {
	out := []*proof.Variants{}
	for _, o := range originals {
		out = append(out, o.e)
	}
	return out
}

// storeVariants writes the evidence beside every sample and query.
func storeVariants(env *Env, originals []*original) error {
	for _, o := range originals {
		b, err := o.e.Encode()
		if err != nil {
			return err
		}
		file := filepath.Join(o.root, filepath.FromSlash(o.file))
		if err := os.WriteFile(file, b, 0o644); err != nil {
			return fmt.Errorf("storing evidence: %w", err)
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence on the variants of %d samples and queries\n", len(originals))
	return nil
}

type variantsList struct {
	run.Selection
	JSON    bool `name:"json" help:"Print the evidence as JSON."`
	Verbose bool `short:"v" help:"Print a line for every variant."`
}

func (*variantsList) Help() string {
	return `Reads what "assay variants build" stored; compiles and runs nothing.

Examples:

  assay variants list
  assay variants list --subset tc -v`
}

func (c *variantsList) Run(env *Env) error {
	originals, err := storedOriginals(env, c.Selection)
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(env, evidenceOf(originals))
	}
	return printVariants(env, originals, c.Verbose)
}

// stored returns the selected samples with stored evidence, and says on standard
// error which have none.
func storedOriginals(env *Env, s run.Selection) ([]*original, error) {
	list, err := originals(env, s, false)
	if err != nil {
		return nil, err
	}
	var out []*original
	for _, o := range list {
		if o.e = o.s.Vouched(); o.e == nil {
			fmt.Fprintf(env.Stderr, "%s: no evidence on its variants is stored, or it is out of date; `assay variants build` executes them\n", o.id)
			continue
		}
		out = append(out, o)
	}
	if len(out) == 0 {
		return nil, exit.With(exit.Failed, "no evidence on variants is stored")
	}
	return out, nil
}
