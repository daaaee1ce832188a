package cli

import (
	"assay/internal/core/cli"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
	"assay/internal/core/report"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/proof/certify"
)

type variantsCmd struct {
	List   variantsList   `cmd:"" default:"withargs" help:"List the stored certificates of transformed variants."`
	Build  variantsBuild  `cmd:"" help:"Transform samples, execute the variants, and give each the strongest certificate."`
	Verify variantsVerify `cmd:"" help:"Execute the stored variants again and compare the results."`
}

type variantsBuild struct {
	run.Selection
	certify.Options
	Chain     []string `help:"Transformations to apply, joined by +. Repeatable; by default the paper's, the placebos, and the layout and dead code of shapeshifter." placeholder:"CHAIN" sep:"none"`
	Seed      uint64   `help:"Seed of all random choices and of the random transactions." default:"1" placeholder:"N"`
	Random    int      `help:"Number of random transactions sent to each original and variant with unequal code." default:"1000" placeholder:"N"`
	NoExecute bool     `help:"Only transform: variants without stored evidence on exactly their text are marked as unproved. Needs no compiler and no server."`
	Output    string   `short:"o" help:"File for the variants. By default variants.zip in the directory of the suite, if that is on disk." placeholder:"FILE" type:"path"`
	Write     bool     `help:"Store the evidence next to the samples; needs --suite with a directory."`
	JSON      bool     `name:"json" help:"Print the evidence as JSON."`
	Verbose   bool     `short:"v" help:"Print one line per variant."`
}

func (*variantsBuild) Help() string {
	return `Applies every chain to every selected sample, and stores the variants in a file that run --variants reads. It executes them, and gives each half of the
pair the strongest certificate that execution supports: C1 equal bytecode, C2 equal bytecode after optimization, C3 equal bytecode after the renaming is undone, C4
equal effects of honest use, attack and random transactions, C5 the attack still works (docs/proofs.md). A variant with less than its chain promises is refused,
and the exit code is 3. A file that exists keeps its other chains, seeds and samples.

Examples:

  assay variants build --suite my-suite --no-execute
  assay variants build --suite blockbench --chain chameleon:theme=space --output variants.zip
  assay variants build --suite suites/blockbench --write`
}

func (c *variantsBuild) Run(ctx context.Context, env *cli.Env) error {
	if c.Random < 1 {
		return exit.Usage("--random %d: at least one transaction is needed", c.Random)
	}
	chains, err := certify.Chains(c.Chain)
	if err != nil {
		return exit.Usage("%v", err)
	}
	if c.NoExecute && c.Write {
		return exit.Usage("--no-execute makes no evidence that --write could store; omit one")
	}
	parts, err := selected(env, c.Selection, c.Write)
	if err != nil {
		return err
	}
	if c.Output != "" && len(parts) > 1 {
		return exit.Usage("--output holds the variants of one suite; choose it with --suite")
	}
	var failed error
	if !c.NoExecute {
		originals, err := originals(parts)
		if err != nil {
			return err
		}
		var built []*certify.Original
		if built, failed = c.Build(ctx, env.Env, originals, chains, c.Seed, c.Random, c.Write); len(built) == 0 {
			return failed
		}
		if c.JSON {
			err = cli.WriteJSON(env, certify.Evidence(built))
		} else {
			err = printVariants(env, built, c.Verbose)
		}
		if err == nil && c.Write {
			if err = certify.Store(built); err == nil {
				fmt.Fprintf(env.Stderr, "stored the evidence of variants; samples and queries: %d\n", len(built))
			}
		}
		if err != nil {
			return err
		}
		certify.Use(built)
		failed = cmp.Or(failed, certify.Refused(built))
	}
	for _, p := range parts {
		if err := c.store(env, p, chains); err != nil {
			return err
		}
	}
	return failed
}

