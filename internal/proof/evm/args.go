package evm

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// maxSeen bounds the values remembered from storage and return data.
const maxSeen = 512

// dictionary draws arguments: round numbers, known addresses, and values that the
// contracts themselves revealed.
type dictionary struct {
	addresses []common.Address
	fixed     [][32]byte
	seen      [][32]byte
	have      map[[32]byte]bool
	waits     []uint64 // seconds
	arena     []byte   // inputs of the calls of a sequence

	// selectors that no number or address may contain, since lockstep translates them wherever they are
	translated map[[4]byte][4]byte
}

func (d *dictionary) init(p *Proof) {
	d.have = map[[32]byte]bool{}
	d.addresses = append(d.addresses, p.attacker, p.attacker, puppets[0], p.target, p.m.self, sender, common.Address{})
	d.addresses = append(d.addresses, p.order...)
	d.addresses = append(d.addresses, p.pranked...)
	if p.token != (common.Address{}) {
		d.addresses = append(d.addresses, p.token)
	}
	num := func(v *uint256.Int) { d.fixed = append(d.fixed, v.Bytes32()) }
	for _, v := range []uint64{0, 1, 2, 3, 10, 100, 10_000} {
		num(uint256.NewInt(v))
	}
	for k := uint64(1); k <= 24; k++ {
		num(new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(k)))
	}
	one := uint256.NewInt(1)
	for _, k := range []uint{8, 16, 32, 64, 96, 112, 128, 160, 255} {
		v := new(uint256.Int).Lsh(one, k)
		num(v)
		num(new(uint256.Int).Sub(v, one))
	}
	num(new(uint256.Int).SetAllOne())
	num(uint256.NewInt(p.time))
	if m := p.cfg.Impact.Minimum; m != nil {
		v, _ := uint256.FromBig(m)
		num(v)
	}
	d.waits = []uint64{1, 12, 60, 3600, 86_400, 7 * 86_400, 30 * 86_400, 90 * 86_400, 365 * 86_400}
}

// see remembers a stored word, feed the words of a call's output. Words that use all
// 32 bytes are mostly hashes and strings; only a few of them are kept.
func (d *dictionary) see(h common.Hash) {
	if len(d.seen) < maxSeen && !d.have[h] {
		d.have[h] = true
		d.seen = append(d.seen, h)
	}
}

func (d *dictionary) feed(data []byte) {
	for i := 0; len(data) >= 32 && i < 8; i++ {
		if h := common.Hash(data[:32]); h != (common.Hash{}) {
			d.see(h)
		}
		data = data[32:]
	}
}

// word draws any word.
func (d *dictionary) word(r *rand.Rand) (w [32]byte) {
	switch x := r.IntN(16); {
	case x < 5:
		return d.fixed[r.IntN(len(d.fixed))]
	case x < 6:
		a := d.addresses[r.IntN(len(d.addresses))]
		copy(w[12:], a[:])
	case x < 12 && len(d.seen) > 0:
		w = d.seen[r.IntN(len(d.seen))]
		if r.IntN(2) == 0 {
			return d.nudge(r, w)
		}
	case x < 14:
		binary.BigEndian.PutUint64(w[24:], uint64(r.IntN(256)))
	default: // a round amount
		v := new(uint256.Int).SetBytes(d.fixed[7+r.IntN(24)][:])
		v.Mul(v, uint256.NewInt(1+uint64(r.IntN(99))))
		w = v.Bytes32()
	}
	return w
}

// number returns a drawn word as the value of a number or an address: 0 if a piece of it would be translated.
func (d *dictionary) number(w [32]byte) [32]byte {
	for i := 0; i < len(w); i += 4 {
		if _, ok := d.translated[[4]byte(w[i:])]; ok {
			return [32]byte{}
		}
	}
	return w
}

// nudge changes a number slightly: by one, to a part, to a multiple.
func (d *dictionary) nudge(r *rand.Rand, w [32]byte) [32]byte {
	v := new(uint256.Int).SetBytes(w[:])
	switch r.IntN(5) {
	case 0:
		v.AddUint64(v, 1)
	case 1:
		v.SubUint64(v, 1)
	case 2:
		v.Rsh(v, 1)
	case 3:
		v.Lsh(v, 1)
	default:
		v.Div(v.Mul(v, uint256.NewInt(uint64(r.IntN(1000)))), uint256.NewInt(1000))
	}
	return v.Bytes32()
}

