package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"assay/internal/report"
	"assay/internal/run"
	"assay/internal/split"
	"assay/internal/suite"
	"assay/internal/termtext"
)

type splitCmd struct {
	Make   splitMake   `cmd:"" help:"Make a private split of samples, and the commitment to publish."`
	Reveal splitReveal `cmd:"" help:"Write samples of a split with what opens their hashes, to publish."`
	Verify splitVerify `cmd:"" help:"Check that samples are those that were committed to."`
}

type splitMake struct {
	Samples    string `arg:"" help:"Directory of private samples, of any format that assay reads." placeholder:"DIR"`
	To         string `required:"" help:"Directory for the split: new or empty. It is as secret as the samples." placeholder:"DIR"`
	Commitment string `required:"" help:"File for what is published." placeholder:"FILE"`
	Name       string `help:"Name of the split; that of its directory by default." placeholder:"NAME"`
	Count      int    `help:"Draw so many samples; all by default." placeholder:"N"`
	Seed       uint64 `help:"Seed of the draw." default:"1" placeholder:"N"`
	Like       string `help:"Draw in the proportions of this suite: a name or a directory; those of the samples by default." placeholder:"SUITE"`
	After      string `help:"An earlier split that this one replaces: its key is used, so that samples in both open both commitments." placeholder:"DIR"`
	Key        string `help:"Key of the salts, 64 hex digits; drawn by dice by default." placeholder:"HEX"`
	Date       string `help:"Day of the commitment; today by default." placeholder:"YYYY-MM-DD"`
}

func (*splitMake) Help() string {
	return `Copies samples into a second suite and commits to them: the file for publishing holds a salted hash of each sample, the composition by subset, tier and class, and the
date. Nobody learns a text from it; everybody can check later that the texts are those (assay split verify). Scores on it stand beside public ones with
assay run --fresh-samples DIR --fresh-commitment HASH.

Examples:

  assay split make private-samples --to split-1 --commitment split-1.json
  assay split make private-samples --to split-2 --commitment split-2.json --after split-1 --count 40 --like blockbench`
}

func (c *splitMake) Run(env *Env) error {
	if c.Count < 0 {
		return usage("--count is at least 1")
	}
	date := c.Date
	if date == "" {
		date = time.Now().UTC().Format(time.DateOnly)
	}
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
	if err := writeOutput(env, c.Commitment, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	n := len(o.Salts)
	fmt.Fprintf(env.Stdout, "%s\n", o.Commitment.ID())
	fmt.Fprintf(env.Stderr, "%s of %s in %s; publish %s, or the hash that was printed, and keep the directory\n",
		report.Plural(n, "sample"), termtext.Plain(o.Commitment.Name), c.To, c.Commitment)
	if c.Count > n {
		return fmt.Errorf("there are %d samples, and %d were asked for", n, c.Count)
	}
	return nil
}

// loads reads suites by name for packages that do not read them by themselves.
func loads(env *Env) split.Load {
	return func(name string) ([]*suite.Suite, error) { return run.LoadSuite(env.Env, name) }
}

type splitReveal struct {
	Split  string   `arg:"" help:"Directory that assay split make wrote." placeholder:"DIR"`
	To     string   `required:"" help:"Directory to publish: new or empty." placeholder:"DIR"`
	Sample []string `help:"Samples to show, by their directory in the split; all by default, and then the key too. Repeatable." placeholder:"DIR" sep:"none"`
}

func (*splitReveal) Help() string {
	return `Writes samples with the salts that open their hashes, without the key, so that those which are not shown stay private. Without --sample all are shown.

Examples:

  assay split reveal split-1 --to published --sample tc/term-loan --sample tc/till
  assay split reveal split-1 --to published`
}

func (c *splitReveal) Run(env *Env) error {
	shown, of, err := split.Show(c.Split, c.To, c.Sample)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%d of %s are in %s; `assay split verify %s --commitment FILE` checks them\n", shown,
		report.Plural(of, "sample"), c.To, c.To)
	return nil
}

type splitVerify struct {
	Samples    string   `arg:"" help:"Directory of a split, or what assay split reveal wrote." placeholder:"DIR"`
	Commitment []string `required:"" help:"Commitment as it was published: a file, or the hash of one, for which that of the directory is taken. Repeatable." placeholder:"FILE|HASH" sep:"none"`
	JSON       bool     `name:"json" help:"Print the result as JSON."`
}

func (*splitVerify) Help() string {
	return `Hashes the samples again and holds them against commitments. Exits with 1 when one of them is in none of these, or when all are shown and their composition is
another than was said.

Example:

  assay split verify published --commitment split-1.json --commitment split-2.json`
}

func (c *splitVerify) Run(env *Env) error {
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
		if err := writeJSON(env, all); err != nil {
			return err
		}
	}
	switch {
	case strange > 0:
		return fmt.Errorf("%s not of a commitment that was given", report.Plural(strange, "sample"))
	case slices.ContainsFunc(all, func(r split.Checked) bool { return r.Differs }):
		return errors.New("the composition is not the one that was committed to")
	case !slices.ContainsFunc(all, func(r split.Checked) bool { return len(r.Shown) > 0 }):
		return usage("%s holds no sample", c.Samples)
	}
	return nil
}

// printChecked says what became of one commitment.
func printChecked(env *Env, r split.Checked) {
	fmt.Fprintf(env.Stdout, "%s of %s, %s: %d of %s shown", termtext.Plain(r.Name), r.Date, r.ID[:12], len(r.Shown),
		report.Plural(r.Samples, "sample"))
	switch {
	case r.Differs:
		fmt.Fprint(env.Stdout, "; their composition is not the one that was committed to")
	case r.Counted:
		fmt.Fprint(env.Stdout, ", of the composition that was committed to")
	}
	fmt.Fprintln(env.Stdout)
	for _, dir := range r.Foreign {
		fmt.Fprintf(env.Stdout, "  %s is not among them\n", termtext.Plain(dir))
	}
	for _, dir := range r.Saltless {
		fmt.Fprintf(env.Stdout, "  %s has no salt in %s: it cannot be checked\n", termtext.Plain(dir), split.OpeningFile)
	}
}
