package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

// Every judge's vote is shown next to the verdict that counts, on answer and
// finding; if no other judge decided, no votes are shown.
func TestVotesOnPages(t *testing.T) {
	s := newSite(t, 4, -1, "")
	base := runURL(s.run.ID)
	trial, sample := base+"/trials/"+key(0), base+"/sample?key="+url.QueryEscape("blockbench/s000")
	if p := get(t, s, trial, 200) + get(t, s, sample, 200); strings.Contains(p, "each judge") ||
		strings.Contains(p, "Judges: ") {
		t.Error("votes where no judge was heard")
	}
	want(t, get(t, s, base+"/judges", 200), "rule/1", "No judge but the rule judge")
	s.judged(t, "")
	s.web = New(Config{Store: s.store})
	s.Handler = s.web.Handler()
	want(t, get(t, s, trial, 200), "Findings", "TARGET_MATCH", "llm:lab/one/1:", "location partial", "judge 0 says so",
		"What each judge decided", "rule/", "llm:lab/one/1", "hit", "0.00", "llm:lab/two/1", "0.50", "llm:lab/three/1",
		"failed", "the line was cut")
	want(t, get(t, s, base+"/trials/"+key(1), 200), "llm:lab/three/1", "unscored", "nothing to go by",
		"Speaks to its judge: in the explanation")
	want(t, get(t, s, sample, 200), "What was said", "Judges: ", "llm:lab/one/1 ", "hit", "llm:lab/three/1 ", "failed",
		"judge 1 says so")
}

func TestJudgesPage(t *testing.T) {
	s := newSite(t, 6, -1, "")
	s.judged(t, "")
	base := runURL(s.run.ID) + "/judges"
	// 36 answers, 24 of them on vulnerable texts: the third judge fails on 12 and
	// cannot decide on 12.
	p := get(t, s, base, 200)
	want(t, p, "llm:lab/one/1", `class="num">36<`, "24/24", "llm:lab/three/1", `class="num">12<`, `class="num">12<`,
		`class="num">12<`, "llm:lab/two/1", "12/24",
		"llm:lab/one/1 and llm:lab/two/1", "6/12", "Where they differ", "hit", "miss",
		"1–12 of 12")
	want(t, get(t, s, base+"?subject=lab/alpha", 200), "1–6 of 6")
	want(t, get(t, s, base+"?what=unscored", 200), "1–24 of 24")
	want(t, get(t, s, base+"?what=classes&subject=lab/beta", 200), "TARGET_MATCH", "HALLUCINATED", "1–9 of 9")
	facts, err := s.store.Snapshot(t.Context(), s.run, nil)
	if err != nil {
		t.Fatal(err)
	}
	yes := true
	for _, f := range facts.Trials {
		if _, err := s.store.PutReview(t.Context(), review.Review{Trial: f.ID, Expert: "ann", At: day,
			Mark: review.Mark{Found: &yes}}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	want(t, get(t, s, base, 200), "Where they differ", "ann: found")
	// Measured by ann, the second judge misses half.
	want(t, get(t, s, "/review/numbers?n=100&run="+s.run.ID, 200), "Each judge, by what all experts say", "llm:lab/one/1",
		"100.0 %", "100.0 %", "llm:lab/two/1", "100.0 %", "50.0 %", "66.7 %")
}

// The agreement of two judges is one number, on a page of serve and in a report: over the answers that claim something.
func TestAgreementIsTheReports(t *testing.T) {
	k := &snapshot{}
	d := &report.Data{}
	cast := map[int64][]store.Ballot{}
	for i := range 12 {
		v := &bench.Variant{Key: fmt.Sprint(i), Base: fmt.Sprint(i), Suite: "s", Truth: bench.Vulnerable}
		a := &bench.Answer{Verdict: bench.Vulnerable, Findings: make([]bench.Finding, 1)}
		votes := [2]bench.Decision{bench.Hit, bench.Hit}
		switch {
		case i < 3:
			a, votes = &bench.Answer{Verdict: bench.Safe}, [2]bench.Decision{bench.Miss, bench.Miss}
		case i < 5:
			votes[1] = bench.Miss
		case i < 8:
			votes = [2]bench.Decision{bench.Miss, bench.Miss}
		}
		trial := bench.Trial{ID: int64(i + 1), Key: v.Key, Variant: v, Subject: "m", Outcome: bench.Answered, Answer: a,
			Details: &bench.Details{}}
		for n, name := range []string{"llm:a/1", "llm:b/1"} {
			trial.Opinions = append(trial.Opinions, bench.Opinion{Verdict: bench.Verdict{Judge: name, Strict: votes[n],
				Findings: make([]bench.FindingVerdict, len(a.Findings))}})
			cast[trial.ID] = append(cast[trial.ID], store.Ballot{Judge: name, Outcome: store.Decided, Strict: votes[n],
				Classes: make([]bench.FindingClass, len(a.Findings))})
		}
		trial.Verdict = &trial.Opinions[0].Verdict
		k.Trials, d.Trials = append(k.Trials, trial), append(d.Trials, trial)
	}
	page, inReport := review.Pairs(k.targetVotes(cast, true)), report.JudgingOf(d).Pairs
	if len(page) != 1 || len(inReport) != 1 || page[0].N != 9 || inReport[0].Kappa.N != 9 || !page[0].Kappa.OK ||
		page[0].Kappa.Value != *inReport[0].Kappa.Value {
		t.Errorf("serve %+v, report %+v", page, inReport)
	}
}
