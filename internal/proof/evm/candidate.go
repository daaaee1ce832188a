package evm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Limits of a candidate, beyond those of Config.
const (
	maxSteps = 64            // transactions
	maxWait  = 10 * 31557600 // seconds between two steps: ten years
	perBlock = 12            // seconds
)

// outsider sends a candidate's transactions, unless it is carried. It owns nothing else.
var outsider = common.HexToAddress("0x0007517E00000000000000000000000000000001")

// Candidate runs an attacker other than the proof's own. creation is the creation code
// of a contract with
//
//	function step(uint256 number, address world) external returns (uint256 wait);
//
// It replaces attacker(): its constructor runs there, without arguments and on empty storage. It
// holds what the proof's own attacker held after setUp, and the ether that the proof hands to that
// one in exploit(). step is called with 0, 1, 2, …, each time in its own transaction, until it
// returns 0; another number is the seconds that pass before the next call. world answers target(),
// asset() (the token that is counted, or zero) and deployed(string) (the first contract of that name
// that setUp created, or zero).
//
// Nothing that the candidate returns, logs or stores affects the verdict, which is the
// impact, measured as for [Proof.Exploit]. A step that reverts ends the attack; the
// effects of earlier steps remain. A candidate that calls the proof's own functions or
// a cheat code breaks the rules.
//
// An outsider sends the transactions. If carried is set, which is right where
// [Proof.Carried] reports it for the proof's own attacker, the steps are called by the
// account that calls the proof's attacker.
func (p *Proof) Candidate(ctx context.Context, creation []byte, carried bool) (Result, error) {
	by := outsider
	if carried {
		by = sender
	}
	if err := p.rehearse(ctx); err != nil {
		return Result{}, err
	}
	if err := p.recordTargetCalls(ctx); err != nil {
		return Result{}, err
	}
	return p.run(ctx, func(res *Result) error {
		_, before, err := p.start(res, p.vacated(), &p.handed)
		if err != nil {
			return err
		}
		if res.Steps, err = p.perform(res, creation, by); err != nil {
			return err
		}
		if why := p.tampered(); why != "" {
			return p.refuse(res, why)
		}
		return p.judge(res, before, false, true)
	})
}

// perform installs a candidate and sends its steps until one ends the attack. It
// returns the number that landed; res.Revert is why one did not.
func (p *Proof) perform(res *Result, creation []byte, by common.Address) (landed int, err error) {
	m := p.m
	reverted, err := p.install(res, creation)
	for n := 0; err == nil && !reverted; n++ {
		var wait *big.Int
		if wait, reverted, err = p.stepOf(res, by, n); err != nil || reverted {
			break
		}
		landed++
		switch {
		case wait.Sign() == 0:
			return landed, nil
		case n+1 == maxSteps:
			err = p.refuse(res, fmt.Sprintf("it takes more than %d steps", maxSteps))
		case wait.Cmp(big.NewInt(maxWait)) > 0:
			err = p.refuse(res, fmt.Sprintf("it waits %s seconds before step %d; at most %d", wait, n+1, int64(maxWait)))
		default:
			m.setTime(m.time + wait.Uint64())
			m.setBlock(m.number + max(wait.Uint64()/perBlock, 1))
		}
	}
	return landed, err
}

// Carried reports whether the proof's attack depends on the account that calls the
// attacker: it reaches the impact in a transaction of that account, but not in an
// outsider's. That is so if a contract trusts tx.origin: its flaw is reachable only in
// a transaction of a trusted account.
func (p *Proof) Carried(ctx context.Context) (bool, error) {
	res, err := p.Exploit(ctx)
	if err != nil || !res.Succeeded {
		return false, err
	}
	was := p.origin
	defer func() { p.origin, p.rehearsed = was, false }() // the moves of the second run are not those of the attack
	p.origin = outsider
	res, err = p.Exploit(ctx)
	return err == nil && !res.Succeeded, err
}

