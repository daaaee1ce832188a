package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"assay/internal/bench"
	"assay/internal/exit"
	"assay/internal/proof/certify"
	"assay/internal/report"
	"assay/internal/run"
	"assay/internal/suite"
	"assay/internal/transform"
	"assay/internal/transform/all"
)

type variantsCmd struct {
	List   variantsList   `cmd:"" default:"withargs" help:"List the stored certificates of transformed variants."`
	Build  variantsBuild  `cmd:"" help:"Transform samples, execute the variants, and give each the strongest certificate."`
	Verify variantsVerify `cmd:"" help:"Execute the stored variants again and compare the results."`
}

type variantsBuild struct {
	run.Selection
	certify.Options
	Chain   []string `help:"Transformations to apply, joined by +. Repeatable; the paper's transformations and the placebos by default." placeholder:"CHAIN" sep:"none"`
	Seed    uint64   `help:"Seed of all random choices and of the random transactions." default:"1" placeholder:"N"`
	Random  int      `help:"Number of random transactions sent to each original and variant with unequal code." default:"1000" placeholder:"N"`
	Write   bool     `help:"Store the evidence next to the samples; needs --suite with a directory."`
	JSON    bool     `name:"json" help:"Print the evidence as JSON."`
	Verbose bool     `short:"v" help:"Print one line per variant."`
}

func (*variantsBuild) Help() string {
	return `Applies every chain to every selected sample and gives each half of the pair the strongest certificate that execution supports: C1 equal
bytecode, C2 equal bytecode after optimization, C3 equal bytecode after the renaming is undone, C4 equal effects of honest use, attack and random
transactions, C5 the attack still works (docs/certificates.md). A variant with less than its chain promises is refused, and the exit code is 3.

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
	built, failed := c.Build(ctx, env.Env, originals, chains, c.Seed, c.Random, c.Write)
	if len(built) == 0 {
		return failed
	}
	if c.JSON {
		err = writeJSON(env, certify.Evidence(built))
	} else {
		err = printVariants(env, built, c.Verbose)
	}
	if err == nil && c.Write {
		if err = certify.Store(built); err == nil {
			fmt.Fprintf(env.Stderr, "stored the evidence of variants; samples and queries: %d\n", len(built))
		}
	}
	return cmp.Or(err, failed, certify.Refused(built))
}

// originals returns the selected samples that can be executed. With onDisk, all must come
// from a directory.
func originals(env *Env, s run.Selection, onDisk bool) ([]*certify.Original, error) {
	names := s.Suite
	if len(names) == 0 {
		names = run.Embedded
	}
	var out []*certify.Original
	for _, name := range names {
		root := name
		if slices.Contains(run.Embedded, name) {
			root = ""
		}
		if root == "" && onDisk {
			if i, err := os.Stat(name); err == nil && i.IsDir() { // what is here goes before what is embedded
				name = "./" + name
				root = name
			}
		}
		if root == "" && onDisk {
			return nil, usage("--write needs --suite with a directory: the embedded samples cannot be written; in a clone, " +
				"use --suite suites/blockbench")
		}
		one := s
		one.Suite, one.Lenient = []string{name}, true
		list, err := one.Load(env.Env)
		if err != nil {
			return nil, err
		}
		for _, st := range list {
			vs, err := one.Variants([]*suite.Suite{st})
			if err != nil {
				continue // nothing of this suite is selected
			}
			out = append(out, certify.Originals(st, root,
				func(match func(*bench.Variant) bool) bool { return slices.ContainsFunc(vs, match) })...)
		}
	}
	if len(out) == 0 {
		return nil, usage("no executable sample matches; `assay samples list` shows the samples")
	}
	return out, nil
}

type variantsList struct {
	run.Selection
	JSON    bool `name:"json" help:"Print the evidence as JSON."`
	Verbose bool `short:"v" help:"Print one line per variant."`
}

func (*variantsList) Help() string {
	return `Lists the certificates that assay variants build stored; compiles and executes nothing.

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
		return writeJSON(env, certify.Evidence(originals))
	}
	return printVariants(env, originals, c.Verbose)
}

// storedOriginals returns the selected samples with stored evidence, and prints on standard
// error those without.
func storedOriginals(env *Env, s run.Selection) ([]*certify.Original, error) {
	list, err := originals(env, s, false)
	if err != nil {
		return nil, err
	}
	var out []*certify.Original
	for _, o := range list {
		if !o.Load() {
			fmt.Fprintf(env.Stderr,
				"%s: the evidence of its variants is missing or out of date; run `assay variants build`\n", o.ID)
			continue
		}
		out = append(out, o)
	}
	if len(out) == 0 {
		return nil, exit.With(exit.Failed, "no evidence of variants is stored")
	}
	return out, nil
}

type variantsVerify struct {
	run.Selection
	certify.Options
	JSON bool `name:"json" help:"Print the new results as JSON."`
}

func (*variantsVerify) Help() string {
	return `Applies and executes every variant with stored evidence again; the results must equal the stored evidence byte for byte.

Example:

  assay variants verify --filter bridge-replica`
}

func (c *variantsVerify) Run(ctx context.Context, env *Env) error {
	originals, err := storedOriginals(env, c.Selection)
	if err != nil {
		return err
	}
	return verifyVariants(ctx, env, c.Options, originals, c.JSON)
}

// verifyVariants executes stored variants again and returns an error if any result differs.
func verifyVariants(ctx context.Context, env *Env, x certify.Options, originals []*certify.Original, json bool) error {
	differ, n, err := x.Verify(ctx, env.Env, originals)
	if err != nil {
		return err
	}
	out := env.Stdout
	if json {
		out = env.Stderr
	}
	for _, d := range differ {
		fmt.Fprintln(out, d)
	}
	if json {
		if err := writeJSON(env, certify.Evidence(originals)); err != nil {
			return err
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%d of %d variants differ from the stored evidence; if the new results are right, run "+
			"`assay variants build --write`", len(differ), n)
	}
	fmt.Fprintf(env.Stderr, "%s match the stored evidence; samples and queries: %d\n", report.Plural(n, "variant"),
		len(originals))
	return certify.Refused(originals)
}
