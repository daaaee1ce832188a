package evm

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

type phase int

const (
	phaseGetter  phase = iota // no cheat codes
	phaseSetUp                // all
	phaseRegular              // all
	phaseHonest               // all: the honest call of service_denied
	phaseExploit              // time only, and Proof may only hand over
	phaseFuzz                 // none, but trying is harmless
)

// Bounds of the world that a proof may build.
const (
	maxTime  = 4102444800    // of setUp(): the year 2100
	maxBlock = 1_000_000_000 // of setUp(): some chains are past 400 million
	maxLapse = 20 * 31557600 // seconds that exploit() may let pass: twenty years; blocks at one in perBlock seconds
)

// rules holds what the running transaction may do, and what it did.
type rules struct {
	phase   phase
	refusal string
	created map[common.Address]bool // during exploit()
	granted uint256.Int             // wei that Proof handed over during exploit()
	moves   []move
	starved bool // some frame ran out of gas
	tooLong bool // the code of a new contract was too long

	candidate bool // in phaseExploit: a foreign attacker acts, and the proof must not
}

// A move is a warp or a roll.
type move struct {
	roll bool
	to   uint64
}

func (mv move) apply(m *machine) {
	if mv.roll {
		m.setBlock(mv.to)
	} else {
		m.setTime(mv.to)
	}
}

func (mv move) String() string {
	if mv.roll {
		return fmt.Sprintf("roll(%d)", mv.to)
	}
	return fmt.Sprintf("warp(%d)", mv.to)
}

// transact sends input to Proof as a transaction of the default sender. It returns
// errRevert, with res.Revert set, or an error that wraps an exported one.
func (p *Proof) transact(res *Result, input []byte) (outcome, error) {
	msg := message{from: sender, to: p.m.self, origin: p.origin, input: input, gas: p.cfg.Gas, hooked: true}
	return p.send(res, &msg)
}

func (p *Proof) send(res *Result, msg *message) (outcome, error) {
	left := p.cfg.TotalGas - min(p.spent, p.cfg.TotalGas)
	if left == 0 {
		return outcome{}, fmt.Errorf("%w: the total of %d is used up", ErrGas, p.cfg.TotalGas)
	}
	msg.gas = min(msg.gas, left)
	out := p.m.exec(msg)
	p.spent += out.gas
	err := p.explain(out, msg.gas)
	if err != nil && p.rules.refusal != "" {
		res.Refusal = p.rules.refusal
	}
	var r reverted
	if errors.As(err, &r) {
		res.Revert = r.why
	}
	return out, err
}

// try runs a message that cannot break a rule, and counts its gas. The outcome is the EVM's; the error means that time
// ran out.
func (p *Proof) try(msg *message) (outcome, error) {
	out := p.m.exec(msg)
	p.spent += out.gas
	if errors.Is(out.err, errStopped) {
		return out, p.outOfTime()
	}
	return out, nil
}

func (p *Proof) outOfTime() error { return fmt.Errorf("%w: stopped after %s", ErrTime, p.cfg.Time) }

// fatal reports whether an error is not about what was executed: time ran out, or the host failed.
func fatal(err error) bool { return errors.Is(err, ErrTime) || errors.Is(err, ErrHost) }

// reverted is an ordinary failure of a transaction, with its reason.
type reverted struct{ why string }

func (r reverted) Error() string   { return "reverted: " + r.why }
func (r reverted) Is(e error) bool { return e == errRevert }

// explain turns the outcome of a hooked message into an error. Refusals come first:
// code must not be able to hide one behind a revert.
func (p *Proof) explain(out outcome, gas uint64) error {
	switch {
	case p.rules.refusal != "":
		return fmt.Errorf("%w: %s", ErrRefused, p.rules.refusal)
	case errors.Is(out.err, errStopped):
		return p.outOfTime()
	case p.m.failed != "":
		return reverted{p.m.failed}
	case errors.Is(out.err, errGas), out.err != nil && p.rules.starved && out.gas >= gas-gas/8: // 63/64 at each level
		return fmt.Errorf("%w: all of %d", ErrGas, gas)
	case out.err == nil && p.m.expect != nil:
		p.m.expect = nil
		return reverted{"expectRevert was not followed by a call"}
	case errors.Is(out.err, errRevert) && len(out.ret) == 0 && p.rules.tooLong: // new reverts without a reason
		return reverted{fmt.Sprintf("the code of a new contract has more than the %d bytes that the EVM allows",
			params.MaxCodeSize)}
	case errors.Is(out.err, errRevert):
		return reverted{reason(out.ret, p.abis)}
	case out.err != nil:
		return reverted{evmFault(out.err)}
	}
	return nil
}

// refuse ends a run because a rule was broken outside a transaction.
func (p *Proof) refuse(res *Result, why string) error {
	res.Refusal = why
	return fmt.Errorf("%w: %s", ErrRefused, why)
}

// refuseNow ends the running transaction because its code broke a rule.
func (p *Proof) refuseNow(format string, args ...any) {
	if p.rules.refusal == "" {
		p.rules.refusal = fmt.Sprintf(format, args...)
	}
	p.m.abort()
}

