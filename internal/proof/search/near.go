package search

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"assay/internal/proof/evm"
)

// A near is a sequence close to the attack.
type near struct {
	entry
	kind    string // kind of edit
	what    string
	byProof bool // the proof makes these calls
}

// Near replays the attack of exploit() and sequences close to it: from an account
// without code, from a constructor, by a script, with scaled amounts, repeated, in
// another order, with a step left out, split over several accounts, by another
// account, and with time in between; then pairs of these, until the given number of
// transactions is sent. It stops when one of them is an attack.
func Near(a *evm.Arena, seed uint64, transactions int) (Report, error) {
	rep := Report{SetAside: map[evm.Verdict]int{}, Edits: map[string]Edits{}}
	a.Cover(false)
	defer a.Cover(true)
	list := around(a)
	r := rand.New(rand.NewPCG(seed, 21))
	tried := map[string]bool{}
	for n := 0; rep.Transactions < transactions && n < 4*transactions; n++ {
		var x near
		switch {
		case n < len(list):
			x = list[n]
		case len(list) == 0:
			return rep, nil
		default: // a pair
			first := list[r.IntN(len(list))]
			pairs := edits(a, first.seq)
			if len(pairs) == 0 || first.byProof {
				continue
			}
			second := pairs[r.IntN(len(pairs))]
			x = near{entry: entry{first.guise, second.do()}, kind: "pair", what: first.what + ", " + second.what}
		}
		if len(x.seq) == 0 || len(x.seq) > maxNear {
			continue
		}
		key := key(x.entry)
		if tried[key] {
			continue
		}
		tried[key] = true
		if err := approach(a, x, &rep); err != nil || rep.Found != nil {
			return rep, err
		}
	}
	return rep, nil
}

const (
	maxNear = 64 // transactions of one sequence
	firsts  = 6  // number of steps that are edited one by one
)

func key(e entry) string {
	s := fmt.Sprint(e.guise)
	for i := range e.seq {
		s += fmt.Sprintf("|%x %x %x %s %d %d %d", e.seq[i].From, e.seq[i].To, e.seq[i].Input, e.seq[i].Value.Hex(),
			e.seq[i].Wait, e.seq[i].Blocks, len(e.seq[i].Back))
	}
	return s
}

// approach sends a whole sequence, even if transactions revert, and judges what it reached.
func approach(a *evm.Arena, x near, rep *Report) error {
	rep.Sequences++
	a.Reset(x.guise)
	var done []evm.Tx
	landed := 0
	for i := range x.seq {
		tx := x.seq[i]
		sent, err := a.Send(&tx)
		if err != nil {
			return err
		}
		rep.Transactions++
		if sent.Landed {
			landed++
		}
		done = append(done, tx)
		if !sent.Landed || i < len(x.seq)-1 && i%4 != 3 { // reading costs more than sending
			continue
		}
		hit, _, err := a.Reached()
		if err != nil {
			return err
		}
		if !hit {
			continue
		}
		v, err := a.Judge(x.guise, done)
		if err != nil {
			return err
		}
		if v == evm.Counts {
			if rep.Found, err = minimise(a, x.guise, done); err != nil {
				return err
			}
			rep.Found.Edit = x.what
		} else {
			rep.SetAside[v]++
		}
		break
	}
	rep.Landed += landed
	e := rep.Edits[x.kind]
	e.Tried++
	if landed > 0 {
		e.Landed++
	}
	rep.Edits[x.kind] = e
	return nil
}

