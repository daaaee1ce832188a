package evm

import (
	"bytes"
	"maps"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// A world is an immutable state of all accounts. Overlays read through to it, so
// starting again from it costs only a few empty maps.
type world struct{ accounts map[common.Address]account }

type account struct {
	nonce    uint64
	balance  uint256.Int
	codeHash common.Hash
	code     []byte
	storage  map[common.Hash]common.Hash
}

// reader serves a world to a StateDB and records which accounts were requested.
type reader struct {
	w        *world
	accounts map[common.Address]bool // nil: do not record
	slots    map[common.Address]map[common.Hash]bool
	seen     func(common.Hash) // nil, or called with every stored word that is read
}

var _ state.Reader = (*reader)(nil)

func (r *reader) Account(addr common.Address) (*types.StateAccount, error) {
	if r.accounts != nil {
		r.accounts[addr] = true
	}
	a, ok := r.w.accounts[addr]
	if !ok {
		return nil, nil
	}
	return &types.StateAccount{Nonce: a.nonce, Balance: new(uint256.Int).Set(&a.balance), Root: types.EmptyRootHash,
		CodeHash: a.codeHash.Bytes()}, nil
}

func (r *reader) Storage(addr common.Address, slot common.Hash) (common.Hash, error) {
	if r.accounts != nil {
		if r.slots[addr] == nil {
			r.slots[addr] = map[common.Hash]bool{}
		}
		r.slots[addr][slot] = true
	}
	v := r.w.accounts[addr].storage[slot]
	if r.seen != nil && v != (common.Hash{}) {
		r.seen(v)
	}
	return v, nil
}

func (r *reader) Has(addr common.Address, h common.Hash) bool     { return r.CodeSize(addr, h) > 0 }
func (r *reader) CodeSize(addr common.Address, h common.Hash) int { return len(r.Code(addr, h)) }
func (r *reader) Code(addr common.Address, h common.Hash) []byte {
	if a := r.w.accounts[addr]; a.codeHash == h {
		return a.code
	}
	return nil
}

// overlay is a StateDB that records which slots are written, since a StateDB cannot be enumerated:
// all slots for freeze, and those of Proof, whose getters the oracle calls.
type overlay struct {
	*state.StateDB
	self  common.Address                          // of Proof
	slots map[common.Address]map[common.Hash]bool // nil: do not record
	proof []common.Hash                           // may contain duplicates

	preimages map[common.Hash][]byte // nil: do not record
}

// maxPreimages bounds the recorded preimages of hashes.
const maxPreimages = 1 << 16

// AddPreimage records hashed data: the slots of mappings are hashes.
func (o *overlay) AddPreimage(h common.Hash, data []byte) {
	if o.preimages != nil && len(o.preimages) < maxPreimages && len(data) <= 1<<10 {
		o.preimages[h] = bytes.Clone(data)
	}
}

func (o *overlay) SetState(addr common.Address, key, value common.Hash) common.Hash {
	if o.slots != nil {
		if o.slots[addr] == nil {
			o.slots[addr] = map[common.Hash]bool{}
		}
		o.slots[addr][key] = true
	}
	if addr == o.self && len(o.proof) < 1<<16 {
		o.proof = append(o.proof, key)
	}
	return o.StateDB.SetState(addr, key, value)
}

// freeze returns the overlay, which must have been reset with record, as a world.
func (m *machine) freeze() *world {
	w := &world{accounts: maps.Clone(m.reader.w.accounts)}
	for addr := range m.reader.accounts {
		if !m.st.Exist(addr) {
			delete(w.accounts, addr)
			continue
		}
		a := account{nonce: m.st.GetNonce(addr), balance: *m.st.GetBalance(addr), codeHash: m.st.GetCodeHash(addr),
			code: m.st.GetCode(addr), storage: map[common.Hash]common.Hash{}}
		for k := range w.accounts[addr].storage {
			a.storage[k] = m.st.GetState(addr, k)
		}
		for k := range m.st.slots[addr] {
			a.storage[k] = m.st.GetState(addr, k)
		}
		w.accounts[addr] = a
	}
	return w
}

// proofChanged reports whether a slot of Proof differs from the world on which the
// overlay started.
func (m *machine) proofChanged() bool {
	for _, k := range m.st.proof {
		if m.st.GetState(m.self, k) != m.reader.w.accounts[m.self].storage[k] {
			return true
		}
	}
	return len(m.st.proof) == 1<<16 // too many to tell
}

// An event is one log entry.
type event struct {
	from   common.Address
	topics []common.Hash
	data   []byte
}

// events returns the events logged since the overlay was reset, without reverted ones.
func (m *machine) events() []event {
	var out []event
	for _, l := range m.st.Logs() {
		out = append(out, event{l.Address, l.Topics, l.Data})
	}
	return out
}
