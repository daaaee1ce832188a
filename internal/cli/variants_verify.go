package cli

import (
	"context"
	"fmt"
	"slices"

	"assay/internal/proof"
	"assay/internal/run"
	"assay/internal/transform"
	"assay/internal/transform/all"
)

type variantsVerify struct {
	run.Selection
	execution
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
	return c.verify(ctx, env, originals, c.JSON)
}

// verify executes stored variants again and fails when something differs.
func (c *execution) verify(ctx context.Context, env *Env, originals []*original, json bool) error {
	var jobs []variantJob
	for i, o := range originals {
		for _, v := range o.e.Variants {
			chain, err := transform.ParseChain(v.Chain, all.Transformations())
			if err != nil {
				return usage("%s: %v; `assay variants build --write` makes its evidence again", o.id, err)
			}
			if j := (variantJob{i, chain, v.Seed}); !slices.ContainsFunc(jobs, j.equal) {
				jobs = append(jobs, j)
			}
		}
	}
	made, err := c.execute(ctx, env, originals, jobs)
	if err != nil {
		return err
	}
	differ, n := 0, 0
	out := env.Stdout
	if json {
		out = env.Stderr
	}
	for i, o := range originals {
		now := &proof.Variants{Random: o.e.Random}
		now.Merge(made[i])
		n += len(now.Variants)
		for _, d := range differences(o.e.Variants, now.Variants) {
			fmt.Fprintf(out, "%s %s\n", o.id, d)
			differ++
		}
		fresh := *o.e
		fresh.Variants = now.Variants
		o.e = &fresh
	}
	if json {
		if err := writeJSON(env, evidenceOf(originals)); err != nil {
			return err
		}
	}
	if differ > 0 {
		return fmt.Errorf("%d of %d variants are not what is stored; if what is seen now is right: `assay variants build --write`", differ, n)
	}
	fmt.Fprintf(env.Stderr, "%d variants of %d samples and queries are what is stored\n", n, len(originals))
	return refused(originals)
}

// differences compares stored evidence with what is seen now, a line each.
func differences(stored, now []proof.Variant) []string {
	var out []string
	name := func(v proof.Variant) string { return fmt.Sprintf("%s@%d %s%s", v.Chain, v.Seed, v.Half, v.Test) }
	for i := range max(len(stored), len(now)) {
		switch {
		case i >= len(now):
			out = append(out, name(stored[i])+": there is no such variant now")
		case i >= len(stored):
			out = append(out, name(now[i])+": is not stored")
		case stored[i] != now[i]:
			out = append(out, fmt.Sprintf("%s: stored %q, now %q", name(stored[i]), stored[i].Summary(), now[i].Summary()))
		}
	}
	return out
}
