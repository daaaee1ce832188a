package evm

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// MistakeError describes what is wrong with a call that a visitor wants to make:
// nothing was sent.
type MistakeError struct{ Why string }

func (e *MistakeError) Error() string { return e.Why }

func mistake(format string, args ...any) error {
	return &MistakeError{fmt.Sprintf(format, args...)}
}

// A Visit is a proof's world after setUp in which a stranger acts: an account without
// code, role or privilege, at the address of the proof's attacker, with what that one
// held and is handed in exploit(). It sees the results of its calls, but never whether
// an impact is reached. The code of the proof and of the contracts that the proof
// brings cannot be read, and the proof's functions cannot be called. Not safe for
// concurrent use.
//
// The same calls in the same order have the same results, byte for byte.
type Visit struct {
	p     *Proof
	start *world // state at the beginning, for Attack
	now   *world
	time  uint64
	block uint64
	kept  int // number of calls so far that changed the state
}

// maxKept bounds the calls of one visit that have effects.
const maxKept = 4096

// Visit opens the world to a stranger. Errors are those of [Proof.Candidate].
func (p *Proof) Visit(ctx context.Context) (*Visit, error) {
	if err := p.rehearse(ctx); err != nil {
		return nil, err
	}
	v := &Visit{p: p, time: p.time, block: p.block}
	_, err := p.run(ctx, func(*Result) error {
		w := p.vacated()
		at := w.accounts[p.attacker]
		at.code, at.codeHash = nil, types.EmptyCodeHash
		at.balance = *new(uint256.Int).Add(&at.balance, &p.handed)
		w.accounts[p.attacker] = at
		v.start, v.now = w, w
		return nil
	})
	return v, err
}

// Address returns the stranger's address, in hex.
func (v *Visit) Address() string { return v.p.attacker.Hex() }

// A ListedContract is a contract that a visitor may know of.
type ListedContract struct {
	Name      string   `json:"name,omitempty"` // "" if the sources under review do not have it
	Address   string   `json:"address"`
	Role      string   `json:"role,omitempty"`      // "target", "asset" or ""
	Functions []string `json:"functions,omitempty"` // of the named contract, as "deposit(uint256) payable", sorted
}

// Contracts lists the contracts under review in order of creation, with the contract
// under attack first, and the token that counts.
func (v *Visit) Contracts() []ListedContract {
	p := v.p
	var out []ListedContract
	add := func(addr common.Address, role string) {
		s := ListedContract{Address: addr.Hex(), Role: role}
		if k := p.at[addr]; k != nil && !v.hidden(addr) {
			s.Name = k.Name
			for _, m := range k.abi.Methods {
				s.Functions = append(s.Functions, strings.TrimSpace(m.Sig+" "+
					strings.Replace(m.StateMutability, "nonpayable", "", 1)))
			}
			slices.Sort(s.Functions)
			if k.abi.HasReceive() {
				s.Functions = append(s.Functions, "receive()")
			}
		}
		out = append(out, s)
	}
	add(p.target, "target")
	if p.token != (common.Address{}) && p.token != p.target {
		add(p.token, "asset")
	}
	for _, addr := range p.order {
		if k := p.at[addr]; k == nil || v.hidden(addr) || addr == p.target || addr == p.token ||
			len(v.start.accounts[addr].code) == 0 {
			continue
		}
		add(addr, "")
	}
	return out
}

// hidden reports whether an address belongs to the proof: Proof itself, or a contract
// of its file.
func (v *Visit) hidden(addr common.Address) bool {
	return addr == cheatAddress || addr != v.p.attacker && v.p.brought(addr)
}

// A Call is one transaction of a visitor.
type Call struct {
	To        string // address in hex, or the name or role of a listed contract
	Signature string // such as "transfer(address,uint256)"; or only the name, if that is unambiguous
	Args      []any  // arguments of the signature, as decoded from JSON
	Data      string // in hex, instead of a signature; without either, plain ether is sent
	Value     string // wei, decimal; "" means none
	Wait      uint64 // seconds that pass before it
}

