package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"assay/internal/proof"
	"assay/internal/suite"
)

// root returns the suite or directory that a suite was read from.
func (c *verifyCmd) root(st *suite.Suite) string {
	if c.Path != "" {
		return c.Path
	}
	return st.Name
}

// verifyRemotely lets workers verify targets.
func (c *verifyCmd) verifyRemotely(ctx context.Context, env *Env, list []*suite.Suite, targets []target) ([]outcome, error) {
	ids := map[string]bool{}
	for _, t := range targets {
		ids[t.x.ID] = true
	}
	all := true // what could be executed is
	of := map[string]*suite.Suite{}
	var among []string
	for _, st := range list {
		for i := range st.Samples {
			if x, ok := st.Executable(&st.Samples[i]); ok {
				of[x.ID] = st
				if all = all && ids[x.ID]; ids[x.ID] {
					among = append(among, x.ID)
				}
			}
		}
	}
	if all {
		among = nil
	}
	slices.Sort(among)
	p := parcels{wanted: textsOnly}
	units := make([]unit, len(targets))
	for i, t := range targets {
		u, err := p.of(c.root(of[t.x.ID]))
		if err != nil {
			return nil, err
		}
		u.Kind, u.ID, u.Among, u.Fuzz, u.Seed, u.Rules = "sample", t.x.ID, among, c.Fuzz, c.Seed, solidityRules
		units[i] = u
	}
	made, err := c.remote.execute(ctx, env, "sample", units, &p)
	if err != nil {
		return nil, err
	}
	out := make([]outcome, len(targets))
	for i, t := range targets {
		e, err := proof.Decode(made[i])
		if err == nil && e.Stale(t.x.Rules, t.x.Files()) != "" {
			err = fmt.Errorf("it is about other texts: %s", e.Stale(t.x.Rules, t.x.Files()))
		}
		if err != nil {
			return nil, fmt.Errorf("the evidence on %s that a worker stored: %w", t.x.ID, err)
		}
		out[i].target, out[i].res.Evidence = t, e
	}
	return out, nil
}

// sqlRemotely lets workers execute the queries of applications.
func (c *verifyCmd) sqlRemotely(ctx context.Context, env *Env, apps []suite.App, _ int) ([][]proof.SQLEvidence, error) {
	root := c.Path
	if root == "" {
		root = suite.TenantSQL
	}
	p := parcels{wanted: textsOnly}
	var units []unit
	for _, a := range apps {
		for _, q := range a.Queries {
			u, err := p.of(root)
			if err != nil {
				return nil, err
			}
			u.Kind, u.ID, u.Rules = "query", a.Name+"/"+q.Name, sqlRules
			units = append(units, u)
		}
	}
	made, err := c.remote.execute(ctx, env, "query", units, &p)
	if err != nil {
		return nil, err
	}
	out := make([][]proof.SQLEvidence, len(apps))
	for i, a := range apps {
		for range a.Queries {
			e, err := proof.DecodeSQL(made[0])
			if err != nil {
				return nil, fmt.Errorf("the evidence on %s that a worker stored: %w", units[0].ID, err)
			}
			out[i] = append(out[i], *e)
			made, units = made[1:], units[1:]
		}
	}
	return out, nil
}

// remotely lets workers certify every job and returns what was seen of each
// original.
func (c *execution) remotely(ctx context.Context, env *Env, originals []*original, jobs []variantJob) ([][]proof.Variant, error) {
	p := parcels{wanted: withOriginals, extra: c.extra}
	units := make([]unit, len(jobs))
	for i, j := range jobs {
		o := originals[j.original]
		root := o.root
		if root == "" {
			root = o.st.Name
		}
		u, err := p.of(root)
		if err != nil {
			return nil, err
		}
		u.Kind, u.ID, u.Chain, u.Seed, u.Rules = "variant", o.id, j.chain.String(), j.seed, sqlRules
		if o.app == nil {
			u.Random, u.Rules = o.e.Random, solidityRules
		}
		units[i] = u
	}
	made, err := c.remote.execute(ctx, env, "chain", units, &p)
	if err != nil {
		return nil, err
	}
	out := make([][]proof.Variant, len(originals))
	for i, j := range jobs {
		var e variantEvidence
		var vs []proof.Variant
		err := json.Unmarshal(made[i], &e)
		if err == nil {
			err = json.Unmarshal(e.Variants, &vs)
		}
		if err != nil {
			return nil, fmt.Errorf("the evidence on %s~%s@%d that a worker stored: %w", originals[j.original].id, j.chain, j.seed, err)
		}
		if originals[j.original].app != nil {
			originals[j.original].e.Engine = e.Engine
		}
		out[j.original] = append(out[j.original], vs...)
	}
	return out, nil
}
