package evm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Watch makes arenas look for any of several impacts instead of the proof's own. An
// impact that cannot be read after setUp, or is already reached then, is left out; nil
// restores the proof's own impact.
func (p *Proof) Watch(list []Impact) { p.watched = list }

// A watch is an impact that an arena looks for.
type watch struct {
	at     int // index in the list that was given
	impact Impact
	token  common.Address
	before reading
}

// watch reads the impacts to watch, in the state after setUp.
func (a *Arena) watch() error {
	p := a.p
	own, token := p.cfg.Impact, p.token
	defer func() { p.cfg.Impact, p.token = own, token }()
	for i, im := range p.watched {
		a.Reset(Own)
		w := watch{at: i, impact: im}
		p.cfg.Impact = im
		var err error
		if im.Kind == "token_gained" {
			w.token, err = p.getAddress(p.m.self, im.Asset)
			p.token = w.token
		}
		if err == nil {
			w.before, err = p.initial()
		}
		switch {
		case fatal(err):
			return err
		case err == nil:
			a.watches = append(a.watches, w)
		}
	}
	return nil
}

// turn selects a watched impact as the one to measure.
func (a *Arena) turn(w *watch) {
	a.p.cfg.Impact, a.p.token, a.before = w.impact, w.token, w.before
}

// Watched returns the indices, in the list given to Watch, of the impacts that the
// arena looks for.
func (a *Arena) Watched() []int {
	var out []int
	for i := range a.watches {
		out = append(out, a.watches[i].at)
	}
	return out
}

// Hit returns the index, in the list given to Watch, of the impact that the last
// sequence with the verdict Counts reaches.
func (a *Arena) Hit() int { return a.hit }

// anyReached does the work of Reached for the watched impacts.
func (a *Arena) anyReached() (reached, ok bool, err error) {
	for i := range a.watches {
		a.turn(&a.watches[i])
		after, err := a.p.measure()
		if fatal(err) {
			return false, false, err
		}
		if err == nil && a.p.reached(a.before, after) {
			return true, true, nil
		}
	}
	return false, true, nil
}

// judgeAny does the work of Judge for the watched impacts: the first impact that
// counts decides; otherwise the verdict is that on the last one reached.
func (a *Arena) judgeAny(g Guise, seq []Tx) (Verdict, error) {
	verdict := Unmeasured
	watches := a.watches
	defer func() { a.watches = watches }()
	for i := range watches {
		a.watches = watches[i : i+1]
		hit, err := a.Replay(g, seq)
		if err != nil {
			return Unmeasured, err
		}
		if !hit {
			continue
		}
		if verdict, err = a.judge(g, seq); err != nil {
			return Unmeasured, err
		}
		if verdict == Counts {
			a.hit = watches[i].at
			break
		}
	}
	return verdict, nil
}

// A Stake is the amount of ether, or of one token, that the code under review holds
// after setUp.
type Stake struct {
	Token string // the token's address in hex, "" for ether
	Held  *big.Int
}

// Stakes lists what can be lost, ether first. For a token that is itself under review,
// the amount is everything held by accounts other than the attacker and Proof.
func (p *Proof) Stakes(ctx context.Context) (out []Stake, err error) {
	_, err = p.run(ctx, func(*Result) error {
		p.acts = p.newActs()
		defer func() { p.acts = nil }()
		p.m.reset(p.world, p.time, p.block, false)
		var review []common.Address
		ether := new(big.Int)
		for _, addr := range p.order {
			if p.reviewed(addr) {
				review = append(review, addr)
				ether.Add(ether, p.m.balance(addr).ToBig())
			}
		}
		out = append(out, Stake{"", ether})
		for _, token := range p.tokens() {
			who := review
			if p.reviewed(token) {
				who = slices.DeleteFunc(p.holders(), func(a common.Address) bool { return a == p.m.self || p.acts.side[a] })
			}
			held := new(big.Int)
			for _, addr := range who {
				v, err := p.balanceOf(token, addr)
				if errors.Is(err, ErrTime) {
					return err
				}
				if err == nil {
					held.Add(held, v)
				}
			}
			out = append(out, Stake{token.Hex(), held})
		}
		return nil
	})
	return out, err
}

// reviewed reports whether a contract is under review: known, and not from the proof's file.
func (p *Proof) reviewed(addr common.Address) bool {
	k := p.at[addr]
	return k != nil && k.File != p.at[p.m.self].File
}

