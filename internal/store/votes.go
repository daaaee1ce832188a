package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"assay/internal/bench"
)

// Ballot is what one judge decided on one answer, without words.
type Ballot struct {
	Judge    string // name and version
	Outcome  string // Decided, Unscored or Failed
	Injected bool   // the answer speaks to its judge
	Strict   bench.Decision
	Lenient  bench.Decision
	Classes  []bench.FindingClass // of the findings, in their order
}

// Ballots returns the newest judgement of every judge on the answers of a run, by
// trial, in the order in which judges were first heard.
func (s *Store) Ballots(ctx context.Context, r Run) (map[int64][]Ballot, error) {
	rows, err := s.db.R.QueryContext(ctx, `SELECT j.trial_id, j.judge, j.outcome, j.injected, coalesce(j.verdict, '{}') FROM judgement j WHERE j.trial_id IN (
		SELECT t.id FROM planned p JOIN trial t ON t.key = p.trial_key WHERE p.run_id = $1 AND t.round >= $2) ORDER BY j.id`, r.ID, r.Round)
	if err != nil {
		return nil, fmt.Errorf("reading the votes on run %s: %w", r.ID, err)
	}
	defer rows.Close()
	out := map[int64][]Ballot{}
	names := map[string]string{} // one string for all votes of a judge
	for rows.Next() {
		var b Ballot
		var trial int64
		var injected, verdict string
		if err := rows.Scan(&trial, &b.Judge, &b.Outcome, &injected, &verdict); err != nil {
			return nil, fmt.Errorf("reading the votes on run %s: %w", r.ID, err)
		}
		var v struct {
			Strict, Lenient bench.Decision
			Findings        []struct{ Class bench.FindingClass }
		}
		if err := json.Unmarshal([]byte(verdict), &v); err != nil {
			return nil, fmt.Errorf("a verdict of %s on trial %d cannot be read: %w", b.Judge, trial, err)
		}
		if name, ok := names[b.Judge]; ok {
			b.Judge = name
		}
		names[b.Judge] = b.Judge
		b.Injected, b.Strict, b.Lenient = injected != "", v.Strict, v.Lenient
		for _, f := range v.Findings {
			b.Classes = append(b.Classes, f.Class)
		}
		list := out[trial]
		replaced := false
		for i := range list {
			if list[i].Judge == b.Judge {
				list[i], replaced = b, true
			}
		}
		if !replaced {
			out[trial] = append(list, b)
		}
	}
	return out, rows.Err()
}

// JudgementsOf returns what judges made of the answers of the given trials, by
// trial, each in the order in which it was stored. Raw bytes are not read.
func (s *Store) JudgementsOf(ctx context.Context, trials ...int64) (map[int64][]Judgement, error) {
	out := map[int64][]Judgement{}
	if len(trials) == 0 {
		return out, nil
	}
	var marks []string
	var args []any
	for i, id := range trials {
		marks, args = append(marks, fmt.Sprintf("$%d", i+1)), append(args, id)
	}
	rows, err := s.db.R.QueryContext(ctx, `SELECT `+judgementColumns+` FROM judgement j WHERE j.trial_id IN (`+strings.Join(marks, ", ")+`) ORDER BY j.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("reading judgements: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		_, j, err := scanJudgement(rows)
		if err != nil {
			return nil, err
		}
		out[j.TrialID] = append(out[j.TrialID], j)
	}
	return out, rows.Err()
}