// around lists the attack in each guise and its neighbours at one edit. The most
// informative are first: the guises, then amounts.
func around(a *evm.Arena) []near {
	received, made := a.Recorded()
	flat := flatten(made)
	var bases, out []near
	if len(made) > 0 {
		bases = append(bases, near{entry: entry{evm.Scripted, made}, kind: "guise", what: "by a scripted contract"})
		for _, g := range []evm.Guise{evm.Bare, evm.Building, evm.Own} {
			bases = append(bases, near{entry: entry{g, flat}, kind: "guise", what: "by " + g.String()})
		}
	}
	if len(received) > 0 {
		bases = append(bases, near{entry{evm.Own, received}, "guise", "as recorded", true})
	}
	out = append(out, bases...)
	var lists [][]edit
	for _, b := range bases {
		if b.byProof { // made later or twice, they would tell the attacker what it cannot know
			lists = append(lists, nil)
			continue
		}
		lists = append(lists, edits(a, b.seq))
	}
	for i := 0; ; i++ { // alternating, so that an early end of the budget leaves no guise out
		more := false
		for j, list := range lists {
			if i < len(list) {
				more = true
				e := list[i]
				if seq := e.do(); len(seq) > 0 && len(seq) <= maxNear {
					out = append(out, near{entry: entry{bases[j].guise, seq}, kind: e.kind, what: bases[j].what + ", " + e.what})
				}
			}
		}
		if !more {
			return out
		}
	}
}

// flatten moves the calls made in call-backs behind the calls that contain them.
func flatten(seq []evm.Tx) []evm.Tx {
	var out []evm.Tx
	for _, tx := range seq {
		back := tx.Back
		tx.Back = nil
		out = append(out, tx)
		for _, group := range back {
			out = append(out, flatten(group)...)
		}
	}
	return out
}

// An edit derives a neighbour from a sequence.
type edit struct {
	kind, what string
	do         func() []evm.Tx
}

// edits lists the edits of a sequence; each is computed only on demand.
func edits(a *evm.Arena, seq []evm.Tx) []edit {
	var out []edit
	add := func(kind, what string, do func() []evm.Tx) { out = append(out, edit{kind, what, do}) }
	repeat := func(seq []evm.Tx, n int) (long []evm.Tx) {
		for range n {
			if len(long) <= maxNear {
				long = append(long, seq...)
			}
		}
		return long
	}
	for _, f := range [][2]uint64{{1, 2}, {1, 10}, {1, 3}, {2, 1}, {10, 1}} {
		scaled := func() []evm.Tx { return scale(a, seq, f[0], f[1]) }
		what := fmt.Sprintf("all amounts × %d/%d", f[0], f[1])
		if f[1] > 1 {
			add("scale and repeat", fmt.Sprintf("%s, %d times", what, f[1]+f[1]/2),
				func() []evm.Tx { return repeat(scaled(), int(f[1]+f[1]/2)) })
			if f[1] > 2 {
				add("scale and repeat", fmt.Sprintf("%s, each step %d times", what, f[1]), func() (each []evm.Tx) {
					for _, tx := range scaled() {
						each = append(each, repeat([]evm.Tx{tx}, int(f[1]))...)
					}
					return each
				})
			}
		}
		add("scale", what, scaled)
	}
	for _, n := range []int{2, 4} {
		add("split", fmt.Sprintf("split over %d accounts", n), func() []evm.Tx { return split(a, seq, n) })
	}
	add("account", "by an account of its own", func() []evm.Tx { return split(a, seq, 1) })
	for _, n := range []int{2, 5} {
		add("repeat", fmt.Sprintf("%d times", n), func() []evm.Tx { return repeat(seq, n) })
	}
	for _, wait := range []uint64{12, 86_400, 30 * 86_400} {
		add("wait", fmt.Sprintf("%d s before each step", wait), func() []evm.Tx {
			later := slices.Clone(seq)
			for i := range later {
				later[i].Wait, later[i].Blocks = later[i].Wait+wait, later[i].Blocks+wait/12
			}
			return later
		})
	}
	for i := range min(len(seq), firsts) {
		add("drop", fmt.Sprintf("without step %d", i+1), func() []evm.Tx { return slices.Delete(slices.Clone(seq), i, i+1) })
		if i+1 < len(seq) {
			add("order", fmt.Sprintf("steps %d and %d the other way round", i+1, i+2), func() []evm.Tx {
				swapped := slices.Clone(seq)
				swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
				return swapped
			})
		}
		nudged := func(f func(*uint256.Int)) func() []evm.Tx {
			return func() []evm.Tx {
				out := slices.Clone(seq)
				out[i] = amounts(a, out[i], f)
				return out
			}
		}
		add("scale", fmt.Sprintf("amounts of step %d one more", i+1), nudged(func(v *uint256.Int) { v.AddUint64(v, 1) }))
		add("scale", fmt.Sprintf("amounts of step %d one less", i+1), nudged(func(v *uint256.Int) { v.SubUint64(v, 1) }))
	}
	add("order", "in reverse", func() []evm.Tx {
		reversed := slices.Clone(seq)
		slices.Reverse(reversed)
		return reversed
	})
	return out
}

