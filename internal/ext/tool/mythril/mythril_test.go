package mythril

import (
	"encoding/hex"
	"os"
	"testing"

	"assay/internal/core/detect"
	"assay/internal/test/tooltest"
)

func TestParse(t *testing.T) {
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.json": {Issues: []string{
			"SWC-105 | high |  | ./Tide.sol | leave() | 10-10 | SWC-105 | 2 steps on Tide",
			"SWC-116 | low |  | ./Tide.sol |  | 21-21 | SWC-116",
			"SWC-111 | low |  | ./Tide.sol | fallback | SWC-111",
		}},
		"none.json":   {},
		"failed.json": {Fails: detect.Crashed},
	})
}

// The deployment is not a step, and newer and older versions name the input differently.
func TestSequence(t *testing.T) {
	text, err := os.ReadFile("testdata/findings.json")
	if err != nil {
		t.Fatal(err)
	}
	issues, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	steps := issues[0].Steps.Steps
	if got := hex.EncodeToString(
		steps[0].Input); got != "e2bbb158000000000000000000000000deadbeefdeadbeefdeadbeefdeadbeefdeadbeef" ||
		steps[0].Value != "0xde0b6b3a7640000" {
		t.Errorf("first step %+v", steps[0])
	}
	if got := hex.EncodeToString(steps[1].Input); got != "d66d9e19" ||
		steps[1].Origin != "0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef" {
		t.Errorf("second step %+v", steps[1])
	}
	if issues[2].Steps != nil {
		t.Errorf("steps out of nothing: %+v", issues[2].Steps)
	}
}

func FuzzParse(f *testing.F) { tooltest.Fuzz(f, Adapter()) }
