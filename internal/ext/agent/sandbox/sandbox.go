// Package sandbox opens the worlds of agents: the deployment of a sample's proof for an unprivileged
// stranger, and the database of a SQL application for the attacker's role. It never reveals the
// content of the proof, the twin, or whether an impact is reached.
package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/ext/agent"
	"assay/internal/proof/evm"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Worlds opens worlds for the samples that the suites can execute. It is safe for
// concurrent use.
type Worlds struct {
	compiler  func() (*solc.Compiler, error)
	server    func() (*postgres.Server, error)
	originals map[string]verify.Original // by task hash
	apps      map[string]*postgres.App   // by task hash
	cases     verify.Prepared

	mu        sync.Mutex
	inquiries map[*postgres.App]*postgres.Inquiry
}

var _ agent.Worlds = (*Worlds)(nil)

// New returns the worlds of the suites' samples. compiler and server are called when a
// world that needs them is opened.
func New(compiler func() (*solc.Compiler, error), server func() (*postgres.Server, error),
	suites []*suite.Suite) *Worlds {
	w := &Worlds{compiler: compiler, server: server, originals: verify.Originals(suites), apps: map[string]*postgres.App{},
		inquiries: map[*postgres.App]*postgres.Inquiry{}}
	for _, st := range suites {
		for i := range st.Apps {
			a := &st.Apps[i].App
			for j := range st.Variants {
				if v := &st.Variants[j]; v.Group == a.Name && sqlapp.Runs(v.Task.Language) {
					w.apps[v.Task.Hash()] = a
				}
			}
		}
	}
	return w
}

// Parts implements [agent.Worlds].
func (w *Worlds) Parts(t bench.Task) agent.Parts {
	_, ok := w.originals[t.Hash()]
	return agent.Parts{Compiler: ok, Database: w.apps[t.Hash()] != nil}
}

// Open implements [agent.Worlds].
func (w *Worlds) Open(ctx context.Context, t bench.Task) (agent.World, error) {
	if a := w.apps[t.Hash()]; a != nil {
		q, err := w.inquiry(ctx, a)
		return database{inquiry: q}, err
	}
	h, ok := w.originals[t.Hash()]
	if !ok {
		return nothing{}, nil
	}
	c, err := w.compiler()
	if err != nil {
		return nil, err
	}
	cs, err := w.cases.Prepare(ctx, c, h.X)
	if err != nil {
		return nil, err
	}
	v, err := cs.Visit(ctx, h.Source)
	if err != nil {
		return nil, err
	}
	return &chain{visit: v, compiler: c}, nil
}

// inquiry loads an application once; all its trials share it, since none of their
// effects persist.
func (w *Worlds) inquiry(ctx context.Context, a *postgres.App) (*postgres.Inquiry, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if q := w.inquiries[a]; q != nil {
		return q, nil
	}
	s, err := w.server()
	if err != nil {
		return nil, err
	}
	q, err := s.Inquire(ctx, a)
	if err == nil {
		w.inquiries[a] = q
	}
	return q, err
}

// Close drops the loaded applications. No world may be used afterwards.
func (w *Worlds) Close(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, q := range w.inquiries {
		errs = append(errs, q.Close(ctx))
	}
	clear(w.inquiries)
	return errors.Join(errs...)
}

// nothing is the world of a task that has only files.
type nothing struct{}

var errNothing = errors.New("there is nothing to execute this with")

func (nothing) Deployed(context.Context) (string, error)                 { return "", errNothing }
func (nothing) Compile(context.Context, string) (string, error)          { return "", errNothing }
func (nothing) Send(context.Context, []agent.Call, bool) (string, error) { return "", errNothing }
func (nothing) Attack(context.Context, string) (string, error)           { return "", errNothing }
func (nothing) Query(context.Context, agent.Query) (string, error)       { return "", errNothing }
func (nothing) Close() error                                             { return nil }

// chain is the world of a Solidity task.
type chain struct {
	nothing
	visit    *verify.Visit
	compiler *solc.Compiler
}

// Deployed implements [agent.World].
func (w *chain) Deployed(ctx context.Context) (string, error) {
	ran, err := w.visit.Send(ctx, nil, false)
	if err != nil {
		return "", err
	}
	return text(struct {
		You       string               `json:"you"`
		Have      evm.Holdings         `json:"you_have"`
		Contracts []evm.ListedContract `json:"contracts"`
	}{w.visit.Address(), ran.Before, w.visit.Contracts()})
}

// Compile implements [agent.World].
func (w *chain) Compile(ctx context.Context, source string) (string, error) {
	d, _, err := w.visit.Compile(ctx, w.compiler, source)
	if err != nil {
		return "", err
	}
	return text(d)
}

// Send implements [agent.World].
func (w *chain) Send(ctx context.Context, calls []agent.Call, keep bool) (string, error) {
	list := make([]evm.Call, len(calls))
	for i, c := range calls {
		list[i] = evm.Call{To: c.To, Signature: c.Function, Args: c.Args, Data: c.Data, Value: c.Value, Wait: c.Wait}
	}
	ran, err := w.visit.Send(ctx, list, keep)
	var m *evm.MistakeError
	if errors.As(err, &m) {
		return "", agent.Mistakef("%s", m.Why)
	}
	if err != nil {
		return "", err
	}
	return text(ran)
}

// Attack implements [agent.World].
func (w *chain) Attack(ctx context.Context, source string) (string, error) {
	d, creation, err := w.visit.Compile(ctx, w.compiler, source)
	if err != nil {
		return "", err
	}
	if !d.OK {
		t, err := text(d)
		if err != nil {
			return "", err
		}
		return "", agent.Mistakef("it does not compile:\n%s", t)
	}
	ran, err := w.visit.Attack(ctx, creation)
	if err != nil {
		return "", err
	}
	return text(ran)
}

// database is the world of a SQL task.
type database struct {
	nothing
	inquiry *postgres.Inquiry
}

// maxRows bounds the rows shown to an agent.
const maxRows = 200

// Query implements [agent.World].
func (w database) Query(ctx context.Context, q agent.Query) (string, error) {
	r, err := w.inquiry.Ask(ctx, q.SQL, q.Params, q.Settings)
	switch {
	case err != nil:
		return "", err
	case r.Fault != "":
		return "", agent.Mistakef("%s", r.Fault)
	case r.Err != nil:
		return "", agent.Mistakef("%s", r.Err.Error())
	}
	type change struct {
		Table string `json:"table"`
		Rows  int    `json:"rows"`
	}
	out := struct {
		Columns []string    `json:"columns"`
		Rows    [][]*string `json:"rows"`
		More    int         `json:"more_rows,omitempty"` // number of rows that are not shown
		Changed []change    `json:"changed,omitempty"`   // and rolled back
		Notices []string    `json:"notices,omitempty"`
	}{Columns: r.Columns, Rows: r.Rows[:min(len(r.Rows), maxRows)], More: max(len(r.Rows)-maxRows, 0), Notices: r.Notices}
	for _, c := range r.Changes {
		if n := len(out.Changed); n > 0 && out.Changed[n-1].Table == c.Table {
			out.Changed[n-1].Rows++
			continue
		}
		out.Changed = append(out.Changed, change{c.Table, 1})
	}
	return text(out)
}

// text formats JSON for agents: one field per line, so that it can be cut there.
func text(v any) (string, error) {
	b, err := json.MarshalIndent(v, "", " ")
	return string(b), err
}
