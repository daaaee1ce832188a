package evm

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"testing"
)

type compiledSample struct {
	ID, Compiler, Main, Kind, Asset, Minimum, Capital string
	Vulnerable, Fixed                                 []compiledContract
}

type compiledContract struct {
	Name, File, Creation string
	ABI                  json.RawMessage
	Links                []Link
}

func contractsOf(t testing.TB, list []compiledContract) []Contract {
	t.Helper()
	var out []Contract
	for _, c := range list {
		code, err := hex.DecodeString(c.Creation)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		out = append(out, Contract{Name: c.Name, File: c.File, Creation: code, ABI: c.ABI, Links: c.Links})
	}
	return out
}

func (s *compiledSample) config(t testing.TB) Config {
	t.Helper()
	c := Config{Impact: Impact{Kind: s.Kind, Asset: s.Asset}}
	if s.Minimum != "" {
		c.Impact.Minimum, _ = new(big.Int).SetString(s.Minimum, 10)
	}
	if s.Capital != "" {
		r, ok := new(big.Rat).SetString(s.Capital)
		if !ok {
			t.Fatalf("capital %q", s.Capital)
		}
		r.Mul(r, new(big.Rat).SetInt64(1e18))
		c.Capital = new(big.Int).Div(r.Num(), r.Denom())
	}
	return c
}

func readSample(t testing.TB, file string) *compiledSample {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var s compiledSample
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// TestSamples runs the four cells on precompiled samples, if ASSAY_COMPILED names
// their directory (testdata/compile.js creates them).
func TestSamples(t *testing.T) {
	dir := os.Getenv("ASSAY_COMPILED")
	if dir == "" {
		t.Skip("ASSAY_COMPILED is not set")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(files) == 0 {
		t.Fatal("no samples in " + dir)
	}
	ctx := context.Background()
	for _, file := range files {
		s := readSample(t, file)
		t.Run(s.ID, func(t *testing.T) {
			for _, cell := range []struct {
				name      string
				contracts []compiledContract
				exploit   bool
			}{{"vulnerable", s.Vulnerable, true}, {"fixed", s.Fixed, false}} {
				cfg := s.config(t)
				cfg.Trace = testing.Verbose() && os.Getenv("ASSAY_TRACE") != ""
				p, err := Load(ctx, contractsOf(t, cell.contracts), cfg)
				if err != nil {
					t.Errorf("%s: %v", cell.name, err)
					continue
				}
				check := func(what string, want bool, run func(context.Context) (Result, error)) {
					res, err := run(ctx)
					t.Logf("%-10s %-8s %-5v gas %8d %+v %s %s", cell.name, what, res.Succeeded, res.Gas, res.Measured, res.Revert,
						res.Refusal)
					if cfg.Trace {
						t.Log("\n" + res.Trace)
					}
					if err != nil || res.Succeeded != want {
						t.Errorf("%s %s: got %v, want %v (%v) %s", cell.name, what, res.Succeeded, want, err, res.Revert)
					}
				}
				check("regular", true, p.Regular)
				check("exploit", cell.exploit, p.Exploit)
				check("null", false, p.Null)
				fz, err := p.Fuzz(ctx, 1, 2000)
				t.Logf("%-10s fuzz     %v: %d attempts, %d landed, alone %d, %q %+v", cell.name, fz.Succeeded, fz.Attempts,
					fz.Landed, fz.TimeAlone, fz.Sequence, fz.Measured)
				if err != nil || fz.Succeeded && !cell.exploit {
					t.Errorf("%s fuzz: %v %v", cell.name, fz.Succeeded, err)
				}
			}
		})
	}
}
