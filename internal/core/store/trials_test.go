package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

// Trials that are read by key or without texts equal the complete ones, whatever their ending.
func TestTrials(t *testing.T) { engines(t, partly) }

func partly(t *testing.T, at string) {
	s := open(t, at)
	var p []bench.Trial
	for i, x := range plan(16) {
		x.Subject = []string{"vendor/m", "builtin/x", "elsewhere"}[i%3]
		if i%4 == 0 {
			x.Variant.Labels = []bench.Label{{Function: bench.RootCause}, {Function: bench.Decoy}}
		}
		p = append(p, x)
	}
	for i, subject := range []string{"vendor/m", "builtin/x"} { // variants with the same text share a key
		twice := p[4]
		twice.Subject, twice.Repetition, twice.Variant = subject, 9, p[i].Variant
		p = append(p, twice)
	}
	r, _ := begin(t, s, p, false)
	r.Manifest.Subjects = []bench.Subject{{Name: "vendor/m", Kind: "model"}, {Name: "builtin/x", Kind: "builtin"},
		{Name: "elsewhere", Kind: "imported"}}
	for i, x := range p[:14] {
		w := result(x, bench.Answered)
		w.Response.Started, w.Response.Elapsed = w.Response.Started.Add(time.Duration(i)*time.Second),
			time.Duration(i)*time.Minute
		w.Response.Usage.OutputTokens, w.Response.Model = int64(1)<<(3*i), fmt.Sprint("m-", i%2)
		for n := range i % 5 {
			w.Answer.Findings = append(w.Answer.Findings, bench.Finding{Type: "Re-entrancy",
				Lines: []bench.Range{{From: n, To: i}}[:n%2], Scopes: []string{`f"{`, "g]"}[:i%3],
				Explanation: `it says "lines":[`, Fix: "]}"})
			w.Verdict.Findings = append(w.Verdict.Findings, bench.FindingVerdict{Class: bench.Hallucinated,
				Reason: fmt.Sprint("line ", i/4)})
		}
		switch i {
		case 2:
			w.Outcome, w.Reason, w.Answer, w.Verdict = bench.Refused, "declined", nil, nil
		case 3:
			w.Response.Usage.CostUSD, w.Answer.Confidence = nil, nil
		case 5:
			w.Outcome, w.Reason, w.Parser, w.Judge, w.Answer, w.Verdict = bench.Failed, "no network", "", "", nil, nil
		case 6:
			w.Answer.Kind, w.Answer.Findings = bench.AnswerExploit, []bench.Finding{{Type: "x", Attack: "contract A {}"}}
		case 7:
			w.Response.FinishRaw = bench.TurnLimit.Raw(30)
		case 8:
			w.Answer.Repaired, w.Answer.Explanation = true, `\"`+strings.Repeat(`\`, 3)
		}
		write(t, s, r, w)
	}
	foreign, _ := begin(t, s, plan(40)[16:], false)
	for _, x := range plan(40)[16:] {
		write(t, s, foreign, result(x, bench.Answered))
	}
	check := func(r Run) {
		t.Helper()
		stored := read(t, s, r)
		keys, some := []string{"nope"}, map[string]bench.Trial{}
		for _, x := range stored {
			keys = append(keys, x.Key)
			some[x.Key] = x
		}
		found := map[string]bench.Trial{}
		for x, err := range s.Trials(t.Context(), r, Wanted{Columns: Everything, Keys: keys}) {
			if err != nil {
				t.Fatal(err)
			}
			found[x.Key] = x
		}
		if diff := cmp.Diff(some, found); diff != "" {
			t.Errorf("trials of run %s by key (-want +got):\n%s", r.ID, diff)
		}
		for i := range stored {
			own := *stored[i].Details
			own.Response.Text = ""
			stored[i].Details = &own
		}
		var got []bench.Trial
		if err := Each(s.Trials(t.Context(), r, Wanted{Columns: Everything &^ Texts}),
			func(x bench.Trial) error { got = append(got, x); return nil }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(stored, got); diff != "" {
			t.Errorf("run %s without texts (-want +got):\n%s", r.ID, diff)
		}
	}
	check(r)

	again, _, err := s.Begin(t.Context(), p, r.Manifest, Again{Outcomes: map[bench.Outcome]bool{bench.Refused: true}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, again, result(p[2], bench.Answered))
	check(r)

	fresh, _, err := s.Begin(t.Context(), p, r.Manifest, Again{Fresh: true})
	if err != nil {
		t.Fatal(err)
	}
	check(fresh)
	write(t, s, fresh, result(p[0], bench.Refused), result(p[3], bench.Answered))
	check(fresh)
	check(r) // which shows the newest round
	for old, want := range map[string]string{r.ID: fresh.ID, fresh.ID: ""} {
		run, err := s.Run(t.Context(), old)
		if err != nil {
			t.Fatal(err)
		}
		if later, err := s.Replaced(t.Context(), run); err != nil || later != want {
			t.Errorf("run %s shows answers of %q, want %q: %v", old, later, want, err)
		}
	}
}

func TestTrialsTellWhatTheyCannotRead(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(3)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[1], bench.Answered))
		for _, x := range []struct{ change, want string }{
			{`UPDATE derived SET verdict = '{"strict":'`, "verdict of trial k001"},
			{`UPDATE derived SET verdict = NULL, answer = '{"verdict":"perhaps"}'`, "answer of trial k001"},
		} {
			if err := s.exec(t.Context(), x.change); err != nil {
				t.Fatal(err)
			}
			err := Each(s.Trials(t.Context(), r, Wanted{Columns: Everything}), func(bench.Trial) error { return nil })
			if err == nil || !strings.Contains(err.Error(), x.want) ||
				!strings.Contains(err.Error(), r.ID) {
				t.Errorf("%s: %v", x.change, err)
			}
		}
	})
}
