package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/database"
	"assay/internal/fleet"
	"assay/internal/store"
	"assay/suites"
)

// remote lets workers on other machines execute.
type remote struct {
	Distributed bool   `help:"Let workers execute (assay worker, on any machine); --db is the URL of a PostgreSQL. What they executed before is read from it."`
	DB          string `name:"db" help:"With --distributed, the database that workers look into." default:"${dbdefault}" placeholder:"URL"`
}

// Queues of machines by what they have.
const (
	solidityProofs = "proofs-solidity"
	sqlProofs      = "proofs-sql"
)

// unit is one execution, the input of a [fleet.Task]. All that decides the
// evidence is in it: equal units give equal evidence.
type unit struct {
	Kind   string `json:"kind"`   // sample, query or variant
	Bundle string `json:"bundle"` // hash of the texts
	Dir    string `json:"dir"`    // of the suites in the bundle
	Name   string `json:"name"`   // that they are given
	ID     string `json:"id"`     // of the sample, or application/query

	Among  []string `json:"among,omitempty"` // a sample: whose attacks are tried too; nil is all
	Fuzz   int      `json:"fuzz,omitempty"`
	Chain  string   `json:"chain,omitempty"` // a variant
	Random int      `json:"random,omitempty"`
	Seed   uint64   `json:"seed,omitempty"`
	Rules  string   `json:"rules"` // version of evidence and engine that is wanted
}

// variantEvidence is what comes of a unit of kind variant.
type variantEvidence struct {
	Engine   string          `json:"engine,omitempty"` // of SQL
	Variants json.RawMessage `json:"variants"`
}

// parcels are the bundles of a command.
type parcels struct {
	wanted func(name string) bool       // of the files of a suite
	extra  map[string]map[string][]byte // by root and path
	byRoot map[string]unit              // with bundle, directory and name
	packed map[string][]byte            // by hash
}

// place returns where the suites of a root are and what they are given as a name.
func place(root string) (fsys fs.FS, dir, name string, err error) {
	if slices.Contains(embedded, root) {
		return suites.FS, root, "", nil
	}
	abs, err := filepath.Abs(root)
	return os.DirFS(abs), ".", filepath.Base(abs), err
}

// of returns the beginning of a unit about a suite, by name or directory.
func (p *parcels) of(root string) (unit, error) {
	if u, ok := p.byRoot[root]; ok {
		return u, nil
	}
	var u unit
	fsys, dir, name, err := place(root)
	if err != nil {
		return u, err
	}
	u.Dir, u.Name = dir, name
	var packed []byte
	if u.Bundle, packed, err = bundle(fsys, dir, p.wanted, p.extra[root]); err != nil {
		return u, err
	}
	if p.byRoot == nil {
		p.byRoot, p.packed = map[string]unit{}, map[string][]byte{}
	}
	p.byRoot[root], p.packed[u.Bundle] = u, packed
	return u, nil
}

func (u unit) task() (fleet.Task, error) {
	t := fleet.Task{Queue: solidityProofs}
	if u.Kind == "query" || u.Kind == "variant" && u.Rules == sqlRules {
		t.Queue = sqlProofs
	}
	var err error
	t.Input, err = json.Marshal(u)
	return t, err
}

// execute lets workers execute units and returns what came of each, in order.
func (r *remote) execute(ctx context.Context, env *Env, what string, units []unit, p *parcels) ([]json.RawMessage, error) {
	if !database.IsURL(r.DB) {
		return nil, usage("--distributed needs a PostgreSQL: give its URL with --db")
	}
	if len(units) == 0 {
		return nil, nil
	}
	tasks := make([]fleet.Task, len(units))
	for i, u := range units {
		var err error
		if tasks[i], err = u.task(); err != nil {
			return nil, err
		}
	}
	s, err := store.Open(ctx, r.DB)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	known, err := fleet.Execute(ctx, s, p.packed, tasks)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(env.Stderr, "%d of %d were executed before; `assay worker --db …` on any machine with what it takes does the others\n", known, len(tasks))
	progress := newProgress(env, what)
	progress.start(len(tasks), known, nil)
	defer progress.finish()
	for seen, lonely := known, false; ; {
		made, err := fleet.Evidence(ctx, s, tasks)
		workers := 0
		if err == nil {
			workers, err = fleet.Workers(ctx, s)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && !database.Passes(err):
			return nil, err
		case err == nil:
			for ; seen < len(made); seen++ {
				progress.ended(bench.Answered)
			}
			if out, ok := inOrder(made, tasks); ok {
				return out, nil
			}
			if workers == 0 && !lonely {
				fmt.Fprintln(env.Stderr, "no worker is there: start `assay worker --db …` on one machine or many")
			}
			lonely = workers == 0
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// inOrder returns the evidence on tasks, if all have some.
func inOrder(made map[string]json.RawMessage, tasks []fleet.Task) ([]json.RawMessage, bool) {
	out := make([]json.RawMessage, len(tasks))
	for i, t := range tasks {
		if out[i] = made[t.Key()]; out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

// errInterrupted is how a command ends that watches while workers go on.
var errInterrupted = &exitError{ExitInterrupt, errors.New("interrupted; the workers go on, and the same command shows how far they are")}
