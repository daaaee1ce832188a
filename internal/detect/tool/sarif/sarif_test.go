package sarif

import (
	"testing"

	"assay/internal/detect"
	"assay/internal/detect/tool/tooltest"
)

func TestParse(t *testing.T) {
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.sarif": {Issues: []string{
			"LL001 | critical | high | harbour/Tide.sol | leave | 10-12 | CWE-841",
			"LL002 | info |  | harbour/Tide.sol |  | 5-5",
			"LL003/b | medium | low | harbour/fixed/Tide.sol |  | 20-20 | CWE-294",
			"P/1 | medium |  | file:///src/harbour/Tide.sol |  | 18-18 | SWC-115",
		}},
		"none.sarif":   {},
		"failed.sarif": {Fails: detect.Crashed},
	})
}

func FuzzParse(f *testing.F) { tooltest.Fuzz(f, Adapter()) }
