package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"assay/internal/proof"
	"assay/internal/proof/certificate"
	"assay/internal/suite"
	"assay/internal/transform"
	"assay/internal/transform/all"
)

type variantsCmd struct {
	List   variantsList   `cmd:"" default:"withargs" help:"List the stored certificates of transformed variants."`
	Build  variantsBuild  `cmd:"" help:"Transform samples, and execute what comes of it for the strongest certificate."`
	Verify variantsVerify `cmd:"" help:"Execute the stored variants again, and compare."`
}

// execution is where compilers are and results are kept.
type execution struct {
	Compilers string `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path"`
	Cache     string `help:"Directory for compiled results." placeholder:"DIR" type:"path"`
}

type variantsBuild struct {
	selection
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
	originals, err := c.originals(env, c.Write)
	if err != nil {
		return err
	}
	var jobs []variantJob
	for i, o := range originals {
		x, _ := o.st.Executable(o.s)
		o.e = certificate.Evidence(x, c.Random)
		if o.s.Vouched != nil && o.s.Vouched.Random == c.Random {
			o.e.Variants = slices.Clone(o.s.Vouched.Variants)
		}
		for _, chain := range chains {
			jobs = append(jobs, variantJob{i, chain, c.Seed})
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
		return &exitError{ExitGate, fmt.Errorf("%d of %d variants have not what their chain promises", bad, n)}
	}
	return nil
}

// original is one sample with the evidence on its variants.
type original struct {
	st   *suite.Suite
	s    *suite.Sample
	root string // of its suite on disk, "" when it is embedded
	e    *proof.Variants
}

// originals returns the selected samples that can be executed. With onDisk, all
// have to come from a directory.
func (s *selection) originals(env *Env, onDisk bool) ([]*original, error) {
	names := s.Suite
	if len(names) == 0 {
		names = embedded
	}
	var out []*original
	for _, name := range names {
		root := name
		if slices.Contains(embedded, name) {
			root = ""
		}
		if root == "" && onDisk {
			return nil, usage("--write needs --suite with a directory: the embedded samples cannot be written; in a clone, use --suite suites/blockbench")
		}
		one := *s
		one.Suite = []string{name}
		list, err := one.load(env)
		if err != nil {
			return nil, err
		}
		for _, st := range list {
			if st.Format != suite.Blockbench {
				continue
			}
			vs, err := one.variants([]*suite.Suite{st})
			if err != nil {
				continue // nothing of this suite is selected
			}
			for i := range st.Samples {
				x := &st.Samples[i]
				if _, ok := st.Executable(x); ok && slices.Contains(x.Keys, keyAmong(vs, x.Keys)) {
					out = append(out, &original{st: st, s: x, root: root})
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, usage("no Solidity sample matches; `assay samples list` shows what there is")
	}
	return out, nil
}

func evidenceOf(originals []*original) []*proof.Variants {
	out := []*proof.Variants{}
	for _, o := range originals {
		out = append(out, o.e)
	}
	return out
}

// storeVariants writes variants.json into every sample's folder.
func storeVariants(env *Env, originals []*original) error {
	for _, o := range originals {
		b, err := o.e.Encode()
		if err != nil {
			return err
		}
		file := filepath.Join(o.root, filepath.FromSlash(o.s.Dir), "variants.json")
		if err := os.WriteFile(file, b, 0o644); err != nil {
			return fmt.Errorf("storing evidence: %w", err)
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence on the variants of %d samples\n", len(originals))
	return nil
}

type variantsList struct {
	selection
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
	originals, err := c.stored(env)
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
func (s *selection) stored(env *Env) ([]*original, error) {
	list, err := s.originals(env, false)
	if err != nil {
		return nil, err
	}
	var out []*original
	for _, o := range list {
		if o.s.Vouched == nil {
			fmt.Fprintf(env.Stderr, "%s: no evidence on its variants is stored, or it is out of date; `assay variants build` executes them\n", o.s.ID)
			continue
		}
		o.e = o.s.Vouched
		out = append(out, o)
	}
	if len(out) == 0 {
		return nil, &exitError{ExitFailed, errors.New("no evidence on variants is stored")}
	}
	return out, nil
}

type variantsVerify struct {
	selection
	execution
	JSON bool `name:"json" help:"Print what is seen now as JSON."`
}

func (*variantsVerify) Help() string {
	return `Applies and executes every variant with stored evidence again; what is seen must be what is stored, to the byte.

Example:

  assay variants verify --filter bridge-replica`
}

func (c *variantsVerify) Run(ctx context.Context, env *Env) error {
	originals, err := c.stored(env)
	if err != nil {
		return err
	}
	return c.verify(ctx, env, originals, c.JSON)
}

// verify executes stored variants again and fails when something differs.
func (c *execution) verify(ctx context.Context, env *Env, originals []*original, json bool) error {
	var jobs []variantJob
	for i, o := range originals {
		for _, v := range o.e.Variants {
			chain, err := transform.ParseChain(v.Chain, all.Transformations())
			if err != nil {
				return usage("%s: %v; `assay variants build --write` makes its evidence again", o.s.ID, err)
			}
			if j := (variantJob{i, chain, v.Seed}); !slices.ContainsFunc(jobs, j.equal) {
				jobs = append(jobs, j)
			}
		}
	}
	made, err := c.execute(ctx, env, originals, jobs)
	if err != nil {
		return err
	}
	differ, n := 0, 0
	out := env.Stdout
	if json {
		out = env.Stderr
	}
	for i, o := range originals {
		now := &proof.Variants{Random: o.e.Random}
		now.Merge(made[i])
		n += len(now.Variants)
		for _, d := range differences(o.e.Variants, now.Variants) {
			fmt.Fprintf(out, "%s %s\n", o.s.ID, d)
			differ++
		}
		fresh := *o.e
		fresh.Variants = now.Variants
		o.e = &fresh
	}
	if json {
		if err := writeJSON(env, evidenceOf(originals)); err != nil {
			return err
		}
	}
	if differ > 0 {
		return fmt.Errorf("%d of %d variants are not what is stored; if what is seen now is right: `assay variants build --write`", differ, n)
	}
	fmt.Fprintf(env.Stderr, "%d variants of %d samples are what is stored\n", n, len(originals))
	return refused(originals)
}

// differences compares stored evidence with what is seen now, a line each.
func differences(stored, now []proof.Variant) []string {
	var out []string
	name := func(v proof.Variant) string { return fmt.Sprintf("%s@%d %s", v.Chain, v.Seed, v.Half) }
	for i := range max(len(stored), len(now)) {
		switch {
		case i >= len(now):
			out = append(out, name(stored[i])+": there is no such variant now")
		case i >= len(stored):
			out = append(out, name(now[i])+": is not stored")
		case stored[i] != now[i]:
			out = append(out, fmt.Sprintf("%s: stored %q, now %q", name(stored[i]), stored[i].Summary(), now[i].Summary()))
		}
	}
	return out
}