// A Receipt is the result of a transaction.
type Receipt struct {
	Call     string   `json:"call"` // as text
	OK       bool     `json:"ok"`
	Returned string   `json:"returned,omitempty"` // decoded if the function is known
	Revert   string   `json:"reverted,omitempty"` // why it reverted
	Gas      uint64   `json:"gas,omitempty"`
	Events   []string `json:"events,omitempty"`
}

// Holdings are the visitor's assets: ether in wei, and tokens by address, decimal.
type Holdings struct {
	Ether  string    `json:"wei"`
	Tokens []Holding `json:"tokens,omitempty"` // those of which it has some, in order of creation
}

// A Holding is an amount of one token.
type Holding struct {
	Name    string `json:"name,omitempty"` // "" if the sources under review do not have it
	Address string `json:"address"`
	Amount  string `json:"amount"`
}

// A Ran is the result of transactions.
type Ran struct {
	Before   Holdings  `json:"you_had"`
	Receipts []Receipt `json:"results,omitempty"` // as many as were sent
	After    *Holdings `json:"you_have,omitempty"`
	// the rule or budget that ended them early, "" for none; in that case all effects are undone
	Ended string `json:"ended,omitempty"`
}

// Bounds of one Send.
const (
	maxSent   = 64
	maxInput  = 1 << 16
	maxEvents = 16
)

// Send makes calls one after the other, each in its own transaction, and continues
// after one that reverts. With keep, their effects remain. The error is a
// [*MistakeError] if a call cannot be made, and then none was; otherwise it is the
// context's or the host's.
func (v *Visit) Send(ctx context.Context, calls []Call, keep bool) (Ran, error) {
	p := v.p
	var out Ran
	if len(calls) > maxSent {
		return out, mistake("at most %d calls at once", maxSent)
	}
	if keep && v.kept+len(calls) > maxKept {
		return out, mistake("at most %d calls with effects", maxKept)
	}
	made := make([]Tx, len(calls))
	for i := range calls {
		tx, err := v.made(&calls[i])
		if err != nil {
			return out, err
		}
		made[i] = tx
	}
	_, err := p.run(ctx, func(res *Result) error {
		v.enter(v.now, v.time, v.block)
		defer v.leave()
		had, err := v.holdings()
		if err != nil {
			return err
		}
		out.Before = *had
		for i := range made {
			tx := &made[i]
			if tx.Wait > 0 {
				p.m.setTime(p.m.time + tx.Wait)
				p.m.setBlock(p.m.number + max(tx.Wait/perBlock, 1))
			}
			r, err := v.transact(res, tx)
			out.Receipts = append(out.Receipts, r)
			if err != nil {
				return err
			}
		}
		if out.After, err = v.holdings(); err != nil {
			return err
		}
		if keep {
			v.now, v.time, v.block = p.m.freeze(), p.m.time, p.m.number
			v.kept += len(made)
		}
		return nil
	})
	return v.ended(ctx, out, err)
}

// Attack runs a candidate as [Proof.Candidate] does, from the state in which the visit
// began, whatever the visitor did since. None of its effects remain. There is one
// receipt for the constructor if it fails, and one for each step.
func (v *Visit) Attack(ctx context.Context, creation []byte, carried bool) (Ran, error) {
	p := v.p
	by := outsider
	if carried {
		by = sender
	}
	var out Ran
	_, err := p.run(ctx, func(res *Result) error {
		v.enter(v.start, p.time, p.block)
		defer v.leave()
		had, err := v.holdings()
		if err != nil {
			return err
		}
		out.Before = *had
		landed, err := p.perform(res, creation, by)
		for i := range landed {
			out.Receipts = append(out.Receipts, Receipt{Call: fmt.Sprintf("step %d", i), OK: true})
		}
		if res.Revert != "" {
			what, why, _ := strings.Cut(res.Revert, ": ")
			out.Receipts = append(out.Receipts, Receipt{Call: what, Revert: why})
		}
		if err != nil {
			return err
		}
		out.After, err = v.holdings()
		return err
	})
	return v.ended(ctx, out, err)
}

