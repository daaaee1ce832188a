package evm

import (
	"bytes"
	"math/big"
	"reflect"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// retype returns data, which encodes args, with every mapped string replaced. Data
// that does not decode is returned unchanged.
func (m *Mapping) retype(args abi.Arguments, data []byte) (out []byte) {
	if len(m.Strings) == 0 || len(data) == 0 || len(data) > 1<<16 || len(args) == 0 {
		return data
	}
	defer func() {
		if recover() != nil { // go-ethereum's decoder may panic on arbitrary data
			out = data
		}
	}()
	values, err := args.Unpack(data)
	if err != nil {
		return data
	}
	changed := false
	for i := range values {
		v := reflect.New(reflect.TypeOf(values[i])).Elem()
		v.Set(reflect.ValueOf(values[i]))
		changed = m.restring(v) || changed
		values[i] = v.Interface()
	}
	if !changed {
		return data
	}
	packed, err := args.Pack(values...)
	if err != nil {
		return data
	}
	return packed
}

// restring replaces mapped strings in a decoded value and reports whether there
// was one.
func (m *Mapping) restring(v reflect.Value) bool {
	changed := false
	switch v.Kind() {
	case reflect.String:
		if to, ok := m.Strings[v.String()]; ok {
			v.SetString(to)
			return true
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			for i := range v.Len() {
				changed = m.restring(v.Index(i)) || changed
			}
		}
	case reflect.Struct:
		if v.Type() != reflect.TypeFor[big.Int]() {
			for i := range v.NumField() {
				changed = m.restring(v.Field(i)) || changed
			}
		}
	}
	return changed
}

// method finds the method that a call of a contract runs, by the first program's ABI.
func (p *Proof) method(to common.Address, input []byte) *abi.Method {
	k := p.at[to]
	if k == nil || len(input) < 4 {
		return nil
	}
	found, err := k.abi.MethodById(input[:4])
	if err != nil {
		return nil
	}
	return found
}

// sameInput compares the inputs of two calls at the same place.
func (m *Mapping) sameInput(p *Proof, to common.Address, a, b []byte) bool {
	return m.same(a, b) || m.same(m.retypeInput(p, to, a), b)
}

// retypeInput replaces the mapped strings of a call.
func (m *Mapping) retypeInput(p *Proof, to common.Address, input []byte) []byte {
	f := p.method(to, input)
	if f == nil {
		return input
	}
	return append(bytes.Clone(input[:4]), m.retype(f.Inputs, input[4:])...)
}

// sameOutput compares the return or revert data of two calls.
func (m *Mapping) sameOutput(p *Proof, to common.Address, input, a, b []byte) bool {
	if m.same(a, b) {
		return true
	}
	if f := p.method(to, input); f != nil && m.same(m.retype(f.Outputs, a), b) {
		return true
	}
	if len(a) >= 4 {
		if e, ok := p.abis.errors[[4]byte(a[:4])]; ok {
			return m.same(append(bytes.Clone(a[:4]), m.retype(e.Inputs, a[4:])...), b)
		}
	}
	return false
}

// sameEvent compares the contents of two events of one contract.
func (m *Mapping) sameEvent(p *Proof, a, b event) bool {
	if a.from != b.from || len(a.topics) != len(b.topics) {
		return false
	}
	for i := range a.topics {
		if !m.same(a.topics[i][:], b.topics[i][:]) {
			return false
		}
	}
	data := a.data
	if k := p.at[a.from]; k != nil && len(a.topics) > 0 && !m.same(data, b.data) {
		if e, err := k.abi.EventByID(a.topics[0]); err == nil {
			data = m.retype(e.Inputs.NonIndexed(), data)
		}
	}
	return m.same(data, b.data)
}

// stringAt reads the string that storage holds at a slot, with the slots of its bytes;
// ok is false for anything that cannot be a string.
func stringAt(storage map[common.Hash]common.Hash, at common.Hash) (s string, rest []common.Hash, ok bool) {
	head := storage[at]
	if n := int(head[31]); n%2 == 0 {
		return string(head[:min(n/2, 31)]), nil, n/2 <= 31 && bytes.Equal(head[n/2:31], make([]byte, 31-n/2))
	}
	size := new(big.Int).Rsh(head.Big(), 1)
	if !size.IsInt64() || size.Int64() < 32 || size.Int64() > 1<<12 {
		return "", nil, false
	}
	var b []byte
	next := crypto.Keccak256Hash(at[:]).Big()
	for n := int(size.Int64()); len(b) < n; next.Add(next, common.Big1) {
		slot := common.BigToHash(next)
		word := storage[slot]
		b = append(b, word[:min(32, n-len(b))]...)
		rest = append(rest, slot)
	}
	return string(b), rest, true
}

// stored marks the slots of two storages that hold a mapped string and its
// replacement.
func (m *Mapping) stored(a, b map[common.Hash]common.Hash) map[common.Hash]bool {
	out := map[common.Hash]bool{}
	if len(m.Strings) == 0 {
		return out
	}
	for at := range a {
		x, restX, okX := stringAt(a, at)
		to, mapped := m.Strings[x]
		if !okX || !mapped {
			continue
		}
		if y, restY, okY := stringAt(b, at); okY && y == to {
			out[at] = true
			for _, slot := range append(restX, restY...) {
				out[slot] = true
			}
		}
	}
	return out
}
