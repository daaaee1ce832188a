package evm

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// TestFuzzFinds: random calls alone, without calls taken from exploit(), exploit a
// plain flaw but not its twin.
func TestFuzzFinds(t *testing.T) {
	p := mustShape(t, 10)
	fz, err := p.Fuzz(context.Background(), 3, 5000)
	if err != nil || !fz.Succeeded {
		t.Fatalf("not found in %d attempts, %d landed: %v", fz.Attempts, fz.Landed, err)
	}
	if len(fz.Sequence) == 0 || fz.Measured == nil || fz.Attempts >= 5000 {
		t.Errorf("%+v", fz)
	}
	t.Logf("%d attempts: %q", fz.Attempts, fz.Sequence)

	p = mustShape(t, 1)
	fz, err = p.Fuzz(context.Background(), 3, 5000)
	if err != nil || fz.Succeeded || fz.Attempts != 5000 || fz.Landed < 100 || fz.Authority == 0 {
		t.Errorf("fixed: %v, %+v", err, fz)
	}
	t.Logf("fixed: %d landed", fz.Landed)
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

// TestNumbersWithoutSelectors: lockstep gives numbers and addresses no selector that it would translate for the second
// program, since arithmetic on them would differ; a bytes4 may be one.
func TestNumbersWithoutSelectors(t *testing.T) {
	const text = `[{"type":"function","name":"f","inputs":[
		{"name":"a","type":"uint256"},
		{"name":"b","type":"tuple","components":[{"name":"x","type":"int32"},{"name":"y","type":"bytes4"}]},
		{"name":"c","type":"address"},{"name":"d","type":"bytes4[2]"},{"name":"e","type":"uint128[]"}]}]`
	parsed, err := abi.JSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	sel := [4]byte{0xa1, 0xb2, 0xc3, 0xd4}
	p := mustShape(t, 0)
	l := &lockstep{a: p, m: &Mapping{Selectors: map[[4]byte][4]byte{sel: {1, 2, 3, 4}}}, rng: rand.New(rand.NewPCG(1, 2))}
	l.dict.init(p)
	l.dict.translated = l.m.Selectors
	l.dict.addresses = append(l.dict.addresses, common.Address{8: 0xa1, 9: 0xb2, 10: 0xc3, 11: 0xd4})
	l.dict.see(common.Hash{0xa1, 0xb2, 0xc3, 0xd4})
	l.dict.see(common.Hash{28: 0xa1, 29: 0xb2, 30: 0xc3, 31: 0xd4})
	l.senders = []common.Address{p.attacker}
	method := parsed.Methods["f"]
	to := common.Address{0xee}
	p.at[to] = &parsedContract{abi: parsed}

	const a, bx, by, c, d0, d1, e = 0, 1, 2, 3, 4, 5, 6
	at := map[int]int{} // number of selectors by word; those of the list are counted together
	note := func(input []byte) {
		for i := range (len(input) - 4) / 32 {
			w := input[4+32*i:][:32]
			for p := 0; p < 32; p += 4 {
				if [4]byte(w[p:]) == sel {
					at[min(i, e)]++
				}
			}
		}
	}
	for range 20_000 {
		s := step{from: p.attacker, to: to, input: l.dict.arguments(l.rng, slices.Clone(method.ID), method.Inputs)}
		note(s.input)
		note(l.change(s).input)
	}
	for _, word := range []int{a, bx, c, e} {
		if at[word] > 0 {
			t.Errorf("word %d has %d selectors", word, at[word])
		}
	}
	for _, word := range []int{by, d0, d1} {
		if at[word] == 0 {
			t.Errorf("word %d never has a selector", word)
		}
	}
}
