package evm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// tokens lists the contracts of setUp that keep balances as tokens do.
func (p *Proof) tokens() []common.Address {
	var out []common.Address
	for _, addr := range p.order {
		k := p.at[addr]
		if k == nil || len(p.world.accounts[addr].code) == 0 || p.acts.side[addr] {
			continue
		}
		m, ok := k.abi.Methods["balanceOf"]
		if ok && m.Sig == "balanceOf(address)" && m.IsConstant() && len(m.Outputs) == 1 {
			out = append(out, addr)
		}
	}
	return out
}

// held reads how much of a token the attacker's side holds.
func (p *Proof) held(token common.Address) (*big.Int, error) {
	sum := new(big.Int)
	for addr := range p.acts.side {
		v, err := p.balanceOf(token, addr)
		switch {
		case errors.Is(err, ErrMeasure): // a token may fail for an account that has none
		case err != nil:
			return nil, err
		default:
			sum.Add(sum, v)
		}
	}
	return sum, nil
}

// within checks the attacker's side against its capital in tokens.
func (p *Proof) within(res *Result) error {
	for _, token := range p.tokens() {
		has, err := p.held(token)
		if err != nil {
			return err
		}
		name := p.at[token].Name
		may := cmp.Or(p.cfg.Tokens[name], new(big.Int))
		if has.Cmp(may) > 0 {
			return p.refuse(res, fmt.Sprintf("the attacker starts with %s of %s, more than the capital of %s", has, name, may))
		}
	}
	return nil
}

// Capital returns how much the attacker's side holds of each token after setUp, by the
// name of the token's contract.
func (p *Proof) Capital(ctx context.Context) (map[string]*big.Int, error) {
	out := map[string]*big.Int{}
	_, err := p.run(ctx, func(*Result) error {
		p.acts = p.newActs()
		p.m.reset(p.world, p.time, p.block, false)
		for _, token := range p.tokens() {
			has, err := p.held(token)
			if err != nil {
				return err
			}
			if name := p.at[token].Name; has.Sign() > 0 && (out[name] == nil || out[name].Cmp(has) < 0) {
				out[name] = has
			}
		}
		return nil
	})
	return out, err
}

// asked is the number of times that Asking calls each function.
const asked = 8

// Asking tries the simplest attack: the attacker calls each function of the contracts
// that the proof brings, for itself and with made-up amounts, each from the state
// after setUp. why names a call after which the attacker has more of a token; sent
// counts the calls.
func (p *Proof) Asking(ctx context.Context) (why string, sent int, err error) {
	_, err = p.run(ctx, func(*Result) error {
		p.acts = p.newActs()
		p.m.reset(p.world, p.time, p.block, false)
		tokens := p.tokens()
		was := make([]*big.Int, len(tokens))
		for i, token := range tokens {
			if was[i], err = p.held(token); err != nil {
				return err
			}
		}
		var d dictionary
		d.init(p)
		d.addresses = []common.Address{p.attacker}
		r := rand.New(rand.NewPCG(1, 4))
		bare := &world{accounts: maps.Clone(p.world.accounts)} // a success of its own code would be the attack itself
		a := bare.accounts[p.attacker]
		a.code, a.codeHash, a.storage = nil, types.EmptyCodeHash, nil
		bare.accounts[p.attacker] = a
		for _, addr := range append([]common.Address{p.m.self}, p.order...) {
			if !p.brought(addr) || p.acts.side[addr] {
				continue
			}
			for _, m := range p.at[addr].functions() {
				if holderFunction[m.RawName] || addr == p.m.self && slices.Contains(ownFunctions,
					strings.TrimRight(m.RawName, "0123456789")) {
					continue
				}
				for range asked {
					p.m.reset(bare, p.time, p.block, false)
					input := d.arguments(r, slices.Clone(m.ID), m.Inputs)
					p.rules = rules{phase: phaseFuzz}
					out, err := p.try(&message{from: p.attacker, to: addr, origin: p.attacker, input: input,
						gas: min(p.cfg.Gas, fuzzGas)})
					sent++
					if err != nil {
						return err
					}
					got, paid := "", false
					for i := 0; i < len(tokens) && out.err == nil; i++ {
						now, err := p.held(tokens[i])
						if err != nil {
							return err
						}
						paid = paid || now.Cmp(was[i]) < 0
						if now.Cmp(was[i]) > 0 {
							got = p.at[tokens[i]].Name
						}
					}
					if got != "" && !paid {
						why = fmt.Sprintf("every caller of %s gets %s", p.describe(addr, input), got)
						return nil
					}
				}
			}
		}
		return nil
	})
	return why, sent, err
}

// ownFunctions are the functions of Proof that only the host may call.
var ownFunctions = []string{"setUp", "test_Regular", "exploit", "test_Exploit"}
