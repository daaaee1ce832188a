package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"time"

	"assay/internal/author/skeleton"
)

// newCmd makes the skeleton of an extension.
type newCmd struct {
	Kind string `arg:"" optional:"" help:"Kind of extension: strategy, scaffold, judge or metric, each a folder in the current directory; or, in a checkout of assay, check, provider, tool, importer, transformation, sample or decoy."`
	Name string `arg:"" optional:"" help:"Name of the extension."`
}

func (*newCmd) Help() string {
	return `Without KIND it lists the kinds of extensions. A skeleton overwrites no file. Its test fails until the extension works, and names the next step.

Examples:

  assay new
  assay new metric found-early`
}

func (c *newCmd) Run(env *cli.Env) error {
	if c.Kind == "" {
		return skeleton.List(env.Stdout)
	}
	if err := skeleton.Make(".", c.Kind, c.Name, env.Stdout, time.Now()); err != nil {
		return exit.Usage("%v", err)
	}
	return nil
}
