package search

import (
	"bytes"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"assay/internal/proof/evm"
)

// draw makes the next sequence: three in ten are new, the others start from the
// corpus, from its younger half as often as from all of it.
func (h *hunter) draw() entry {
	r := h.r
	if n := h.rep.Sequences - 1; n < len(h.seeds)*len(h.guises) && !h.o.Blind {
		return entry{h.guises[n/len(h.seeds)], h.seeds[n%len(h.seeds)].seq}
	}
	if h.o.Blind || r.IntN(10) < 3 || len(h.corpus) == 0 && len(h.seeds) == 0 {
		e := entry{guise: h.o.Guises[r.IntN(len(h.o.Guises))]}
		for range 1 + r.IntN(maxLength) {
			e.seq = append(e.seq, h.step(e.guise))
		}
		return e
	}
	from := h.pick()
	e := entry{from.guise, slices.Clone(from.seq)}
	if r.IntN(5) == 0 {
		e.guise = h.o.Guises[r.IntN(len(h.o.Guises))]
	}
	for range 1 + r.IntN(3) {
		h.edit(&e)
	}
	e.seq = e.seq[:min(len(e.seq), 2*maxLength)]
	return e
}

func (h *hunter) pick() entry {
	n := len(h.corpus)
	switch x := h.r.IntN(10); {
	case n == 0 || x == 0 && len(h.seeds) > 0:
		if len(h.seeds) > 0 {
			return entry{h.o.Guises[h.r.IntN(len(h.o.Guises))], h.seeds[h.r.IntN(len(h.seeds))].seq}
		}
		return entry{}
	case x < 5:
		return h.corpus[n/2+h.r.IntN(n-n/2)]
	}
	return h.corpus[h.r.IntN(n)]
}

// edit changes a sequence in one place.
func (h *hunter) edit(e *entry) {
	r, n := h.r, len(e.seq)
	if n == 0 {
		e.seq = append(e.seq, h.step(e.guise))
		return
	}
	i := r.IntN(n)
	switch x := r.IntN(100); {
	case x < 30:
		e.seq = append(e.seq, h.step(e.guise))
	case x < 40:
		e.seq = slices.Insert(e.seq, i, h.step(e.guise))
	case x < 50: // splice
		other := h.pick().seq
		if len(other) > 0 {
			e.seq = append(slices.Clone(e.seq[:i+1]), other[r.IntN(len(other)):]...)
		}
	case x < 56:
		e.seq = slices.Insert(e.seq, i, e.seq[i])
	case x < 61:
		e.seq = slices.Delete(e.seq, i, i+1)
	case x < 67:
		j := r.IntN(n)
		e.seq[i], e.seq[j] = e.seq[j], e.seq[i]
	case x < 73:
		e.seq[i].Wait = h.a.Wait(r)
		e.seq[i].Blocks = e.seq[i].Wait / 12
	case x < 79 && !h.o.Alone:
		callers := h.a.Callers()
		e.seq[i].From = callers[r.IntN(len(callers))]
	case x < 85 && e.guise == evm.Scripted:
		h.script(&e.seq[i])
	default:
		e.seq[i] = h.vary(e.seq[i])
	}
}

// step draws a transaction.
func (h *hunter) step(g evm.Guise) evm.Tx {
	r, a := h.r, h.a
	callers := a.Callers()
	tx := evm.Tx{From: callers[0]}
	if r.IntN(8) == 0 && !h.o.Alone {
		tx.From = callers[1+r.IntN(len(callers)-1)]
	}
	if r.IntN(8) == 0 {
		tx.Wait = a.Wait(r)
		tx.Blocks = tx.Wait / 12
	}
	entries := a.Entries()
	if len(entries) == 0 {
		return tx
	}
	e := &entries[r.IntN(len(entries))]
	if g != evm.Own && e.To == callers[0] { // with another guise, its contract is not there
		e = &entries[r.IntN(len(entries))]
	}
	if f := (function{to: e.To}); !h.o.Blind {
		copy(f.selector[:], e.Method.ID)
		if h.stuck[f] > stubborn && r.IntN(4) != 0 {
			e = &entries[r.IntN(len(entries))]
		} else if examples := h.calls[f]; len(examples) > 0 && r.IntN(2) == 0 {
			like := examples[r.IntN(len(examples))]
			like.From, like.Wait, like.Blocks = tx.From, tx.Wait, tx.Blocks
			if r.IntN(3) != 0 {
				like = h.vary(like)
			}
			if balance := a.Balance(like.From); like.Value.Gt(&balance) {
				like.Value = a.Value(r, like.From)
			}
			return like
		}
	}
	tx.To, tx.Input = e.To, a.Arguments(r, e)
	if e.Plain || e.Method.IsPayable() {
		tx.Value = a.Value(r, tx.From)
	}
	if g == evm.Scripted && r.IntN(3) == 0 {
		h.script(&tx)
	}
	return tx
}

