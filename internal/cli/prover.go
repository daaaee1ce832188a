package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strconv"
	"sync"

	"assay/internal/fleet"
	"assay/internal/pgserver"
	"assay/internal/proof"
	"assay/internal/proof/certificate"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
	"assay/internal/proof/verify"
	"assay/internal/store"
	"assay/internal/suite"
	"assay/internal/transform"
	"assay/internal/transform/all"
)

// What a unit asks for, so that a worker of another version leaves it alone.
var (
	solidityRules = "evidence " + strconv.Itoa(proof.Version) + ", variants " + strconv.Itoa(proof.VariantsVersion) + ", " + verify.Engine()
	sqlRules      = "SQL evidence " + strconv.Itoa(proof.SQLVersion) + ", variants " + strconv.Itoa(proof.VariantsVersion)
)

// prover executes units for others. It is safe for concurrent use.
type prover struct {
	execution
	store     *store.Store
	compilers chan *solc.Compiler // those that nobody uses

	mu     sync.Mutex
	loaded map[string][]*suite.Suite // by bundle
	server *postgres.Server          // nil until a query is executed
}

// newProver returns what takes part in the queues that this machine has the tools
// for, nil with none.
func newProver(ctx context.Context, x execution, s *store.Store, atOnce int, log *slog.Logger) (*prover, *fleet.Prover, error) {
	if atOnce == 0 {
		return nil, nil, nil
	}
	p := &prover{execution: x, store: s, compilers: make(chan *solc.Compiler, atOnce), loaded: map[string][]*suite.Suite{}}
	f := &fleet.Prover{AtOnce: atOnce, Prove: p.prove}
	for range atOnce {
		c, err := solc.New(solc.Options{Dir: x.Compilers, CacheDir: x.Cache})
		if err != nil {
			log.Warn("no Solidity is executed here", "error", err.Error())
			break
		}
		p.compilers <- c
		if !slices.Contains(f.Queues, solidityProofs) && c.Drives() {
			f.Queues = append(f.Queues, solidityProofs)
		}
	}
	if err := pgserver.Available(ctx); x.Postgres != "" || err == nil {
		f.Queues = append(f.Queues, sqlProofs)
	} else if !errors.Is(err, pgserver.ErrNotFound) {
		log.Warn("no SQL is executed here", "error", err.Error())
	}
	if len(f.Queues) == 0 {
		return p, nil, nil
	}
	return p, f, nil
}

func (p *prover) close() {
	if p == nil {
		return
	}
	for range len(p.compilers) { // all are back when the worker has ended
		(<-p.compilers).Close()
	}
	if p.server != nil {
		p.server.Close()
	}
}

// suites returns what a unit speaks of.
func (p *prover) suites(ctx context.Context, u unit) ([]*suite.Suite, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := u.Bundle + " " + u.Dir + " " + u.Name
	if list := p.loaded[key]; list != nil {
		return list, nil
	}
	packed, err := fleet.Bundle(ctx, p.store, u.Bundle)
	if err != nil {
		return nil, err
	}
	list, err := unbundle(packed, u.Dir, u.Name)
	if err != nil {
		return nil, err
	}
	if len(p.loaded) == 4 {
		clear(p.loaded) // a worker lives long
	}
	p.loaded[key] = list
	return list, nil
}

// postgres returns the server that SQL is executed on.
func (p *prover) postgres(ctx context.Context) (*postgres.Server, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.server == nil {
		s, err := postgres.Start(context.WithoutCancel(ctx), postgres.Options{URL: p.Postgres})
		if err != nil {
			return nil, err
		}
		p.server = s
	}
	return p.server, nil
}

