package transform

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
)

// Dice makes seeded choices. A choice depends on the seed, on the transformation, and
// on the key that identifies its subject; not on earlier choices. Dice are values and
// safe for concurrent use.
type Dice struct {
	seed uint64
	salt string
}

// NewDice returns the dice of one transformation under a seed.
func NewDice(seed uint64, transformation string) Dice { return Dice{seed, transformation} }

// Uint64 returns 64 random bits for the key.
func (d Dice) Uint64(key ...any) uint64 {
	b := strconv.AppendUint(make([]byte, 0, 256), d.seed, 10)
	b = append(append(b, 0), d.salt...)
	for _, k := range key {
		b = append(b, 0)
		switch k := k.(type) {
		case string:
			b = append(b, k...)
		case int:
			b = strconv.AppendInt(b, int64(k), 10)
		default:
			b = fmt.Append(b, k)
		}
	}
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:])
}

// IntN returns a random number in [0, n) for the key. It panics if n is not positive.
func (d Dice) IntN(n int, key ...any) int { return d.Rand(key...).IntN(n) }

// Rand returns a separate generator for the key, for choices that need several numbers.
func (d Dice) Rand(key ...any) *rand.Rand {
	x := d.Uint64(key...)
	return rand.New(rand.NewPCG(x, x^0x9e3779b97f4a7c15))
}

// Pick returns one of list, which must not be empty.
func Pick[T any](d Dice, list []T, key ...any) T { return list[d.IntN(len(list), key...)] }
