package evm

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// Invariant reports whether the invariant of state_corrupted holds under honest use:
// after test_Regular(), and in sequences with n honest transactions in total, which
// are those of test_Regular() with some left out or in another order. why is after
// what the invariant fails. Other kinds have no invariant.
func (p *Proof) Invariant(ctx context.Context, seed uint64, n int) (why string, sent int, err error) {
	if p.cfg.Impact.Kind != "state_corrupted" {
		return "", 0, nil
	}
	_, err = p.run(ctx, func(res *Result) error {
		p.m.reset(p.world, p.time, p.block, false)
		p.rules = rules{phase: phaseRegular}
		if _, err := p.transact(res, selector("test_Regular()")); err != nil {
			return nil // the cell of honest use reports it
		}
		if ok, err := p.getBool(p.m.self, p.cfg.Impact.Asset); err != nil || !ok {
			why = "after test_Regular()"
		}
		return nil
	})
	if err != nil || why != "" {
		return why, 0, err
	}
	o, err := p.observe(ctx, "test_Regular", phaseRegular)
	if err != nil {
		return "", 0, err
	}
	script := p.timed(o)
	r := rand.New(rand.NewPCG(seed, 3))
	_, err = p.run(ctx, func(*Result) error {
		for sent < n && len(script) > 0 && why == "" {
			order := slices.Clone(script)
			if r.IntN(2) == 0 {
				r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			}
			p.m.reset(p.world, p.time, p.block, false)
			for _, s := range order {
				if r.IntN(4) == 0 {
					continue
				}
				if s.move != nil {
					if later := *s.move; later.roll && later.to > p.m.number || !later.roll && later.to > p.m.time {
						later.apply(p.m)
					}
					continue
				}
				sent++
				p.rules = rules{phase: phaseFuzz}
				out, err := p.try(&message{from: s.from, to: s.to, origin: s.from, input: s.input, value: s.value,
					gas: p.cfg.Gas})
				if err != nil {
					return err
				}
				if out.err != nil {
					continue
				}
				if ok, err := p.getBool(p.m.self, p.cfg.Impact.Asset); err != nil || !ok {
					why = "after honest transaction " + s.describe(p)
					break
				}
			}
		}
		return nil
	})
	return why, sent, err
}

// timed returns script with the moves in time between the calls.
func (p *Proof) timed(o *observation) []step {
	var out []step
	calls := p.script(o)
	at := 0
	for i := range o.calls {
		c := &o.calls[i]
		if c.to == cheatAddress {
			if mv := c.move(); mv != nil {
				out = append(out, step{move: mv})
			}
			continue
		}
		if at < len(calls) && c.from == calls[at].from && c.to == calls[at].to && string(c.input) == string(calls[at].input) {
			out = append(out, calls[at])
			at++
		}
	}
	return out
}

// move returns the move in time that a call of a cheat code makes, or nil.
func (c *observed) move() *move {
	if len(c.input) != 36 {
		return nil
	}
	roll := bytes.Equal(c.input[:4], selector("roll(uint256)"))
	to, ok := args(c.input[4:]).uint64(0)
	if !ok || !roll && !bytes.Equal(c.input[:4], selector("warp(uint256)")) {
		return nil
	}
	return &move{roll, to}
}

// Use records what honest use did: setUp() and test_Regular().
type Use struct {
	// state-changing functions under review that were not called with success, as
	// Contract.function(types)
	Missed []string
	Called int  // number of those that were called
	Idle   bool // test_Regular() itself calls none of them

	p *Proof
	o *observation // of test_Regular()
}