// brought reports whether the proof brings a contract: known, and from the proof's file.
func (p *Proof) brought(addr common.Address) bool {
	k := p.at[addr]
	return k != nil && k.File == p.at[p.m.self].File
}

// Offices lists, by name, the getters of the target that return one address, which may
// be the holder of an office.
func (p *Proof) Offices() []string {
	k := p.at[p.target]
	if k == nil {
		return nil
	}
	var out []string
	for _, m := range k.abi.Methods {
		if m.IsConstant() && len(m.Inputs) == 0 && len(m.Outputs) == 1 && m.Outputs[0].Type.T == abi.AddressTy {
			out = append(out, m.RawName)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Services lists calls of honest use into the code under review that succeed
// immediately after setUp, one per function, with their senders. None sends ether, and
// none is the attacker's.
func (p *Proof) Services(ctx context.Context) (out []Tx, err error) {
	o, err := p.observe(ctx, "test_Regular", phaseRegular)
	if fatal(err) {
		return nil, err
	}
	side := p.newActs().side
	_, err = p.run(ctx, func(*Result) error {
		done := map[string]bool{}
		for _, s := range p.script(o) {
			if len(s.input) < 4 || !p.reviewed(s.to) || side[s.from] || !s.value.IsZero() || done[string(s.input[:4])] {
				continue
			}
			if m, err := p.at[s.to].abi.MethodById(s.input[:4]); err != nil || m.IsConstant() {
				continue
			}
			p.m.reset(p.world, p.time, p.block, false)
			p.rules = rules{phase: phaseFuzz}
			sent := p.m.exec(&message{from: s.from, to: s.to, origin: sender, input: s.input, gas: min(p.cfg.Gas, fuzzGas),
				discard: true})
			if errors.Is(sent.err, errStopped) {
				return p.outOfTime()
			}
			if sent.err == nil {
				done[string(s.input[:4])] = true
				out = append(out, Tx{From: s.from, To: s.to, Input: s.input})
			}
		}
		return nil
	})
	return out, err
}

// Failing returns the names of the honest tests that do not pass: first that of honest
// use itself, then those of refusals.
func (p *Proof) Failing(ctx context.Context) ([]string, error) {
	var out []string
	for _, name := range append([]string{"test_Regular()"}, p.refusals()...) {
		res, err := p.passes(ctx, name)
		if fatal(err) {
			return nil, err
		}
		if err != nil || !res.Succeeded {
			out = append(out, strings.TrimSuffix(name, "()"))
		}
	}
	return out, nil
}

// Attacker returns the address of the attacker in hex, and the name of the contract of
// the proof's own file at that address, "" if there is none.
func (p *Proof) Attacker() (address, contract string) {
	if !p.brought(p.attacker) || len(p.world.accounts[p.attacker].code) == 0 {
		return p.attacker.Hex(), ""
	}
	return p.attacker.Hex(), p.at[p.attacker].Name
}

// AttackerCodeHash returns the hash of the attacker's code, in hex.
func (p *Proof) AttackerCodeHash() string { return p.world.accounts[p.attacker].codeHash.Hex() }

// Token returns the address in hex of the token that is counted, or the zero address
// for other impacts.
func (p *Proof) Token() string { return p.token.Hex() }

// ProofAddress returns the address of Proof, in hex.
func ProofAddress() string { return usualProof.Hex() }

// Call returns a transaction's input as a Solidity expression of type bytes, valid for
// any compiler from 0.4.22: the signature as text if known, so that a renaming finds
// it, and arguments as literals if they are simple.
func (p *Proof) Call(tx *Tx) string {
	if len(tx.Input) < 4 {
		return hexLiteral(tx.Input)
	}
	m := p.methodAt(tx.To, tx.Input[:4])
	if m == nil {
		return hexLiteral(tx.Input)
	}
	if values, err := m.Inputs.Unpack(tx.Input[4:]); err == nil {
		if again, err := m.Inputs.Pack(values...); err == nil && string(again) == string(tx.Input[4:]) {
			if args, ok := literals(m.Inputs, values); ok {
				return "abi.encodeWithSignature(" + strings.Join(append([]string{`"` + m.Sig + `"`}, args...), ", ") + ")"
			}
		}
	}
	head := `bytes4(keccak256("` + m.Sig + `"))`
	if len(tx.Input) == 4 {
		return "abi.encodePacked(" + head + ")"
	}
	return "abi.encodePacked(" + head + ", " + hexLiteral(tx.Input[4:]) + ")"
}

// methodAt finds the method that a selector calls at an address, which may be a proxy.
func (p *Proof) methodAt(to common.Address, sel []byte) *abi.Method {
	if m := p.method(to, sel); m != nil {
		return m
	}
	for _, k := range p.abis.list {
		if m, err := k.abi.MethodById(sel); err == nil && k.File != p.at[p.m.self].File {
			return m
		}
	}
	return nil
}

func hexLiteral(b []byte) string { return `hex"` + common.Bytes2Hex(b) + `"` }

// literals formats arguments of simple types; ok is false for arrays and structs.
func literals(types abi.Arguments, values []any) (out []string, ok bool) {
	for i, v := range values {
		t := types[i].Type
		switch t.T {
		case abi.AddressTy:
			out = append(out, v.(common.Address).Hex())
		case abi.BoolTy:
			if v.(bool) {
				out = append(out, "true")
			} else {
				out = append(out, "false")
			}
		case abi.UintTy, abi.IntTy:
			n, isNumber := decimal(v)
			if !isNumber {
				return nil, false
			}
			out = append(out, t.String()+"("+n+")")
		case abi.FixedBytesTy:
			packed, err := abi.Arguments{types[i]}.Pack(v)
			if err != nil || t.Size == 20 { // a literal of 20 bytes is an address
				return nil, false
			}
			out = append(out, t.String()+"(0x"+common.Bytes2Hex(packed[:t.Size])+")")
		case abi.BytesTy:
			out = append(out, hexLiteral(v.([]byte)))
		case abi.StringTy:
			out = append(out, hexLiteral([]byte(v.(string))))
		default:
			return nil, false
		}
	}
	return out, true
}

// decimal formats an integer in decimal, with an exponent if it ends in many zeros.
func decimal(v any) (string, bool) {
	var s string
	switch n := v.(type) {
	case *big.Int:
		s = n.String()
	case uint8, uint16, uint32, uint64, int8, int16, int32, int64:
		s = fmt.Sprint(n)
	default:
		return "", false
	}
	return scientific(s), true
}

// Amount formats an amount of ether as [Proof.Call] does numbers.
func Amount(v *uint256.Int) string { return scientific(v.Dec()) }

func scientific(s string) string {
	head := strings.TrimRight(s, "0")
	if zeros := len(s) - len(head); zeros >= 9 && head != "" && head != "-" {
		return fmt.Sprintf("%se%d", head, zeros)
	}
	return s
}

// A Book is an entry that a contract under review keeps for an honest user.
type Book struct {
	Contract  string // address in hex
	Signature string // of the getter, such as "sharesOf(address)"
	Who       string // address in hex
	Value     *big.Int
}

// Books lists the entries that are not zero after setUp, of users who act in honest
// use, as far as a getter for one account returns them.
func (p *Proof) Books(ctx context.Context) (out []Book, err error) {
	o, err := p.observe(ctx, "test_Regular", phaseRegular)
	if fatal(err) {
		return nil, err
	}
	side := p.newActs().side
	var people []common.Address
	add := func(a common.Address) {
		if !side[a] && !p.reviewed(a) && !slices.Contains(people, a) {
			people = append(people, a)
		}
	}
	for _, a := range p.pranked {
		add(a)
	}
	for _, s := range p.script(o) {
		add(s.from)
	}
	_, err = p.run(ctx, func(*Result) error {
		p.m.reset(p.world, p.time, p.block, false)
		for _, addr := range p.order {
			if !p.reviewed(addr) || len(p.world.accounts[addr].code) == 0 {
				continue
			}
			k := p.at[addr]
			for _, name := range slices.Sorted(maps.Keys(k.abi.Methods)) {
				m := k.abi.Methods[name]
				if !m.IsConstant() || len(m.Inputs) != 1 || m.Inputs[0].Type.T != abi.AddressTy || len(m.Outputs) != 1 ||
					m.Outputs[0].Type.T != abi.UintTy {
					continue
				}
				for _, who := range people {
					v, err := p.word(addr, append(slices.Clone(m.ID), common.LeftPadBytes(who[:], 32)...))
					if errors.Is(err, ErrTime) {
						return err
					}
					if err == nil && v.Sign() > 0 {
						out = append(out, Book{addr.Hex(), m.Sig, who.Hex(), v})
					}
				}
			}
		}
		return nil
	})
	return out, err
}