// script sets what a scripted attacker does when it is called back.
func (h *hunter) script(tx *evm.Tx) {
	if tx.To == (common.Address{}) {
		return
	}
	var group []evm.Tx
	if h.r.IntN(2) == 0 { // the same again, or a different call
		again := *tx
		again.Back, again.Wait, again.Blocks = nil, 0, 0
		group = append(group, again)
	} else {
		for range 1 + h.r.IntN(2) {
			s := h.step(evm.Bare)
			s.Wait, s.Blocks = 0, 0
			group = append(group, s)
		}
	}
	tx.Back = append(slices.Clone(tx.Back[:h.r.IntN(len(tx.Back)+1)]), group)
}

// vary changes a word of a call, or the ether that it sends.
func (h *hunter) vary(tx evm.Tx) evm.Tx {
	r := h.r
	words := (len(tx.Input) - 4) / 32
	if words <= 0 || !tx.Value.IsZero() && r.IntN(3) == 0 {
		tx.Value = h.a.Value(r, tx.From)
		return tx
	}
	tx.Input = slices.Clone(tx.Input)
	at := 4 + 32*r.IntN(words)
	word := tx.Input[at : at+32]
	if v := new(uint256.Int).SetBytes(word); r.IntN(2) == 0 && !v.IsZero() && !h.a.IsAddress(word) {
		switch r.IntN(6) {
		case 0:
			v.AddUint64(v, 1)
		case 1:
			v.SubUint64(v, 1)
		case 2:
			v.Rsh(v, 1)
		case 3:
			v.Lsh(v, 1)
		case 4:
			v.Div(v, uint256.NewInt(10))
		default:
			v.Mul(v, uint256.NewInt(10))
		}
		b := v.Bytes32()
		copy(word, b[:])
		return tx
	}
	w := h.a.Word(r)
	copy(word, w[:])
	return tx
}

// mend changes a transaction that reverted, so that the comparison that may have failed has a
// different result: it looks for one compared value in the arguments, the ether, the caller or the
// clock, and replaces it by the other value or a neighbour of it.
func (h *hunter) mend(tx *evm.Tx, compared []evm.Unequal) bool {
	r := h.r
	for _, c := range compared {
		for _, pair := range [][2]*uint256.Int{{&c.A, &c.B}, {&c.B, &c.A}} {
			have, want := pair[0], new(uint256.Int).Set(pair[1])
			switch r.IntN(3) {
			case 0:
				want.AddUint64(want, 1)
			case 1:
				if r.IntN(2) == 0 && !want.IsZero() {
					want.SubUint64(want, 1)
				}
			}
			w, b := have.Bytes32(), want.Bytes32()
			for at := 4; at+32 <= len(tx.Input); at += 32 {
				if bytes.Equal(tx.Input[at:at+32], w[:]) && r.IntN(4) != 0 {
					tx.Input = slices.Clone(tx.Input)
					copy(tx.Input[at:], b[:])
					return true
				}
			}
			if balance := h.a.Balance(tx.From); have.Eq(&tx.Value) && !want.Gt(&balance) && r.IntN(4) != 0 {
				tx.Value = *want
				return true
			}
			if !h.o.Alone && have.Eq(new(uint256.Int).SetBytes(tx.From[:])) && h.isCaller(pair[1]) {
				tx.From = common.Address(pair[1].Bytes20())
				return true
			}
			if now := h.a.Now(); have.IsUint64() && have.Uint64() == now && want.IsUint64() && want.Uint64() > now &&
				want.Uint64()-now < 1<<28 {
				tx.Wait, tx.Blocks = want.Uint64()-now, 0
				return true
			}
		}
	}
	return false
}

func (h *hunter) isCaller(v *uint256.Int) bool {
	return slices.ContainsFunc(h.a.Callers(), func(c common.Address) bool { return v.Eq(new(uint256.Int).SetBytes(c[:])) })
}
