package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
)

// Ballot is one judge's decision on one answer, without explanations.
type Ballot struct {
	Judge    string // name and version
	Outcome  string // Decided, Unscored or Failed
	Injected bool   // the answer addresses its judge
	Strict   bench.Decision
	Lenient  bench.Decision
	Classes  []bench.FindingClass // of the findings, in their order
}

// Ballots holds the votes on a run for a reader: the newest judgement of every judge on
// every answer, by trial, in the order in which judges were first asked. It is shared and
// must not be changed.
type Ballots struct {
	By map[int64][]Ballot

	run     string
	round   int
	newest  int64 // highest judgement id that was read
	derived int64 // derivation.count
	failed  bool  // a judge failed, and may decide later under the same id
}

// Ballots reads the votes on a run. last is the reader's previous result, nil at first: if
// only new judgements can have been added since, only those are read.
func (s *Store) Ballots(ctx context.Context, r Run, last *Ballots) (*Ballots, error) {
	b := &Ballots{run: r.ID, round: r.Round}
	if err := s.db.R.QueryRowContext(ctx,
		`SELECT (SELECT coalesce(max(count), 0) FROM derivation), (SELECT coalesce(max(id), 0) FROM judgement)`).Scan(
		&b.derived, &b.newest); err != nil {
		return nil, fmt.Errorf("reading the votes on run %s: %w", r.ID, err)
	}
	after := int64(0)
	if last != nil && !last.failed && last.run == b.run && last.round == b.round && last.derived == b.derived {
		after, b.By = max(last.newest-overlap, 0), maps.Clone(last.By)
	} else {
		b.By = map[int64][]Ballot{}
	}
	out := b.By
	names := map[string]string{} // one string for all votes of a judge
	err := each(ctx, s.db.R, "reading the votes on run "+r.ID,
		`SELECT j.trial_id, j.judge, j.outcome, j.injected, coalesce(j.verdict, '{}') FROM judgement j WHERE j.id > $3 AND j.trial_id IN (
		SELECT t.id FROM planned p JOIN trial t ON t.key = p.trial_key WHERE p.run_id = $1 AND t.round >= $2) ORDER BY j.id`, []any{r.ID, r.Round, after}, func(rows *sql.Rows) error {
			var vote Ballot
			var trial int64
			var injected, verdict string
			if err := rows.Scan(&trial, &vote.Judge, &vote.Outcome, &injected, &verdict); err != nil {
				return err
			}
			var v struct {
				Strict, Lenient bench.Decision
				Findings        []struct{ Class bench.FindingClass }
			}
			if err := json.Unmarshal([]byte(verdict), &v); err != nil {
				return fmt.Errorf("a verdict of %s on trial %d cannot be read: %w", vote.Judge, trial, err)
			}
			if name, ok := names[vote.Judge]; ok {
				vote.Judge = name
			}
			names[vote.Judge] = vote.Judge
			b.failed = b.failed || vote.Outcome == Failed
			vote.Injected, vote.Strict, vote.Lenient = injected != "", v.Strict, v.Lenient
			for _, f := range v.Findings {
				vote.Classes = append(vote.Classes, f.Class)
			}
			list := slices.Clone(out[trial]) // it may belong to the last reader
			if i := slices.IndexFunc(list, func(v Ballot) bool { return v.Judge == vote.Judge }); i >= 0 {
				list[i] = vote
			} else {
				list = append(list, vote)
			}
			out[trial] = list
			return nil
		})
	return b, err
}