// store writes the variants of the selected texts of one suite.
func (c *variantsBuild) store(env *cli.Env, p selectedSuite, chains []transform.Chain) error {
	file := c.Output
	if file == "" && p.root != "" {
		file = filepath.Join(p.root, suite.VariantsFile)
	}
	if file == "" {
		if c.NoExecute {
			return exit.Usage("the suite %s is embedded: name a file for its variants with --output", p.st.Name)
		}
		return nil
	}
	var old *suite.StoredVariants
	switch b, err := os.ReadFile(file); {
	case err == nil:
		if old, err = suite.ReadVariants(b, file); err != nil {
			return exit.Usage("%v; delete it, or choose another --output", err)
		}
		if old.Index.Suite != p.st.Name {
			return exit.Usage("%s has variants of the suite %s; choose another --output", file, old.Index.Suite)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	err := outfile.Write(file, 0o644, func(w io.Writer) error {
		return certify.Write(w, p.st, p.st.Programs(p.variants), chains, c.Seed, old)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "stored the variants of %s in %s\n", p.st.Name, file)
	return nil
}

// selectedSuite is a suite with the selected texts.
type selectedSuite struct {
	st       *suite.Suite
	root     string // its directory, "" if it is embedded
	variants []*bench.Variant
}

// selected returns the suites of which something is selected. With onDisk, all must come
// from a directory.
func selected(env *cli.Env, s run.Selection, onDisk bool) ([]selectedSuite, error) {
	names := s.Suite
	if len(names) == 0 {
		names = run.Embedded
	}
	var out []selectedSuite
	for _, name := range names {
		root := name
		if slices.Contains(run.All, name) {
			root = ""
		}
		if root == "" && onDisk {
			if i, err := os.Stat(name); err == nil && i.IsDir() { // what is here goes before what is embedded
				name = "./" + name
				root = name
			}
		}
		if root == "" && onDisk {
			return nil, exit.Usage("--write needs --suite with a directory: the embedded samples cannot be written; in a " +
				"clone, use --suite suites/blockbench")
		}
		one := s
		one.Suite, one.Lenient = []string{name}, true
		list, err := one.Load(env.Env)
		if err != nil {
			return nil, err
		}
		for _, st := range list {
			if vs, err := one.Variants([]*suite.Suite{st}); err == nil { // else nothing of this suite is selected
				out = append(out, selectedSuite{st, root, vs})
			}
		}
	}
	if len(out) == 0 {
		return nil, exit.Usage("no sample matches; `assay samples list` shows the samples")
	}
	return out, nil
}

// originals returns the selected samples that can be executed.
func originals(parts []selectedSuite) ([]*certify.Original, error) {
	var out []*certify.Original
	for _, p := range parts {
		out = append(out, certify.Originals(p.st, p.root,
			func(match func(*bench.Variant) bool) bool { return slices.ContainsFunc(p.variants, match) })...)
	}
	if len(out) == 0 {
		return nil, exit.Usage("no executable sample matches; `assay samples list` shows the samples, and --no-execute " +
			"transforms others")
	}
	return out, nil
}

type variantsList struct {
	run.Selection
	Seed    uint64 `help:"Seed of the variants." default:"1" placeholder:"N"`
	JSON    bool   `name:"json" help:"Print the variants as JSON, without their texts."`
	Verbose bool   `short:"v" help:"Print one line per variant."`
}

func (*variantsList) Help() string {
	return `Lists the stored variants with their certificates; compiles and executes nothing.

Examples:

  assay variants list
  assay variants list --subset tc -v`
}

func (c *variantsList) Run(env *cli.Env) error {
	parts, err := selected(env, c.Selection, false)
	if err != nil {
		return err
	}
	var lines []variantLine
	for _, p := range parts {
		var chains []string
		for _, chain := range p.st.StoredChains(c.Seed) {
			chains = append(chains, chain.Chain)
		}
		if len(chains) == 0 {
			fmt.Fprintf(env.Stderr, "no variants of suite %s are stored; %s\n", p.st.Name, p.st.MakeVariants("", c.Seed))
			continue
		}
		varied, err := suite.Vary([]*suite.Suite{p.st}, p.variants, chains, c.Seed)
		if err != nil {
			return exit.Usage("%v", err)
		}
		lines = append(lines, storedLines(varied)...)
	}
	if len(lines) == 0 {
		return exit.With(exit.Failed, "no variants are stored")
	}
	if c.JSON {
		return cli.WriteJSON(env, lines)
	}
	return printLines(env, lines, c.Verbose)
}

// storedLines describes stored variants.
func storedLines(varied *suite.Varied) []variantLine {
	var out []variantLine
	for _, v := range varied.Variants {
		l := variantLine{Text: v.Origin(), Chain: v.Chain, Seed: v.Seed, Certificate: v.Certificate, Shown: v.Evidence}
		if why := varied.Unproved[v.Key]; why != nil {
			l.Unproved = why.Error()
		}
		out = append(out, l)
	}
	for _, no := range varied.Left {
		out = append(out, variantLine{Text: no.Variant, Chain: no.Chain, Inapplicable: no.Why.Error()})
	}
	return out
}

type variantsVerify struct {
	run.Selection
	certify.Options
	JSON bool `name:"json" help:"Print the new results as JSON."`
}

func (*variantsVerify) Help() string {
	return `Applies and executes every variant with stored evidence again; the results must equal the stored evidence byte for byte.

Example:

  assay variants verify --suite suites/blockbench --filter bridge-replica`
}

func (c *variantsVerify) Run(ctx context.Context, env *cli.Env) error {
	parts, err := selected(env, c.Selection, false)
	if err != nil {
		return err
	}
	originals, err := storedOriginals(env, parts)
	if err != nil {
		return err
	}
	return verifyVariants(ctx, env, c.Options, originals, c.JSON)
}

// storedOriginals returns the samples with stored evidence, and prints on standard error those without.
func storedOriginals(env *cli.Env, parts []selectedSuite) ([]*certify.Original, error) {
	list, err := originals(parts)
	if err != nil {
		return nil, err
	}
	var out []*certify.Original
	for _, o := range list {
		if !o.Load() {
			if o.OnDisk() {
				fmt.Fprintf(env.Stderr,
					"%s: the evidence of its variants is missing or out of date; run `assay variants build --write`\n", o.ID)
			}
			continue
		}
		out = append(out, o)
	}
	if len(out) == 0 {
		return nil, exit.With(exit.Failed, "no evidence of variants is stored: it is in the folders of a clone, "+
			"--suite suites/blockbench, and not in the program")
	}
	return out, nil
}

// verifyVariants executes stored variants again and returns an error if any result differs.
func verifyVariants(ctx context.Context, env *cli.Env, x certify.Options, originals []*certify.Original,
	json bool) error {
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
		if err := cli.WriteJSON(env, certify.Evidence(originals)); err != nil {
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
