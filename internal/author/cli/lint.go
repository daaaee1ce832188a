package cli

import (
	"errors"
	"fmt"
	"slices"

	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"assay/internal/core/report"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// unparsed returns a problem for every text in Solidity or SQL that cannot be read.
func unparsed(s *suite.Suite) []suite.Problem {
	var out []suite.Problem
	for _, v := range s.Variants {
		if v.Task.Language != "solidity" {
			if e := (*transform.SyntaxError)(nil); errors.As(transform.CheckSyntax(v.Task), &e) {
				out = append(out, suite.Problem{File: v.Source, Msg: fmt.Sprintf("line %d of the code: %s", e.Line,
					e.Message)})
			}
			continue
		}
		if f := solidity.Parse(v.Task.Files[0].Text); len(f.Errors) > 0 {
			e := f.Errors[0]
			out = append(out, suite.Problem{File: v.Source, Line: e.Line, Msg: "does not parse: " + e.Message})
		}
	}
	return out
}

type suitesLint struct {
	Path []string `arg:"" help:"Directories, or the names of embedded suites."`
}

func (*suitesLint) Help() string { return "Example:\n\n  assay suites lint suites/blockbench" }

func (c *suitesLint) Run(env *cli.Env) error {
	bad := 0
	for _, p := range c.Path {
		list, problems, err := run.ReadSuite(p)
		if err != nil {
			return err
		}
		for _, s := range list {
			problems = slices.Concat(problems, s.Skipped, unparsed(s), s.Hints, s.TooSimilar(p))
			for _, n := range s.Notes {
				fmt.Fprintln(env.Stderr, "note: "+n)
			}
		}
		for _, problem := range problems {
			fmt.Fprintln(env.Stderr, problem)
		}
		bad += len(problems)
		for _, s := range list {
			if len(problems) == 0 {
				fmt.Fprintf(env.Stdout, "%s: %s, %s, no problem found\n", s.Name, report.Plural(len(s.Samples),
					"sample"),
					report.Plural(len(s.Variants), "variant"))
				if all, without := sources(s); all > 0 {
					fmt.Fprintf(env.Stdout, "%s: %s, %d without an address\n", s.Name, report.Plural(all, "source"),
						without)
				}
			}
		}
	}
	if bad > 0 {
		return exit.Usage("%s found", report.Plural(bad, "problem"))
	}
	return nil
}

// sources counts the public reports that the samples of a suite name, and those without an
// address.
func sources(s *suite.Suite) (all, without int) {
	for _, x := range s.Samples {
		if x.Meta == nil {
			continue
		}
		all += len(x.Meta.Sources)
		for _, source := range x.Meta.Sources {
			if source.Address == "" {
				without++
			}
		}
	}
	return all, without
}
