package tool_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
)

// Recorded results answer for the texts that were analysed, with class and place, and for no other text.
func TestReplayed(t *testing.T) {
	task := func(text string) bench.Task {
		return bench.Task{Language: "solidity", Files: []bench.File{{Path: "T.sol", Text: text}}}
	}
	flawed, sound, unknown := task("contract A { function f() public {} }"), task("contract B {}"), task("contract C {}")
	given := tool.Results{Tool: "Sample", Version: "1.2", Date: "2026-01-02",
		Checks: map[string]tool.Check{"loop": {"high", "medium", "a loop"}, "style": {"low", "high", "a name"}},
		Texts: map[string][]tool.Result{
			tool.ResultKey(flawed): tool.SortResults([]tool.Result{{Check: "style"}, {Check: "loop", Function: "f",
				Lines: []bench.Range{{From: 1, To: 1}}}, {Check: "style"}}),
			tool.ResultKey(sound): {},
		}}
	packed, err := given.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := tool.ReadResults(packed)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := read.Encode(); err != nil || !bytes.Equal(again, packed) {
		t.Error("equal results have other bytes", err)
	}
	d := tool.NewReplayed("builtin/sample", "1", tool.Config{Tool: "sample",
		Checks: map[string]bench.Class{"loop": "denial_of_service"}}, read)
	if s := d.Subject(); s.Kind != "builtin" || !strings.HasPrefix(s.Version, "1.2+") ||
		!strings.Contains(s.Doc, "Sample 1.2 reported on 2026-01-02") {
		t.Errorf("%+v", s)
	}
	r, err := d.Detect(t.Context(), flawed)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"vulnerable"`, "f(), line 1", "[loop] a loop", `"high"`} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("no %s in %s", want, r.Text)
		}
	}
	if r, err = d.Detect(t.Context(), sound); err != nil || !strings.Contains(r.Text, `"safe"`) {
		t.Errorf("%s, %v", r.Text, err)
	}
	if _, err = d.PromptHash(unknown); !errors.Is(err, detect.ErrNotApplicable) {
		t.Error(err)
	}
	if _, err = d.Detect(t.Context(), unknown); !errors.Is(err, detect.ErrNotApplicable) {
		t.Error(err)
	}
	if _, err := tool.ReadResults([]byte("no record")); err == nil {
		t.Error("a damaged record is read")
	}
}