// Honest runs test_Regular() and reports which functions of the contracts of a file it
// or setUp() calls. A contract without an instance afterwards is ignored.
func (p *Proof) Honest(ctx context.Context, file string) (*Use, error) {
	o, err := p.observe(ctx, "test_Regular", phaseRegular)
	if err != nil {
		return nil, err
	}
	exists, called := map[*parsedContract]bool{}, map[string]bool{}
	for _, addr := range p.order {
		if k := p.at[addr]; k != nil && k.File == file {
			exists[k] = true
		}
	}
	p.calls(&p.founding, file, exists, called)
	u := &Use{p: p, o: o, Idle: p.calls(o, file, exists, called) == 0}
	for _, k := range p.abis.list {
		if !exists[k] {
			continue
		}
		var names []string
		for _, m := range k.functions() {
			names = append(names, m.Sig)
		}
		if k.abi.HasReceive() {
			names = append(names, "receive()")
		}
		if k.abi.HasFallback() {
			names = append(names, "fallback()")
		}
		for _, name := range names {
			if name = k.Name + "." + name; called[name] {
				u.Called++
			} else {
				u.Missed = append(u.Missed, name)
			}
		}
	}
	return u, nil
}

// calls records the functions of a file's contracts that were called with success,
// nested calls included, and returns how many of them change state.
func (p *Proof) calls(o *observation, file string, exists map[*parsedContract]bool, called map[string]bool) (n int) {
	var dead []int // depths of the enclosing frames that failed
	for i := range o.calls {
		c := &o.calls[i]
		for len(dead) > 0 && dead[len(dead)-1] >= c.depth {
			dead = dead[:len(dead)-1]
		}
		if c.err != "success" {
			dead = append(dead, c.depth)
		}
		k := p.at[c.to]
		if len(dead) > 0 || k == nil || k.File != file {
			continue
		}
		switch c.kind {
		case "CREATE", "CREATE2":
			exists[k] = true
		case "CALL", "DELEGATECALL", "CALLCODE":
			name := p.named(k, c.input)
			if m, err := k.abi.MethodById(c.input[:min(4, len(c.input))]); err == nil && m.IsConstant() {
				continue
			}
			called[name] = true
			n++
		}
	}
	return n
}

// order lists the names of the elements of two lists, in order of first occurrence.
func order[T any](a, b []T, name func(T) string) []string {
	var out []string
	for _, list := range [][]T{a, b} {
		for _, x := range list {
			if n := name(x); !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// of returns the elements with a name.
func of[T any](list []T, what string, name func(T) string) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return name(x) != what })
}

// function returns the function that a call calls, as Contract.function(types).
func (p *Proof) function(c observed) string {
	return p.named(p.at[c.to], c.input)
}

func (p *Proof) named(k *parsedContract, input []byte) string {
	if m, err := k.abi.MethodById(input[:min(4, len(input))]); err == nil {
		return k.Name + "." + m.Sig
	}
	if len(input) == 0 && k.abi.HasReceive() || !k.abi.HasFallback() {
		return k.Name + ".receive()"
	}
	return k.Name + ".fallback()"
}

// A Difference is something that honest use shows on one source and not on the other.
// What is a function as Contract.function(types), an event as Contract.Event(types),
// or an account whose ether or entries differ.
type Difference struct{ What, How string }

