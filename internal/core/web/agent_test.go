package web

import (
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
)

// The transcript of an agent is shown, every word of it as text.
func TestTranscript(t *testing.T) {
	s := newSite(t, 1, 0, "")
	p := s.plan[0]
	evil := `<script>pwned=1;alert(1)</script>`
	events := []transcript.Event{
		{Seq: 0, Kind: transcript.Begin, At: day, Question: &transcript.Asked{System: "Be careful. " + evil,
			User:   "Attack it.",
			Limits: transcript.Limits{Turns: 7}}},
		{Seq: 1, Kind: transcript.Said, At: day, Millis: 12, Message: &transcript.Message{Finish: bench.Answered,
			Turn: bench.Turn{Text: "I read " + evil, Calls: []bench.ToolCall{{ID: "c", Name: "read" + evil, Args: `{"path":"` +
				evil + `"}`}}}}},
		{Seq: 2, Kind: transcript.CallEnded, At: day, Call: "c", Tool: "read" + evil,
			Result: &transcript.Result{Text: "error: there is no tool " + evil, Error: true, Whole: 20000, Hash: "h"}},
		{Seq: 3, Kind: transcript.Nudged, At: day, Text: "Go on. " + evil},
		{Seq: 4, Kind: transcript.End, At: day, Ending: bench.GaveUp},
	}
	w := s.store.Writer(t.Context(), s.run)
	if err := w.Commit(p.Ended(bench.Unparsed, bench.Details{Reason: bench.GaveUp.Reason(), Parser: "1", Judge: "rule/1",
		Response: bench.Response{Finish: bench.Answered, FinishRaw: bench.GaveUp.Raw(1),
			RawResponse: transcript.Encode(events),
			Started:     day, Elapsed: time.Second}})); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	page := get(t, s, "/runs/"+s.run.ID+"/trials/"+p.Key, 200)
	for _, want := range []string{"Transcript", "at most 7 turns", "12 ms", "cut from 20000 bytes", "gave-up",
		"Go on. &lt;script&gt;", "I read &lt;script&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, evil) || strings.Contains(page, "pwned=1;alert(1)</script>") {
		t.Error("a word of the transcript is markup")
	}
}
