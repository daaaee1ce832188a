package web

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/internal/review"
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
	want(t, get(t, s, trial, 200), "What each judge decided", "rule/", "llm:lab/one/1", "hit", "0.00", "llm:lab/two/1",
		"0.50", "llm:lab/three/1", "failed", "the line was cut",
		"Findings", "TARGET_MATCH", "llm:lab/one/1:", "location partial", "judge 0 says so")
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
		"llm:lab/one/1 and llm:lab/three/1", "llm:lab/one/1 and llm:lab/two/1", "12/24", "Where they differ", "hit", "miss",
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
