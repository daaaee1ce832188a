package verify_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/core/suite"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
	"assay/suites"
)

func executables(tb testing.TB) []suite.Executable {
	tb.Helper()
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		tb.Fatal(err, problems)
	}
	var out []suite.Executable
	for i := range list[0].Samples {
		if x, ok := list[0].Executable(&list[0].Samples[i]); ok {
			out = append(out, x)
		}
	}
	return out
}

// BenchmarkCold verifies every embedded sample from nothing: no compiled result
// is kept, and each twin withstands 2,000 random transactions.
func BenchmarkCold(b *testing.B) {
	dir := solctest.Dir(b)
	xs := executables(b)
	for b.Loop() {
		c, err := solc.New(solc.Options{Dir: dir, CacheDir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		verifyAll(b, c, xs, 2000)
		c.Close()
	}
	b.ReportMetric(float64(len(xs)), "samples")
}

// BenchmarkWarm does the same with every result compiled already.
func BenchmarkWarm(b *testing.B) {
	c := solctest.New(b)
	xs := executables(b)
	verifyAll(b, c, xs, 0)
	for b.Loop() {
		verifyAll(b, c, xs, 2000)
	}
	b.ReportMetric(float64(len(xs)), "samples")
}

func verifyAll(b *testing.B, c *solc.Compiler, xs []suite.Executable, fuzz int) {
	for _, x := range xs {
		cs, err := verify.Prepare(b.Context(), c, x)
		if err != nil {
			b.Fatal(err)
		}
		if e := cs.Run(b.Context(), c, nil, verify.Options{Fuzz: fuzz, Seed: 1}).Evidence; !e.Proved {
			b.Fatal(e.Failures())
		}
	}
}

// BenchmarkForge runs one proof with forge and with assay, alternately, compiled
// sources kept by neither, and reports how many times longer forge takes.
func BenchmarkForge(b *testing.B) {
	compilers := solctest.Dir(b)
	forge, shim := forgeBinary(b)
	var x suite.Executable
	for _, e := range executables(b) {
		if e.ID == "ds/quayside-term-savings" {
			x = e
		}
	}
	var ours, theirs time.Duration
	for b.Loop() {
		c, err := solc.New(solc.Options{Dir: compilers, CacheDir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		verifyAll(b, c, []suite.Executable{x}, 0)
		ours += time.Since(start)
		c.Close()

		for _, tree := range []map[string]string{x.Vulnerable, x.Fixed} {
			dir := b.TempDir()
			for path, text := range tree {
				file := filepath.Join(dir, "src", path)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			toml := fmt.Sprintf("[profile.default]\nsrc = 'src'\ntest = 'src'\noffline = true\nsolc = '%s'\n",
				shim(x.Rules.Compiler))
			if err := os.WriteFile(filepath.Join(dir, "foundry.toml"), []byte(toml), 0o644); err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			cmd := exec.CommandContext(b.Context(), forge, "test", "--offline", "--match-test", "test_Regular")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			theirs += time.Since(start)
			if err != nil || !strings.Contains(string(out), "1 passed") {
				b.Fatalf("forge: %v\n%s", err, out)
			}
		}
	}
	b.ReportMetric(ours.Seconds()/float64(b.N), "assay-s")
	b.ReportMetric(theirs.Seconds()/float64(b.N), "forge-s")
	b.ReportMetric(theirs.Seconds()/ours.Seconds(), "forge/assay")
}

// forgeBinary finds the forge of tools/forge, installing it where it is absent,
// and a function that makes a solc of a version for it.
func forgeBinary(b *testing.B) (forge string, shim func(version string) string) {
	b.Helper()
	dir, err := filepath.Abs("../../../tools/forge")
	if err != nil {
		b.Fatal(err)
	}
	forge = filepath.Join(dir, "node_modules", "@foundry-rs", "forge-linux-amd64", "bin", "forge")
	if _, err := os.Stat(forge); err != nil {
		if out, err := exec.Command("npm", "ci", "--ignore-scripts", "--prefix", dir).CombinedOutput(); err != nil {
			b.Skipf("SKIPPED, NOT COMPARED WITH FORGE: npm ci --prefix tools/forge: %v\n%s", err, out)
		}
	}
	if _, err := os.Stat(forge); err != nil {
		b.Skipf("SKIPPED, NOT COMPARED WITH FORGE: there is no forge for this platform: %v", err)
	}
	return forge, func(version string) string {
		file := filepath.Join(b.TempDir(), "solc-"+version)
		text := fmt.Sprintf("#!/bin/sh\nexec node '%s' %s \"$@\"\n", filepath.Join(dir, "solc-shim.js"), version)
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			b.Fatal(err)
		}
		return file
	}
}
