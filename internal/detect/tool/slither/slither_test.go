package slither

import (
	"testing"

	"assay/internal/detect"
	"assay/internal/detect/tool/tooltest"
)

func TestParse(t *testing.T) {
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.json": {Issues: []string{
			"reentrancy-eth | high | medium | Tide.sol | leave | 10-10 | 12-12",
			"immutable-states | info | high | Tide.sol |  | 5-5",
			"solc-version | info | high | Tide.sol |  | 1-1",
			"timestamp | low | medium | Tide.sol | due | 21-21",
			"tautology | medium | low |  | ",
		}},
		"none.json":   {},
		"failed.json": {Fails: detect.Crashed},
	})
}

func FuzzParse(f *testing.F) { tooltest.Fuzz(f, Adapter()) }
