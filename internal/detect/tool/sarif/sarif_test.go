package sarif

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/tool"
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

// A recorded report covers the texts whose addresses it has, and no others.
func TestRecorded(t *testing.T) {
	read := func(name string) *tool.Recorded {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewRecorded("sarif:"+name, Adapter().Config, text, tool.Low,
			func(t bench.Task) []string { return []string{t.Files[0].Text} })
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	about := func(address string) bench.Task { // the text is the address here
		return bench.Task{Language: "solidity", Files: []bench.File{{Path: "Tide.sol", Text: address}}}
	}
	d := read("findings.sarif")
	for address, want := range map[string][]string{
		"harbour/Tide.sol": {"Reentrancy leave(), lines 10-12 [LL001] leave writes after calling msg.sender",
			"Authorization through tx.origin line 18 [P/1] who signs is not who calls"},
		"harbour/fixed/Tide.sol": {"Signature replay line 20 [LL003/b] a signature counts twice"},
	} {
		r, err := d.Detect(t.Context(), about(address))
		if err != nil {
			t.Fatal(err)
		}
		a, _, _ := answer.Parse(r.Text, false)
		var got []string
		for _, f := range a.Findings {
			got = append(got, f.Type+" "+f.Location+" "+f.Explanation)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", address, got)
		}
	}
	for name, address := range map[string]string{"findings.sarif": "Tide.sol.bak", "none.sarif": "harbour/Tide.sol",
		"failed.sarif": "quay/Tide.sol"} {
		var te *detect.ToolError
		if _, err := read(name).Detect(t.Context(), about(address)); !errors.As(err, &te) || te.Kind != detect.Missing {
			t.Errorf("%s of %s: %v", name, address, err)
		}
	}
	if _, err := read("failed.sarif").Detect(t.Context(), about("harbour/Tide.sol")); err == nil ||
		!strings.Contains(err.Error(), "crashed: no compiler for ^0.8.20") {
		t.Errorf("what could not be analysed: %v", err)
	}
	if h, err := d.PromptHash(about("x")); err != nil || h == "" {
		t.Errorf("%q, %v: the report is part of every question", h, err)
	}
	if _, err := NewRecorded("x", Adapter().Config, []byte(`{"version":"1.0.0"}`), tool.Low, nil); err == nil ||
		!strings.Contains(err.Error(), "not a report in SARIF 2.1.0") {
		t.Errorf("another version: %v", err)
	}
}
