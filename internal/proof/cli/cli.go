// Package cli has the commands that execute samples, variants and queries.
package cli

import (
	"assay/internal/core/cli"
	"assay/internal/proof/adequacy"
)

// Further returns the commands. removals finds the checks of SQL statements for verify --adequacy.
func Further(removals adequacy.Remover) cli.Further {
	return cli.Further{Commands: &struct {
		Verify    verifyCmd    `cmd:"" group:"Authors of suites" help:"Execute the proof of every sample."`
		Variants  variantsCmd  `cmd:"" group:"Authors of suites" help:"Transform samples and certify the variants."`
		Compilers compilersCmd `cmd:"" group:"Authors of suites" help:"Get the compilers and packages that executing suites needs, for use offline."`
	}{Verify: verifyCmd{removals: removals}}}
}
