package cli

import (
	"time"

	"assay/internal/skeleton"
)

// newCmd makes the skeleton of an extension.
type newCmd struct {
	Kind string `arg:"" optional:"" help:"What to make: strategy, scaffold, judge or metric, each a folder here; check, provider, tool, importer, transformation, sample or decoy, in a checkout of assay."`
	Name string `arg:"" optional:"" help:"What it is called."`
}

func (*newCmd) Help() string {
	return `Without a kind it lists what it can make. A skeleton overwrites nothing, and its test fails until the work is done, saying where to go on.

Examples:

  assay new
  assay new metric found-early`
}

func (c *newCmd) Run(env *Env) error {
	if c.Kind == "" {
		return skeleton.List(env.Stdout)
	}
	if err := skeleton.Make(".", c.Kind, c.Name, env.Stdout, time.Now()); err != nil {
		return usage("%v", err)
	}
	return nil
}
