package evm

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"time"
)

const (
	defaultGas    = 30_000_000
	defaultSetUp  = 2 * defaultGas // setUp() deploys all contracts of a project in one call
	defaultTime   = 2 * time.Minute
	defaultMemory = 1 << 30
	maxDepth      = 1025
)

var getterName = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// complete fills in defaults and rejects values that would make a verdict meaningless.
func (c Config) complete() (Config, error) {
	if c.Fork == "" {
		c.Fork = Forks[len(Forks)-1]
	}
	if c.setUpGas = c.Gas; c.Gas == 0 {
		c.Gas, c.setUpGas = defaultGas, defaultSetUp
	}
	if c.Memory == 0 {
		c.Memory = defaultMemory
	}
	if memoryBound(c.setUpGas) > c.Memory {
		c.setUpGas = 0
	}
	for c.Gas > 100_000 && memoryBound(c.Gas) > c.Memory {
		c.Gas -= c.Gas / 16
	}
	c.setUpGas = max(c.setUpGas, c.Gas)
	if c.TotalGas == 0 {
		c.TotalGas = 10 * c.Gas
	}
	if c.Time == 0 {
		c.Time = defaultTime
	}
	if c.Capital == nil {
		c.Capital = new(big.Int)
	}
	im := c.Impact
	if im.Kind == "" {
		return c, errors.New("no impact is given")
	}
	k, ok := kinds[im.Kind]
	switch {
	case !ok:
		return c, fmt.Errorf("unknown kind of impact %q", im.Kind)
	case k.asset && !getterName.MatchString(im.Asset):
		return c, fmt.Errorf("impact %s needs an asset, the name of a getter; got %q", im.Kind, im.Asset)
	case k.amount && (im.Minimum == nil || im.Minimum.Sign() <= 0):
		return c, fmt.Errorf("impact %s needs a minimum above zero, or doing nothing would reach it", im.Kind)
	}
	return c, nil
}

// memoryBound returns an upper bound, in bytes, on the memory that a transaction with
// this much gas can make the host hold. Memory of one frame costs 3w + w²/512 gas for
// w words, so spreading gas over the deepest call tree gives the most. State costs at
// least 100 gas for each entry of at most 300 bytes (a transient store and its
// journal), and returned data is copied once.
func memoryBound(gas uint64) uint64 {
	share := gas / maxDepth
	lo, hi := uint64(0), share // number of words that a frame can pay for
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if 3*mid+mid*mid/512 <= share {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return 2*32*lo*maxDepth + 3*gas
}

// A kind states what an impact requires.
type kind struct{ asset, amount bool }

var kinds = map[string]kind{
	"ether_gained": {false, true}, "token_gained": {true, true}, "value_destroyed": {true, true},
	"ownership_taken": {true, false}, "service_denied": {true, false}, "state_corrupted": {true, false},
}
