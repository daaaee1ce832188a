package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"assay/internal/bench"
	"assay/internal/core/run"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/verify"
)

type transformCmd struct {
	What  string   `arg:"" optional:"" help:"A .sol or .sql file, or the id of a sample."`
	With  string   `name:"chain" help:"Transformations to apply, in this order, joined by +; settings follow a colon." placeholder:"CHAIN"`
	Seed  uint64   `help:"Seed of all random choices." default:"1" placeholder:"N"`
	Diff  bool     `help:"Print the difference instead of the text."`
	JSON  bool     `name:"json" help:"Print texts, labels, renames and notes as JSON."`
	List  bool     `help:"List the transformations."`
	Suite []string `help:"Suite that contains the sample; the embedded suites by default." placeholder:"NAME|PATH" sep:"none"`
}

func (*transformCmd) Help() string {
	return `Rewrites code by edits of its syntax; the same seed gives the same bytes. A chain that does not apply prints the reason and no text.

Examples:

  assay transform --list
  assay transform bridge-replica --chain no-comments+chameleon:theme=library --diff
  assay transform Vault.sol --chain shapeshifter-l3 --seed 7`
}

func (c *transformCmd) Run(env *cli.Env) error {
	list := all.Transformations()
	if c.List {
		return listTransformations(env, list)
	}
	if c.What == "" || c.With == "" {
		return exit.Usage("give a file or sample, and the transformations with --chain; --list shows them")
	}
	chain, err := transform.ParseChain(c.With, list)
	if err != nil {
		return exit.Usage("%v", err)
	}
	p, err := c.program(env)
	if err != nil {
		return err
	}
	r, err := transform.Apply(chain, c.Seed, p)
	if err != nil {
		return exit.Usage("%v", err)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(env.Stderr, n)
	}
	if c.JSON {
		return cli.WriteJSON(env, struct {
			Key     string            `json:"key"`
			Chain   string            `json:"chain"`
			Seed    uint64            `json:"seed"`
			Files   []bench.File      `json:"files"`
			Context []bench.File      `json:"context,omitempty"`
			Twin    []bench.File      `json:"twin,omitempty"`
			Hidden  []bench.File      `json:"hidden,omitempty"`
			Labels  []bench.Label     `json:"labels,omitempty"`
			Renames map[string]string `json:"renames,omitempty"`
		}{r.Variant.Key, chain.String(), c.Seed, r.Variant.Task.Files, r.Variant.Task.Context, twinFiles(r), r.Hidden,
			r.Variant.Labels, r.Renames})
	}
	before, after := p.Variant.Task.Files[0], r.Variant.Task.Files[0]
	if c.Diff {
		_, err = env.Data().Write(diff.Diff(before.Path, []byte(before.Text), after.Path, []byte(after.Text)))
	} else {
		_, err = fmt.Fprint(env.Data(), after.Text)
	}
	return err
}

func twinFiles(r *transform.Result) []bench.File {
	if r.Twin == nil {
		return nil
	}
	return r.Twin.Task.Files
}

func listTransformations(env *cli.Env, list []transform.Transformation) error {
	w := env.Grid()
	fmt.Fprintln(w, "TRANSFORMATION\tLETTER\tKIND\tLANGUAGES\tDESCRIPTION")
	for _, t := range list {
		languages := "solidity"
		if t.Speaks("sql") {
			languages += ", sql"
		}
		doc, _, _ := strings.Cut(t.Doc, "\n")
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.Name, t.Letter, t.Kind, languages, doc)
		for _, o := range t.Options {
			fmt.Fprintf(w, "  :%s=\t\t\t\t%s: %s\n", o.Name, o.Doc, strings.Join(o.Values, ", "))
		}
	}
	return w.Flush()
}

// program returns the input of a rewriting: a file on disk alone, or a sample with its
// twin, its context and its proof.
func (c *transformCmd) program(env *cli.Env) (transform.Program, error) {
	if ext := filepath.Ext(c.What); ext == ".sol" || ext == ".sql" {
		return fileProgram(c.What, ext)
	}
	sel := run.Selection{Suite: c.Suite}
	suites, err := sel.Load(env.Env)
	if err != nil {
		return transform.Program{}, err
	}
	st, s, err := cli.FindSample(suites, c.What)
	if err != nil {
		return transform.Program{}, err
	}
	v, ok := st.Variant(s.Keys[0])
	if !ok {
		return transform.Program{}, fmt.Errorf("sample %s has no variant", s.ID)
	}
	return verify.Program(st, v), nil
}

// fileProgram reads one source file. The program has no labels and no truth that a
// transformation could depend on.
func fileProgram(file, ext string) (transform.Program, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return transform.Program{}, exit.Usage("file %s does not exist", file)
	case err == nil && !info.Mode().IsRegular(): // reading a pipe without a writer would never end
		return transform.Program{}, exit.Usage("%s is not a regular file; save the text in one", file)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return transform.Program{}, err
	}
	if !utf8.Valid(b) {
		return transform.Program{}, exit.Usage("%s is not UTF-8", file)
	}
	v := &bench.Variant{Key: file, Suite: "file", Format: bench.Contracts, Sample: file, Base: file,
		Truth: bench.Vulnerable, Source: file,
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: filepath.Base(file), Text: string(b)}}}}
	if ext == ".sql" {
		v.Format, v.Task.Language = bench.Queries, "sql"
	}
	return transform.Program{Variant: v}, nil
}
