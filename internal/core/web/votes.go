package web

import (
	"context"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recorded"
	"assay/internal/core/store"
)

// vote is the judgement of one judge on one answer.
type vote struct {
	store.Judgement
	Counts bool // the judge is the one of record or on its panel
}

// findingVote is the verdict of one judge on one finding.
type findingVote struct {
	Judge string
	bench.FindingVerdict
}

// votes returns the newest judgement of every judge on every answer, the rule judge's
// first, by trial; nothing if no other judge decided.
func (s *Server) votes(ctx context.Context, judging bench.Judging, trials []bench.Trial) (map[int64][]vote, error) {
	var ids []int64
	for _, t := range trials {
		if t.ID != 0 && t.Answer != nil {
			ids = append(ids, t.ID)
		}
	}
	judgements, err := s.store.JudgementsOf(ctx, ids...)
	if err != nil {
		return nil, err
	}
	out := map[int64][]vote{}
	for _, t := range trials {
		if len(judgements[t.ID]) == 0 || t.Answer == nil {
			continue
		}
		var list []vote
		if t.Answer.Kind == "" {
			v := judge.Rule{}.Judge(t.Variant, *t.Answer)
			list = append(list, vote{Judgement: store.Judgement{Judge: v.Judge, Outcome: store.Decided, Reason: v.Reason,
				Verdict: &v}})
		}
		at := map[string]int{}
		for _, j := range judgements[t.ID] {
			if strings.HasPrefix(j.Judge, recorded.Prefix) { // the answer may be read otherwise than when it was stored
				if again, ok := recorded.Named(j.Judge).Read(t.Variant, *t.Answer, j.Response); ok {
					j.Verdict = &again
				}
			}
			v := vote{Judgement: j}
			if v.Reason == "" && j.Verdict != nil {
				v.Reason = j.Verdict.Reason
			}
			if i, ok := at[j.Judge]; ok {
				list[i] = v
				continue
			}
			at[j.Judge] = len(list)
			list = append(list, v)
		}
		for i := range list {
			list[i].Counts = t.Verdict != nil && judging.Counts(list[i].Judge, t.Answer.Kind != "")
		}
		out[t.ID] = list
	}
	return out, nil
}

// voted adds the votes of each judge to their findings.
func voted(findings []findingView, votes []vote) {
	for _, v := range votes {
		if v.Verdict == nil || len(v.Verdict.Findings) != len(findings) {
			continue // the judge failed, or judged a different parse of the answer
		}
		for i := range findings {
			findings[i].Votes = append(findings[i].Votes, findingVote{v.Judge, v.Verdict.Findings[i]})
		}
	}
}

// ballots are the votes on a run, without explanations. They are read on demand, once per snapshot.
type ballots struct {
	sync.Mutex
	read *store.Ballots // nil until first needed
	last *store.Ballots // of the previous snapshot, nil if there is none
}

func (s *Server) ballots(ctx context.Context, k *snapshot) (map[int64][]store.Ballot, error) {
	k.ballots.Lock()
	defer k.ballots.Unlock()
	if k.ballots.read == nil {
		read, err := s.store.Ballots(ctx, k.Run, k.ballots.last)
		if err != nil {
			return nil, err
		}
		k.ballots.read, k.ballots.last = read, nil
	}
	return k.ballots.read.By, nil
}

// known returns the votes read last, by this snapshot or the previous one.
func (b *ballots) known() *store.Ballots {
	b.Lock()
	defer b.Unlock()
	if b.read != nil {
		return b.read
	}
	return b.last
}