// ended turns a rule or budget that ended calls into the message for the visitor.
func (v *Visit) ended(ctx context.Context, out Ran, err error) (Ran, error) {
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil, errors.Is(err, ErrHost):
		return out, err
	case errors.Is(err, ErrTime): // how far it came depends on the machine
		out.Receipts, out.Ended = nil, fmt.Sprintf("out of time: stopped after %s", v.p.cfg.Time)
	default:
		out.Ended = strings.ReplaceAll(err.Error(), "the exploit", "it")
	}
	out.After = nil
	return out, nil
}

func (v *Visit) enter(w *world, time, block uint64) {
	p := v.p
	p.acts = p.newActs()
	p.m.reset(w, time, block, true)
	p.m.guard(v.peek)
}

func (v *Visit) leave() {
	v.p.acts = nil
	v.p.m.guard(nil)
}

// peek refuses to show the code of a hidden contract.
func (v *Visit) peek(of common.Address) {
	if v.hidden(of) {
		v.p.refuseNow("the code of an account that is not under review cannot be read")
	}
}

// transact sends one transaction of the visitor.
func (v *Visit) transact(res *Result, tx *Tx) (Receipt, error) {
	p := v.p
	r := Receipt{Call: v.describe(tx)}
	if tx.Value.Sign() > 0 {
		r.Call += " with " + tx.Value.Dec() + " wei"
	}
	if p.m.balance(p.attacker).Lt(&tx.Value) {
		r.Revert = "you have less ether than that"
		return r, nil
	}
	logs := len(p.m.events())
	p.rules = rules{phase: phaseExploit, candidate: true}
	before := p.spent
	out, err := p.send(res, &message{from: p.attacker, to: tx.To, origin: p.attacker, input: tx.Input, value: tx.Value,
		gas: p.cfg.Gas, hooked: true})
	r.Gas = p.spent - before
	switch {
	case errors.Is(err, errRevert):
		r.Revert, res.Revert = res.Revert, ""
		return r, nil
	case errors.Is(err, ErrGas) && p.spent < p.cfg.TotalGas: // the gas of this transaction
		r.Revert = fmt.Sprintf("out of gas, of which a transaction has %d", p.cfg.Gas)
		return r, nil
	case err != nil:
		return r, err
	}
	r.OK, r.Returned = true, v.returned(tx, out.ret)
	for _, e := range p.m.events()[logs:] {
		if len(r.Events) == maxEvents {
			r.Events = append(r.Events, "…")
			break
		}
		r.Events = append(r.Events, v.event(e))
	}
	return r, nil
}

// describe formats a call, without names that the sources under review do not have.
func (v *Visit) describe(tx *Tx) string {
	who, m := tx.To.Hex(), v.p.method(tx.To, tx.Input)
	if v.hidden(tx.To) {
		m = nil
	} else if k := v.p.at[tx.To]; k != nil {
		who = k.Name
	}
	switch {
	case len(tx.Input) == 0:
		return who + ".receive()"
	case m != nil:
		return who + "." + m.RawName + arguments(m.Inputs, tx.Input[4:], nil)
	}
	return clip(who + ".0x" + hex.EncodeToString(tx.Input))
}

// returned formats the return value of a call.
func (v *Visit) returned(tx *Tx, ret []byte) string {
	switch m := v.p.method(tx.To, tx.Input); {
	case len(ret) == 0:
		return ""
	case m != nil && !v.hidden(tx.To):
		return arguments(m.Outputs, ret, nil)
	}
	if len(ret) == 32 {
		return "0x" + hex.EncodeToString(ret)
	}
	return clip("0x" + hex.EncodeToString(ret))
}

