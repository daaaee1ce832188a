//go:build unix

package results

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/judge"
	"assay/internal/core/store"
)

// BenchmarkReport runs the program on stored runs of 20 models that were asked ten times
// about 25 or 250 samples in ten shapes, 100,000 and 1,000,000 trials: without flags, on the
// terminal with the page, and as one format. It reports processor time and peak resident
// memory in addition to the wall time.
func BenchmarkReport(b *testing.B) {
	program := filepath.Join(b.TempDir(), "assay")
	build := exec.Command("go", "build", "-o", program, "assay/cmd/assay")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, samples := range []int{25, 250} {
		const subjects, epochs = 20, 10
		n := subjects * epochs * samples * 2 * len(shapes())
		path := ""
		for _, format := range []string{"", "json", "html"} {
			b.Run(fmt.Sprintf("%d/%s", n, cmp.Or(format, "terminal")), func(b *testing.B) {
				if path == "" {
					path = filepath.Join(filepath.Dir(program), fmt.Sprint(n, ".db"))
					generateMany(b, path, samples, subjects, epochs)
					b.ResetTimer()
				}
				for range b.N {
					args := []string{"report", "--db", path, "--reports", b.TempDir()}
					if format != "" {
						args = append(args, "--format", format)
					}
					cpu, resident := execute(b, program, args...)
					b.ReportMetric(cpu.Seconds(), "s-cpu")
					b.ReportMetric(float64(resident)/(1<<20), "MB-resident")
				}
			})
		}
	}
}

// execute runs a program and returns its processor time and peak resident memory, 0 without
// /proc. It reads /proc every 5 ms, since the peak that the system reports at the end
// includes that of the parent.
func execute(b *testing.B, program string, args ...string) (cpu time.Duration, resident int) {
	b.Helper()
	c := exec.Command(program, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	ended, watched := make(chan struct{}), make(chan int)
	go func() {
		most := 0
		for tick := time.Tick(5 * time.Millisecond); ; {
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
			if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
				kb := 0
				fmt.Sscan(after, &kb)
				most = max(most, kb<<10)
			}
			select {
			case <-ended:
				watched <- most
				return
			case <-tick:
			}
		}
	}()
	err := c.Wait()
	close(ended)
	if resident = <-watched; err != nil {
		b.Fatalf("%v\n%s", err, &errs)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), resident
}

// shapes are the chains of a run: the original, preserving ones, a placebo.
func shapes() []bench.ChainUse {
	out := []bench.ChainUse{{}}
	for _, name := range []string{"minimal-sanitized", "sanitize", "no-comments", "chameleon", "shapeshifter-l2",
		"shapeshifter-l3", "false-prophet", "shapeshifter-l4"} {
		out = append(out, bench.ChainUse{Suite: "s", Chain: name, Kind: "preserving"})
	}
	return append(out, bench.ChainUse{Suite: "s", Chain: "reformat", Kind: "placebo"})
}

