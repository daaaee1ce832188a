package cli

import (
	"context"

	"path"
	"slices"

	"assay/internal/bench"
	"assay/internal/proof"
	"assay/internal/proof/certificate"
	"assay/internal/suite"
	"assay/internal/transform"
)

// prove lets workers execute what the run is about and has no evidence, originals
// before their variants. The run then reads the suites with that evidence, as if
// it stood beside them; nothing is written there.
func (c *runCmd) prove(ctx context.Context, env *Env) error {
	chains, err := c.chains()
	if err != nil {
		return err
	}
	ctx, cancel := env.interruptible(ctx)
	defer cancel()
	names := c.Suite
	if len(names) == 0 {
		names = embedded
	}
	c.packed = map[string][]byte{}
	for _, name := range names {
		if err := c.proveSuite(ctx, env, name, chains); err != nil {
			if ctx.Err() != nil {
				return errInterrupted
			}
			return err
		}
	}
	return nil
}

func (c *runCmd) proveSuite(ctx context.Context, env *Env, name string, chains []transform.Chain) error {
	r := remote{Distributed: true, DB: c.DB}
	_, dir, _, err := place(name)
	if err != nil {
		return err
	}
	extra := map[string][]byte{}
	read := func() ([]*suite.Suite, error) {
		if len(extra) > 0 {
			if _, c.packed[name], err = packedWith(name, extra); err != nil {
				return nil, err
			}
		}
		return loadFrom(env, name, c.packed[name])
	}
	list, err := read()
	if err != nil {
		return err
	}
	p := parcels{wanted: textsOnly}
	var units []unit
	var files []string
	for _, st := range list {
		vs, err := c.variants([]*suite.Suite{st})
		if err != nil {
			continue // nothing of this suite is selected
		}
		for _, o := range originalsOf(st, name, func(match func(*bench.Variant) bool) bool { return slices.ContainsFunc(vs, match) }) {
			u, err := p.of(name)
			if err != nil {
				return err
			}
			u.ID = o.id
			switch {
			case o.app != nil:
				if !slices.ContainsFunc(vs, func(v *bench.Variant) bool { return v.Base == o.id && v.Proof == bench.Unproved }) {
					continue
				}
				u.Kind, u.Rules = "query", sqlRules
				files = append(files, path.Join(dir, o.app.Dir, o.query.Name+".evidence.json"))
			case o.s.Evidence == nil:
				u.Kind, u.Fuzz, u.Seed, u.Rules = "sample", usualFuzz, 1, solidityRules
				files = append(files, path.Join(dir, o.s.Dir, "evidence.json"))
			default:
				continue
			}
			units = append(units, u)
		}
	}
	made, err := r.execute(ctx, env, "sample or query", units, &p)
	if err != nil {
		return err
	}
	for i, file := range files {
		extra[file] = append([]byte(nil), made[i]...)
	}
	if list, err = read(); err != nil {
		return err
	}
	if err := c.proveVariants(ctx, env, name, list, chains, r, extra); err != nil {
		return err
	}
	_, err = read()
	return err
}

// proveVariants adds the evidence on variants that is missing to extra.
func (c *runCmd) proveVariants(ctx context.Context, env *Env, name string, list []*suite.Suite, chains []transform.Chain, r remote, extra map[string][]byte) error {
	_, dir, _, err := place(name)
	if err != nil {
		return err
	}
	var originals []*original
	var jobs []variantJob
	for _, st := range list {
		vs, err := c.variants([]*suite.Suite{st})
		if err != nil {
			continue
		}
		for _, o := range originalsOf(st, name, func(match func(*bench.Variant) bool) bool { return slices.ContainsFunc(vs, match) }) {
			o.e = o.fresh(certificate.Random)
			if old := o.s.Vouched; old != nil && old.Random == o.e.Random {
				o.e.Engine, o.e.Variants = old.Engine, slices.Clone(old.Variants)
			}
			for _, chain := range chains {
				has := slices.ContainsFunc(o.e.Variants, func(v proof.Variant) bool { return v.Chain == chain.String() && v.Seed == c.Seed })
				if !has && (o.app == nil || speaksSQL(chain)) {
					jobs = append(jobs, variantJob{len(originals), chain, c.Seed})
				}
			}
			originals = append(originals, o)
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	x := execution{remote: r, extra: map[string]map[string][]byte{name: extra}}
	made, err := x.remotely(ctx, env, originals, jobs)
	if err != nil {
		return err
	}
	for i, o := range originals {
		if made[i] == nil {
			continue
		}
		o.e.Merge(made[i])
		if extra[path.Join(dir, o.file)], err = o.e.Encode(); err != nil {
			return err
		}
	}
	return nil
}

// packedWith packs all of a suite with evidence that does not stand beside it.
func packedWith(name string, extra map[string][]byte) (string, []byte, error) {
	fsys, dir, _, err := place(name)
	if err != nil {
		return "", nil, err
	}
	return bundle(fsys, dir, everything, extra)
}
