package all_test

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/test/transformtest"
)

func chainOf(b *testing.B, text string) transform.Chain {
	b.Helper()
	c, err := transform.ParseChain(text, all.Transformations())
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// Variants of one contract of a good 100 lines with its twin and its proof: alone,
// with everything parsed anew, and as one of many of the same sample.
func BenchmarkVariants(b *testing.B) {
	var p transform.Program
	for _, cs := range transformtest.Corpus(b) {
		if cs.Executable != nil && (p.Variant == nil || len(cs.Program.Variant.Task.Files[0].Text) < len(
			p.Variant.Task.Files[0].Text)) {
			p = cs.Program
		}
	}
	for _, tr := range all.Transformations() {
		chain := chainOf(b, tr.Name)
		if _, err := transform.Apply(chain, 1, p); err != nil {
			continue
		}
		b.Run(tr.Name+"/alone", func(b *testing.B) {
			rate(b, func(seed uint64) (*transform.Result, error) { return transform.Apply(chain, seed, p) })
		})
		prepared := transform.Prepare(p)
		b.Run(tr.Name+"/of-many", func(b *testing.B) {
			rate(b, func(seed uint64) (*transform.Result, error) { return prepared.Apply(chain, seed) })
		})
	}
}

// rate measures the number of variants per second that apply returns.
func rate(b *testing.B, apply func(seed uint64) (*transform.Result, error)) {
	b.ReportAllocs()
	before := cpu()
	variants := 0
	for i := range b.N {
		r, err := apply(uint64(i % 7))
		if err != nil {
			b.Fatal(err)
		}
		variants++
		if r.Twin != nil {
			variants++
		}
	}
	b.ReportMetric(float64(variants)/b.Elapsed().Seconds(), "variants/s")
	b.ReportMetric(float64(variants)/(cpu()-before).Seconds(), "variants/cpu-s")
}

// cpu returns the CPU time of this process so far, on which, unlike the time on the
// clock, a shared machine has no effect.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// The whole corpus through the chains of the paper, scaled to 300 Solidity samples, in
// a process like the program's.
func BenchmarkPaper(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	var chains []transform.Chain
	for _, text := range all.PaperChains() {
		chains = append(chains, chainOf(b, text))
	}
	var samples []transform.Program
	for _, cs := range transformtest.Corpus(b) {
		if cs.Executable != nil {
			samples = append(samples, cs.Program)
		}
	}
	before := cpu()
	b.ResetTimer()
	for range b.N {
		variants := 0
		for i := range 300 {
			p := samples[i%len(samples)]
			v := *p.Variant
			v.Key = fmt.Sprintf("%s-%d", v.Key, i)
			p.Variant = &v
			if p.Twin != nil { // a clean contract has no twin
				twin := *p.Twin
				twin.Key = fmt.Sprintf("%s-%d", twin.Key, i)
				p.Twin = &twin
			}
			prepared := transform.Prepare(p)
			for _, c := range chains {
				r, err := prepared.Apply(c, uint64(i))
				var no *transform.NotApplicableError
				switch {
				case errors.As(err, &no):
				case err != nil:
					b.Fatal(err)
				case r.Twin != nil:
					variants += 2
				default:
					variants++
				}
			}
		}
		b.ReportMetric(float64(variants), "variants")
	}
	b.ReportMetric((cpu()-before).Seconds()/float64(b.N), "cpu-s/op")
}

// Time grows linearly with the text, not quadratically.
func BenchmarkGrowth(b *testing.B) {
	text, err := os.ReadFile("../../../../suites/blockbench/tc/money-market/MoneyMarket.sol")
	if err != nil {
		b.Fatal(err)
	}
	body := strings.ReplaceAll(string(text), "//~", "//")
	lines := strings.Count(body, "\n")
	for _, name := range []string{"no-comments", "sanitize", "chameleon", "shapeshifter-l1", "shapeshifter-l2",
		"shapeshifter-l4", "reorder", "trojan", "rename"} {
		chain := chainOf(b, name)
		for _, want := range []int{100, 1_000, 10_000, 100_000} {
			n := max(1, want/lines)
			var whole strings.Builder
			for i := range n {
				whole.WriteString(strings.NewReplacer("contract ", fmt.Sprintf("contract C%d", i), "library ",
					fmt.Sprintf("library L%d", i)).Replace(body))
			}
			v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity",
				Files: []bench.File{{Path: "A.sol", Text: whole.String()}}}}
			b.Run(fmt.Sprintf("%s/%d-lines", name, n*lines), func(b *testing.B) {
				b.SetBytes(int64(whole.Len()))
				before := cpu()
				for range b.N {
					if _, err := transform.Apply(chain, 1, transform.Program{Variant: &v}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64((cpu()-before).Nanoseconds())/float64(b.N)/float64(n*lines), "cpu-ns/line")
			})
		}
	}
}
