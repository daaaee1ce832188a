package evm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
)

// A measured impact counts only if it is founded: what the attacker gains, others lose; the answer
// of the proof's view does not depend on the attacker; and the new owner of a contract can do what
// it could not do before. The author of a proof chooses the measure, so without these rules a proof
// could itself cause what it measures.

// maxHolders bounds the number of accounts whose losses are summed up.
const maxHolders = 4096

// acts records the attacker's accounts and their acts in a run of an attack.
type acts struct {
	side map[common.Address]bool // the attacker and what it created, or the proof acting for it during the attack
	used map[common.Address]bool // contracts of the proof's own file that the side called, except as a token holder
	// those calls, as "Contract.function()"
	called map[string]bool
}

func (p *Proof) newActs() *acts {
	a := &acts{side: map[common.Address]bool{p.attacker: true}, used: map[common.Address]bool{},
		called: map[string]bool{}}
	for _, addr := range p.allies {
		a.side[addr] = true
	}
	for _, addr := range p.order {
		if a.side[p.creator[addr]] {
			a.side[addr] = true
		}
	}
	return a
}

// enter records a frame of the attack.
func (a *acts) enter(p *Proof, f frame) {
	switch f.kind {
	case "CREATE", "CREATE2":
		if a.side[f.from] || f.from == p.m.self {
			a.side[f.to] = true
		}
	case "CALL":
		if !a.side[f.from] || a.side[f.to] || !p.brought(f.to) {
			return
		}
		m := p.method(f.to, f.input)
		if m != nil && (m.IsConstant() || holderFunction[m.RawName]) {
			return
		}
		a.used[f.to] = true
		function := "receive"
		if m != nil {
			function = m.RawName
		}
		a.called[p.at[f.to].Name+"."+function+"()"] = true
	}
}

// holders lists the accounts that can lose something: all that exist after setUp or
// acted in it, and all for which a contract keeps balances.
func (p *Proof) holders() []common.Address {
	set := map[common.Address]bool{}
	for addr := range p.world.accounts {
		set[addr] = true
	}
	for _, addr := range p.pranked {
		set[addr] = true
	}
	for _, data := range p.m.preimages {
		if len(data) == 64 && bytes.Equal(data[:12], make([]byte, 12)) {
			set[common.BytesToAddress(data[:32])] = true
		}
	}
	delete(set, cheatAddress)
	delete(set, sender)
	out := slices.SortedFunc(maps.Keys(set), common.Address.Cmp)
	return out[:min(len(out), maxHolders)]
}

// unfounded returns why a measured impact does not count, "" if it counts. It leaves
// the state undefined.
func (p *Proof) unfounded(after reading) (string, error) {
	switch p.cfg.Impact.Kind {
	case "ether_gained", "token_gained":
		return p.unbacked()
	case "value_destroyed", "state_corrupted":
		return p.dependent(after)
	case "ownership_taken":
		return p.powerless()
	}
	return "", nil
}

// unbacked compares the losses of everyone except the attacker's side with the minimum.
// A loss of a contract of the proof's own file counts only if the attacker did not
// call that contract: otherwise it would be a gift of the proof.
func (p *Proof) unbacked() (string, error) {
	var others []common.Address
	for _, addr := range p.holders() {
		if !p.acts.side[addr] && (addr != p.m.self || p.cfg.Impact.Kind == "token_gained") {
			others = append(others, addr)
		}
	}
	now, err := p.holdings(others)
	if err != nil {
		return "", err
	}
	p.m.reset(p.world, p.time, p.block, false)
	was, err := p.holdings(others)
	if err != nil {
		return "", err
	}
	lost, given := new(big.Int), new(big.Int)
	for i, addr := range others {
		d := new(big.Int).Sub(was[i], now[i])
		if p.acts.used[addr] && d.Sign() > 0 {
			given.Add(given, d)
		} else {
			lost.Add(lost, d)
		}
	}
	if lost.Cmp(p.cfg.Impact.Minimum) >= 0 {
		return "", nil
	}
	why := fmt.Sprintf("the attacker gains what nobody loses: the sample's contracts and the "+
		"people of setUp() lose %s together", lost)
	if given.Sign() > 0 {
		why += fmt.Sprintf(", and contracts of the proof that the attacker asked give %s", given)
	}
	return why, nil
}

// holdings reads the balances of accounts in the gained asset.
func (p *Proof) holdings(of []common.Address) ([]*big.Int, error) {
	out := make([]*big.Int, len(of))
	for i, addr := range of {
		if p.cfg.Impact.Kind == "ether_gained" {
			out[i] = p.m.balance(addr).ToBig()
			continue
		}
		v, err := p.balanceOf(p.token, addr)
		if errors.Is(err, ErrTime) {
			return nil, err
		}
		if err != nil {
			v = new(big.Int) // a token may fail for some accounts
		}
		out[i] = v
	}
	return out, nil
}

