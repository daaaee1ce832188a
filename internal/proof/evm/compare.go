package evm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// A Comparison is the result of executing two programs side by side. Without a
// Difference, everything that was executed had equal effects; this shows nothing about
// what was not executed.
type Comparison struct {
	Calls        int    // in honest use and the attack, nested calls included
	Transactions int    // random ones, sent to both programs
	Landed       int    // number of Transactions that did not revert
	Added        int    // random calls of functions that only the second program has
	Difference   string // the first one found, in a few words
}

// observed is one call of a recorded transaction.
type observed struct {
	frame
	output []byte
	used   uint64 // gas
	fault  error
	err    string // fault as ending names it
	open   bool
}

// recording keeps every call of a transaction: in full for a comparison, or the beginning of a trace.
type recording struct {
	calls []observed
	stack []int // indices of the open calls; -1 for one that was not kept
	bytes int
	trace bool
	lost  int // calls that a trace did not keep
}

// Bounds of recordings. A larger one is not compared but counts as a difference. Hostile code can make hundreds of
// thousands of calls.
const (
	maxRecorded = 32 << 20
	maxTraced   = 2000    // calls of a trace
	maxShown    = 1 << 12 // bytes of an input or output in it
)

func (r *recording) enter(f frame) {
	if r.trace && len(r.calls) == maxTraced {
		r.lost++
		r.stack = append(r.stack, -1)
		return
	}
	r.stack = append(r.stack, len(r.calls))
	if r.trace {
		f.input = f.input[:min(len(f.input), maxShown)]
	} else if r.bytes += len(f.input) + 200; r.bytes > maxRecorded {
		f.input = nil
	}
	f.input = bytes.Clone(f.input)
	if f.value == nil {
		f.value = new(big.Int)
	}
	f.value = new(big.Int).Set(f.value)
	r.calls = append(r.calls, observed{frame: f, open: true})
}

func (r *recording) leave(output []byte, used uint64, err error) {
	if len(r.stack) == 0 {
		return
	}
	i := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if i < 0 {
		return
	}
	c := &r.calls[i]
	if r.trace {
		output = output[:min(len(output), maxShown)]
	}
	if r.bytes += len(output); r.trace || r.bytes <= maxRecorded {
		c.output = bytes.Clone(output)
	}
	c.used, c.fault, c.err, c.open = used, err, ending(err), false
}

// ending names how a call ended, as far as both programs must agree: it omits the
// instruction that failed.
func ending(err error) string {
	switch {
	case err == nil:
		return "success"
	case errors.Is(err, errRevert):
		return "revert"
	case errors.Is(err, errGas):
		return "out of gas"
	}
	return "failure"
}

// observation is the full record of a transaction to Proof from the state after setUp.
type observation struct {
	recording
	end     string
	logs    []event
	world   *world
	touched map[common.Address]map[common.Hash]bool
	time    uint64
	block   uint64
}

// observe runs a function of Proof and records all its effects.
func (p *Proof) observe(ctx context.Context, function string, ph phase) (*observation, error) {
	o := &observation{}
	_, err := p.run(ctx, func(res *Result) error {
		p.m.reset(p.world, p.time, p.block, true)
		p.rules = rules{phase: ph, created: map[common.Address]bool{}}
		p.watch = &o.recording
		_, err := p.transact(res, selector(function+"()"))
		p.watch = nil
		var r reverted
		switch {
		case errors.As(err, &r):
			o.end = "revert" // the call tree holds the data
		case err != nil:
			return err
		default:
			o.end = "success"
		}
		o.logs, o.time, o.block = p.m.events(), p.m.time, p.m.number
		o.touched, o.world = p.m.touched(), p.m.freeze()
		return nil
	})
	return o, err
}

// observations returns how two observations of the same function differ, "" if they do not.
func (m *Mapping) observations(p *Proof, a, b *observation) string {
	if a.bytes > maxRecorded || b.bytes > maxRecorded {
		return "too much happens to compare it"
	}
	if a.end != b.end {
		return a.end + " and " + b.end
	}
	for i := range min(len(a.calls), len(b.calls)) {
		if d := m.calls(p, &a.calls[i], &b.calls[i]); d != "" {
			return fmt.Sprintf("call %d, %s: %s", i+1, p.describe(a.calls[i].to, a.calls[i].input), d)
		}
	}
	if len(a.calls) != len(b.calls) {
		return fmt.Sprintf("%d calls and %d", len(a.calls), len(b.calls))
	}
	if a.time != b.time || a.block != b.block {
		return "they end at different times"
	}
	if d := m.logs(p, a.logs, b.logs); d != "" {
		return d
	}
	return m.worlds(p, a.world, b.world, a.touched)
}