// vacated returns the world after setUp, in which of the proof's attacker only its
// assets remain. It is a new world, since gas depends on a slot's value at the start.
func (p *Proof) vacated() *world {
	w := &world{accounts: maps.Clone(p.world.accounts)}
	a := w.accounts[p.attacker]
	a.storage = nil
	w.accounts[p.attacker] = a
	return w
}

// install runs the candidate's constructor at the attacker's address.
func (p *Proof) install(res *Result, creation []byte) (failed bool, err error) {
	// contracts that it created earlier are at the addresses that lower nonces would give
	p.m.setNonce(p.attacker, max(p.m.nonce(p.attacker), 1))
	p.m.setCode(p.attacker, creation)
	p.rules = rules{phase: phaseExploit, candidate: true}
	out, err := p.send(res, &message{from: outsider, to: p.attacker, origin: outsider, gas: p.cfg.Gas, hooked: true})
	if err != nil {
		p.m.setCode(p.attacker, nil)
		res.Revert = "its constructor: " + res.Revert
		return errors.Is(err, errRevert), unlessReverted(err)
	}
	p.m.setCode(p.attacker, out.ret)
	return false, nil
}

// stepOf sends step(n, world) as by.
func (p *Proof) stepOf(res *Result, by common.Address, n int) (wait *big.Int, failed bool, err error) {
	input := selector("step(uint256,address)")
	input = append(input, common.BigToHash(big.NewInt(int64(n))).Bytes()...)
	input = append(input, common.LeftPadBytes(cheatAddress[:], 32)...)
	p.rules = rules{phase: phaseExploit, candidate: true}
	out, err := p.send(res, &message{from: by, to: p.attacker, origin: by, input: input, gas: p.cfg.Gas, hooked: true})
	if err != nil {
		res.Revert = fmt.Sprintf("step %d: %s", n, res.Revert)
		return nil, errors.Is(err, errRevert), unlessReverted(err)
	}
	if len(out.ret) != 32 {
		res.Revert = fmt.Sprintf("step %d returns %d bytes, not a number", n, len(out.ret))
		return nil, true, nil
	}
	return new(big.Int).SetBytes(out.ret), false, nil
}

func unlessReverted(err error) error {
	if errors.Is(err, errRevert) {
		return nil
	}
	return err
}

// askWorld answers a candidate's questions about its environment.
func (p *Proof) askWorld(c frame) ([]byte, bool) {
	address := func(a common.Address) ([]byte, bool) { return common.LeftPadBytes(a[:], 32), true }
	if len(c.input) < 4 {
		return cheatError("world: not a call"), false
	}
	var sel [4]byte
	copy(sel[:], c.input)
	switch sel {
	case [4]byte(selector("target()")):
		return address(p.target)
	case [4]byte(selector("asset()")):
		return address(p.token)
	case [4]byte(selector("deployed(string)")):
		name, ok := args(c.input[4:]).bytes(0)
		if !ok {
			return cheatError("deployed: malformed call"), false
		}
		for _, a := range p.order {
			if k := p.at[a]; k != nil && k.Name == string(name) {
				return address(a)
			}
		}
		return address(common.Address{})
	}
	if ch := cheats[sel]; ch != nil {
		p.refuseNow("the exploit uses the cheat code %s", ch.signature)
		return nil, false
	}
	return cheatError(fmt.Sprintf("world has no function %x", sel)), false
}

// watchCandidate refuses calls of the proof's own functions, which act with the
// set-up's authority. Calls of its getters, payments to it and calls back are allowed.
func (p *Proof) watchCandidate(f frame) {
	proof := p.at[p.m.self]
	if f.to != p.m.self || len(f.input) < 4 || proof == nil {
		return
	}
	if method, err := proof.abi.MethodById(f.input[:4]); err == nil && !method.IsConstant() {
		p.refuseNow("the exploit calls %s of the proof", method.Sig)
	}
}
