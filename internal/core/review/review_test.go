package review

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func items() []Item {
	var out []Item
	for i := range 60 {
		out = append(out, Item{Trial: int64(i), Group: []string{"ds", "tc"}[i%2], Class: "c",
			Subject: []string{"a", "b", "b", "b", "b", "b"}[i%6], Base: fmt.Sprint(i % 10), Judge: i%3 == 0, Scored: i%20 != 19})
	}
	return out
}

func TestQueueIsStratifiedAndSeeded(t *testing.T) {
	all := items()
	q := Queue(all, 8, 1)
	strata := map[string]int{}
	for _, it := range q {
		strata[it.Group+it.Subject]++
	}
	// ds/a, ds/b and tc/b: as equal as possible with 8.
	if len(q) != 8 || len(strata) != 3 || strata["dsa"] < 2 || strata["dsb"] < 2 || strata["tcb"] < 2 {
		t.Errorf("strata %v", strata)
	}
	slices.Reverse(all)
	if !slices.Equal(q, Queue(all, 8, 1)) {
		t.Error("the order of the items matters")
	}
	if slices.Equal(q, Queue(all, 8, 2)) {
		t.Error("the seed does not matter")
	}
	same := map[int64]bool{}
	for _, it := range q {
		same[it.Trial] = true
	}
	for i := range all { // disputed answers come first; otherwise the order and the draw stay the same
		all[i].Disputed = q[5].Trial == all[i].Trial || q[7].Trial == all[i].Trial
	}
	d := Queue(all, 8, 1)
	if d[0].Trial != q[5].Trial || d[1].Trial != q[7].Trial || d[2].Trial != q[0].Trial || d[7].Trial != q[6].Trial {
		t.Errorf("disputed answers are not first: %v", d)
	}
	for _, it := range d {
		if !same[it.Trial] {
			t.Error("a dispute changes what is drawn")
		}
	}
	if n := len(Queue(all, 0, 1)); n != 60 {
		t.Errorf("all of 60 are %d", n)
	}
}

func yes(b bool) *bool { return &b }

// The paper's own judge (§5.4): no target missed, 84 % precision, F1 0.91.
func TestConfusionGivesThePapersF1(t *testing.T) {
	c := Confusion{BothFound: 58, JudgeOnly: 11, Neither: 47}
	p, r, f := c.Rates()
	if c.N() != 116 || math.Round(*p*100) != 84 || *r != 1 || math.Round(*f*100) != 91 {
		t.Errorf("n %d, precision %v, recall %v, F1 %v", c.N(), *p, *r, *f)
	}
	if p, r, f := (Confusion{Neither: 3}).Rates(); p != nil || r != nil || f != nil {
		t.Error("rates of nothing are defined")
	}
}

func TestSummary(t *testing.T) {
	q := Queue(items(), 0, 1)
	var rs []Review
	half, one := 0.5, 1.0
	for i, it := range q {
		found := it.Judge
		if i == 0 {
			found = !found
		}
		score := &half
		if found {
			score = &one
		}
		rs = append(rs, Review{Trial: it.Trial, Expert: "ann", Mark: Mark{Found: yes(found), RCIR: score, AVA: score,
			FSV: score}})
		if i < 30 {
			rs = append(rs, Review{Trial: it.Trial, Expert: "bob", Mark: Mark{Found: yes(it.Judge), RCIR: score, AVA: score,
				FSV: score}})
		} else {
			rs = append(rs, Review{Trial: it.Trial, Expert: "bob", Mark: Mark{Note: "not yet"}})
		}
	}
	rs = append(rs, Review{Trial: 999, Expert: "eve", Mark: Mark{Found: yes(true)}}) // in no queue
	s := Summarise(q, rs)
	if len(s.Experts) != 2 || s.Experts[0] != (Progress{Expert: "ann", Done: 60}) ||
		s.Experts[1] != (Progress{Expert: "bob", Done: 30}) {
		t.Fatalf("progress %v", s.Experts)
	}
	b := s.Between[0]
	if b.N != 30 || b.Same != 29 || !b.Kappa.OK || b.Kappa.Value < 0.9 || b.Kappa.Value >= 1 || b.Rho == nil ||
		math.Abs(*b.Rho-1) > 1e-9 {
		t.Errorf("between experts: %+v", b)
	}
	a := s.Matrix["ann"]
	if a.N()+a.Unscored != 60 || a.Unscored != 3 || a.JudgeOnly+a.ExpertOnly > 1 {
		t.Errorf("ann and the judge: %+v", a)
	}
	if s.Judge[1].N != s.Judge[1].Same || s.Judge[1].B != "judge" {
		t.Errorf("bob and the judge: %+v", s.Judge[1])
	}
	if got, want := s.Together.N(), a.N()+s.Matrix["bob"].N(); got != want {
		t.Errorf("%d comparisons together, want %d", got, want)
	}
}

func TestValidate(t *testing.T) {
	bad := 1.25
	for name, r := range map[string]Review{
		"no name": {Expert: " "}, "control": {Expert: "a\nb"}, "score": {Expert: "a", Mark: Mark{FSV: &bad}},
		"note": {Expert: "a", Mark: Mark{Note: string(make([]byte, 5000))}},
	} {
		if r.Validate() == nil {
			t.Errorf("%s passes", name)
		}
	}
	if err := (Review{Expert: "Änn 2", Mark: Mark{Found: yes(false)}}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestExport(t *testing.T) {
	half, took := 0.5, 12.5
	r := Record{Run: "r", Key: "k", Variant: "v", Subject: "@m", Judge: "hit",
		Review: Review{Expert: "ann", At: time.Unix(0, 0), Seconds: &took,
			Mark: Mark{Found: yes(true), AVA: &half, Note: "=1+1, \"so\""}}}
	var b strings.Builder
	if err := WriteCSV(&b, []Record{r}); err != nil {
		t.Fatal(err)
	}
	want := "run,trial,variant,subject,judge_strict,expert,at,target_found,type_right,location_right,rcir,ava,fsv,note,seconds\n" +
		"r,k,v,'@m,hit,ann,1970-01-01T00:00:00Z,true,,,,0.5,,\"'=1+1, \"\"so\"\"\",12.5\n"
	if b.String() != want {
		t.Errorf("CSV:\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := WriteJSON(&b, []Record{r}); err != nil {
		t.Fatal(err)
	}
	var back []Record
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || len(back) != 1 || back[0].Note != r.Note ||
		*back[0].Found != true || back[0].RCIR != nil || back[0].Key != "k" {
		t.Errorf("JSON: %v, %+v", err, back)
	}
}