// calls compares two calls at the same place of two call trees. Input and output of a
// creation are code, which may differ, and are not compared.
func (m *Mapping) calls(p *Proof, a, b *observed) string {
	create := a.creates()
	switch {
	case a.kind != b.kind || a.depth != b.depth:
		return fmt.Sprintf("%s and %s", a.kind, b.kind)
	case a.from != b.from || a.to != b.to:
		return fmt.Sprintf("from %s to %s, and from %s to %s", p.name(a.from), p.name(a.to), p.name(b.from), p.name(b.to))
	case a.value.Cmp(b.value) != 0:
		return fmt.Sprintf("with %s and with %s wei", a.value, b.value)
	case !create && a.to != cheatAddress && !m.sameInput(p, a.to, a.input, b.input):
		// a reason that a cheat code expects is compared where it occurs
		return "with other arguments"
	case a.err != b.err || a.open != b.open:
		return a.err + " and " + b.err
	case !(create && a.err == "success") && !m.sameOutput(p, a.to, a.input, a.output, b.output):
		return "returns something else"
	}
	return ""
}

// Compare executes a and b side by side and looks for a difference: in the state after
// setUp, in test_Regular(), in exploit(), and in n random transactions drawn with
// seed, which go to both. It compares how each ends, what it returns, every call that
// honest use and attack lead to, events, balances, nonces and all storage; it compares
// neither code nor gas.
//
// Senders of random transactions are the attacker, strangers, Proof and every account
// that acted in setUp; callees are all functions of all contracts that exist after
// setUp, and the honest calls of test_Regular(), unchanged and changed. With m.Added,
// functions that only b has are called in between, on b alone.
//
// An error wraps one of the package's errors: then nothing was shown.
func Compare(ctx context.Context, a, b *Proof, m Mapping, seed uint64, n int) (Comparison, error) {
	var out Comparison
	if d := m.worlds(a, a.world, b.world, nil); d != "" {
		out.Difference = "after setUp: " + d
		return out, nil
	}
	if a.target != b.target || a.attacker != b.attacker || a.time != b.time || a.block != b.block {
		out.Difference = "after setUp: target, attacker or time are not the same"
		return out, nil
	}
	var honest []step
	for _, f := range []struct {
		name string
		ph   phase
	}{{"test_Regular", phaseRegular}, {a.exploitName(), phaseExploit}} {
		x, err := a.observe(ctx, f.name, f.ph)
		if err != nil {
			return out, fmt.Errorf("original, %s(): %w", f.name, err)
		}
		y, err := b.observe(ctx, f.name, f.ph)
		if err != nil {
			return out, fmt.Errorf("variant, %s(): %w", f.name, err)
		}
		out.Calls += len(x.calls)
		if d := m.observations(a, x, y); d != "" {
			out.Difference = f.name + "(): " + d
			return out, nil
		}
		honest = append(honest, a.script(x)...)
	}
	l := &lockstep{a: a, b: b, m: &m, out: &out}
	a.cfg.Time *= 2 // a's clock runs on while b executes
	defer func() { a.cfg.Time /= 2 }()
	_, err := a.run(ctx, func(*Result) error {
		_, err := b.run(ctx, func(*Result) error { return l.run(seed, n, honest) })
		return err
	})
	return out, err
}

// script returns, as transactions, the calls of an observation that come from outside
// the code under review.
func (p *Proof) script(o *observation) []step {
	var out []step
	for i := range o.calls {
		c := &o.calls[i]
		if c.kind != "CALL" || c.depth == 0 || p.at[c.to] == nil || c.to == p.m.self || p.reviewed(c.from) ||
			p.clones[c.from] || len(c.input) > 1<<12 || len(out) == 64 {
			continue
		}
		s := step{from: c.from, to: c.to, input: c.input}
		s.value.SetFromBig(c.value)
		out = append(out, s)
	}
	return out
}

// touched returns what the running overlay of a recording machine has read or written.
func (m *machine) touched() map[common.Address]map[common.Hash]bool {
	out := map[common.Address]map[common.Hash]bool{}
	for _, src := range []map[common.Address]map[common.Hash]bool{m.st.slots, m.reader.slots} {
		for addr, slots := range src {
			if out[addr] == nil {
				out[addr] = map[common.Hash]bool{}
			}
			maps.Copy(out[addr], slots)
		}
	}
	return out
}
