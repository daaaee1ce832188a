package report

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/stats/scored"
)

// decidedWorld is a run until decided: "good" is right on most of 60 clusters of a vulnerable and a safe text, "poor"
// and "same" on half of them, twice each.
func decidedWorld() *Data {
	d := &Data{RunID: "r", Complete: true, Manifest: bench.Manifest{Seed: 3, Until: &bench.Until{Margin: 0.3}}}
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 60 {
		for _, truth := range []bench.Truth{bench.Vulnerable, bench.Safe} {
			v := &bench.Variant{Key: fmt.Sprint("s/", i, truth), Suite: "s", Base: fmt.Sprint(i), Sample: fmt.Sprint(i),
				Truth: truth, Format: "blockbench"}
			for _, subject := range []string{"good", "poor", "same"} {
				for rep := range 2 {
					right := rng.Float64() < 0.5 || subject == "good" && rng.Float64() < 0.9
					t := bench.Trial{Subject: subject, Variant: v, Repetition: rep, Key: fmt.Sprint(subject, v.Key, rep),
						Outcome: bench.Answered, Answer: &bench.Answer{Verdict: bench.Safe}, Verdict: &bench.Verdict{Strict: bench.Miss}}
					if right == (truth == bench.Vulnerable) {
						t.Answer.Verdict, t.Verdict.Strict = bench.Vulnerable, bench.Hit
					}
					d.Trials = append(d.Trials, t)
				}
			}
		}
	}
	for _, name := range []string{"good", "poor", "same"} {
		d.Subjects = append(d.Subjects, bench.Subject{Name: name, Kind: "model"})
	}
	return d
}

// What is decided stays decided, in the same clusters, however much is asked after it, and nothing that follows the
// first open cluster counts before.
func TestDecisionsStay(t *testing.T) {
	d := decidedWorld()
	whole := d.Decisions()
	if p := whole.Pairs[0]; p.Call != scored.ABetter || p.After < 5 || p.After > 55 || p.Interval == nil ||
		p.Interval.Hi >= 0 {
		t.Errorf("%+v", p)
	}
	var clusters []string
	for _, x := range d.Trials {
		clusters = append(clusters, ClusterOf(x.Variant))
	}
	clusters = InOrder(3, clusters)
	if slices.Equal(clusters, InOrder(4, slices.Clone(clusters))) || len(clusters) != 60 {
		t.Errorf("%d clusters in the order of every seed", len(clusters))
	}
	for n := range clusters {
		part := slices.Clone(d.Trials)
		for i := range part {
			if ClusterOf(part[i].Variant) == clusters[n] && part[i].Repetition == 1 { // those after it have ended
				part[i].Outcome, part[i].Answer, part[i].Verdict = "", nil, nil
			}
		}
		for i, p := range Decide(d.Manifest, part).Pairs {
			if want := whole.Pairs[i]; p.Clusters != n || p.After != 0 && p.After != want.After ||
				p.After == 0 && want.After > 0 && want.After <= n {
				t.Fatalf("after %d clusters: %+v, in the end %+v", n, p, want)
			}
		}
	}
}

// A trial that failed is left out, and one that was refused is not right.
func TestDecisionsWithoutAnswers(t *testing.T) {
	d := decidedWorld()
	for i := range d.Trials {
		if x := &d.Trials[i]; x.Subject == "poor" {
			x.Outcome, x.Answer, x.Verdict = bench.Failed, nil, nil
		} else if x.Subject == "same" {
			x.Outcome, x.Answer, x.Verdict = bench.Refused, nil, nil
		}
	}
	out := d.Decisions()
	if p := out.Pairs[0]; p.Clusters != 0 || p.Call != "" || out.Asked[1].Failed != 240 {
		t.Errorf("%+v, %+v", p, out.Asked[1])
	}
	if p := out.Pairs[1]; p.Call != scored.ABetter || out.Asked[2].Score != 0 {
		t.Errorf("%+v, %+v", p, out.Asked[2])
	}
}

// No format shows a number that holds only where the size of the run was fixed.
func TestDecidedAlone(t *testing.T) {
	var out bytes.Buffer
	if err := JSON(&out, decidedWorld()); err != nil {
		t.Fatal(err)
	}
	methods := regexp.MustCompile(`"method": "([^"]*)"`).FindAllStringSubmatch(out.String(), -1)
	for _, m := range methods {
		if m[1] != "confidence sequence, anytime-valid" {
			t.Error(m[1])
		}
	}
	if len(methods) < 6 {
		t.Errorf("%d intervals", len(methods))
	}
	for _, doc := range []any{Brief(decidedWorld()), Document(decidedWorld())} {
		if text := fmt.Sprintf("%+v", doc); regexp.MustCompile(`Wilson|BCa|bootstrap|Holm`).MatchString(text) {
			t.Error(text)
		}
	}
}
