package sarif

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
	"assay/internal/test/tooltest"
)

func TestParse(t *testing.T) {
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.sarif": {Issues: []string{
			"LL001 | critical | high | harbour/Tide.sol | leave | 10-12 | CWE-841",
			"LL002 | info |  | harbour/Tide.sol |  | 5-5",
			"LL003/b | medium | low | harbour/fixed/Tide.sol |  | 20-20 | CWE-294",
			"P/1 | medium |  | file:///src/harbour/Tide.sol |  | 18-18 | SWC-115",
			"LL001 | critical | high | harbour/fixed/Tide.sol |  | CWE-841 | ignored",
			"LL001 | critical | high | harbour/Tide.sol |  | 25-25 | CWE-841 | ignored",
		}},
		"places.sarif": {Issues: []string{ // each form of a place, a rule and an address that the standard has
			"SWC-107 | high |  | a/Tide.sol |  | SWC-107 | 12+3",
			"SWC-107 | high |  | a/Tide.sol |  | SWC-107 | 5+0",
			"SWC-107 | high |  | src/a/Tide.sol |  | 3-4 | SWC-107",
			"SWC-107 | high |  | file:///src/a/Tide.sol |  | 1-1 | SWC-107",
			"SWC-107 | high |  | a/Tide.sol |  | SWC-107 | unplaced",
			"SWC-107 | high |  | a/Tide.sol |  | SWC-107",
			" | medium |  | a/Tide.sol | ",
			"reentrancy-eth | medium | high | a/Tide.sol |  | 7-7",
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

// A log of another shape is refused with the place in the words of the format.
func TestShape(t *testing.T) {
	for text, want := range map[string]string{
		"{\"version\": \"2.1.0\", \"runs\": [{\"results\": [\n{\"message\": \"odd\"}]}]}": "line 2: runs.results.message is a " +
			"JSON string; SARIF has an object here",
		"{\"version\": \"2.1.0\",\n\"runs\": {}}":  "line 2: runs is a JSON object; SARIF has a list here",
		"{\"version\": \"2.1.0\",\n\n\"runs\": [}": "line 3: invalid character",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Every result is in one count, a place by its distance is a line, and silence of unknown checks is no verdict.
func TestCounts(t *testing.T) {
	const place = `"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a/Tide.sol"},"region":%s}}],"message":{"text":"m"}}`
	log := func(results ...string) []byte {
		return []byte(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[` + strings.Join(results, ",") + `]}]}`)
	}
	result := func(rule, region string) string { return `{"ruleId":"` + rule + `",` + fmt.Sprintf(place, region) }
	c := Adapter().Config
	c.Maps = map[string]map[string]bench.Class{}
	detectIn := func(text []byte, path string) (bench.Response, error) {
		d, err := NewRecorded("sarif:x", c, text, tool.Low, func(t bench.Task) []string { return []string{path} })
		if err != nil {
			t.Fatal(err)
		}
		return d.Detect(t.Context(), bench.Task{Language: "solidity", Files: []bench.File{{Path: "Tide.sol",
			Text: "aé😀\nb\ncd\n"}}})
	}
	// é has 2 bytes, and the face 4 bytes and 2 units of UTF-16: b is byte 8, unit 5.
	r, err := detectIn(log(result("SWC-107", `{"byteOffset":8,"byteLength":3}`), result("SWC-107", `{"charOffset":5}`),
		result("SWC-107", `{"byteOffset":99}`), result("SWC-107", `{"startLine":0}`), result("SWC-107", `{"charOffset":5}`),
		result("style", `{"startLine":1}`), `{"kind":"pass",`+result("SWC-107", `{"startLine":1}`)[1:]), "a/Tide.sol")
	if err != nil {
		t.Fatal(err)
	}
	n, _ := detect.NotesOf(r.Text)
	want := detect.Notes{Mapped: map[string]int{"SWC-107": 3}, Repeated: map[string]int{"SWC-107": 2},
		Unplaced: map[string]int{"SWC-107": 1}, Unmapped: map[string]int{"style": 1}, Ignored: map[string]int{"SWC-107": 1}}
	if !reflect.DeepEqual(n, want) {
		t.Errorf("counts %+v, want %+v", n, want)
	}
	a, _, _ := answer.Parse(r.Text, false)
	var places []string
	for _, f := range a.Findings {
		places = append(places, f.Location)
	}
	if got := strings.Join(places, "|"); got != "|line 2|lines 2-3" {
		t.Errorf("places %s", got)
	}
	for _, s := range []struct {
		text []byte
		path string
		kind detect.FailureKind // "" for an answer
	}{
		{log(result("odd-check", `{"startLine":1}`)), "a/Tide.sol", detect.Unknown},
		{log(result("odd-check", `{"startLine":1}`), result("SWC-107", `{"startLine":1}`)), "a/Tide.sol", ""},
		{log(result("SWC-107", `{"startLine":1}`)), "suite/a/Tide.sol", detect.Missing},
		{[]byte(strings.Replace(string(log(result("SWC-107", `{"startLine":1}`))), `"results"`,
			`"artifacts":[{"location":{"uri":"suite/a/Tide.sol"}}],"results"`, 1)), "suite/a/Tide.sol", detect.Missing},
	} {
		_, err := detectIn(s.text, s.path)
		if te, ok := errors.AsType[*detect.ToolError](err); (s.kind == "") != (err == nil) || ok && te.Kind != s.kind {
			t.Errorf("%s in %s: %v, want %q", s.text, s.path, err, s.kind)
		}
	}
}
