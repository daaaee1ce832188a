package batch

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/internal/author/generate"
	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
)

// An impossible request is a usage error before a machine is started or progress is shown.
func TestMakeRefuses(t *testing.T) {
	for says, c := range map[string]Config{
		`no generator for suite "nope"; use --suite blockbench, tenantsql`: {Suite: "nope"},
		`no operator "nope"; choose from caller-drop`:                      {Suite: suite.Blockbench, Operators: []string{"nope"}},
		`no operator "nope"; choose from drop-tenant`:                      {Suite: suite.TenantSQL, Operators: []string{"nope"}},
		"here holds no suite in the format of block":                       {Suite: suite.Blockbench, Harmless: "here"},
	} {
		c.Count, c.To = 1, t.TempDir()
		c.Load = func(string) ([]*suite.Suite, error) { return []*suite.Suite{{Name: "s", Format: suite.TenantSQL}}, nil }
		c.Begin = func() { t.Errorf("%s: progress is shown", says) }
		b, err := Make(t.Context(), c)
		if b != nil || err == nil || exit.CodeOf(err) != exit.BadUsage || !strings.Contains(err.Error(), says) {
			t.Errorf("want %q, got %v, %v", says, b, err)
		}
	}
}

// pairs is a generator whose batch has no files.
type pairs struct{ n int }

func (p pairs) Generate(context.Context, generate.Options) (*generate.Batch, error) {
	return &generate.Batch{Samples: make([]generate.Sample, p.n)}, nil
}

// A batch contains the audit's findings, and its printout names the shortcuts that convict it.
func TestAudited(t *testing.T) {
	for convicted, words := range map[bool][2]string{true: {"unchecked { a -= b; }", "a -= b;"},
		false: {"a -= b;", "a -= b;"}} {
		s := &suite.Suite{Name: "fresh", Format: suite.Blockbench}
		for i := range 40 {
			base := fmt.Sprint("b", i)
			for k, truth := range []bench.Truth{bench.Vulnerable, bench.Safe} {
				v := bench.Variant{Key: fmt.Sprint(base, k), Base: base, Truth: truth, Group: "g", Format: suite.Blockbench}
				v.Task.Language = "solidity"
				v.Task.Files = []bench.File{{Path: "A.sol", Text: fmt.Sprintf(
					"contract A%d { function f() public { x%d = %d; %s } }", i, i, i+k, words[k])}}
				s.Variants = append(s.Variants, v)
			}
		}
		load := func(string) ([]*suite.Suite, error) { return []*suite.Suite{s}, nil }
		b, err := audited{pairs{40}, load}.Generate(t.Context(), generate.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := Print(&out, b); err != nil {
			t.Fatal(err)
		}
		got := strings.Contains(out.String(), "audit: convicted") &&
			strings.Contains(out.String(), "naive Bayes, tokens, 100.0 %")
		if got != convicted || convicted == strings.Contains(out.String(), "no shortcut is convicted") {
			t.Errorf("convicted %v:\n%s", convicted, out.String())
		}
	}
}
