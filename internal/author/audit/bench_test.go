package audit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/suites"
)

// large builds a suite of pairs of Solidity texts as long as the embedded ones,
// from their own lines. With a tell, the safe one of each pair says so.
func large(tb testing.TB, bases int, tell bool) *suite.Suite {
	list, problems, err := suite.Load(suites.FS, "blockbench", "", "suites")
	if err != nil || len(problems) > 0 {
		tb.Fatal(err, problems)
	}
	var lines []string
	total := 0
	for _, v := range list[0].Variants {
		lines = append(lines, strings.Split(v.Task.Files[0].Text, "\n")...)
		total += len(v.Task.Files[0].Text)
	}
	each := len(lines) / len(list[0].Variants)
	rng := rand.New(rand.NewPCG(1, 1))
	s := &suite.Suite{Name: "large", Format: suite.Blockbench}
	for b := range bases {
		var code []string
		for range each {
			code = append(code, lines[rng.IntN(len(lines))])
		}
		for i, truth := range []bench.Truth{bench.Vulnerable, bench.Safe} {
			key := fmt.Sprintf("large/%04d-%d", b, i)
			v := bench.Variant{Key: key, Source: key, Format: suite.Blockbench, Base: fmt.Sprint(b), Group: "ds", Truth: truth}
			if truth == bench.Vulnerable {
				v.Twin = fmt.Sprintf("large/%04d-1", b)
			}
			code[rng.IntN(len(code))] = lines[rng.IntN(len(lines))]
			text := strings.Join(code, "\n")
			if tell && truth == bench.Safe && b%3 > 0 {
				text += "\n// reviewed\n"
			}
			v.Task = bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: text}}}
			s.Variants = append(s.Variants, v)
		}
	}
	tb.Logf("%d variants of %d bytes", len(s.Variants), total/len(list[0].Variants))
	return s
}

func BenchmarkRun(b *testing.B) {
	for _, tell := range []bool{false, true} {
		s := large(b, 200, tell)
		b.Run(fmt.Sprintf("convicted=%v", tell), func(b *testing.B) {
			for b.Loop() {
				if Run(s, Options{Seed: 1}).Convicted() != tell {
					b.Fatal("the verdict is wrong")
				}
			}
		})
	}
}
