package evm

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
)

// TestFuzzFinds: random calls alone, without calls taken from exploit(), exploit a
// plain flaw but not its twin.
func TestFuzzFinds(t *testing.T) {
	p := mustShape(t, 10)
	fz, err := p.Fuzz(context.Background(), 3, 5000)
	if err != nil || !fz.Succeeded {
		t.Fatalf("not found in %d attempts, %d landed: %v", fz.Attempts, fz.Landed, err)
	}
	if len(fz.Sequence) == 0 || fz.Measured == nil || fz.Functions == 0 || fz.Attempts >= 5000 {
		t.Errorf("%+v", fz)
	}
	t.Logf("%d attempts, %v: %q", fz.Attempts, fz.Elapsed, fz.Sequence)

	p = mustShape(t, 1)
	fz, err = p.Fuzz(context.Background(), 3, 5000)
	if err != nil || fz.Succeeded || fz.Attempts != 5000 || fz.Landed < 100 || fz.Authority == 0 {
		t.Errorf("fixed: %v, %+v", err, fz)
	}
	t.Logf("fixed: %d landed, %v", fz.Landed, fz.Elapsed)
}

// TestFuzzTimeAlone: an impact that only requires waiting is not the attacker's.
func TestFuzzTimeAlone(t *testing.T) {
	p := mustShape(t, 10, impact("state_corrupted", "young", 0))
	fz, err := p.Fuzz(context.Background(), 1, 500)
	if err != nil || fz.Succeeded || fz.TimeAlone == 0 {
		t.Errorf("%v, %+v", err, fz)
	}
}

// TestFuzzBounds: a hostile target costs time but does not end the run.
func TestFuzzBounds(t *testing.T) {
	p := mustShape(t, 10, func(c *Config) { c.Time = 30 * time.Millisecond })
	if fz, err := p.Fuzz(context.Background(), 1, 9_000_000); err == nil && fz.Attempts == 9_000_000 {
		t.Error("nine million attempts in 30 ms")
	}
	p = mustShape(t, 10, impact("value_destroyed", "failingGetter", 1))
	if _, err := p.Fuzz(context.Background(), 1, 10); !errors.Is(err, ErrMeasure) {
		t.Errorf("got %v", err)
	}
}

// TestArguments: drawn data decodes as the types for which it was drawn.
func TestArguments(t *testing.T) {
	const text = `[{"type":"function","name":"f","inputs":[
		{"name":"a","type":"uint8"},{"name":"b","type":"string"},{"name":"c","type":"address[]"},{"name":"d","type":"bytes4"},
		{"name":"e","type":"tuple","components":[{"name":"x","type":"int16"},{"name":"y","type":"bytes"},{"name":"z","type":"bool[3]"}]},
		{"name":"g","type":"tuple[]","components":[{"name":"x","type":"uint256"},{"name":"y","type":"string[2]"}]},
		{"name":"h","type":"uint96[2]"},{"name":"i","type":"int256"},{"name":"j","type":"bytes32"}]}]`
	parsed, err := abi.JSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var d dictionary
	d.init(mustShape(t, 0))
	r := rand.New(rand.NewPCG(1, 2))
	in := parsed.Methods["f"].Inputs
	for range 3000 {
		data := d.arguments(r, nil, in)
		vs, err := in.Unpack(data)
		if err != nil {
			t.Fatalf("%x: %v", data, err)
		}
		if _, err := in.Pack(vs...); err != nil {
			t.Fatal(err)
		}
	}
}
