package semgrep

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
	"assay/internal/test/tooltest"
)

func TestParse(t *testing.T) {
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.json": {Issues: []string{
			"rules.solidity.security.erc20-public-burn | high | high | Tide.sol |  | 9-13 | CWE-284",
			"rules.mine.unlisted | medium | low | Tide.sol |  | 20-20 | CWE-294",
			"rules.solidity.performance.use-short-revert-string | info | high | Tide.sol |  | 12-12",
		}},
		"none.json":      {},
		"failed.json":    {Fails: detect.Crashed},
		"unscanned.json": {Fails: detect.Crashed},
	})
}

// A rule is known by the last part of its name, an unknown one by its CWE entry.
func TestClasses(t *testing.T) {
	c := Adapter().Config
	for check, want := range map[string]bench.Class{
		"a.b.erc20-public-burn": "access_control", "erc20-public-burn": "access_control", "xerc20-public-burn": "",
		"a/b.tx-origin": "tx_origin",
	} {
		if got := c.ClassOf(tool.Issue{Check: check}, "blockbench"); got != want {
			t.Errorf("%s: %q, want %q", check, got, want)
		}
	}
	if got := c.ClassOf(tool.Issue{Check: "new", Refs: []string{"CWE-294"}}, "blockbench"); got != "signature_replay" {
		t.Errorf("CWE-294: %q", got)
	}
	if got := c.ClassOf(tool.Issue{Check: "new", Refs: []string{"CWE-89"}}, "tenantsql"); got != "sql_injection" {
		t.Errorf("CWE-89: %q", got)
	}
	if got := c.ClassOf(tool.Issue{Check: "new", Refs: []string{"CWE-345"}}, "blockbench"); got != "" {
		t.Errorf("CWE-345 is of two families: %q", got)
	}
	if got := c.ClassOf(tool.Issue{Check: "tx-origin"}, "tenantsql"); got != "" {
		t.Errorf("a class of Solidity on SQL: %q", got)
	}
}

func FuzzParse(f *testing.F) { tooltest.Fuzz(f, Adapter()) }