func (v *Visit) event(e event) string {
	if k := v.p.at[e.from]; k != nil && len(e.topics) > 0 && !v.hidden(e.from) {
		if known, err := k.abi.EventByID(e.topics[0]); err == nil {
			var topics []string
			for _, t := range e.topics[1:] {
				topics = append(topics, t.Hex())
			}
			return k.Name + "." + known.RawName + "[" + strings.Join(topics, ", ") + "]" +
				arguments(known.Inputs.NonIndexed(), e.data, nil)
		}
	}
	return fmt.Sprintf("%s logged %d topics and %d bytes", e.from.Hex(), len(e.topics), len(e.data))
}

// holdings reads the visitor's own assets.
func (v *Visit) holdings() (*Holdings, error) {
	p := v.p
	h := &Holdings{Ether: p.m.balance(p.attacker).Dec()}
	for _, token := range p.tokens() {
		n, err := p.balanceOf(token, p.attacker)
		switch {
		case errors.Is(err, ErrMeasure):
			continue
		case err != nil:
			return h, err
		case n.Sign() == 0:
			continue
		}
		one := Holding{Address: token.Hex(), Amount: n.String()}
		if !v.hidden(token) {
			one.Name = p.at[token].Name
		}
		h.Tokens = append(h.Tokens, one)
	}
	return h, nil
}

// made converts a Call to a transaction.
func (v *Visit) made(c *Call) (Tx, error) {
	tx := Tx{From: v.p.attacker, Wait: c.Wait}
	to, err := v.address(c.To)
	if err != nil {
		return tx, err
	}
	tx.To = to
	if c.Wait > maxWait {
		return tx, mistake("wait is at most %d seconds", int64(maxWait))
	}
	if c.Value != "" {
		n, err := number(c.Value)
		if err != nil || n.Sign() < 0 || n.BitLen() > 256 {
			return tx, mistake("value is an amount of wei, not %s", quote(c.Value))
		}
		tx.Value.SetFromBig(n)
	}
	switch {
	case c.Signature != "" && c.Data != "":
		return tx, mistake("give a signature with args, or data")
	case c.Data != "":
		if tx.Input, err = bytesOf(c.Data); err != nil {
			return tx, mistake("data: %v", err)
		}
	case c.Signature != "":
		if tx.Input, err = v.input(to, c.Signature, c.Args); err != nil {
			return tx, err
		}
	case len(c.Args) > 0:
		return tx, mistake("args need a signature")
	}
	if len(tx.Input) > maxInput {
		return tx, mistake("the data of a call is at most %d bytes", maxInput)
	}
	return tx, nil
}

// address resolves the recipient of a call.
func (v *Visit) address(to string) (common.Address, error) {
	if common.IsHexAddress(to) {
		return common.HexToAddress(to), nil
	}
	if to != "" {
		for _, s := range v.Contracts() {
			if s.Name == to || s.Role == to {
				return common.HexToAddress(s.Address), nil
			}
		}
	}
	return common.Address{}, mistake("%s is neither an address nor the name of a contract that stands", quote(to))
}

// input encodes a call of a function.
func (v *Visit) input(to common.Address, signature string, values []any) ([]byte, error) {
	var known []abi.Method
	if k := v.p.at[to]; k != nil && !v.hidden(to) {
		for _, name := range slices.Sorted(maps.Keys(k.abi.Methods)) {
			m := k.abi.Methods[name]
			if m.Sig == signature || m.RawName == signature {
				known = append(known, m)
			}
		}
	}
	switch {
	case len(known) > 1:
		return nil, mistake("there are %d functions %s: give the types", len(known), signature)
	case len(known) == 1:
		b, err := encode(known[0].Inputs, values)
		if err != nil {
			return nil, mistake("%s: %v", known[0].Sig, err)
		}
		return append(slices.Clone(known[0].ID), b...), nil
	}
	in, err := inputsOf(signature)
	if err != nil {
		return nil, mistake("%v", err)
	}
	b, err := encode(in, values)
	if err != nil {
		return nil, mistake("%s: %v", signature, err)
	}
	return append(selector(signature), b...), nil
}
