package cli

import (
	"context"
	"fmt"

	"assay/internal/proof/certify"
	"assay/internal/run"
)

type variantsVerify struct {
	run.Selection
	certify.Options
	JSON bool `name:"json" help:"Print what is seen now as JSON."`
}

func (*variantsVerify) Help() string {
	return `Applies and executes every variant with stored evidence again; what is seen must be what is stored, to the byte.

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

// verifyVariants executes stored variants again and fails when something differs.
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
		return fmt.Errorf("%d of %d variants are not what is stored; if what is seen now is right: "+
			"`assay variants build --write`", len(differ), n)
	}
	fmt.Fprintf(env.Stderr, "%d variants of %d samples and queries are what is stored\n", n, len(originals))
	return certify.Refused(originals)
}