// prove executes a unit.
func (p *prover) prove(ctx context.Context, input json.RawMessage) (json.RawMessage, error) {
	var u unit
	d := json.NewDecoder(bytes.NewReader(input))
	d.DisallowUnknownFields()
	if err := d.Decode(&u); err != nil {
		return nil, fmt.Errorf("what is to be executed is of another version of assay: %w", err)
	}
	if u.Rules != solidityRules && u.Rules != sqlRules {
		return nil, fmt.Errorf("%s is to be executed as %q, which this version of assay does not", u.ID, u.Rules)
	}
	list, err := p.suites(ctx, u)
	if err != nil {
		return nil, err
	}
	if u.Rules == sqlRules {
		return p.query(ctx, u, list)
	}
	st, s := oneSuite(list, u.ID)
	if s == nil {
		return nil, fmt.Errorf("%s is not among the texts that it is said to be in", u.ID)
	}
	var c *solc.Compiler
	select {
	case c = <-p.compilers:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { p.compilers <- c }()
	if u.Kind == "sample" {
		return sampleEvidence(ctx, c, u, list, st, s)
	}
	chain, err := transform.ParseChain(u.Chain, all.Transformations())
	if err != nil {
		return nil, err
	}
	vs, err := certificate.Sample(ctx, c, st, s, chain, u.Seed, u.Random)
	if err != nil {
		return nil, err
	}
	return variantsMade("", vs)
}

func variantsMade(engine string, vs []proof.Variant) (json.RawMessage, error) {
	b, err := json.Marshal(vs)
	if err != nil {
		return nil, err
	}
	return json.Marshal(variantEvidence{engine, b})
}

// sampleEvidence verifies a sample as assay verify does. Of the others, only those
// are compiled whose attacks could fit.
func sampleEvidence(ctx context.Context, c *solc.Compiler, u unit, list []*suite.Suite, st *suite.Suite, s *suite.Sample) (json.RawMessage, error) {
	x, ok := st.Executable(s)
	if !ok {
		return nil, fmt.Errorf("%s is no sample that is executed in an EVM", u.ID)
	}
	cs, err := verify.Prepare(ctx, c, x)
	switch {
	case machineTrouble(err):
		return nil, err
	case err != nil:
		return unprepared(x, err).Encode()
	}
	var cross []*verify.Case
	for _, other := range list {
		for i := range other.Samples {
			o, ok := other.Executable(&other.Samples[i])
			if !ok || o.ID == x.ID || o.Rules.Compiler != x.Rules.Compiler || o.Rules.Contract != x.Rules.Contract || u.Among != nil && !slices.Contains(u.Among, o.ID) {
				continue
			}
			oc, err := verify.Prepare(ctx, c, o)
			if machineTrouble(err) {
				return nil, err
			}
			if err == nil {
				cross = append(cross, oc)
			}
		}
	}
	res := cs.Run(ctx, c, cross, verify.Options{Fuzz: u.Fuzz, Seed: u.Seed})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return res.Evidence.Encode()
}

// machineTrouble tells an error of this machine from one of the texts.
func machineTrouble(err error) bool {
	var ce *solc.CompileError
	var ie *solc.InputError
	return err != nil && !errors.As(err, &ce) && !errors.As(err, &ie)
}

// unprepared is the evidence on a sample that does not compile.
func unprepared(x suite.Executable, err error) *proof.Evidence {
	return &proof.Evidence{Version: proof.Version, Sample: x.ID, Rules: x.Rules, Files: proof.Digest(x.Files()),
		Cells: []proof.Cell{{Kind: proof.Regular, Source: proof.Vulnerable, Failure: oneLine(err.Error())}}}
}

// query verifies a query of a SQL application, or what a chain makes of it.
func (p *prover) query(ctx context.Context, u unit, list []*suite.Suite) (json.RawMessage, error) {
	for _, st := range list {
		for _, a := range st.Apps {
			i := slices.IndexFunc(a.Queries, func(q sqlproof.Query) bool { return a.Name+"/"+q.Name == u.ID })
			if i < 0 {
				continue
			}
			a.Queries = a.Queries[i : i+1 : i+1]
			server, err := p.postgres(ctx)
			if err != nil {
				return nil, err
			}
			if u.Kind == "query" {
				es, err := server.Verify(ctx, &a.App)
				if err != nil {
					return nil, err
				}
				return es[0].Encode()
			}
			chain, err := transform.ParseChain(u.Chain, all.Transformations())
			if err != nil {
				return nil, err
			}
			made, err := certificate.SQL(ctx, st, &a, chain, u.Seed, server.Verify)
			if err != nil {
				return nil, err
			}
			return variantsMade(server.Engine(), made[path.Base(u.ID)])
		}
	}
	return nil, fmt.Errorf("%s is not among the texts that it is said to be in", u.ID)
}
