package evm

import (
	"math/bits"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/holiman/uint256"
)

// Unequal is a pair of values that code compared and found different.
type Unequal struct{ A, B uint256.Int }

// maxCompared bounds the comparisons kept for a transaction: the last ones are kept.
const maxCompared = 8

// coverage records which sides of which conditional jumps a transaction takes, how
// often, and at which call depth. An entry is exact: it identifies a place in the code
// of one contract.
type coverage struct {
	hooks   *tracing.Hooks
	codes   map[common.Hash]*covered
	touched []touch
	ring    [maxCompared]Unequal
	ringN   int

	hash common.Hash // the code that ran last, with its entry
	code *covered
}

// covered holds the facts about one code, at index 2·pc, and at 2·pc+1 if the jump is taken.
type covered struct {
	bins   []uint8 // landed transactions: a bit for each order of magnitude of hits
	depths []uint8 // landed transactions: a bit for each depth
	hits   []uint8 // of the running transaction
	deep   []uint8
	sides  int // number of sides of its conditional jumps
	seen   int
}

type touch struct {
	code *covered
	at   int
}

// newCoverage covers the given codes and ignores all other code.
func newCoverage(codes map[common.Hash][]byte) *coverage {
	c := &coverage{codes: map[common.Hash]*covered{}}
	for hash, code := range codes {
		k := &covered{bins: make([]uint8, 2*len(code)), depths: make([]uint8, 2*len(code)), hits: make([]uint8, 2*len(code)),
			deep: make([]uint8, 2*len(code))}
		for pc := 0; pc < len(code); pc++ {
			switch op := vm.OpCode(code[pc]); {
			case op == vm.JUMPI:
				k.sides += 2
			case op >= vm.PUSH1 && op <= vm.PUSH32:
				pc += int(op - vm.PUSH1 + 1)
			}
		}
		c.codes[hash] = k
	}
	c.hooks = &tracing.Hooks{OnOpcode: c.opcode}
	return c
}

func (c *coverage) opcode(pc uint64, op byte, _, _ uint64, scope tracing.OpContext, _ []byte, depth int, err error) {
	switch vm.OpCode(op) {
	case vm.JUMPI, vm.LT, vm.GT, vm.SLT, vm.SGT, vm.EQ:
	default:
		return
	}
	sc := scope.(*vm.ScopeContext)
	stack := sc.StackData()
	if err != nil || len(stack) < 2 {
		return
	}
	a, b := &stack[len(stack)-1], &stack[len(stack)-2]
	if vm.OpCode(op) != vm.JUMPI {
		if !a.Eq(b) {
			c.ring[c.ringN%maxCompared] = Unequal{*a, *b}
			c.ringN++
		}
		return
	}
	if hash := sc.Contract.CodeHash; hash != c.hash || c.code == nil {
		c.hash, c.code = hash, c.codes[hash]
	}
	at := 2 * int(pc)
	if !b.IsZero() {
		at++
	}
	if c.code == nil || at >= len(c.code.hits) {
		return
	}
	if c.code.hits[at] == 0 {
		c.touched = append(c.touched, touch{c.code, at})
	}
	if c.code.hits[at] < 255 {
		c.code.hits[at]++
	}
	c.code.deep[at] |= 1 << min(depth, 7)
}

// begin starts a transaction.
func (c *coverage) begin() { c.touched, c.ringN, c.code = c.touched[:0], 0, nil }

// end closes a transaction and reports whether it did something that no landed one did
// before. A reverted transaction does not count.
func (c *coverage) end(landed bool) (fresh bool) {
	for _, t := range c.touched {
		k := t.code
		if bin := uint8(1) << min(bits.Len8(k.hits[t.at])-1, 7); landed &&
			(k.bins[t.at]&bin == 0 || k.depths[t.at]|k.deep[t.at] != k.depths[t.at]) {
			fresh = true
			if k.bins[t.at] == 0 {
				k.seen++
			}
			k.bins[t.at] |= bin
			k.depths[t.at] |= k.deep[t.at]
		}
		k.hits[t.at], k.deep[t.at] = 0, 0
	}
	return fresh
}

// compared returns the last comparisons of the transaction, the last one first.
func (c *coverage) compared() []Unequal {
	out := make([]Unequal, 0, maxCompared)
	for i := c.ringN - 1; i >= max(0, c.ringN-maxCompared); i-- {
		out = append(out, c.ring[i%maxCompared])
	}
	return out
}

// sides counts the sides of conditional jumps: those that landed transactions took, and all.
func (c *coverage) sides() (seen, all int) {
	for _, k := range c.codes {
		seen, all = seen+k.seen, all+k.sides
	}
	return seen, all
}

// pushed returns the constants of more than one byte that code pushes, in code order.
func pushed(code []byte) []common.Hash {
	var out []common.Hash
	have := map[common.Hash]bool{}
	for pc := 0; pc < len(code); pc++ {
		op := vm.OpCode(code[pc])
		if op < vm.PUSH1 || op > vm.PUSH32 {
			continue
		}
		n := int(op - vm.PUSH1 + 1)
		if pc+n < len(code) && n > 2 && n != 4 && n < 29 { // excludes jump targets, selectors and words of text
			if h := common.BytesToHash(code[pc+1 : pc+1+n]); !have[h] {
				have[h] = true
				out = append(out, h)
			}
		}
		pc += n
	}
	return out
}
