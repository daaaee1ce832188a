package cli

import (
	"context"
	"io/fs"
	"iter"
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
	fsys, dir, _, err := place(name)
	if err != nil {
		return err
	}
	p := &proving{run: c, name: name, fsys: fsys, dir: dir, remote: remote{Distributed: true, DB: c.DB}, extra: map[string][]byte{}}
	for _, step := range []func(context.Context, *Env, []*suite.Suite) error{
		p.originals,
		func(ctx context.Context, env *Env, list []*suite.Suite) error {
			return p.variants(ctx, env, list, chains)
		},
	} {
		list, err := loadFrom(env, name, c.packed[name])
		if err != nil {
			return err
		}
		if err := step(ctx, env, list); err != nil {
			return err
		}
		if len(p.extra) > 0 {
			if _, c.packed[name], err = bundle(fsys, dir, everything, p.extra); err != nil {
				return err
			}
		}
	}
	_, err = loadFrom(env, name, c.packed[name])
	return err
}

// proving has one suite proved for a run.
type proving struct {
	run    *runCmd
	name   string
	fsys   fs.FS
	dir    string // of the suite in fsys
	remote remote
	extra  map[string][]byte // evidence by its file; it does not stand beside the suite
}

// selected yields what of suites can be executed and the run is about, with the
// selected variants of its suite.
func (p *proving) selected(list []*suite.Suite) iter.Seq2[*original, []*bench.Variant] {
	return func(yield func(*original, []*bench.Variant) bool) {
		for _, st := range list {
			vs, err := p.run.variants([]*suite.Suite{st})
			if err != nil {
				continue // nothing of this suite is selected
			}
			for _, o := range originalsOf(st, p.name, func(match func(*bench.Variant) bool) bool { return slices.ContainsFunc(vs, match) }) {
				if !yield(o, vs) {
					return
				}
			}
		}
	}
}

// originals adds the evidence on samples and queries that is missing to extra.
func (p *proving) originals(ctx context.Context, env *Env, list []*suite.Suite) error {
	parcels := parcels{wanted: textsOnly}
	var units []unit
	var files []string
	for o, vs := range p.selected(list) {
		u, err := parcels.of(p.name)
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
			files = append(files, path.Join(p.dir, o.app.Dir, o.query.Name+".evidence.json"))
		case o.s.Evidence == nil:
			u.Kind, u.Fuzz, u.Seed, u.Rules = "sample", usualFuzz, 1, solidityRules
			files = append(files, path.Join(p.dir, o.s.Dir, "evidence.json"))
		default:
			continue
		}
		units = append(units, u)
	}
	made, err := p.remote.execute(ctx, env, "sample or query", units, &parcels)
	if err != nil {
		return err
	}
	for i, file := range files {
		p.extra[file] = append([]byte(nil), made[i]...)
	}
	return nil
}

// variants adds the evidence on variants that is missing to extra.
func (p *proving) variants(ctx context.Context, env *Env, list []*suite.Suite, chains []transform.Chain) error {
	var originals []*original
	var jobs []variantJob
	seed := p.run.Seed
	for o := range p.selected(list) {
		o.e = o.fresh(certificate.Random)
		if old := o.s.Vouched(); old != nil && old.Random == o.e.Random {
			o.e.Engine, o.e.Variants = old.Engine, slices.Clone(old.Variants)
		}
		for _, chain := range chains {
			has := slices.ContainsFunc(o.e.Variants, func(v proof.Variant) bool { return v.Chain == chain.String() && v.Seed == seed })
			if !has && (o.app == nil || speaksSQL(chain)) {
				jobs = append(jobs, variantJob{len(originals), chain, seed})
			}
		}
		originals = append(originals, o)
	}
	if len(jobs) == 0 {
		return nil
	}
	x := execution{remote: p.remote, extra: map[string]map[string][]byte{p.name: p.extra}}
	made, err := x.remotely(ctx, env, originals, jobs)
	if err != nil {
		return err
	}
	for i, o := range originals {
		if made[i] == nil {
			continue
		}
		o.e.Merge(made[i])
		if p.extra[path.Join(p.dir, o.file)], err = o.e.Encode(); err != nil {
			return err
		}
	}
	return nil
}