// onFrame sees every call, creation and selfdestruct of a hooked transaction.
func (p *Proof) onFrame(f frame) {
	create := f.creates()
	if create && (p.rules.phase == phaseSetUp || p.trace != nil || p.watch != nil) {
		p.identify(f.to, f.input)
	}
	if p.trace != nil {
		p.trace.enter(f)
	}
	if p.watch != nil {
		p.watch.enter(f)
	}
	if create && p.rules.phase == phaseSetUp {
		p.creator[f.to] = f.from
	}
	if p.rules.phase == phaseHonest && f.from == p.m.self && p.acts != nil && p.acts.side[f.to] {
		p.refuseNow("%s() asks the attacker: Proof calls %s", p.cfg.Impact.Asset, p.describe(f.to, f.input))
		return
	}
	if p.rules.phase != phaseExploit {
		return
	}
	if p.acts != nil {
		p.acts.enter(p, f)
	}
	if p.listen != nil {
		p.listen(f, nil)
	}
	if create {
		if p.rules.created == nil {
			p.rules.created = map[common.Address]bool{}
		}
		p.rules.created[f.to] = true
	}
	if p.rules.candidate {
		p.watchCandidate(f)
		return
	}
	if f.from != p.m.self || f.depth == 0 {
		return
	}
	switch f.kind {
	case "STATICCALL": // anyone may read
		return
	case "CALL":
		if f.to != p.attacker && f.to != cheatAddress && !p.rules.created[f.to] && !p.m.isPrecompile(f.to) {
			p.refuseNow("the exploit uses the set-up's own authority: Proof calls %s during exploit()",
				p.describe(f.to, f.input))
			return
		}
	case "CREATE", "CREATE2":
	case "DELEGATECALL":
		if p.libraries[f.to] != nil { // a library is the caller's own code, and its calls are seen here too
			return
		}
		fallthrough
	default:
		p.refuseNow("the exploit uses the set-up's own authority: Proof does a %s to %s during exploit()", f.kind,
			p.name(f.to))
		return
	}
	if f.value != nil && f.value.Sign() > 0 {
		v, _ := uint256.FromBig(f.value)
		p.rules.granted.Add(&p.rules.granted, v)
	}
}

func (p *Proof) onLeave(output []byte, gas uint64, err error) {
	p.rules.starved = p.rules.starved || errors.Is(err, errGas)
	p.rules.tooLong = p.rules.tooLong || errors.Is(err, errCodeSize)
	if p.trace != nil {
		p.trace.leave(output, gas, err)
	}
	if p.watch != nil {
		p.watch.leave(output, gas, err)
	}
}

// identify records which contract is at addr, by its creation code.
func (p *Proof) identify(addr common.Address, creation []byte) {
	var best *parsedContract
	for _, k := range p.abis.list {
		if n := len(k.Creation); n > 0 && bytes.HasPrefix(creation, k.Creation) && (best == nil || n > len(best.Creation)) {
			best = k
		}
	}
	if best == nil {
		if at, ok := cloned(creation); ok && p.reviewed(at) {
			p.clones[addr] = true
		}
		return
	}
	if p.at[addr] == nil && p.rules.phase == phaseSetUp {
		p.order = append(p.order, addr)
	}
	p.at[addr] = best
}

// cloned returns the contract to which the code that creation makes passes all calls on, if it is a clone (ERC-1167).
func cloned(creation []byte) (at common.Address, ok bool) {
	_, rest, ok := bytes.Cut(creation, common.FromHex("363d3d373d3d3d363d73"))
	if !ok || len(rest) < len(at) || !bytes.HasPrefix(rest[len(at):], common.FromHex("5af43d82803e903d91602b57fd5bf3")) {
		return at, false
	}
	return common.BytesToAddress(rest[:len(at)]), true
}

// name returns the contract's name if known, else the address.
func (p *Proof) name(a common.Address) string {
	k := p.at[a]
	switch {
	case k != nil && a == p.attacker && k.Name != "Attacker":
		return k.Name + " (the attacker)"
	case k != nil:
		return k.Name
	case a == cheatAddress:
		return "vm"
	case a == sender:
		return "the default sender"
	}
	return a.Hex()
}

// call makes one of the host's own calls, of a getter; it changes nothing.
func (p *Proof) call(to common.Address, input []byte) ([]byte, error) {
	p.rules = rules{phase: phaseGetter, created: p.rules.created, moves: p.rules.moves}
	out := p.m.exec(&message{from: sender, to: to, origin: sender, input: input, gas: p.cfg.Gas, static: true})
	err := p.explain(out, p.cfg.Gas)
	var r reverted
	if errors.As(err, &r) {
		err = fmt.Errorf("%w: %s %w", ErrMeasure, p.describe(to, input), r)
	}
	return out.ret, err
}

// word makes the call and requires a result of exactly one word.
func (p *Proof) word(to common.Address, input []byte) (*big.Int, error) {
	ret, err := p.call(to, input)
	if err != nil {
		return nil, err
	}
	if len(ret) != 32 {
		return nil, fmt.Errorf("%w: %s returns %d bytes, not 32", ErrMeasure, p.describe(to, input), len(ret))
	}
	return new(big.Int).SetBytes(ret), nil
}

// balanceOf reads an account's balance of a token.
func (p *Proof) balanceOf(token, of common.Address) (*big.Int, error) {
	return p.word(token, append(selector("balanceOf(address)"), common.LeftPadBytes(of[:], 32)...))
}

func (p *Proof) getAddress(of common.Address, getter string) (common.Address, error) {
	v, err := p.word(of, selector(getter+"()"))
	if err != nil {
		return common.Address{}, err
	}
	if v.BitLen() > 160 {
		return common.Address{}, fmt.Errorf("%w: %s.%s() is no address", ErrMeasure, p.name(of), getter)
	}
	return common.BigToAddress(v), nil
}

func (p *Proof) getBool(of common.Address, getter string) (bool, error) {
	v, err := p.word(of, selector(getter+"()"))
	if err != nil {
		return false, err
	}
	if v.BitLen() > 1 {
		return false, fmt.Errorf("%w: %s.%s() is no bool", ErrMeasure, p.name(of), getter)
	}
	return v.Sign() == 1, nil
}
