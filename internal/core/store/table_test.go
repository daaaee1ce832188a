package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

// A table equals the complete trials except for texts, whatever the ending of a trial and
// whichever query reads it.
func TestTable(t *testing.T) { engines(t, briefly) }

func briefly(t *testing.T, at string) {
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
		var want []bench.Trial
		for _, x := range stored {
			want = append(want, shortened(x, r))
		}
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
		for name, manyTimes := range map[string]int{"all": 1000, "of the run": 0} {
			b := &Table{}
			if err := b.plan.read(t.Context(), s, r); err != nil {
				t.Fatal(err)
			}
			if err := b.readEnds(t.Context(), s, r, manyTimes); err != nil {
				t.Fatal(err)
			}
			got := make([]bench.Trial, b.Len())
			for place := range got {
				got[place] = b.Trial(place)
				if v, subject, repetition := b.Planned(place); v != got[place].Variant || subject != got[place].Subject ||
					repetition != got[place].Repetition {
					t.Errorf("place %d is planned as %s, %s, %d", place, v.Key, subject, repetition)
				}
			}
			labelled, others := b.Divide(func(v *bench.Variant) bool { return len(v.Labels) > 0 })
			if i, j := labelled.Len(), others.Len(); i == 0 || j == 0 || i+j != b.Len() ||
				len(others.Trial(j-1).Variant.Labels) > 0 || len(labelled.Trial(i-1).Variant.Labels) == 0 {
				t.Errorf("%d trials are divided into %d and %d", b.Len(), i, j)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("run %s by %s (-want +got):\n%s", r.ID, name, diff)
			}
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
}

// shortened is a trial as [Store.Table] reads it.
func shortened(x bench.Trial, r Run) bench.Trial {
	out := x
	out.ID = 0
	out.Details = &bench.Details{Reason: x.Reason, Parser: x.Parser, Judge: x.Judge,
		Response: bench.Response{Model: x.Response.Model, Attempts: x.Response.Attempts}}
	model := true
	for _, sub := range r.Manifest.Subjects {
		model = model && !(sub.Name == x.Subject && sub.Kind == "builtin")
	}
	if a := x.Answer; a != nil && model && a.Kind == "" {
		out.Answer = &bench.Answer{Verdict: a.Verdict, Confidence: a.Confidence, Repaired: a.Repaired, Unread: a.Unread}
		for _, f := range a.Findings {
			var kept bench.Finding
			if len(x.Variant.Labels) > 0 {
				kept.Lines, kept.Scopes = f.Lines, f.Scopes
			}
			out.Answer.Findings = append(out.Answer.Findings, kept)
		}
	}
	return out
}

func TestTableTellsWhatItCannotRead(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(3)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[1], bench.Answered))
		for _, x := range []struct{ change, want string }{
			{`UPDATE derived SET verdict = '{"strict":'`, "verdict of trial k001"},
			{`UPDATE derived SET verdict = NULL, answer = '{"verdict":"perhaps"}'`, "answer of trial k001"},
			{`DELETE FROM planned WHERE seq = 1`, "1 trials are missing"},
		} {
			if err := s.exec(t.Context(), x.change); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Table(t.Context(), r); err == nil || !strings.Contains(err.Error(), x.want) ||
				!strings.Contains(err.Error(), r.ID) {
				t.Errorf("%s: %v", x.change, err)
			}
		}
		if _, err := s.variantsByID(t.Context(), []string{"gone"}); err == nil ||
			!strings.Contains(err.Error(), "variant gone is missing") {
			t.Errorf("a variant that is missing: %v", err)
		}
	})
}

// More values than are remembered all keep their indices.
func TestOnce(t *testing.T) {
	var o once[int, string]
	for range 2 {
		for k := range maxShared + 10 {
			i, err := o.of(k, func() (string, error) { return fmt.Sprint(k), nil })
			if err != nil || o.list[i] != fmt.Sprint(k) {
				t.Fatalf("%d stands at %d, where %q is (%v)", k, i, o.list[i], err)
			}
		}
	}
	if n := len(o.list); n != maxShared+20 || len(o.at) != maxShared {
		t.Errorf("%d things listed, %d remembered", n, len(o.at))
	}
}

// skim reads the same from an answer as package json, and it can read every answer that we
// write.
func FuzzSkim(f *testing.F) {
	for _, s := range []string{
		`{"verdict":"safe"}`,
		`{"verdict":"vulnerable","confidence":0.75,"findings":[{"type":"a","lines":[{"from":1,"to":2}],"scopes":["f","]"],"requirements":[1,2]},{"type":"\"}"}],"explanation":"x\\","repaired":true}`,
		`{"verdict":"safe","repaired":true,"unread":{"a}":2,"b":1}}`, `{"verdict":"safe","unread":{"a":1}}`,
		`{"verdict":"vulnerable","findings":[{"type":"\"lines\":[","scopes":["\\"]}],"kind":"patch"}`,
		`{"explanation":"\u2028<","verdict":"safe","confidence":1e-9,"findings":[]}`,
		`{"verdict":"safe","confidence":NaN}`, `{"verdict":"safe","findings":[{]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		skim(string(raw), keepPlaces) // must terminate
		var a bench.Answer
		if json.Unmarshal(raw, &a) != nil {
			return
		}
		written, err := json.Marshal(a)
		if err != nil {
			return
		}
		var read bench.Answer // the rest of a, where characters are invalid
		if json.Unmarshal(written, &read) != nil {
			return // no verdict
		}
		for _, keep := range []keep{keepNumber, keepPlaces} {
			k, ok := skim(string(written), keep)
			if ok != (a.Kind == "") {
				t.Fatalf("%s is read: %v", written, ok)
			}
			if !ok {
				continue
			}
			want := bench.Answer{Verdict: read.Verdict, Confidence: read.Confidence, Repaired: read.Repaired,
				Unread: read.Unread}
			for _, f := range read.Findings {
				if keep == keepNumber {
					f = bench.Finding{}
				}
				want.Findings = append(want.Findings, bench.Finding{Lines: f.Lines, Scopes: f.Scopes})
			}
			got, err := k.answer()
			if diff := cmp.Diff(&want, got); err != nil || diff != "" {
				t.Fatalf("%s (%v) (-want +got):\n%s", written, err, diff)
			}
		}
	})
}
