package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

func judgement(trial int64, judge, outcome string) Judgement {
	cost, score := 0.5, 0.75
	j := Judgement{TrialID: trial, Judge: judge, Question: "q1", Outcome: outcome, Asked: true,
		Verdict: &bench.Verdict{Judge: judge, Strict: bench.Hit, Lenient: bench.Hit, AVA: &score},
		Response: bench.Response{Text: "reply", Finish: bench.Answered, FinishRaw: "stop", Model: "m-2", Attempts: 2,
			Usage:      bench.Usage{InputTokens: 10, OutputTokens: 20, ReasoningTokens: 5, CachedTokens: 1, CostUSD: &cost},
			RawRequest: []byte("asked"), RawResponse: []byte("said"),
			Started: time.UnixMicro(1_700_000_000_000_000).UTC(), Elapsed: time.Second}}
	if outcome == Failed {
		j.Verdict, j.Reason = nil, "unavailable"
	}
	return j
}

// A judgement is read back as written, one for each question. Only one that failed is
// replaced.
func TestJudgements(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Answered))
		ids := read(t, s, r)

		w := s.Writer(t.Context(), r)
		put := func(j Judgement) {
			t.Helper()
			if err := w.Judged(j); err != nil {
				t.Fatal(err)
			}
		}
		put(judgement(ids[0].ID, "llm:a/1", Failed))
		put(judgement(ids[0].ID, "llm:a/1", Decided))
		again := judgement(ids[0].ID, "llm:a/1", Unscored)
		put(again) // the first judgement with a reply is kept
		other := judgement(ids[0].ID, "llm:a/1", Decided)
		other.Question = "q2"
		put(other)
		put(judgement(ids[1].ID, "llm:b/1", Unscored))
		gold := judgement(0, "llm:b/1", Decided)
		gold.Gold, gold.Variant = "correct", "s/000"
		put(gold)

		// Judged has made it durable: another connection sees it before Close.
		got, err := open(t, at).Judgements(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		want := judgement(ids[0].ID, "llm:a/1", Decided)
		want.Response.Attempts += 2 // of the failed judgement
		want.Response.RawRequest, want.Response.RawResponse = nil, nil
		other.Response.RawRequest, other.Response.RawResponse = nil, nil
		if diff := cmp.Diff([]Judgement{want, other}, got[ids[0].ID]); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if len(got) != 2 || len(got[ids[1].ID]) != 1 || got[ids[1].ID][0].Outcome != Unscored {
			t.Errorf("%+v", got)
		}
		golds, err := s.Calibration(t.Context(), "llm:b/1")
		if err != nil || len(golds) != 1 || golds[0].Gold != "correct" || golds[0].Variant != "s/000" {
			t.Errorf("%+v, %v", golds, err)
		}
		if golds, _ := s.Calibration(t.Context(), "llm:a/1"); len(golds) != 0 {
			t.Errorf("another judge's: %+v", golds)
		}

		want.Outcome, want.Reason, want.Verdict = Unscored, "read otherwise", &bench.Verdict{Judge: "llm:a/1", Unscored: true}
		if err := s.Rejudge(t.Context(), []Judgement{want}); err != nil {
			t.Fatal(err)
		}
		got, err = s.Judgements(t.Context(), r)
		if diff := cmp.Diff([]Judgement{want, other}, got[ids[0].ID]); diff != "" || err != nil {
			t.Errorf("after Rejudge (-want +got)\n%s%v", diff, err)
		}

		m := r.Manifest
		m.Judging.Asked = []string{"llm:a/1"}
		if err := s.SetManifest(t.Context(), r.ID, m); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Run(t.Context(), r.ID); err != nil || r.Manifest.Judging.String() != "llm:a/1" {
			t.Errorf("%q %v", r.Manifest.Judging, err)
		}
	})
}

// Judged returns an error when the database cannot be written.
func TestJudgedFails(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(1)
		r, _ := begin(t, s, p, false)
		w := s.Writer(t.Context(), r)
		s.db.W.Close()
		if err := w.Judged(judgement(1, "llm:a/1", Decided)); err == nil {
			t.Error("written into a closed database")
		}
		if err := w.Close(); err == nil || errors.Unwrap(err) == nil {
			t.Errorf("%v", err)
		}
	})
}