// Differences compares honest use of two sources: what callers outside the code under
// review send and get, events, ether, the storage of the proof's contracts, and the
// final results of all views without arguments. It ignores the inside of the code
// under review and its storage, which a repair may change. Both uses execute views:
// neither may be in another comparison at the same time.
func (u *Use) Differences(other *Use) []Difference {
	a, b := u.p, other.p
	var out []Difference
	say := func(what, format string, args ...any) {
		if !slices.ContainsFunc(out, func(d Difference) bool { return d.What == what }) {
			out = append(out, Difference{what, fmt.Sprintf(format, args...)})
		}
	}
	x, y := a.outer(u.o), b.outer(other.o)
	for _, what := range order(x, y, a.function) {
		m, n := of(x, what, a.function), of(y, what, b.function)
		for i := range min(len(m), len(n)) {
			switch p, q := &m[i], &n[i]; {
			case p.from != q.from || p.to != q.to || !bytes.Equal(p.input, q.input) || p.value.Cmp(q.value) != 0:
				say(what, "call %d is %s and %s", i+1, a.describe(p.to, p.input), b.describe(q.to, q.input))
			case p.err != q.err:
				say(what, "ends in %s and in %s", p.err, q.err)
			case p.err == "success" && !bytes.Equal(p.output, q.output):
				say(what, "returns %s and %s", a.result(p.to, p.input, p.output), b.result(q.to, q.input, q.output))
			}
		}
		if len(m) != len(n) {
			say(what, "is called %d times and %d", len(m), len(n))
		}
	}
	e, f := slices.Concat(a.founding.logs, u.o.logs), slices.Concat(b.founding.logs, other.o.logs)
	for _, what := range order(e, f, a.event) {
		m, n := of(e, what, a.event), of(f, what, b.event)
		for i := range min(len(m), len(n)) {
			if m[i].from != n[i].from || !slices.Equal(m[i].topics, n[i].topics) || !bytes.Equal(m[i].data, n[i].data) {
				say(what, "event %d of this name is another one", i+1)
			}
		}
		if len(m) != len(n) {
			say(what, "comes %d times and %d", len(m), len(n))
		}
	}
	addresses := map[common.Address]bool{}
	for _, w := range []*world{u.o.world, other.o.world} {
		for addr := range w.accounts {
			addresses[addr] = true
		}
	}
	for _, addr := range slices.SortedFunc(maps.Keys(addresses), common.Address.Cmp) {
		v, w := u.o.world.accounts[addr], other.o.world.accounts[addr]
		if v.balance != w.balance {
			say(a.name(addr), "has %s wei and %s", v.balance.Dec(), w.balance.Dec())
		}
		if a.brought(addr) && addr != usualProof && !maps.Equal(settled(v.storage), settled(w.storage)) {
			say(a.name(addr), "keeps something else")
		}
	}
	for _, addr := range a.order {
		if !a.reviewed(addr) {
			continue
		}
		k := a.at[addr]
		for _, m := range slices.SortedFunc(maps.Values(k.abi.Methods),
			func(x, y abi.Method) int { return strings.Compare(x.Sig, y.Sig) }) {
			if !m.IsConstant() || len(m.Inputs) > 0 {
				continue
			}
			if r, s := a.view(u.o, addr, m.ID), b.view(other.o, addr, m.ID); r != s {
				say(k.Name+"."+m.Sig, "is %s and %s in the end", r, s)
			}
		}
	}
	return out
}

// event formats an event as Contract.Event(types).
func (p *Proof) event(e event) string {
	if k := p.at[e.from]; k != nil && len(e.topics) > 0 {
		if ev, err := k.abi.EventByID(e.topics[0]); err == nil {
			return k.Name + "." + ev.Sig
		}
	}
	return "an event of " + p.name(e.from)
}

// settled returns storage without the slots that are zero.
func settled(storage map[common.Hash]common.Hash) map[common.Hash]common.Hash {
	out := maps.Clone(storage)
	maps.DeleteFunc(out, func(_, v common.Hash) bool { return v == (common.Hash{}) })
	return out
}

// outer lists the calls of setUp() and of an observation that enter the code under
// review from outside.
func (p *Proof) outer(o *observation) []observed {
	var out []observed
	for _, c := range slices.Concat(p.founding.calls, o.calls) {
		if c.kind == "CALL" && p.reviewed(c.to) && !p.reviewed(c.from) {
			out = append(out, c)
		}
	}
	return out
}

// view calls a function without arguments in the state after honest use.
func (p *Proof) view(o *observation, addr common.Address, id []byte) (shown string) {
	_, err := p.run(context.Background(), func(*Result) error {
		p.m.reset(o.world, o.time, o.block, false)
		ret, err := p.call(addr, id)
		if err != nil {
			shown = "an error"
			return nil
		}
		shown = p.result(addr, id, ret)
		return nil
	})
	if err != nil {
		return err.Error()
	}
	return shown
}
