package engine

import (
	"context"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/judge"
	"assay/internal/store"
)

// Rescored counts what Rescore did.
type Rescored struct {
	Derived int // trials whose text was read and judged again
	Changed int // of these, with another outcome, answer or decision than before
}

// rescoreBatch bounds how many trials stand in memory at once.
const rescoreBatch = 500

// Rescore derives again, from the stored raw text, what another parser or judge
// had derived, or everything with all, and stores it. It asks nobody.
func Rescore(ctx context.Context, s *store.Store, r store.Run, jd judge.Judge, all bool) (Rescored, error) {
	var n Rescored
	var batch []store.Stored
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := s.Rederive(ctx, batch)
		batch = batch[:0]
		return err
	}
	err := s.Trials(ctx, r, func(t store.Stored) error {
		if t.Outcome == "" || t.Outcome == bench.Failed || !all && t.Parser == answer.Version && t.Judge == jd.Name() {
			return nil
		}
		outcome, before := t.Outcome, t.Derived
		t.Outcome, t.Reason, t.Derived = Derive(t.Variant, t.Response, jd)
		n.Derived++
		if t.Outcome != outcome || said(t.Derived) != said(before) {
			n.Changed++
		}
		batch = append(batch, t)
		if len(batch) < rescoreBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return n, err
	}
	return n, flush()
}

// said is what a derivation comes to: the verdict that was read and what the
// judge decided.
func said(d store.Derived) (s struct {
	truth           bench.Truth
	strict, lenient bench.Decision
}) {
	if d.Answer != nil {
		s.truth = d.Answer.Verdict
	}
	if d.Verdict != nil {
		s.strict, s.lenient = d.Verdict.Strict, d.Verdict.Lenient
	}
	return s
}