// dependent calls the proof's view again after the attacker's side is erased.
func (p *Proof) dependent(after reading) (string, error) {
	p.rules = rules{phase: phaseGetter}
	for _, addr := range slices.SortedFunc(maps.Keys(p.acts.side), common.Address.Cmp) {
		p.m.erase(addr)
	}
	again, err := p.measure()
	if errors.Is(err, ErrTime) {
		return "", err
	}
	if err == nil && p.show(again) == p.show(after) {
		return "", nil
	}
	now := "it cannot be read"
	if err == nil {
		now = "it is " + p.show(again)
	}
	return fmt.Sprintf("%s() depends on the attacker: without the attacker's code, storage and balance %s",
		p.cfg.Impact.Asset, now), nil
}

// erase removes an account's code, storage and balance.
func (m *machine) erase(addr common.Address) {
	m.st.SelfDestruct(addr)
	m.st.Finalise(m.rules)
}

// drawn is the number of made-up calls of each function that powerless tries.
const drawn = 16

// powerless looks for a call of the target that ownership enables: refused to the
// attacker before the attack, successful after it, still refused to a stranger, and
// refused again when the slots that name the attacker are restored. It tries all
// functions under review: as setUp() and honest use call them, with one word zero, and
// with made-up arguments.
func (p *Proof) powerless() (string, error) {
	m := p.m
	after, time, number := m.st.StateDB.Copy(), m.time, m.number
	restored := m.st.StateDB.Copy()
	for addr, slots := range m.st.slots {
		if p.acts.side[addr] || p.brought(addr) {
			continue
		}
		for slot := range slots {
			v, old := m.st.GetState(addr, slot), p.world.accounts[addr].storage[slot]
			if v != old && bytes.Contains(v[:], p.attacker[:]) {
				restored.SetState(addr, slot, old)
			}
		}
	}
	restored.Finalise(m.rules)
	m.reset(p.world, p.time, p.block, false)
	m.setTime(time)
	m.setBlock(number)
	before := m.st.StateDB
	answers := func(st *state.StateDB, from common.Address, s *step) (bool, error) {
		m.st.StateDB = st
		p.rules = rules{phase: phaseFuzz}
		out := m.exec(&message{from: from, to: p.target, origin: from, input: s.input, gas: min(p.cfg.Gas, fuzzGas),
			discard: true})
		if errors.Is(out.err, errStopped) {
			return false, p.outOfTime()
		}
		return out.err == nil, nil
	}
	for _, s := range p.authorities() {
		granted := true
		for _, try := range []struct {
			st   *state.StateDB
			from common.Address
			want bool
		}{{after, p.attacker, true}, {before, p.attacker, false}, {after, puppets[7], false}, {restored, p.attacker, false}} {
			ok, err := answers(try.st, try.from, &s)
			if err != nil {
				return "", err
			}
			if ok != try.want {
				granted = false
				break
			}
		}
		if granted {
			return "", nil
		}
	}
	return fmt.Sprintf("%s() names the attacker, but no call was found that this gives it the right to",
		p.cfg.Impact.Asset), nil
}

// authorities lists calls of the target that may need its owner.
func (p *Proof) authorities() []step {
	var out []step
	for _, s := range p.targetCalls {
		out = append(out, s)
		for at := 4; at+32 <= len(s.input) && at < 4+8*32; at += 32 {
			without := bytes.Clone(s.input)
			clear(without[at : at+32])
			out = append(out, step{input: without})
		}
	}
	var d dictionary
	d.init(p)
	for _, s := range p.targetCalls {
		d.feed(s.input[min(4, len(s.input)):])
	}
	r := rand.New(rand.NewPCG(1, 2))
	have := map[string]bool{}
	// behind a proxy, another contract has the functions
	for _, addr := range append([]common.Address{p.target}, p.order...) {
		if !p.reviewed(addr) {
			continue
		}
		for _, f := range p.at[addr].functions() {
			if have[f.Sig] {
				continue
			}
			have[f.Sig] = true
			for range drawn {
				out = append(out, step{input: d.arguments(r, bytes.Clone(f.ID), f.Inputs)})
			}
		}
	}
	return out
}

// recordTargetCalls records how honest use calls the target, if this is needed later.
func (p *Proof) recordTargetCalls(ctx context.Context) error {
	if p.cfg.Impact.Kind != "ownership_taken" || p.targetCalls != nil {
		return nil
	}
	o, err := p.observe(ctx, "test_Regular", phaseRegular)
	if fatal(err) {
		return err
	}
	for _, c := range slices.Concat(p.founding.calls, o.calls) {
		if c.to == p.target && c.kind == "CALL" && len(c.input) >= 4 && len(c.input) < 1<<12 && len(p.targetCalls) < 256 {
			p.targetCalls = append(p.targetCalls, step{input: c.input})
		}
	}
	return nil
}
