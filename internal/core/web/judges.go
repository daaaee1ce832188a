package web

import (
	"net/http"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

type judgesView struct {
	Run      string
	Record   string // whose verdicts count
	Judges   []judgeLine
	Pairs    []review.Agreement
	What     string
	Subject  string
	Subjects []*subjectCounts
	Disputed []disputed
	Page     pager
}

// judgeLine counts the decisions of one judge. Of the answers about vulnerable texts,
// it decided Targets and found the target in Found.
type judgeLine struct {
	Name                                string
	Counts                              bool
	Decided, Unscored, Failed, Injected int
	Found, Targets                      int
}

// disputed is an answer on which judges differ, with the vote of each.
type disputed struct {
	*bench.Trial
	Votes   []store.Ballot // one for each judge, in the order of the table; empty if it has no judgement
	Experts []string
}

// Verdicts in which judges may differ.
const (
	inTarget   = "target"   // whether the documented flaw was found
	inClasses  = "classes"  // the class of a finding
	inUnscored = "unscored" // only some judges decide
)

// judges shows the decisions of the judges of a run and where they differ, so that a person can check who is right.
func (s *Server) judges(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	cast, err := s.ballots(r.Context(), snap)
	if err != nil {
		return nil, err
	}
	records, err := s.store.Reviews(r.Context(), run)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	v := judgesView{Run: run.ID, Record: run.Manifest.Judging.String(), What: q.Get("what"), Subject: q.Get("subject"),
		Subjects: snap.Subjects}
	if v.What != inClasses && v.What != inUnscored {
		v.What = inTarget
	}
	v.Judges = countJudges(snap.Trials, cast, run.Manifest.Judging)
	v.Pairs = review.Pairs(snap.targetVotes(cast, true))
	experts := map[int64][]string{}
	for _, rec := range records {
		if rec.Found != nil {
			decision := "not found"
			if *rec.Found {
				decision = "found"
			}
			experts[rec.Trial] = append(experts[rec.Trial], rec.Expert+": "+decision)
		}
	}
	var found []*bench.Trial
	for i := range snap.Trials {
		if f := &snap.Trials[i]; (v.Subject == "" || v.Subject == f.Subject) && differ(cast[f.ID], v.What) {
			found = append(found, f)
		}
	}
	found, v.Page = paged(r, found, pageSize)
	for _, f := range found {
		d := disputed{Trial: f, Votes: make([]store.Ballot, len(v.Judges)), Experts: experts[f.ID]}
		for _, b := range cast[f.ID] {
			d.Votes[slices.IndexFunc(v.Judges, func(l judgeLine) bool { return l.Name == b.Judge })] = b
		}
		v.Disputed = append(v.Disputed, d)
	}
	return &page{Name: "judges", Title: "Judges", Run: run.ID, Here: "judges", Data: v}, nil
}

// countJudges counts the votes of every judge, in the order of their names.
func countJudges(facts []bench.Trial, cast map[int64][]store.Ballot, judging bench.Judging) []judgeLine {
	by := map[string]*judgeLine{}
	for i := range facts {
		for _, b := range cast[facts[i].ID] {
			l := by[b.Judge]
			if l == nil {
				l = &judgeLine{Name: b.Judge, Counts: judging.Counts(b.Judge, false) || judging.Counts(b.Judge, true)}
				by[b.Judge] = l
			}
			switch b.Outcome {
			case store.Decided:
				l.Decided++
			case store.Unscored:
				l.Unscored++
			default:
				l.Failed++
			}
			if b.Injected {
				l.Injected++
			}
			if b.Strict == bench.Hit || b.Strict == bench.Miss {
				l.Targets++
				if b.Strict == bench.Hit {
					l.Found++
				}
			}
		}
	}
	var out []judgeLine
	for _, l := range by {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b judgeLine) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// differ reports whether the votes on one answer differ in the requested verdict.
func differ(votes []store.Ballot, what string) bool {
	for i, a := range votes {
		for _, b := range votes[i+1:] {
			switch what {
			case inTarget:
				if a.Strict != b.Strict && (a.Strict == bench.Hit || a.Strict == bench.Miss) &&
					(b.Strict == bench.Hit || b.Strict == bench.Miss) {
					return true
				}
			case inClasses:
				if a.Outcome == store.Decided && b.Outcome == store.Decided && len(a.Classes) == len(b.Classes) &&
					!slices.Equal(a.Classes, b.Classes) {
					return true
				}
			default:
				if (a.Outcome == store.Decided) != (b.Outcome == store.Decided) {
					return true
				}
			}
		}
	}
	return false
}

// targetVotes returns the decided votes on whether targets were found: on all answers, or on those that claim
// something, which the agreement of judges is over in a report too.
func (k *snapshot) targetVotes(cast map[int64][]store.Ballot, claims bool) []review.Vote {
	var out []review.Vote
	for i := range k.Trials {
		f := &k.Trials[i]
		for _, b := range cast[f.ID] {
			if (b.Strict == bench.Hit || b.Strict == bench.Miss) && (!claims || len(b.Classes) > 0) {
				out = append(out, review.Vote{Trial: f.ID, Base: f.Variant.Base, Judge: b.Judge, Found: b.Strict == bench.Hit})
			}
		}
	}
	return out
}
