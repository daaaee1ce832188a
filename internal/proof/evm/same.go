package evm

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// A Mapping translates the names of one program that are visible at its interface to
// those of another. Names that are equal may be left out.
type Mapping struct {
	Selectors map[[4]byte][4]byte   // of functions and errors
	Topics    map[[32]byte][32]byte // of events
	Strings   map[string]string     // contents of strings: reasons of reverts, and values

	// Added permits the second program to have further functions, and storage that the
	// first never touches.
	Added bool

	// Endings excludes data from the comparison: compared are only which calls are made,
	// with how much ether, how they end, which events occur, balances and nonces.
	Endings bool
}

// same reports whether b equals a, except for mapped selectors and topics, which are at multiples of
// four bytes in any ABI encoding, and except for a mapped reason of a revert.
func (m *Mapping) same(a, b []byte) bool {
	if m.Endings || bytes.Equal(a, b) || m.sameReason(a, b) {
		return true
	}
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); {
		n := min(4, len(a)-i)
		switch {
		case i+32 <= len(a) && m.isTopic(a[i:i+32], b[i:i+32]):
			n = 32
		case bytes.Equal(a[i:i+n], b[i:i+n]):
		case n < 4 || !m.isSelector(a[i:i+4], b[i:i+4]):
			return false
		}
		i += n
	}
	return true
}

func (m *Mapping) isTopic(a, b []byte) bool {
	to, ok := m.Topics[[32]byte(a)]
	return ok && bytes.Equal(to[:], b)
}

func (m *Mapping) isSelector(a, b []byte) bool {
	to, ok := m.Selectors[[4]byte(a)]
	return ok && bytes.Equal(to[:], b)
}

func (m *Mapping) sameReason(a, b []byte) bool {
	x, okA := errorString(a)
	y, okB := errorString(b)
	if !okA || !okB {
		return false
	}
	to, ok := m.Strings[x]
	return ok && to == y
}

// translate returns input with every mapped selector in place of the original.
func (m *Mapping) translate(input []byte) []byte {
	out := bytes.Clone(input)
	for i := 0; i+4 <= len(out); i += 4 {
		if to, ok := m.Selectors[[4]byte(out[i:i+4])]; ok {
			copy(out[i:], to[:])
		}
	}
	return out
}

// worlds returns how two states differ, "" if they do not. touched are the slots that
// the first program read or wrote; with Added, the second may use others too.
func (m *Mapping) worlds(p *Proof, a, b *world, touched map[common.Address]map[common.Hash]bool) string {
	addresses := map[common.Address]bool{}
	for _, w := range []*world{a, b} {
		for addr := range w.accounts {
			addresses[addr] = true
		}
	}
	places := places{m: m, preimages: p.m.preimages, moved: map[common.Hash]common.Hash{}}
	for _, addr := range slices.SortedFunc(maps.Keys(addresses), common.Address.Cmp) {
		x, y := a.accounts[addr], b.accounts[addr]
		switch {
		case x.balance != y.balance:
			return fmt.Sprintf("the balance of %s is %s and %s", p.name(addr), x.balance.Dec(), y.balance.Dec())
		case x.nonce != y.nonce:
			return fmt.Sprintf("the nonce of %s is %d and %d", p.name(addr), x.nonce, y.nonce)
		case (len(x.code) == 0) != (len(y.code) == 0):
			return fmt.Sprintf("there is code at %s in one of them only", p.name(addr))
		}
		was, own := places.of(x.storage), places.all(touched[addr])
		settled := m.stored(was, y.storage)
		slots := map[common.Hash]bool{}
		for _, storage := range []map[common.Hash]common.Hash{was, y.storage} {
			for k := range storage {
				slots[k] = true
			}
		}
		for _, k := range slices.SortedFunc(maps.Keys(slots), common.Hash.Cmp) {
			v := y.storage[k]
			u, has := was[k]
			if u == v || settled[k] || m.same(u[:], v[:]) || m.Added && !has && !own[k] {
				continue
			}
			return fmt.Sprintf("slot %s of %s is %s and %s", short(k), p.name(addr), short(u), short(v))
		}
	}
	return ""
}

// places maps slots of the first program to slots of the second. The slot of a value
// in a mapping is a hash of its key, which may be a selector or a string that the
// Mapping changes.
type places struct {
	m         *Mapping
	preimages map[common.Hash][]byte
	moved     map[common.Hash]common.Hash
	bases     []common.Hash // keys of preimages, sorted
}

func (s *places) of(storage map[common.Hash]common.Hash) map[common.Hash]common.Hash {
	out := make(map[common.Hash]common.Hash, len(storage))
	for k, v := range storage {
		out[s.slot(k)] = v
	}
	return out
}

func (s *places) all(slots map[common.Hash]bool) map[common.Hash]bool {
	out := make(map[common.Hash]bool, len(slots))
	for k := range slots {
		out[s.slot(k)] = true
	}
	return out
}

// slot translates one slot: that of a mapping's value, or one of the few after it if
// the value is a struct.
func (s *places) slot(k common.Hash) common.Hash {
	if to, ok := s.moved[k]; ok {
		return to
	}
	to := k
	if base, ok := s.base(k); ok {
		if moved := s.hash(s.preimages[base]); moved != base {
			offset := new(big.Int).Sub(k.Big(), base.Big())
			to = common.BigToHash(offset.Add(offset, moved.Big()))
		}
	}
	s.moved[k] = to
	return to
}

// base returns the nearest hash that is at most 64 slots before k.
func (s *places) base(k common.Hash) (common.Hash, bool) {
	if s.bases == nil {
		s.bases = slices.SortedFunc(maps.Keys(s.preimages), common.Hash.Cmp)
	}
	i, exact := slices.BinarySearchFunc(s.bases, k, common.Hash.Cmp)
	if !exact {
		i--
	}
	if i < 0 || new(big.Int).Sub(k.Big(), s.bases[i].Big()).Cmp(big.NewInt(64)) > 0 {
		return common.Hash{}, false
	}
	return s.bases[i], true
}

// hash returns what the second program hashes instead of key and slot: the translated
// key, and the translated slot of the mapping.
func (s *places) hash(data []byte) common.Hash {
	if len(data) < 32 {
		return crypto.Keccak256Hash(data)
	}
	key, slot := data[:len(data)-32], common.Hash(data[len(data)-32:])
	if to, ok := s.m.Strings[string(key)]; ok {
		key = []byte(to)
	} else {
		key = s.m.translate(key)
	}
	return crypto.Keccak256Hash(key, s.slot(slot).Bytes())
}

// short formats a word without its leading zeros.
func short(h common.Hash) string { return fmt.Sprintf("0x%x", h.Big()) }

// logs returns how two lists of events differ, "" if they do not.
func (m *Mapping) logs(p *Proof, a, b []event) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d events and %d", len(a), len(b))
	}
	for i := range a {
		if !m.sameEvent(p, a[i], b[i]) {
			return fmt.Sprintf("event %d, of %s, is another one", i+1, p.name(a[i].from))
		}
	}
	return ""
}
