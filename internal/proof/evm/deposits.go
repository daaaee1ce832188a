package evm

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// What the attacker paid others in setUp() and takes back in the attack is nobody else's loss. Only who wrote the
// sample knows whether it is still the attacker's, so the host measures it, and the sample says so.

// A deposit is what the attacker's side paid an account in setUp() and did not get back then.
type deposit struct {
	asset, with common.Address // asset is zero for ether
	paid, had   *big.Int       // had: what the account holds after setUp()
}

var transferTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

// deposits lists the deposits in the assets that the impact may be about.
func (p *Proof) deposits() ([]deposit, error) {
	var assets []common.Address
	switch p.cfg.Impact.Kind {
	case "ether_gained":
		assets = []common.Address{{}}
	case "token_gained":
		assets = []common.Address{p.token}
	case "value_destroyed":
		assets = append(p.tokens(), common.Address{})
	}
	var out []deposit
	for _, asset := range assets {
		for with, amount := range p.payments(asset) {
			if with == p.m.self || with == (common.Address{}) || amount.Sign() <= 0 {
				continue
			}
			had, err := p.holding(asset, with)
			if err != nil {
				return nil, err
			}
			out = append(out, deposit{asset, with, amount, had})
		}
	}
	return out, nil
}

// payments returns what the attacker's side paid each account in setUp(), less what it got from it. Tokens are
// followed by their events.
func (p *Proof) payments(asset common.Address) map[common.Address]*big.Int {
	out := map[common.Address]*big.Int{}
	move := func(from, to common.Address, amount *big.Int) {
		if p.acts.side[from] == p.acts.side[to] {
			return
		}
		with := to
		if p.acts.side[to] {
			with, amount = from, new(big.Int).Neg(amount)
		}
		if out[with] == nil {
			out[with] = new(big.Int)
		}
		out[with].Add(out[with], amount)
	}
	calls := p.founding.calls
	for i := 0; i < len(calls) && asset == (common.Address{}); i++ {
		c := &calls[i]
		if c.fault == nil {
			if c.kind != "DELEGATECALL" && c.kind != "CALLCODE" {
				move(c.from, c.to, c.value)
			}
			continue
		}
		for i+1 < len(calls) && calls[i+1].depth > c.depth { // undone
			i++
		}
	}
	for _, e := range p.founding.logs {
		if asset == e.from && len(e.topics) == 3 && e.topics[0] == transferTopic && len(e.data) == 32 {
			move(common.BytesToAddress(e.topics[1][:]), common.BytesToAddress(e.topics[2][:]), new(big.Int).SetBytes(e.data))
		}
	}
	return out
}

// holding reads an account's balance of a token, or of ether if asset is zero.
func (p *Proof) holding(asset, of common.Address) (*big.Int, error) {
	if asset == (common.Address{}) {
		return p.m.balance(of).ToBig(), nil
	}
	return p.balanceOf(asset, of)
}

// takenBack returns how much of the deposits left the accounts that had them, in the asset of which it is the most,
// and the name of that asset.
func (p *Proof) takenBack(list []deposit) (of string, most *big.Int, err error) {
	sums := map[common.Address]*big.Int{}
	most = new(big.Int)
	for _, d := range list {
		now, err := p.holding(d.asset, d.with)
		if err != nil {
			return "", nil, err
		}
		back := new(big.Int).Sub(d.had, now)
		if back.Cmp(d.paid) > 0 {
			back = d.paid
		}
		if back.Sign() <= 0 {
			continue
		}
		if sums[d.asset] == nil {
			sums[d.asset] = new(big.Int)
		}
		if sums[d.asset].Add(sums[d.asset], back).Cmp(most) > 0 {
			most, of = new(big.Int).Set(sums[d.asset]), "ether"
			if d.asset != (common.Address{}) {
				of = p.name(d.asset)
			}
		}
	}
	return of, most, nil
}
