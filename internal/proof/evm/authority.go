package evm

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// What setUp() gives to the attacker (a role, an allowance, an entry, a signed payment) names its address. So the
// attack is repeated by a stranger: the attacker's code, storage and ether at an address that nobody has heard of.
// What other accounts store about the attacker stays with the old address, except for its capital in tokens and the
// approvals that it gave. If the attack still works, it needs no authority. Otherwise those entries are looked for
// that the stranger needs as well.

// A Grant is an entry of storage, or of code, that names the attacker after setUp().
type Grant struct {
	File, Contract string   // of the account that has the entry; "" if the account's code is unknown
	Slot           *big.Int // of the variable that leads to the entry; nil for code
}

// Nameless is what the attack needs if it fails at another address although that address has every entry: a signature
// or a hash over the attacker's address, for example.
var Nameless = Grant{}

// same reports whether both are of one variable.
func (g Grant) same(o Grant) bool {
	return g.File == o.File && g.Contract == o.Contract && (g.Slot == nil) == (o.Slot == nil) &&
		(g.Slot == nil || g.Slot.Cmp(o.Slot) == 0)
}

// nearby bounds the distance of an entry from the hash that its place is counted from: the members of a struct.
const nearby = 64

// maxArray bounds the distance of an array's member from its first one.
const maxArray = 1 << 20

// names replaces the addresses of the attacker's side, and every hash over one, by those of the stranger's.
type names struct {
	addresses map[common.Address]common.Address
	hashes    map[common.Hash]common.Hash
	sorted    []common.Hash // of hashes
}

// replace returns a copy of data in which every name is replaced, and whether there was one.
func (n *names) replace(data []byte) ([]byte, bool) {
	out := data
	for from, to := range n.addresses {
		if bytes.Contains(out, from[:]) {
			out = bytes.ReplaceAll(out, from[:], to[:])
		}
	}
	for at := 0; at+32 <= len(data); at += 32 {
		if h, ok := n.slot(common.Hash(data[at : at+32])); ok {
			if &out[0] == &data[0] {
				out = bytes.Clone(out)
			}
			copy(out[at:], h[:])
		}
	}
	return out, !bytes.Equal(out, data)
}

// slot replaces a hash, or a place shortly after one.
func (n *names) slot(at common.Hash) (common.Hash, bool) {
	from, distance, ok := below(n.sorted, at, nearby)
	if !ok {
		return at, false
	}
	to := n.hashes[from].Big()
	return common.BigToHash(to.Add(to, distance)), true
}

// below returns the last of the sorted hashes that is not above at, if it is less than most away.
func below(sorted []common.Hash, at common.Hash, most int64) (h common.Hash, distance *big.Int, ok bool) {
	i, exact := slices.BinarySearchFunc(sorted, at, common.Hash.Cmp)
	if !exact {
		i--
	}
	if i < 0 {
		return h, nil, false
	}
	distance = new(big.Int).Sub(at.Big(), sorted[i].Big())
	return sorted[i], distance, distance.Cmp(big.NewInt(most)) < 0
}

// strange chooses the addresses of the stranger's side, and finds all hashes over the attacker's.
func (p *Proof) strange() *names {
	n := &names{addresses: map[common.Address]common.Address{}, hashes: map[common.Hash]common.Hash{}}
	for addr := range p.newActs().side {
		n.addresses[addr] = common.BytesToAddress(crypto.Keccak256([]byte("stranger"), addr[:]))
	}
	for grows := true; grows; {
		grows = false
		for h, data := range p.m.preimages {
			if to, ok := n.replace(data); ok {
				if hash := crypto.Keccak256Hash(to); n.hashes[h] != hash {
					n.hashes[h], grows = hash, true
				}
			}
		}
		n.sorted = slices.SortedFunc(maps.Keys(n.hashes), common.Hash.Cmp)
	}
	return n
}

// an entry is one thing that names the attacker: a slot, or the code of an account if from is zero.
type entry struct {
	Grant
	at       common.Address
	from, to common.Hash // its slot, and the stranger's
	value    common.Hash // the stranger's value
	code     []byte      // the stranger's code
}

// entries lists what names the attacker outside its side and the proof itself.
func (p *Proof) entries(n *names) []entry {
	hashes := slices.SortedFunc(maps.Keys(p.m.preimages), common.Hash.Cmp)
	var out []entry
	for _, addr := range slices.SortedFunc(maps.Keys(p.world.accounts), common.Address.Cmp) {
		if n.addresses[addr] != (common.Address{}) || addr == p.m.self {
			continue
		}
		a := p.world.accounts[addr]
		var h Grant
		if k := p.at[addr]; k != nil {
			h.File, h.Contract = k.File, k.Name
		}
		if code, ok := n.replace(a.code); ok && len(a.code) > 0 {
			out = append(out, entry{Grant: h, at: addr, code: code})
		}
		for _, slot := range slices.SortedFunc(maps.Keys(a.storage), common.Hash.Cmp) {
			v := a.storage[slot]
			if v == (common.Hash{}) {
				continue
			}
			to, moved := n.slot(slot)
			value, named := n.replace(v[:])
			if moved || named {
				h.Slot = p.variable(hashes, slot)
				out = append(out, entry{Grant: h, at: addr, from: slot, to: to, value: common.Hash(value)})
			}
		}
	}
	return out
}

// variable returns the slot of the variable that a slot belongs to, from the hashes that led to it.
func (p *Proof) variable(hashes []common.Hash, slot common.Hash) *big.Int {
	for range 8 {
		h, _, ok := below(hashes, slot, maxArray)
		if !ok {
			break
		}
		data := p.m.preimages[h]
		if len(data) < 32 {
			break
		}
		slot = common.Hash(data[len(data)-32:])
	}
	return slot.Big()
}

