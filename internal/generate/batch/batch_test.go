package batch

import (
	"strings"
	"testing"

	"assay/internal/exit"
	"assay/internal/suite"
)

// What cannot be made is an error of usage before a machine is started or progress is shown.
func TestMakeRefuses(t *testing.T) {
	for says, c := range map[string]Config{
		`no generator for "nope"; --suite takes blockbench, tenantsql`: {Suite: "nope"},
		`no operator "nope"`:                         {Suite: suite.Blockbench, Operators: []string{"nope"}},
		"here holds no suite in the format of block": {Suite: suite.Blockbench, Harmless: "here"},
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
