package evm

import (
	"context"
	"encoding/json"
	"math/big"
	"os"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

var compiled = sync.OnceValue(func() map[string][]compiledContract {
	b, err := os.ReadFile("testdata/compiled.json")
	if err != nil {
		panic(err)
	}
	var out map[string][]compiledContract
	if err := json.Unmarshal(b, &out); err != nil {
		panic(err)
	}
	return out
})

var ether = big.NewInt(1e18)

// shape loads testdata/Shapes.sol in the given mode.
func shape(t testing.TB, mode int, change ...func(*Config)) (*Proof, error) {
	t.Helper()
	contracts := contractsOf(t, compiled()["Shapes.sol"])
	for i := range contracts {
		if contracts[i].Name == "Proof" {
			contracts[i].Creation = append(contracts[i].Creation, common.BigToHash(big.NewInt(int64(mode))).Bytes()...)
		}
	}
	cfg := Config{Impact: Impact{Kind: "ether_gained", Minimum: ether}, Capital: ether}
	for _, f := range change {
		f(&cfg)
	}
	return Load(context.Background(), contracts, cfg)
}

func mustShape(t testing.TB, mode int, change ...func(*Config)) *Proof {
	t.Helper()
	p, err := shape(t, mode, change...)
	if err != nil {
		t.Fatalf("mode %d: %v", mode, err)
	}
	return p
}

func impact(kind, asset string, minimum int64) func(*Config) {
	return func(c *Config) { c.Impact = Impact{Kind: kind, Asset: asset, Minimum: big.NewInt(minimum)} }
}

// cell runs one of Regular, Exploit and Null.
func cell(run func(context.Context) (Result, error)) (Result, error) {
	return run(context.Background())
}
