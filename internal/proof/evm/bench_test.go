package evm

import (
	"context"
	"math/big"
	"os"
	"path/filepath"
	"testing"
)

// benchProofs returns the proofs to measure: the samples in ASSAY_COMPILED, else the
// checked-in vault.
func benchProofs(b *testing.B) map[string]*Proof {
	out := map[string]*Proof{}
	files, _ := filepath.Glob(filepath.Join(os.Getenv("ASSAY_COMPILED"), "*.json"))
	if os.Getenv("ASSAY_COMPILED") == "" || len(files) == 0 {
		out["vault"] = mustShape(b, 0)
		return out
	}
	for _, f := range files {
		s := readSample(b, f)
		p, err := Load(context.Background(), contractsOf(b, s.Vulnerable), s.config(b))
		if err != nil {
			b.Fatal(err)
		}
		out[s.ID] = p
	}
	return out
}

// BenchmarkExploit is one warm execution of exploit() with its measurement.
func BenchmarkExploit(b *testing.B) {
	for name, p := range benchProofs(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if res, err := p.Exploit(context.Background()); err != nil || !res.Succeeded {
					b.Fatal(res, err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "exploits/s")
		})
	}
}

// BenchmarkFuzz is one random transaction with its measurement.
func BenchmarkFuzz(b *testing.B) {
	for name, p := range benchProofs(b) {
		p.cfg.Impact.Minimum = new(big.Int).Lsh(big.NewInt(1), 250) // out of reach
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			if kind := p.cfg.Impact.Kind; !kinds[kind].amount {
				b.Skip(kind + " is reached too soon")
			}
			fz, err := p.Fuzz(context.Background(), 1, b.N)
			if err != nil || fz.Succeeded {
				b.Fatal(fz.Sequence, err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tx/s")
		})
	}
}

// BenchmarkLoad is a deployment and setUp().
func BenchmarkLoad(b *testing.B) {
	for range b.N {
		mustShape(b, 0)
	}
}
