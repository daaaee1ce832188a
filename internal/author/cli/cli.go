// Package cli has the commands for authors of suites.
package cli

import (
	"github.com/alecthomas/kong"

	"assay/internal/core/cli"
)

// Further returns the commands.
func Further() cli.Further {
	return cli.Further{Commands: &struct {
		Audit     auditCmd     `cmd:"" group:"Authors of suites" help:"Test whether shortcuts solve a suite: length, keywords, style, pair order."`
		Transform transformCmd `cmd:"" group:"Authors of suites" help:"Rewrite a file or a sample."`
		Mutate    mutateCmd    `cmd:"" group:"Authors of suites" help:"Derive minimal bad SQL tests from a good test."`
		Generate  generateCmd  `cmd:"" group:"Authors of suites" help:"Generate fresh samples and prove them."`
		Reword    rewordCmd    `cmd:"" group:"Authors of suites" help:"Rewrite the surface of every SQL test and execute it."`
		Split     splitCmd     `cmd:"" group:"Authors of suites" help:"Commit to private samples, and reveal and verify them later."`
		New       newCmd       `cmd:"" group:"Authors of suites" name:"new" help:"Create the skeleton of an extension: a strategy, a metric, a judge, ..."`
	}{}, Imports: suiteImports(), Suites: kong.Plugins{&struct {
		Lint suitesLint `cmd:"" help:"Check directories of samples; prints one line per problem."`
	}{}}}
}
