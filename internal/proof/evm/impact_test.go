package evm

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// answer returns runtime code that ends every call with data.
func answer(data []byte, revert bool) []byte {
	end := byte(0xf3)
	if revert {
		end = 0xfd
	}
	n := binary.BigEndian.AppendUint16(nil, uint16(len(data)))
	c := []byte{0x61, n[0], n[1], 0x60, 15, 0x60, 0, 0x39, 0x61, n[0], n[1], 0x60, 0, end, 0}
	return append(c, data...)
}

// FuzzOracle feeds the oracle arbitrary bytes from getters, before and after: it never
// panics, never accepts anything but one well-formed word as a measurement, and never
// reports success that the numbers do not show.
func FuzzOracle(f *testing.F) {
	word := func(n int64) []byte { return common.BigToHash(big.NewInt(n)).Bytes() }
	for _, d := range [][]byte{nil, {1}, word(0), word(1), word(2), bytes.Repeat([]byte{0xff}, 32),
		bytes.Repeat([]byte{0}, 64), make([]byte, 4000)} {
		for kind := range 5 {
			f.Add(byte(kind), word(1), d, false)
			f.Add(byte(kind), d, word(1), kind%2 == 0)
		}
	}
	base, err := shape(f, 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(byte(2), word(1), append(bytes.Repeat([]byte{1}, 12), base.attacker[:]...), false)
	f.Add(byte(2), word(1), common.LeftPadBytes(base.attacker[:], 32), false)
	names := []string{"token_gained", "value_destroyed", "ownership_taken", "state_corrupted", "service_denied",
		"ether_gained"}
	f.Fuzz(func(t *testing.T, kind byte, before, after []byte, revert bool) {
		p := *base
		p.cfg.Impact = Impact{Kind: names[int(kind)%len(names)], Asset: "x", Minimum: big.NewInt(2)}
		p.token = p.target
		oracle := usualProof
		if p.cfg.Impact.Kind == "token_gained" || p.cfg.Impact.Kind == "ownership_taken" {
			oracle = p.target
		}
		look := func(data []byte, revert bool, measure func() (reading, error)) (r reading, err error) {
			_, err = p.run(context.Background(), func(*Result) error {
				code := answer(data[:min(len(data), 10_000)], revert)
				w := &world{accounts: map[common.Address]account{oracle: {nonce: 1, code: code,
					codeHash: crypto.Keccak256Hash(code)}}}
				p.m.reset(w, 1, 1, false)
				r, err = measure()
				return err
			})
			if errors.Is(err, ErrHost) {
				t.Fatal(err)
			}
			return r, err
		}
		b, err1 := look(before, false, p.initial)
		a, err2 := look(after, revert, p.measure)
		if k := p.cfg.Impact.Kind; k != "ether_gained" && k != "service_denied" {
			if (err1 == nil) && len(before) != 32 || (err2 == nil) && (len(after) != 32 || revert) {
				t.Fatalf("%s: measured %x, %x (reverts: %v)", k, before, after, revert)
			}
		}
		if err1 != nil || err2 != nil {
			return
		}
		if !p.reached(b, a) {
			return
		}
		x, y := new(big.Int).SetBytes(before), new(big.Int).SetBytes(after)
		ok := false
		switch p.cfg.Impact.Kind {
		case "token_gained":
			ok = y.Cmp(new(big.Int).Add(x, big.NewInt(2))) >= 0
		case "value_destroyed":
			ok = x.Cmp(new(big.Int).Add(y, big.NewInt(2))) >= 0
		case "ownership_taken":
			ok = bytes.Equal(after, common.LeftPadBytes(p.attacker[:], 32)) && !bytes.Equal(before, after)
		case "state_corrupted":
			ok = x.Cmp(big.NewInt(1)) == 0 && y.Sign() == 0
		case "service_denied":
			ok = revert
		}
		if !ok {
			t.Fatalf("%s: success from %x to %x (reverts: %v)", p.cfg.Impact.Kind, before, after, revert)
		}
	})
}

// FuzzReason: revert data is hostile text.
func FuzzReason(f *testing.F) {
	f.Add([]byte{})
	f.Add(cheatError("no"))
	f.Add(append(errorSelector, bytes.Repeat([]byte{0xff}, 96)...))
	f.Add(append(panicSelector, make([]byte, 32)...))
	f.Add(append(selector("TooMuch(uint256,uint256)"), make([]byte, 63)...))
	p, err := shape(f, 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := reason(data, p.abis) + p.describe(p.target, data) + p.result(p.target, selector("owner()"), data) +
			expected(data)
		if strings.ContainsAny(s, "\n\r") || len(s) > 4000 {
			t.Errorf("%q", s)
		}
	})
}

func TestReason(t *testing.T) {
	p := mustShape(t, 0)
	word := func(n int64) []byte { return common.BigToHash(big.NewInt(n)).Bytes() }
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "no reason given"},
		{append(append(append([]byte{}, errorSelector...), word(32)...),
			append(word(2), common.RightPadBytes([]byte("no"), 32)...)...), `"no"`},
		{append(append([]byte{}, panicSelector...), word(0x11)...), "arithmetic overflow or underflow (panic 0x11)"},
		{append(append([]byte{}, panicSelector...), word(0x99)...), "panic 0x99"},
		{append(append(selector("TooMuch(uint256,uint256)"), word(5)...), word(4)...), "TooMuch(5, 4)"},
		{append(selector("TooMuch(uint256,uint256)"), 1, 2, 3), "TooMuch(…)"},
		{[]byte{1, 2, 3, 4, 5}, "0x0102030405"},
		{[]byte{1}, "0x01"},
		{cheatError("nope"), "cheat code: nope"},
	} {
		if got := reason(c.data, p.abis); got != c.want {
			t.Errorf("%x: got %s, want %s", c.data, got, c.want)
		}
	}
}

func TestTrace(t *testing.T) {
	p := mustShape(t, 0, func(c *Config) { c.Trace = true })
	res, err := cell(p.Exploit)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Proof.exploit() [", "\n  Attacker.run() [", "\n    Vault.deposit() {1000000000000000000 wei}",
		"\n      Attacker.receive() {1000000000000000000 wei}",
	} {
		if !strings.Contains(res.Trace, want) {
			t.Errorf("no %q in\n%s", want, res.Trace)
		}
	}
	p = mustShape(t, 1, func(c *Config) { c.Trace = true })
	if res, _ = cell(p.Exploit); !strings.Contains(res.Trace,
		"FixedVault.withdraw(1000000000000000000) ✗ TooMuch(1000000000000000000, 0)") {
		t.Errorf("no revert in\n%s", res.Trace)
	}
	if res, _ = cell(mustShape(t, 0).Exploit); res.Trace != "" {
		t.Error("a trace nobody asked for")
	}
	p = mustShape(t, 24, func(c *Config) { c.Trace = true }) // contracts without end
	if res, _ = cell(p.Exploit); !strings.Contains(res.Trace, "more calls") && strings.Count(res.Trace, "\n") > maxTraced+
		2 {
		t.Error("an endless trace")
	}
}
