package evm

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestCells lets each cell of the oracle succeed and fail where it should.
func TestCells(t *testing.T) {
	for _, c := range []struct {
		name             string
		mode             int
		regular, exploit bool
		revert           string
	}{
		{"vulnerable", 0, true, true, ""},
		{"fixed twin", 1, true, false, ""},
		{"twin that reverts everything", 2, false, false, `"closed"`},
		{"regular use that is unhappy", 7, false, true, `"unhappy"`},
		{"exploit that does nothing", 10, true, false, ""},
		{"exploit that only emits an event", 11, true, false, ""},
		{"exploit that only claims success", 38, true, false, ""},
		{"exploit that reverts with a custom error", 29, true, false, "TooMuch(1, 2)"},
		{"exploit that panics", 30, true, false, "array index out of bounds (panic 0x32)"},
		{"exploit that hits an invalid instruction", 37, true, false, "invalid opcode"},
		{"money handed over is no gain", 31, true, false, ""},
		{"a helper without authority", 32, true, false, `"not the owner"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			change := func(cfg *Config) {
				if c.mode == 31 { // 0.5 at the start would be within the capital of 1.5, and so would 1.5
					cfg.Capital = big.NewInt(15e17)
					cfg.Impact.Minimum = big.NewInt(3e18 + 1)
				}
			}
			p := mustShape(t, c.mode, change)
			reg, err := cell(p.Regular)
			if err != nil || reg.Succeeded != c.regular {
				t.Errorf("regular: %v, %v, want %v", reg.Succeeded, err, c.regular)
			}
			exp, err := cell(p.Exploit)
			if err != nil || exp.Succeeded != c.exploit {
				t.Errorf("exploit: %v, %v (%+v), want %v", exp.Succeeded, err, exp.Measured, c.exploit)
			}
			if got := reg.Revert + exp.Revert; !strings.Contains(got, c.revert) || c.revert == "" && got != "" {
				t.Errorf("reverts with %q, want %q", got, c.revert)
			}
			null, err := cell(p.Null)
			if err != nil || null.Succeeded {
				t.Errorf("null: %v, %v", null.Succeeded, err)
			}
		})
	}
}

// TestRefused checks that every way of cheating ends in a refusal that names it.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		mode       int
	}{
		{"the attacker is too rich", "more than the capital", 3},
		{"acts as the owner", "the set-up's own authority: Proof calls Vault.sweep(Attacker)", 12},
		{"acts as the owner by a detour", "the set-up's own authority: Proof calls Vault.sweep(Attacker)", 13},
		{"a cheat code", "the exploit uses the cheat code deal(address,uint256)", 14},
		{"a cheat code whose failure is caught", "the exploit uses the cheat code deal(address,uint256)", 15},
		{"a cheat code by the attacker", "Attacker calls the cheat code deal(address,uint256); only Proof may", 16},
		{"time moved by the attacker", "Attacker calls the cheat code warp(uint256); only Proof may", 17},
		{"hands over too much", "is handed 2000000000000000000, more than the capital", 18},
		{"lends its identity", "Proof does a DELEGATECALL to Attacker", 19},
		{"destroys the harness", "Proof does a SELFDESTRUCT to Attacker", 20},
		{"turns time back", "turns time back", 26},
		{"reads a file", "the exploit uses the cheat code readFile(string)", 28},
		{"a prank", "the exploit uses the cheat code prank(address)", 35},
		{"time moved by a detour", "warp(uint256) in the middle of the attacker's own call", 41},
		{"sets up again", "cheat code", 36},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustShape(t, c.mode)
			res, err := cell(p.Exploit)
			if !errors.Is(err, ErrRefused) || !strings.Contains(res.Refusal, c.want) || res.Succeeded {
				t.Errorf("got %v, %q; want a refusal with %q", err, res.Refusal, c.want)
			}
			// The proof remains usable afterwards.
			if reg, err := cell(p.Regular); err != nil || !reg.Succeeded {
				t.Errorf("regular afterwards: %v, %v", reg.Succeeded, err)
			}
		})
	}
}

// TestBounds runs code that exceeds the host's limits.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name string
		mode int
		want error
	}{
		{"loops", 21, ErrGas},
		{"bombs memory", 22, ErrGas},
		{"returns megabytes", 23, nil}, // within the gas limit, but not a success
		{"makes contracts without end", 24, ErrGas},
		{"calls itself without end", 25, nil}, // ends at the depth limit or when gas runs out
		{"loops, caught", 33, nil},            // the rest continues without achieving anything
		{"loops, caught, then reverts", 34, ErrGas},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustShape(t, c.mode)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			res, err := cell(p.Exploit)
			runtime.ReadMemStats(&after)
			if res.Succeeded || !errors.Is(err, c.want) && !(c.want == nil && errors.Is(err, ErrGas)) {
				t.Errorf("got %v, %v; want %v", res.Succeeded, err, c.want)
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > defaultMemory {
				t.Errorf("the heap grew by %d MB", grown>>20)
			}
			t.Logf("%v %s, gas %d", err, res.Revert, res.Gas)
		})
	}
	t.Run("time", func(t *testing.T) {
		p := mustShape(t, 21, func(c *Config) { c.Gas, c.Time = 1<<50, 50*time.Millisecond })
		p.cfg.Gas = 1 << 50 // complete lowers it to bound memory
		began := time.Now()
		res, err := cell(p.Exploit)
		if !errors.Is(err, ErrTime) || res.Succeeded || time.Since(began) > 5*time.Second {
			t.Errorf("got %v, %v after %v", res.Succeeded, err, time.Since(began))
		}
		if reg, err := cell(p.Regular); err != nil || !reg.Succeeded {
			t.Errorf("regular afterwards: %v, %v", reg.Succeeded, err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		p := mustShape(t, 0)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if res, err := p.Exploit(ctx); !errors.Is(err, ErrTime) || res.Succeeded {
			t.Errorf("got %v, %v", res.Succeeded, err)
		}
	})
	t.Run("total gas", func(t *testing.T) {
		_, err := shape(t, 0, func(c *Config) { c.TotalGas = 100_000 })
		if !errors.Is(err, ErrGas) || !errors.Is(err, ErrSetUp) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("memory lowers gas", func(t *testing.T) {
		c, err := Config{Impact: Impact{Kind: "ether_gained", Minimum: ether}, Gas: 1 << 40, Memory: 1 << 28}.complete()
		if err != nil || memoryBound(c.Gas) > 1<<28 || c.Gas < 1_000_000 {
			t.Errorf("gas %d, bound %d, %v", c.Gas, memoryBound(c.Gas), err)
		}
		if c.setUpGas != c.Gas {
			t.Errorf("setUp() gets %d, a transaction %d", c.setUpGas, c.Gas)
		}
	})
	t.Run("setUp has more gas", func(t *testing.T) {
		c, err := Config{Impact: Impact{Kind: "ether_gained", Minimum: ether}}.complete()
		if err != nil || c.setUpGas != 2*c.Gas || memoryBound(c.setUpGas) > c.Memory {
			t.Errorf("setUp() gets %d, a transaction %d, %v", c.setUpGas, c.Gas, err)
		}
	})
}

// TestSetUpFails covers the errors of Load.
func TestSetUpFails(t *testing.T) {
	for _, c := range []struct {
		name   string
		mode   int
		change func(*Config)
		is     error
		want   string
	}{
		{"reverts", 5, nil, ErrSetUp, `"no luck"`},
		{"leaves a prank", 4, nil, ErrSetUp, "leaves a prank active"},
		{"attacker uses cheat codes", 6, nil, ErrRefused, "only Proof may"},
		{"target without code", 8, nil, ErrSetUp, "has no code"},
		{"attacker is Proof", 9, nil, ErrSetUp, "not an ordinary account"},
		{"unknown kind", 0, impact("fame", "", 1), ErrConfig, "fame"},
		{"no minimum", 0, impact("ether_gained", "", 0), ErrConfig, "minimum"},
		{"no asset", 0, impact("token_gained", "", 1), ErrConfig, "asset"},
		{"asset with arguments", 0, impact("value_destroyed", "f(uint256)", 1), ErrConfig, "asset"},
		{"unknown fork", 0, func(c *Config) { c.Fork = "serenity" }, ErrConfig, "serenity"},
		{"no such token", 0, impact("token_gained", "nothing", 1), ErrMeasure, "Proof"},
	} {
		change := c.change
		if change == nil {
			change = func(*Config) {}
		}
		_, err := shape(t, c.mode, change)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %v with %q", c.name, err, c.is, c.want)
		}
	}
	if _, err := Load(context.Background(), nil, Config{Impact: Impact{Kind: "ether_gained", Minimum: ether}}); !errors.Is(
		err, ErrConfig) {
		t.Errorf("no contracts: %v", err)
	}
	if _, err := Load(context.Background(), []Contract{{Name: "Proof", ABI: []byte("{")}},
		Config{Impact: Impact{Kind: "ether_gained", Minimum: ether}}); !errors.Is(err, ErrConfig) {
		t.Errorf("bad ABI: %v", err)
	}
}

// TestKinds runs each kind of impact on a state with the impact and on one without.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name    string
		mode    int
		impact  func(*Config)
		want    bool
		wantErr error
		null    bool
	}{
		{"value destroyed", 0, impact("value_destroyed", "held", 3e18), true, nil, false},
		{"value destroyed, too little", 0, impact("value_destroyed", "held", 3e18+1), false, nil, false},
		{"value destroyed, fixed", 1, impact("value_destroyed", "held", 1), false, nil, false},
		{"by its own hand", 39, impact("value_destroyed", "owed", 3e18), false, ErrRefused, false},
		{"service denied", 0, impact("service_denied", "honestWithdrawal", 0), true, nil, false},
		{"service denied, fixed", 1, impact("service_denied", "honestWithdrawal", 0), false, nil, false},
		{"service never there", 2, impact("service_denied", "honestWithdrawal", 0), false, ErrMeasure, false},
		{"ownership", 0, impact("ownership_taken", "owner", 0), false, nil, false},
		{"time alone", 27, impact("state_corrupted", "young", 0), true, nil, true},
		{"waits and reverts", 40, impact("state_corrupted", "young", 0), false, nil, true},
		{"getter cheats", 0, impact("value_destroyed", "cheatingGetter", 1), false, ErrRefused, false},
		{"getter fails", 0, impact("value_destroyed", "failingGetter", 1), false, ErrMeasure, false},
		{"getter is missing", 0, impact("state_corrupted", "nothing", 0), false, ErrMeasure, false},
		{"getter of another type", 0, impact("state_corrupted", "target", 0), false, ErrMeasure, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustShape(t, c.mode, c.impact)
			res, err := cell(p.Exploit)
			if res.Succeeded != c.want || !errors.Is(err, c.wantErr) {
				t.Errorf("exploit: got %v, %v (%+v)", res.Succeeded, err, res.Measured)
			}
			if c.wantErr == nil {
				if null, err := cell(p.Null); err != nil || null.Succeeded != c.null {
					t.Errorf("null: got %v, %v", null.Succeeded, err)
				}
			}
		})
	}
}

// TestSameAgain runs every method twice, in both orders, and expects equal answers.
func TestSameAgain(t *testing.T) {
	answer := func(p *Proof) string {
		reg, _ := cell(p.Regular)
		exp, _ := cell(p.Exploit)
		null, _ := cell(p.Null)
		fz, err := p.Fuzz(context.Background(), 7, 300)
		var b strings.Builder
		for _, r := range []Result{reg, exp, null, fz.Result} {
			if r.Measured != nil {
				b.WriteString(r.Measured.Before + " " + r.Measured.After + " ")
			}
			b.WriteString(big.NewInt(int64(r.Gas)).String() + "\n")
		}
		if err != nil {
			b.WriteString(err.Error())
		}
		return b.String() + strings.Join(fz.Sequence, "\n") + big.NewInt(int64(fz.Attempts)).String()
	}
	p := mustShape(t, 0)
	first := answer(p)
	if second := answer(p); second != first {
		t.Errorf("second time differs:\n%s\n%s", first, second)
	}
	if other := answer(mustShape(t, 0)); other != first {
		t.Errorf("another instance differs:\n%s\n%s", first, other)
	}
}

// TestSideBySide: instances share no mutable state.
func TestSideBySide(t *testing.T) {
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			p := mustShape(t, 0)
			for range 20 {
				if res, err := cell(p.Exploit); err != nil || !res.Succeeded {
					t.Fatal(res.Revert, err)
				}
			}
			if _, err := p.Fuzz(context.Background(), 1, 200); err != nil {
				t.Fatal(err)
			}
		})
	}
}
