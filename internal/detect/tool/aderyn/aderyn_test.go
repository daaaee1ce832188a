package aderyn

import (
	"testing"

	"assay/internal/detect"
	"assay/internal/detect/tool/tooltest"
)

func TestParse(t *testing.T) {
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.json": {Issues: []string{
			"reentrancy-state-change | high |  | Tide.sol |  | 10-10",
			"unsafe-casting | high |  | ./Tide.sol |  | 21-21",
			"unsafe-casting | high |  | lib/Coin.sol |  | 3-3",
			"unspecific-solidity-pragma | low |  | Tide.sol |  | 1-1",
		}},
		"none.json":   {},
		"failed.json": {Fails: detect.Crashed},
	})
}

func FuzzParse(f *testing.F) { tooltest.Fuzz(f, Adapter()) }
