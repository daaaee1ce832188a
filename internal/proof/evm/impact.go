package evm

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// A reading is what the oracle read at one moment.
type reading struct {
	amount *big.Int       // ether_gained, token_gained, value_destroyed
	owner  common.Address // ownership_taken
	ok     bool           // service_denied: the call succeeds. state_corrupted: the invariant holds
	note   string         // service_denied: why the call fails
}

// measure reads the state that the impact is about, without changing it.
func (p *Proof) measure() (r reading, err error) {
	switch im := p.cfg.Impact; im.Kind {
	case "ether_gained":
		r.amount = p.m.balance(p.attacker).ToBig()
		for _, addr := range p.allies {
			r.amount.Add(r.amount, p.m.balance(addr).ToBig())
		}
	case "token_gained":
		r.amount = new(big.Int)
		for i, addr := range append([]common.Address{p.attacker}, p.allies...) {
			v, err := p.balanceOf(p.token, addr)
			if err == nil {
				r.amount.Add(r.amount, v)
			} else if i == 0 || errors.Is(err, ErrTime) {
				return r, err
			}
		}
	case "value_destroyed":
		r.amount, err = p.word(p.m.self, selector(im.Asset+"()"))
	case "ownership_taken":
		r.owner, err = p.getAddress(p.target, im.Asset)
	case "state_corrupted":
		r.ok, err = p.getBool(p.m.self, im.Asset)
	case "service_denied":
		r.ok, r.note, err = p.serve(im.Asset)
	default:
		err = fmt.Errorf("%w: unknown kind of impact %q", ErrConfig, im.Kind)
	}
	return r, err
}

// serve makes the honest user's call, with all cheat codes, and undoes it.
func (p *Proof) serve(function string) (bool, string, error) {
	time, number := p.m.time, p.m.number
	p.rules = rules{phase: phaseHonest, created: p.rules.created, moves: p.rules.moves}
	out := p.m.exec(&message{from: sender, to: p.m.self, origin: sender, input: selector(function + "()"),
		gas: p.cfg.Gas, hooked: true, discard: true})
	err := p.explain(out, p.cfg.Gas)
	p.m.setTime(time)
	p.m.setBlock(number)
	p.m.clearHooks()
	switch {
	case err == nil:
		return true, "", nil
	case errors.Is(err, errRevert), errors.Is(err, ErrGas): // a call that cannot be paid for is also denied
		return false, err.Error(), nil
	}
	return false, "", err
}

// initial measures before an attack. A state in which the impact is already reached is an error.
func (p *Proof) initial() (reading, error) {
	r, err := p.measure()
	switch im := p.cfg.Impact; {
	case err != nil:
	case im.Kind == "ownership_taken" && r.owner == p.attacker:
		err = fmt.Errorf("%w: the attacker is %s() before exploit()", ErrMeasure, im.Asset)
	case im.Kind == "state_corrupted" && !r.ok:
		err = fmt.Errorf("%w: %s() is false before exploit()", ErrMeasure, im.Asset)
	case im.Kind == "service_denied" && !r.ok:
		err = fmt.Errorf("%w: %s() fails before exploit(): %s", ErrMeasure, im.Asset, r.note)
	}
	return r, err
}

// tampered returns why getters of Proof can no longer be trusted, "" if they can: an
// exploit() that writes Proof's own variables could cause its impact by itself.
func (p *Proof) tampered() string {
	switch p.cfg.Impact.Kind {
	case "value_destroyed", "state_corrupted", "service_denied":
		if p.m.proofChanged() {
			return "the exploit changes Proof's own variables, which " + p.cfg.Impact.Asset + "() may read; use local ones"
		}
	}
	return ""
}

// judge measures again and compares. A transaction that reverted has done nothing;
// only time may have. What an attack reached must also be founded.
func (p *Proof) judge(res *Result, before reading, reverted, attack bool) error {
	after, err := p.measure()
	if err != nil {
		return err
	}
	res.Measured = p.measured(before, after)
	res.Succeeded = !reverted && p.reached(before, after)
	if res.Succeeded && attack {
		if res.Void, err = p.unfounded(after); err != nil {
			return err
		}
		res.Succeeded = res.Void == ""
	}
	return nil
}

// measured returns the evidence behind a verdict.
func (p *Proof) measured(before, after reading) *Measured {
	im := p.cfg.Impact
	m := &Measured{Kind: im.Kind, Before: p.show(before), After: p.show(after)}
	if kinds[im.Kind].amount {
		m.Minimum = im.Minimum.String()
	}
	return m
}

// reached is the oracle: it compares two readings.
func (p *Proof) reached(before, after reading) bool {
	im := p.cfg.Impact
	switch im.Kind {
	case "ether_gained", "token_gained":
		return new(big.Int).Sub(after.amount, before.amount).Cmp(im.Minimum) >= 0
	case "value_destroyed":
		return new(big.Int).Sub(before.amount, after.amount).Cmp(im.Minimum) >= 0
	case "ownership_taken":
		return before.owner != p.attacker && after.owner == p.attacker
	case "service_denied", "state_corrupted":
		return before.ok && !after.ok
	}
	return false
}

func (p *Proof) show(r reading) string {
	switch p.cfg.Impact.Kind {
	case "ownership_taken":
		return r.owner.Hex()
	case "state_corrupted":
		return fmt.Sprint(r.ok)
	case "service_denied":
		if r.ok {
			return "succeeds"
		}
		return r.note
	}
	return r.amount.String()
}
