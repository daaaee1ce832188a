package cli

import (
	"context"
	"fmt"

	"assay/internal/proof/certify"
	"assay/internal/report"
	"assay/internal/run"
)

type variantsVerify struct {
	run.Selection
	certify.Options
	JSON bool `name:"json" help:"Print the new results as JSON."`
}

func (*variantsVerify) Help() string {
	return `Applies and executes every variant with stored evidence again; the results must equal the stored evidence byte for byte.

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

// verifyVariants executes stored variants again and returns an error if any result differs.
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
		return fmt.Errorf("%d of %d variants differ from the stored evidence; if the new results are right, run "+
			"`assay variants build --write`", len(differ), n)
	}
	fmt.Fprintf(env.Stderr, "%s match the stored evidence; samples and queries: %d\n", report.Plural(n, "variant"),
		len(originals))
	return certify.Refused(originals)
}
