package slither

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/core/detect"
	"assay/internal/core/suite"
	"assay/internal/test/tooltest"
	"assay/suites"
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

// The record is of texts that blockbench has, and of both halves of pairs. What has no record has no answer.
func TestRecorded(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", suite.Blockbench)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	asked, vulnerable, pairs := 0, 0, 0
	for _, v := range list[0].Variants {
		r, err := Recorded().Detect(t.Context(), v.Task)
		if errors.Is(err, detect.ErrNotApplicable) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		asked++
		if strings.Contains(r.Text, `"verdict": "vulnerable"`) {
			vulnerable++
		}
		if twin, ok := list[0].Variant(v.Twin); ok {
			if _, err := Recorded().PromptHash(twin.Task); err == nil {
				pairs++
			}
		}
	}
	t.Logf("%d of %d texts, %d pairs; %d called vulnerable", asked, len(list[0].Variants), pairs, vulnerable)
	if asked < 600 || pairs*3 < asked || vulnerable == 0 || vulnerable == asked {
		t.Errorf("%d texts and %d pairs are recorded, %d texts called vulnerable; make slither records what is missing",
			asked, pairs, vulnerable)
	}
}
