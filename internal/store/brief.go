package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"assay/internal/bench"
)

// Planned returns how many trials a run plans.
func (s *Store) Planned(ctx context.Context, r Run) (n int, err error) {
	if err := s.db.R.QueryRowContext(ctx, `SELECT count(*) FROM planned WHERE run_id = $1`, r.ID).Scan(&n); err != nil {
		return 0, fmt.Errorf("counting the trials of run %s: %w", r.ID, err)
	}
	return n, nil
}

// Brief calls f for every planned trial of a run, with its place in the plan, as
// far as numbers need it: without texts, and of the findings of an answer only
// how many there are, except where a variant has decoys, whose places count.
// [Store.TrialOf] has the whole.
//
// f is called by several goroutines at once. Answers and verdicts are shared
// among trials and not to be changed.
func (s *Store) Brief(ctx context.Context, r Run, f func(place int, t Stored) error) error {
	n, err := s.Planned(ctx, r)
	if err != nil {
		return err
	}
	variants, err := s.variants(ctx, r.ID)
	if err != nil {
		return err
	}
	decoys := map[*bench.Variant]bool{}
	for _, v := range variants {
		for _, l := range v.Labels {
			decoys[v] = decoys[v] || l.Function == bench.Decoy
		}
	}
	const parts = 2
	errs := make([]error, parts)
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() {
			b := brief{variants: variants, decoys: decoys, words: map[string]string{}, answers: map[briefAnswer]*bench.Answer{}, verdicts: map[string]*bench.Verdict{}, costs: map[float64]*float64{}}
			errs[i] = b.read(ctx, s, r, n*i/parts, n*(i+1)/parts, f)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("reading the trials of run %s: %w", r.ID, err)
		}
	}
	return nil
}

// brief reads one part of a plan, and keeps what comes again.
type brief struct {
	variants map[string]*bench.Variant
	decoys   map[*bench.Variant]bool
	words    map[string]string
	answers  map[briefAnswer]*bench.Answer
	verdicts map[string]*bench.Verdict
	costs    map[float64]*float64
}

// maxShared bounds what is kept of a kind: judges may say something else of every answer.
const maxShared = 20_000

type briefAnswer struct {
	verdict    bench.Truth
	confident  bool
	confidence float64
	findings   int
}

func (b *brief) read(ctx context.Context, s *Store, r Run, from, to int, f func(int, Stored) error) error {
	rows, err := s.db.R.QueryContext(ctx, `SELECT p.seq, p.trial_key, p.subject, p.variant_id, p.repetition, t.id, t.outcome, t.reason, t.model, t.attempts,
		t.input_tokens, t.output_tokens, t.reasoning_tokens, t.cached_tokens, t.cost_usd, t.started_us, t.elapsed_us, d.parser, d.judge, d.answer, d.verdict`+
		current+`WHERE p.run_id = $1 AND p.seq >= $3 AND p.seq < $4 ORDER BY p.seq`, r.ID, r.Round, from, to)
	if err != nil {
		return err
	}
	defer rows.Close()
	var place int
	var subject, variant, outcome, reason, model, parser, judge, answer, verdict sql.RawBytes
	var id, attempts, in, out, think, cached, started, elapsed sql.NullInt64
	var cost sql.NullFloat64
	for rows.Next() {
		var st Stored
		if err := rows.Scan(&place, &st.Key, &subject, &variant, &st.Repetition, &id, &outcome, &reason, &model, &attempts, &in, &out, &think, &cached, &cost, &started, &elapsed,
			&parser, &judge, &answer, &verdict); err != nil {
			return err
		}
		st.Subject, st.Variant = b.word(subject), b.variants[b.word(variant)]
		if st.Variant == nil {
			return fmt.Errorf("trial %s speaks of no variant", st.Key)
		}
		if id.Valid {
			st.ID, st.Outcome, st.Reason = id.Int64, bench.Outcome(b.word(outcome)), b.word(reason)
			st.Parser, st.Judge = b.word(parser), b.word(judge)
			st.Response = bench.Response{Model: b.word(model), Attempts: int(attempts.Int64),
				Usage:   bench.Usage{InputTokens: in.Int64, OutputTokens: out.Int64, ReasoningTokens: think.Int64, CachedTokens: cached.Int64},
				Started: time.UnixMicro(started.Int64).UTC(), Elapsed: time.Duration(elapsed.Int64) * time.Microsecond}
			if cost.Valid {
				st.Response.Usage.CostUSD = b.cost(cost.Float64)
			}
			if err := b.derived(&st, answer, verdict); err != nil {
				return fmt.Errorf("trial %s: %w", st.Key, err)
			}
		}
		if err := f(place, st); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (b *brief) derived(st *Stored, answer, verdict []byte) error {
	if verdict != nil {
		v := b.verdicts[string(verdict)]
		if v == nil {
			v = new(bench.Verdict)
			if err := json.Unmarshal(verdict, v); err != nil {
				return err
			}
			if len(b.verdicts) < maxShared {
				b.verdicts[string(verdict)] = v
			}
		}
		st.Verdict = v
	}
	if answer == nil {
		return nil
	}
	var whole struct {
		Verdict    bench.Truth       `json:"verdict"`
		Confidence *float64          `json:"confidence"`
		Findings   []json.RawMessage `json:"findings"`
		Kind       bench.AnswerKind  `json:"kind"`
	}
	if b.decoys[st.Variant] || bytes.HasSuffix(answer, []byte(`"kind":"exploit"}`)) || bytes.HasSuffix(answer, []byte(`"kind":"patch"}`)) {
		st.Answer = new(bench.Answer)
		return json.Unmarshal(answer, st.Answer)
	}
	if err := json.Unmarshal(answer, &whole); err != nil {
		return err
	}
	key := briefAnswer{verdict: whole.Verdict, findings: len(whole.Findings)}
	if whole.Confidence != nil {
		key.confident, key.confidence = true, *whole.Confidence
	}
	if st.Answer = b.answers[key]; st.Answer == nil {
		st.Answer = &bench.Answer{Verdict: key.verdict, Confidence: whole.Confidence, Kind: whole.Kind}
		if key.findings > 0 {
			st.Answer.Findings = make([]bench.Finding, key.findings)
		}
		if len(b.answers) < maxShared {
			b.answers[key] = st.Answer
		}
	}
	return nil
}

// word returns a string for bytes, the same for the same as long as there are few.
func (b *brief) word(raw []byte) string {
	if s, ok := b.words[string(raw)]; ok {
		return s
	}
	s := string(raw)
	if len(b.words) < maxShared {
		b.words[s] = s
	}
	return s
}

func (b *brief) cost(usd float64) *float64 {
	if c := b.costs[usd]; c != nil {
		return c
	}
	if len(b.costs) < maxShared {
		b.costs[usd] = &usd
	}
	return &usd
}
