package solhint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/sarif"
	"assay/internal/test/corpustest"
	"assay/internal/test/npmtest"
	"assay/internal/test/tooltest"
)

func TestParse(t *testing.T) {
	var findings []string
	for _, l := range strings.Split(`compiler-version high 1
use-natspec medium 3
use-natspec medium 3
use-natspec medium 3
state-visibility medium 4
state-visibility medium 5
use-natspec medium 7
reentrancy medium 9
use-natspec medium 12
use-natspec medium 12
use-natspec medium 12
reason-string medium 13
gas-custom-errors medium 13
avoid-tx-origin medium 13
check-send-result medium 14
use-natspec medium 17
use-natspec medium 17
use-natspec medium 17
not-rely-on-time medium 18`, "\n") {
		w := strings.Fields(l)
		findings = append(findings, w[0]+" | "+w[1]+" |  | Tide.sol |  | "+w[2]+"-"+w[2])
	}
	tooltest.Exercise(t, Adapter(), tooltest.Want{
		"findings.json": {Issues: findings},
		"none.json":     {},
		"failed.json":   {Fails: detect.Crashed},
	})
}

func FuzzParse(f *testing.F) { tooltest.Fuzz(f, Adapter()) }

// program returns the adapter with the Solhint of tools/solhint.
func program(t *testing.T) tool.Adapter {
	t.Helper()
	dir := npmtest.Dir(t, "solhint", "ASSAY_REQUIRE_SOLHINT", "NO STATIC ANALYSER WAS RUN")
	a := Adapter()
	a.Config.Command = []string{filepath.Join(dir, "node_modules", ".bin", "solhint")}
	return a
}

func tide(t *testing.T) bench.Task {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "Tide.sol"))
	if err != nil {
		t.Fatal(err)
	}
	return bench.Task{Language: "solidity", Files: []bench.File{{Path: "src/Tide.sol", Text: string(text)}},
		Context: []bench.File{{Path: "src/Other.sol", Text: "contract Other { function f() external { " +
			"require(tx.origin == msg.sender); } }"}}}
}

// The real program, from the copy of the files to the findings.
func TestRun(t *testing.T) {
	corpustest.Turn(t, 3)
	a, task := program(t), tide(t)
	d := tool.New(t.Context(), a, tool.Options{})
	s := d.Subject()
	if s.Name != "tool/solhint" || s.Kind != "tool" || !strings.HasPrefix(s.Version, "6.2.4+") {
		t.Errorf("subject %+v", s)
	}
	r, err := d.Detect(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	again, err := d.Detect(t.Context(), task)
	if err != nil || again.Text != r.Text {
		t.Errorf("the same text gets another answer, %v:\n%s\n%s", err, r.Text, again.Text)
	}
	got, _, ok := answer.Parse(r.Text, false)
	if !ok || got.Verdict != bench.Vulnerable {
		t.Fatalf("%s", r.Text)
	}
	var lines []string
	for _, f := range got.Findings {
		lines = append(lines, f.Type+" at "+f.Location)
	}
	want := []string{"Reentrancy at leave(), line 9", "Authorization through tx.origin at sweep(), line 13",
		"Unchecked return value at sweep(), line 14", "Timestamp dependence at due(), line 18"}
	if !slices.Equal(lines, want) {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
	n, _ := detect.NotesOf(r.Text)
	if n.Unmapped["use-natspec"] != 10 || n.Unmapped["state-visibility"] != 2 || n.Mapped["reentrancy"] != 1 ||
		len(n.Below) != 0 {
		t.Errorf("notes %+v", n)
	}

	strict := tool.New(t.Context(), a, tool.Options{Threshold: tool.High})
	r, err = strict.Detect(t.Context(), task)
	if n, _ := detect.NotesOf(r.Text); err != nil || n.Below["reentrancy"] != 1 || n.Mapped["avoid-tx-origin"] != 1 ||
		len(n.Mapped) != 2 {
		t.Errorf("notes %+v, error %v", n, err)
	}
	if strict.Subject().Params["confidence"] == s.Params["confidence"] {
		t.Error("another threshold is another subject")
	}
}

// Code that Solhint cannot read is not safe code.
func TestUnreadable(t *testing.T) {
	d := tool.New(t.Context(), program(t), tool.Options{})
	task := tide(t)
	task.Files[0].Text = "contract {"
	_, err := d.Detect(t.Context(), task)
	if k, ok := detect.KindOfReason(err.Error()); !ok || k != detect.Crashed ||
		!strings.Contains(err.Error(), "Parse error") {
		t.Errorf("error %v", err)
	}
	task.Files[0].Text = "contract C { uint256 private x; }"
	if r, err := d.Detect(t.Context(), task); err != nil || !strings.Contains(r.Text, `"verdict": "safe"`) {
		t.Errorf("%s, error %v", r.Text, err)
	}
}

// The same program gives the same result through SARIF.
func TestSARIF(t *testing.T) {
	a, task := program(t), tide(t)
	b := sarif.Command([]string{a.Config.Command[0], "--formatter", "sarif", "--config", ".solhint.json", "--disc",
		"--noPoster", "{file}"})
	b.Config.Files, b.Config.Checks, b.Config.Confidences = a.Config.Files, a.Config.Checks, a.Config.Confidences
	r, err := tool.New(t.Context(), a, tool.Options{}).Detect(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	other, err := tool.New(t.Context(), b, tool.Options{Name: "tool/sarif"}).Detect(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	x, _, _ := answer.Parse(r.Text, false)
	y, _, _ := answer.Parse(other.Text, false)
	if len(x.Findings) != len(y.Findings) {
		t.Fatalf("%d findings, in SARIF %d\n%s", len(x.Findings), len(y.Findings), other.Text)
	}
	for i := range x.Findings {
		if x.Findings[i].Type != y.Findings[i].Type || x.Findings[i].Location != y.Findings[i].Location {
			t.Errorf("%+v\nin SARIF %+v", x.Findings[i], y.Findings[i])
		}
	}
}