// estranged returns the world after setUp() in which the stranger has the attacker's place, and the given entries.
func (p *Proof) estranged(n *names, granted []entry) *world {
	w := &world{accounts: maps.Clone(p.world.accounts)}
	renamed := func(a account) account {
		code, _ := n.replace(a.code)
		if !bytes.Equal(code, a.code) {
			a.code, a.codeHash = code, crypto.Keccak256Hash(code)
		}
		storage := map[common.Hash]common.Hash{}
		for slot, v := range a.storage {
			slot, _ = n.slot(slot)
			value, _ := n.replace(v[:])
			storage[slot] = common.Hash(value)
		}
		a.storage = storage
		return a
	}
	for from, to := range n.addresses {
		if a, ok := p.world.accounts[from]; ok {
			w.accounts[to] = renamed(a)
			delete(w.accounts, from)
		}
	}
	w.accounts[p.m.self] = renamed(p.world.accounts[p.m.self])
	cloned := map[common.Address]bool{}
	for _, e := range granted {
		a := w.accounts[e.at]
		if !cloned[e.at] {
			a.storage, cloned[e.at] = maps.Clone(a.storage), true
		}
		if e.code != nil {
			a.code, a.codeHash = e.code, crypto.Keccak256Hash(e.code)
		} else {
			delete(a.storage, e.from)
			a.storage[e.to] = e.value
		}
		w.accounts[e.at] = a
	}
	return w
}

// become lets the proof's attack run from the stranger's addresses in a world, for the duration of do.
func (p *Proof) become(n *names, w *world, do func() error) error {
	old := *p
	defer func() { spent := p.spent; *p = old; p.spent = spent }()
	to := func(a common.Address) common.Address { return cmp.Or(n.addresses[a], a) }
	p.world, p.attacker, p.target, p.token, p.rehearsed = w, to(p.attacker), to(p.target), to(p.token), false
	p.at, p.creator, p.order = maps.Clone(p.at), map[common.Address]common.Address{}, slices.Clone(p.order)
	for from, stranger := range n.addresses {
		if k := p.at[from]; k != nil {
			p.at[stranger] = k
		}
	}
	for made, by := range old.creator {
		p.creator[to(made)] = to(by)
	}
	for i := range p.order {
		p.order[i] = to(p.order[i])
	}
	return do()
}

// Needs returns what the attack needs of what setUp() gives the attacker beyond its capital: nothing if a stranger
// succeeds as well. The list is the smallest that leaving out one variable after the other finds.
func (p *Proof) Needs(ctx context.Context) ([]Grant, error) {
	if err := p.recordTargetCalls(ctx); err != nil {
		return nil, err
	}
	n := p.strange()
	var own, asked []entry
	var grants []Grant
	for _, e := range p.entries(n) {
		mine, err := p.isOwn(ctx, n, e)
		switch {
		case err != nil:
			return nil, err
		case mine:
			own = append(own, e)
			continue
		case !slices.ContainsFunc(grants, e.same):
			grants = append(grants, e.Grant)
		}
		asked = append(asked, e)
	}
	works := func(granted []entry) (ok bool, err error) {
		err = p.become(n, p.estranged(n, slices.Concat(own, granted)), func() error {
			res, err := p.Exploit(ctx)
			if ok = err == nil && res.Succeeded; fatal(err) {
				return err
			}
			return nil // an attack that fails in any other way
		})
		return ok, err
	}
	if ok, err := works(nil); ok || err != nil {
		return nil, err
	}
	if ok, err := works(asked); !ok || err != nil {
		return []Grant{Nameless}, err
	}
	var needed []Grant
	for _, g := range grants {
		without := slices.DeleteFunc(slices.Clone(asked), func(e entry) bool { return e.same(g) })
		ok, err := works(without)
		if err != nil {
			return nil, err
		}
		if ok {
			asked = without
		} else {
			needed = append(needed, g)
		}
	}
	return needed, nil
}

// isOwn reports whether an entry is the attacker's capital in a token, or an approval that the attacker gave: whether
// the stranger's answers of the token's getters change with it.
func (p *Proof) isOwn(ctx context.Context, n *names, e entry) (own bool, err error) {
	k := p.at[e.at]
	if k == nil || e.code != nil {
		return false, nil
	}
	var ask [][]byte
	place := p.m.preimages[e.from] // what its slot is a hash of
	capital := p.cfg.Tokens[k.Name] != nil
	if capital && len(place) == 64 {
		ask = append(ask, slices.Concat(selector("ownerOf(uint256)"), place[:32]))
	}
	_, given := n.hashes[common.Hash(common.RightPadBytes(place[min(len(place), 32):], 32))]
	for _, to := range n.addresses {
		word := common.LeftPadBytes(to[:], 32)
		if capital {
			ask = append(ask, slices.Concat(selector("balanceOf(address)"), word))
		}
		if given && len(place) == 64 {
			ask = append(ask, slices.Concat(selector("allowance(address,address)"), word, place[:32]),
				slices.Concat(selector("isApprovedForAll(address,address)"), word, place[:32]))
		}
	}
	if len(ask) == 0 {
		return false, nil
	}
	var answers [2]string
	for i, granted := range [][]entry{nil, {e}} {
		w := p.estranged(n, granted)
		_, err = p.run(ctx, func(*Result) error {
			p.m.reset(w, p.time, p.block, false)
			for _, input := range ask {
				ret, err := p.call(e.at, input)
				if fatal(err) {
					return err
				}
				answers[i] += fmt.Sprintf("%v %x\n", err == nil, ret)
			}
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	return answers[0] != answers[1], nil
}
