// Package tooltest checks that an adapter of a static analyser keeps its contract, on recorded outputs. It is
// for tests only.
package tooltest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/ext/tool"
)

// Want is the expected result for each recorded output of testdata: its issues, one line each, or the kind of
// the error.
type Want map[string]struct {
	Issues []string
	Fails  detect.FailureKind
}

// Line formats an issue as in [Want].
func Line(i tool.Issue) string {
	s := fmt.Sprintf("%s | %s | %s | %s | %s", i.Check, i.Severity, i.Confidence, i.File, i.Function)
	for _, r := range i.Lines {
		s += fmt.Sprintf(" | %d-%d", r.From, r.To)
	}
	if len(i.Refs) > 0 {
		s += " | " + strings.Join(i.Refs, " ")
	}
	if i.Steps != nil {
		s += fmt.Sprintf(" | %d steps on %s", len(i.Steps.Steps), i.Steps.Contract)
	}
	for _, o := range i.Offsets {
		s += fmt.Sprintf(" | %d+%d", o.Start, o.Length)
	}
	if i.Unplaced {
		s += " | unplaced"
	}
	if i.Ignored {
		s += " | ignored"
	}
	return s
}

// Exercise reads every recorded output of testdata and compares the result with want; an output without an
// entry in want is an error. Then it truncates each output, which must never count as an analysis.
func Exercise(t *testing.T, a tool.Adapter, want Want) {
	t.Helper()
	for name, text := range outputs(t) {
		w, ok := want[name]
		if !ok {
			t.Errorf("testdata/%s: no test says what it means", name)
		}
		issues, err := a.Parse(text)
		var got []string
		for _, i := range issues {
			got = append(got, Line(i))
		}
		if !slices.Equal(got, w.Issues) || kind(err) != w.Fails {
			t.Errorf("%s: error %v\n%s\nwant\n%s", name, err, strings.Join(got, "\n"), strings.Join(w.Issues, "\n"))
		}
		if again, _ := a.Parse(text); !reflect.DeepEqual(again, issues) {
			t.Errorf("%s is read in two ways", name)
		}
		whole := strings.TrimSpace(string(text))
		for k := 0; k < len(whole); k += 1 + len(whole)/200 {
			if _, err := a.Parse([]byte(whole[:k])); err == nil {
				t.Fatalf("%s: %d of %d bytes are read as an analysis", name, k, len(whole))
			}
		}
	}
	for name := range want {
		if _, err := os.Stat(filepath.Join("testdata", name)); err != nil {
			t.Error(err)
		}
	}
	for _, garbage := range []string{"", "null", "3", `"x"`, "{}", "[{}]", `[[]]`, "<html>", "\x00\xff",
		`{"success":"yes"}`, `{"results":3}`, `{"version":"2.1.0","runs":[{"results":[{}]}]}`} {
		if issues, err := a.Parse([]byte(garbage)); err == nil {
			t.Errorf("%q is read as an analysis with %d issues", garbage, len(issues))
		}
	}
}

// kind returns the kind of a parser's error; any other error is garbage.
func kind(err error) detect.FailureKind {
	var te *detect.ToolError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &te):
		return te.Kind
	}
	return detect.Garbage
}

// outputs reads the recorded outputs of testdata.
func outputs(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"*.json", "*.sarif"} {
		names, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.Base(name)] = text
		}
	}
	if len(out) < 3 {
		t.Fatalf("only %d recorded outputs in testdata", len(out))
	}
	return out
}

// Fuzz reads arbitrary outputs. There must be no panic, the same result twice, no line below 1, and an answer
// that is parsed as one.
func Fuzz(f *testing.F, a tool.Adapter) {
	for _, text := range outputs(f) {
		f.Add(text)
	}
	task := bench.Task{Language: "solidity", Files: []bench.File{{Path: "Tide.sol",
		Text: "contract Tide { function leave() external {\n} }"}}}
	f.Fuzz(func(t *testing.T, text []byte) {
		issues, err := a.Parse(text)
		again, _ := a.Parse(text)
		if !reflect.DeepEqual(issues, again) {
			t.Fatal("read in two ways")
		}
		if err != nil {
			return
		}
		for _, i := range issues {
			for _, r := range i.Lines {
				if r.From < 1 || r.To < r.From {
					t.Fatalf("lines %d to %d", r.From, r.To)
				}
			}
		}
		claims, notes, err := a.Config.Sort(task, "/work", issues, tool.Low)
		if err != nil {
			return
		}
		r := a.Config.Reply(task, claims, notes)
		if _, ok := detect.NotesOf(r.Text); !ok {
			t.Fatalf("no notes in %s", r.Text)
		}
	})
}
