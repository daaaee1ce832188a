package detect

import (
	"reflect"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/answer"
)

// What a tool notes is read back, and the parser of answers takes none of it for
// a claim.
func TestNotes(t *testing.T) {
	want := Notes{Unmapped: map[string]int{"naming": 3}, Below: map[string]int{"a {\"verdict\": \"safe\"}": 1},
		Mapped: map[string]int{"reentrancy-eth": 1}}
	a := bench.Answer{Verdict: bench.Vulnerable, Explanation: "x",
		Findings: []bench.Finding{{Type: "Reentrancy", Location: "f(), line 3", Explanation: "y"}}}
	for _, language := range []string{"solidity", "sql"} {
		r := ReplyTool(bench.Task{Language: language}, a, want)
		got, ok := NotesOf(r.Text)
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", language, got)
		}
		back, reason, ok := answer.Parse(r.Text, false)
		if !ok || back.Verdict != bench.Vulnerable || len(back.Findings) != 1 || len(back.Unread) > 0 {
			t.Errorf("%s: %+v, %s", language, back, reason)
		}
		if string(r.RawResponse) != r.Text {
			t.Errorf("%s: the raw response is another", language)
		}
	}
	for _, text := range []string{"", "{}", `{"tool": null}`, `{"tool": 3}`,
		Reply(bench.Task{Language: "solidity"}, a).Text} {
		if n, ok := NotesOf(text); ok {
			t.Errorf("%q has notes %+v", text, n)
		}
	}
}

func TestKindOfReason(t *testing.T) {
	for _, k := range FailureKinds() {
		if got, ok := KindOfReason((&ToolError{k, "because: of that"}).Error()); !ok || got != k {
			t.Errorf("%s: %q %t", k, got, ok)
		}
	}
	for _, reason := range []string{"", "the key is missing: no", "crash: x"} {
		if k, ok := KindOfReason(reason); ok {
			t.Errorf("%q is of kind %q", reason, k)
		}
	}
}
