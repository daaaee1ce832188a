package evm

import (
	"context"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// fuzzTarget is a contract with the functions that may be called.
type fuzzTarget struct {
	addr    common.Address
	methods []abi.Method
	receive bool
}

func newFuzzer(p *Proof, seed uint64, corpus []step) *fuzzer {
	f := &fuzzer{p: p, rng: rand.New(rand.NewPCG(seed, 0)), corpus: corpus}
	f.dict.init(p)
	for _, addr := range p.order {
		k := p.at[addr]
		if k == nil || len(p.world.accounts[addr].code) == 0 {
			continue
		}
		t := fuzzTarget{addr: addr, receive: k.abi.HasReceive() || k.abi.HasFallback()}
		for _, m := range k.functions() {
			if p.reviewed(addr) || addr == p.attacker || holderFunction[m.RawName] {
				t.methods = append(t.methods, m)
			}
		}
		if len(t.methods) > 0 || t.receive {
			f.targets = append(f.targets, t)
		}
	}
	for _, s := range corpus {
		f.dict.feed(s.input[min(4, len(s.input)):])
	}
	return f
}

// holderFunction lists the functions that any token offers to its holders.
var holderFunction = map[string]bool{"approve": true, "transfer": true, "transferFrom": true, "increaseAllowance": true,
	"decreaseAllowance": true, "setApprovalForAll": true, "safeTransferFrom": true, "burn": true}

// next draws a step.
func (f *fuzzer) next() step {
	p, r := f.p, f.rng
	switch x := r.IntN(100); {
	case x < 8:
		return step{move: f.dict.moveInTime(r, p.m)}
	case x < 30 && len(f.corpus) > 0:
		return f.vary(f.corpus[r.IntN(len(f.corpus))], 2)
	}
	from := p.attacker
	if r.IntN(8) == 0 {
		from = puppets[r.IntN(len(puppets))]
	}
	return f.dict.call(r, p, from, f.targets, true)
}

// call draws a call of one of the targets, or ether alone for it or, without targets, for the proof's target. Without
// ether, none is sent.
func (d *dictionary) call(r *rand.Rand, p *Proof, from common.Address, targets []fuzzTarget, ether bool) step {
	s := step{from: from, to: p.target}
	if len(targets) == 0 {
		d.value(r, p.m.balance(from), &s.value)
		return s
	}
	t := &targets[r.IntN(len(targets))]
	s.to = t.addr
	i := r.IntN(len(t.methods) + 1)
	if i == len(t.methods) {
		if ether {
			d.value(r, p.m.balance(from), &s.value)
			return s
		}
		i = 0
	}
	m := &t.methods[i]
	start := len(d.arena)
	d.arena = d.arguments(r, append(d.arena, m.ID...), m.Inputs)
	s.input = d.arena[start:len(d.arena):len(d.arena)]
	if ether && m.IsPayable() {
		d.value(r, p.m.balance(from), &s.value)
	}
	return s
}

// vary returns a known step, in one of rarely cases with a changed word or value. A
// puppet takes the role of a contract that the attacker created.
func (f *fuzzer) vary(s step, rarely int) step {
	r, m := f.rng, f.p.m
	if s.move != nil {
		to := m.time + s.move.to
		if s.move.roll {
			to = m.number + s.move.to
		}
		return step{move: &move{s.move.roll, to}}
	}
	if s.from != f.p.attacker || s.value.IsZero() && r.IntN(2*rarely) == 0 {
		s.from = puppets[r.IntN(len(puppets))]
	}
	start := len(f.dict.arena)
	f.dict.arena = append(f.dict.arena, s.input...)
	s.input = f.dict.arena[start:len(f.dict.arena):len(f.dict.arena)]
	if n := (len(s.input) - 4) / 32; n > 0 && r.IntN(rarely) == 0 {
		i := 4 + 32*r.IntN(n)
		w := f.dict.word(r)
		copy(s.input[i:i+32], w[:])
	}
	if balance := m.balance(s.from); s.value.Gt(balance) || !s.value.IsZero() && r.IntN(rarely) == 0 {
		f.dict.value(r, balance, &s.value)
	}
	return s
}

// corpus runs exploit() once and returns what the attacker did, in order: its calls,
// and the time that passed between them (move.to is the difference).
func (p *Proof) corpus(ctx context.Context) ([]step, error) {
	var out []step
	time, number := p.time, p.block
	p.listen = func(f frame, mv *move) {
		switch {
		case len(out) >= 64:
		case mv != nil && mv.roll:
			out = append(out, step{move: &move{true, mv.to - number}})
			number = mv.to
		case mv != nil:
			out = append(out, step{move: &move{false, mv.to - time}})
			time = mv.to
		case f.kind == "CALL" && (f.from == p.attacker || p.rules.created[f.from]) && f.to != p.attacker && p.at[f.to] != nil:
			s := step{from: f.from, to: f.to, input: common.CopyBytes(f.input[:min(len(f.input), 1<<12)])}
			s.value.SetFromBig(f.value)
			out = append(out, s)
		}
	}
	_, err := p.Exploit(ctx)
	p.listen = nil
	if fatal(err) {
		return nil, err
	}
	// Other failures of exploit() belong to its own verdict; the fuzzer needs only the calls.
	return out, nil
}