// value draws an amount of ether to send, within the balance.
func (d *dictionary) value(r *rand.Rand, balance *uint256.Int, v *uint256.Int) {
	v.Clear()
	if balance.IsZero() {
		return
	}
	switch r.IntN(5) {
	case 0:
	case 1:
		v.Set(balance)
	case 2:
		v.Rsh(balance, 1+uint(r.IntN(6)))
	default:
		w := d.word(r)
		v.SetBytes(w[:])
		if v.Gt(balance) {
			v.Mod(v, balance)
		}
	}
}

// moveInTime draws a later time or block.
func (d *dictionary) moveInTime(r *rand.Rand, m *machine) *move {
	wait := d.waits[r.IntN(len(d.waits))] * uint64(1+r.IntN(3))
	if r.IntN(4) == 0 {
		return &move{roll: true, to: m.number + max(1, wait/12)}
	}
	return &move{to: m.time + wait}
}

// arguments appends the ABI encoding of random values for in.
func (d *dictionary) arguments(r *rand.Rand, out []byte, in abi.Arguments) []byte {
	types := make([]*abi.Type, len(in))
	for i := range in {
		types[i] = &in[i].Type
	}
	return d.tuple(r, out, types)
}

// tuple appends the heads, then the tails of the dynamic members.
func (d *dictionary) tuple(r *rand.Rand, out []byte, types []*abi.Type) []byte {
	start := len(out)
	var tails []int // positions of the offsets of dynamic members, and their members
	for i, t := range types {
		if isDynamic(t) {
			tails = append(tails, len(out), i)
			out = append(out, make([]byte, 32)...)
			continue
		}
		out = d.static(r, out, t)
	}
	for i := 0; i < len(tails); i += 2 {
		binary.BigEndian.PutUint64(out[tails[i]+24:], uint64(len(out)-start))
		out = d.dynamic(r, out, types[tails[i+1]])
	}
	return out
}

func (d *dictionary) static(r *rand.Rand, out []byte, t *abi.Type) []byte {
	var w [32]byte
	switch t.T {
	case abi.ArrayTy:
		for range t.Size {
			out = d.static(r, out, t.Elem)
		}
		return out
	case abi.TupleTy:
		for _, e := range t.TupleElems {
			out = d.static(r, out, e)
		}
		return out
	case abi.AddressTy:
		a := d.addresses[r.IntN(len(d.addresses))]
		copy(w[12:], a[:])
		w = d.number(w)
	case abi.BoolTy:
		w[31] = byte(r.IntN(2))
	case abi.UintTy, abi.IntTy:
		if t.Size == 8 && r.IntN(2) == 0 { // an enum, or v of a signature
			w[31] = byte(r.IntN(30))
			break
		}
		w = d.word(r)
		clear(w[:32-t.Size/8])
		if t.T == abi.IntTy && t.Size < 256 && w[32-t.Size/8]&0x80 != 0 {
			for i := range 32 - t.Size/8 {
				w[i] = 0xff
			}
		}
		w = d.number(w)
	case abi.FixedBytesTy:
		w = d.word(r)
		if r.IntN(2) == 0 && t.Size < 32 { // from the right end, where the digits of numbers are
			copy(w[:], w[32-t.Size:])
		}
		clear(w[t.Size:])
	default: // function types and future types: a word
		w = d.word(r)
	}
	return append(out, w[:]...)
}

func (d *dictionary) dynamic(r *rand.Rand, out []byte, t *abi.Type) []byte {
	length := func(n int) []byte {
		return binary.BigEndian.AppendUint64(append(out, make([]byte, 24)...), uint64(n))
	}
	switch t.T {
	case abi.SliceTy, abi.ArrayTy:
		n := t.Size
		if t.T == abi.SliceTy {
			n = r.IntN(4)
			out = length(n)
		}
		types := make([]*abi.Type, n)
		for i := range types {
			types[i] = t.Elem
		}
		return d.tuple(r, out, types)
	case abi.TupleTy:
		return d.tuple(r, out, t.TupleElems)
	}
	n := [...]int{0, 1, 4, 32, 64, 65, 96, 128}[r.IntN(8)] // bytes, string
	out = length(n)
	for ; n > 0; n -= 32 {
		w := d.word(r)
		if n < 32 {
			clear(w[n:])
		}
		out = append(out, w[:]...)
	}
	return out
}