func generateMany(b testing.TB, path string, samples, subjects, epochs int) {
	b.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var variants []*bench.Variant
	classes := []bench.Class{"reentrancy", "access_control", "arithmetic", "oracle_manipulation", "unchecked_call"}
	for i := range samples {
		for _, c := range shapes() {
			id := fmt.Sprintf("ds/sample-%03d", i)
			v := bench.Variant{Key: "s/" + id, Suite: "s", Format: "blockbench", Sample: id, Base: id,
				Group: []string{"ds", "tc", "gs"}[i%3], Tier: 1 + i%4, Class: classes[i%len(classes)],
				Severity: "high", Chain: c.Chain, Truth: bench.Vulnerable, Proof: bench.Proved,
				Public: fmt.Sprintf("20%02d-05-01", 20+i%6),
				Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol",
					Text: fmt.Sprintf("contract A%d { /* %s */ }\n", i, c.Chain)}}}}
			if c.Kind == "placebo" {
				v.Certificate = "C1"
			}
			if i%7 == 0 { // the places of findings count on variants with decoys
				v.Labels = []bench.Label{{Function: bench.Decoy, Span: bench.Span{File: "A.sol", Line: 1, EndLine: 1}}}
			}
			f := v
			f.Key += "+fixed"
			f.Truth = bench.Safe
			f.Task.Files = []bench.File{{Path: "A.sol", Text: v.Task.Files[0].Text + "// repaired\n"}}
			v.Twin = f.Key + f.Suffix()
			v.Key, f.Key = v.Key+v.Suffix(), f.Key+f.Suffix()
			variants = append(variants, &v, &f)
		}
	}
	m := bench.Manifest{Program: "bench", Judging: bench.Judging{Rule: judge.Rule{}.Name()}, Parser: answer.Version,
		Epochs: epochs, Chains: shapes()[1:], Suites: map[string]string{"s": "x"},
		StartedAt: time.Unix(1_700_000_000, 0).UTC()}
	var plan []bench.Trial
	for i := range subjects {
		name := fmt.Sprintf("vendor/model-%02d", i)
		m.Subjects = append(m.Subjects, bench.Subject{Name: name, Kind: "model", Version: "1", Cutoff: "2024-01"})
		for j, v := range variants {
			for rep := range epochs {
				plan = append(plan, bench.Trial{Key: fmt.Sprintf("%016x%016x", uint64(i*len(variants)+j)*0x9e3779b97f4a7c15, rep),
					Subject: name, Variant: v, Repetition: rep})
			}
		}
	}
	m.Trials, m.Variants = len(plan), len(variants)
	run, _, err := s.Begin(ctx, plan, m, store.Again{})
	if err != nil {
		b.Fatal(err)
	}
	w := s.Writer(ctx, run)
	for i, p := range plan {
		// The number of right words depends on the subject, and which they are on a hash of the trial.
		h := uint64(i+1) * 0xbf58476d1ce4e5b9
		h ^= h >> 31
		right := int(h%100) < 40+2*(i*20/len(plan))
		a := &bench.Answer{Verdict: bench.Safe, Explanation: fmt.Sprintf(
			"On the whole, in trial %d, the contract does what it says, and nobody takes what is not theirs.", i)}
		confidence := float64(h%60+40) / 100
		a.Confidence = &confidence
		v := &bench.Verdict{Judge: m.Judging.Rule}
		if p.Variant.Truth == bench.Vulnerable == right {
			a.Verdict = bench.Vulnerable
			a.Findings = []bench.Finding{{Type: "Reentrancy", Severity: []string{"high", "low"}[h>>8%2],
				Location: "withdraw(), line 12", Explanation: fmt.Sprintf("State is written after the call in trial %d.", i),
				Attack: "Call again from the fallback.", Fix: "Write state first."}}
			v.Findings = []bench.FindingVerdict{{Class: bench.Hallucinated, Type: bench.MatchWrong,
				Location: bench.MatchPartial}}
		}
		if p.Variant.Truth == bench.Vulnerable {
			v.Strict, v.Lenient = bench.Miss, bench.Miss
			if right {
				v.Strict, v.Lenient, v.Findings[0] = bench.Hit, bench.Hit,
					bench.FindingVerdict{Class: bench.TargetMatch, Type: bench.MatchExact, Location: bench.MatchExact}
				v.RCIR, v.AVA, v.FSV = &confidence, &confidence, &confidence
			}
		}
		cost := 0.001 * float64(1+i%7)
		text := fmt.Sprintf(`{"verdict":%q,"confidence":%g,"overall_explanation":%q}`, a.Verdict, confidence, a.Explanation)
		r := p.Ended(bench.Answered, bench.Details{Parser: answer.Version, Judge: m.Judging.Rule,
			Response: bench.Response{Text: text, Finish: bench.Answered, Model: p.Subject, Attempts: 1,
				Usage: bench.Usage{InputTokens: 1500, OutputTokens: 200, CostUSD: &cost}, Started: m.StartedAt,
				Elapsed: 2 * time.Second}})
		r.Answer, r.Verdict = a, v
		if h%97 == 0 {
			r.Outcome, r.Reason, r.Answer, r.Verdict = bench.Refused, "the text declines", nil, nil
		}
		if err := w.Write(r); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	if err := s.End(ctx, run.ID, true, m.StartedAt.Add(time.Hour)); err != nil {
		b.Fatal(err)
	}
}