// amounts applies f to everything in a call that looks like an amount: ether, and
// words that are large and not addresses. Calls back change too.
func amounts(a *evm.Arena, tx evm.Tx, f func(*uint256.Int)) evm.Tx {
	if !tx.Value.IsZero() {
		f(&tx.Value)
	}
	tx.Input = slices.Clone(tx.Input)
	for at := 4; at+32 <= len(tx.Input); at += 32 {
		w := tx.Input[at : at+32]
		v := new(uint256.Int).SetBytes(w)
		if v.LtUint64(1000) || v.BitLen() > 128 || a.IsAddress(w) {
			continue
		}
		f(v)
		b := v.Bytes32()
		copy(w, b[:])
	}
	return inside(tx, func(in evm.Tx) evm.Tx { return amounts(a, in, f) })
}

func scale(a *evm.Arena, seq []evm.Tx, num, den uint64) []evm.Tx {
	out := make([]evm.Tx, len(seq))
	for i := range seq {
		out[i] = amounts(a, seq[i], func(v *uint256.Int) { v.Div(v.Mul(v, uint256.NewInt(num)), uint256.NewInt(den)) })
	}
	return out
}

// split lets n accounts do each step of the attacker, each with a part of the amounts.
// They first receive their parts of its tokens, and of the ether that it sends.
func split(a *evm.Arena, seq []evm.Tx, n int) []evm.Tx {
	callers := a.Callers()
	attacker := callers[0]
	out := share(a, callers[1:1+n])
	for _, tx := range seq {
		if tx.From != attacker {
			out = append(out, tx)
			continue
		}
		part := scale(a, []evm.Tx{tx}, 1, uint64(n))[0]
		for i, by := range callers[1 : 1+n] {
			step := as(part, attacker, by)
			if i > 0 {
				step.Wait, step.Blocks = 0, 0
			}
			if !step.Value.IsZero() {
				out = append(out, evm.Tx{From: attacker, To: by, Value: step.Value})
			}
			out = append(out, step)
		}
	}
	return out
}

// share distributes the attacker's tokens in equal parts.
func share(a *evm.Arena, to []common.Address) []evm.Tx {
	var out []evm.Tx
	tokens, amounts := a.Holdings()
	for i, token := range tokens {
		part := new(uint256.Int).Div(&amounts[i], uint256.NewInt(uint64(len(to))))
		for _, by := range to {
			w := part.Bytes32()
			input := append([]byte{0xa9, 0x05, 0x9c, 0xbb}, common.LeftPadBytes(by[:], 32)...) // transfer(address,uint256)
			out = append(out, evm.Tx{From: a.Callers()[0], To: token, Input: append(input, w[:]...)})
		}
	}
	return out
}

// as replaces one account by another, as the caller and in the arguments.
func as(tx evm.Tx, who, by common.Address) evm.Tx {
	if tx.From == who {
		tx.From = by
	}
	tx.Input = slices.Clone(tx.Input)
	for at := 4; at+32 <= len(tx.Input); at += 32 {
		if common.BytesToHash(tx.Input[at:at+32]) == common.BytesToHash(who[:]) {
			copy(tx.Input[at+12:at+32], by[:])
		}
	}
	return inside(tx, func(in evm.Tx) evm.Tx { return as(in, who, by) })
}
