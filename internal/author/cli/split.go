package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"assay/internal/author/split"
	"assay/internal/core/base/termtext"
	"assay/internal/core/report"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/core/suite/fresh"
)

type splitCmd struct {
	Make   splitMake   `cmd:"" help:"Make a private split of samples, and the commitment to publish."`
	Reveal splitReveal `cmd:"" help:"Write samples of a split, with the salts of their hashes, for publication."`
	Verify splitVerify `cmd:"" help:"Check that samples match a published commitment."`
}

type splitMake struct {
	Samples    string `arg:"" help:"Directory of private samples, in any format that assay reads." placeholder:"DIR"`
	To         string `name:"output" required:"" help:"Directory for the split, new or empty. Keep it as secret as the samples." placeholder:"DIR"`
	Commitment string `required:"" help:"File for the commitment that you publish." placeholder:"FILE"`
	Name       string `help:"Name of the split; the name of its directory by default." placeholder:"NAME"`
	Count      int    `help:"Number of samples to draw; all by default." placeholder:"N"`
	Seed       uint64 `help:"Seed of the draw." default:"1" placeholder:"N"`
	Like       string `help:"Suite (name or directory) with the proportions for the draw; by default the proportions of the samples." placeholder:"SUITE"`
	After      string `help:"Earlier split that this one replaces. Its key is reused, so that a sample in both splits verifies against both commitments." placeholder:"DIR"`
	Key        string `help:"Key of the salts, 64 hex digits; random by default." placeholder:"HEX"`
	Date       string `help:"Date of the commitment; today by default." placeholder:"YYYY-MM-DD"`
}

func (*splitMake) Help() string {
	return `Copies samples into a new suite and commits to them: the commitment, which you publish, holds a salted hash of each sample, the composition by subset, tier and
class, and the date. It reveals no text; anyone can check the texts against it later (assay split verify). To compare scores on the split with public ones, use
assay run --fresh-samples DIR --set fresh-commitment=HASH.

Examples:

  assay split make private-samples --output split-1 --commitment split-1.json
  assay split make private-samples --output split-2 --commitment split-2.json --after split-1 --count 40 --like blockbench`
}

func (c *splitMake) Run(env *cli.Env) error {
	if c.Count < 0 {
		return exit.Usage("--count must be at least 1")
	}
	date := cmp.Or(c.Date, time.Now().UTC().Format(time.DateOnly))
	o, err := split.Make(split.Making{
		Samples: c.Samples, To: c.To, Name: c.Name, Date: date, Count: c.Count, Seed: c.Seed, Like: c.Like, After: c.After,
		Key: c.Key, Load: loads(env),
	})
	if err != nil {
		return err
	}
	text, err := split.Write(o.Commitment)
	if err != nil {
		return err
	}
	err = cli.WriteOutput(env, c.Commitment, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err != nil {
		return err
	}
	n := len(o.Salts)
	fmt.Fprintf(env.Stdout, "%s\n", o.Commitment.ID())
	fmt.Fprintf(env.Stderr, "%s of %s in %s; publish %s or the printed hash, and keep the directory\n",
		report.Plural(n, "sample"), termtext.Plain(o.Commitment.Name), c.To, c.Commitment)
	if c.Count > n {
		return fmt.Errorf("only %d of %d requested samples are available", n, c.Count)
	}
	return nil
}

// loads returns a loader of suites by name, for packages that do not read suites themselves.
func loads(env *cli.Env) split.Load {
	return func(name string) ([]*suite.Suite, error) { return run.LoadSuite(env.Env, name) }
}

type splitReveal struct {
	Split  string   `arg:"" help:"Directory written by assay split make." placeholder:"DIR"`
	To     string   `name:"output" required:"" help:"Directory to publish: new or empty." placeholder:"DIR"`
	Sample []string `help:"Sample to reveal, by its directory in the split; by default all samples and the key. Repeatable." placeholder:"DIR" sep:"none"`
}

func (*splitReveal) Help() string {
	return `Writes samples with the salts of their hashes but without the key, so that the other samples stay private. Without --sample it reveals all samples and the key.

Examples:

  assay split reveal split-1 --output published --sample tc/term-loan --sample tc/till
  assay split reveal split-1 --output published`
}

func (c *splitReveal) Run(env *cli.Env) error {
	shown, of, err := split.Show(c.Split, c.To, c.Sample)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%d of %s written to %s; check them with `assay split verify %s --commitment FILE`\n", shown,
		report.Plural(of, "sample"), c.To, c.To)
	return nil
}

type splitVerify struct {
	Samples    string   `arg:"" help:"Directory of a split, or a directory written by assay split reveal." placeholder:"DIR"`
	Commitment []string `required:"" help:"Published commitment: a file, or the hash of the commitment in the directory. Repeatable." placeholder:"FILE|HASH" sep:"none"`
	JSON       bool     `name:"json" help:"Print the result as JSON."`
}

func (*splitVerify) Help() string {
	return `Hashes the samples again and compares them with commitments. Exits with 1 when a sample matches no commitment, or when all samples are revealed and their
composition differs from the committed one.

Example:

  assay split verify published --commitment split-1.json --commitment split-2.json`
}

func (c *splitVerify) Run(env *cli.Env) error {
	all, strange, err := split.CheckAll(c.Samples, c.Commitment, loads(env))
	if !c.JSON {
		for _, r := range all {
			printChecked(env, r)
		}
	}
	if err != nil {
		return err
	}
	if c.JSON {
		if err := cli.WriteJSON(env, all); err != nil {
			return err
		}
	}
	switch {
	case strange > 0:
		return fmt.Errorf("%s in none of the given commitments", report.Plural(strange, "sample"))
	case slices.ContainsFunc(all, func(r fresh.Checked) bool { return r.Differs }):
		return errors.New("the composition differs from the committed one")
	case !slices.ContainsFunc(all, func(r fresh.Checked) bool { return len(r.Shown) > 0 }):
		return exit.Usage("%s contains no sample", c.Samples)
	}
	return nil
}

// printChecked prints the result for one commitment.
func printChecked(env *cli.Env, r fresh.Checked) {
	fmt.Fprintf(env.Stdout, "%s of %s, %s: %d of %s shown", termtext.Plain(r.Name), r.Date, r.ID[:12], len(r.Shown),
		report.Plural(r.Samples, "sample"))
	switch {
	case r.Differs:
		fmt.Fprint(env.Stdout, "; their composition differs from the committed one")
	case r.Counted:
		fmt.Fprint(env.Stdout, ", with the committed composition")
	}
	fmt.Fprintln(env.Stdout)
	for _, dir := range r.Foreign {
		fmt.Fprintf(env.Stdout, "  %s is not in the commitment\n", termtext.Plain(dir))
	}
	for _, dir := range r.Saltless {
		fmt.Fprintf(env.Stdout, "  %s cannot be checked: it has no salt in %s\n", termtext.Plain(dir), fresh.OpeningFile)
	}
}
