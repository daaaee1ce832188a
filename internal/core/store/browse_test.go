package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/review"
)

// Trials read with fewer columns agree with complete trials on who was asked to judge them.
func TestColumnsAgreeOnJudgements(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(8)
		r, _ := begin(t, s, p, false)
		var ended []bench.Trial
		for i := range p {
			x := result(p[i], bench.Answered)
			own := *x.Details
			x.Answer, x.Details = &bench.Answer{Verdict: bench.Vulnerable, Explanation: `"findings":`}, &own
			x.Verdict = &bench.Verdict{Judge: "rule/1", Strict: bench.Miss, Lenient: bench.Miss}
			if i&1 != 0 {
				x.Answer.Findings = []bench.Finding{{Type: "reentrancy"}}
			}
			if i&2 != 0 {
				x.Verdict.Judge = "llm:a/b/2"
			}
			if i&4 != 0 {
				x.Verdict.Strict, x.Verdict.Lenient = bench.Unscored, bench.Unscored
			}
			own.Judge = x.Verdict.Judge
			ended = append(ended, x)
		}
		write(t, s, r, ended...)
		i := 0
		for x, err := range s.Trials(t.Context(), r, Wanted{Columns: Lists}) {
			if err != nil {
				t.Fatal(err)
			}
			asked, missing := x.Undecided()
			want, open := ended[i].Undecided()
			if asked != want || missing != open {
				t.Errorf("%+v of %+v: asked %t, missing %t", x.Verdict, ended[i].Verdict, asked, missing)
			}
			i++
		}
	})
}

// Trials read with fewer columns agree with complete trials, and so do trials read one by
// one.
func TestColumnsAgree(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(4)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Refused))
		var lists []bench.Trial
		for x, err := range s.Trials(t.Context(), r, Wanted{Columns: Lists}) {
			if err != nil {
				t.Fatal(err)
			}
			lists = append(lists, x)
		}
		for i, st := range read(t, s, r) {
			f := &lists[i]
			if f.ID != st.ID || f.Key != st.Key || f.Outcome != st.Outcome || f.Variant.Key != st.Variant.Key ||
				f.Variant.Truth != st.Variant.Truth || f.Variant.Base != st.Variant.Base {
				t.Errorf("trial %d: %+v of %+v", i, f, st)
			}
			is, ok := f.Says()
			want, answered := st.Says()
			if is != want || ok != answered || f.Strict() != st.Strict() || f.Lenient() != st.Lenient() ||
				f.Used().CostUSD != st.Used().CostUSD || f.Used().Priced != st.Used().Priced {
				t.Errorf("trial %d: %+v of %+v", i, f, st)
			}
			if f.Response.Text != "" || len(f.Variant.Task.Files) > 0 {
				t.Errorf("trial %d has texts that nobody wanted: %+v", i, f)
			}
			one, err := s.TrialOf(t.Context(), r, st.Key)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(st, one); diff != "" {
				t.Errorf("trial %d alone (-want +got):\n%s", i, diff)
			}
		}
		if st, err := s.TrialOf(t.Context(), r, "nope"); err != nil || st.Variant != nil {
			t.Errorf("a trial that nobody planned: %+v, %v", st, err)
		}
		n := 0
		if err := Each(s.Trials(t.Context(), r, Wanted{Columns: Everything, Variants: []string{"s/002", "s/000"}}),
			func(x bench.Trial) error { n++; return nil }); err != nil || n != 2 {
			t.Errorf("%d trials on two variants, %v", n, err)
		}
		runs, total, err := s.RunsPage(t.Context(), 1, 5)
		if err != nil || total != 1 || len(runs) != 0 {
			t.Errorf("a page behind the last: %d of %d, %v", len(runs), total, err)
		}
	})
}

// Any change moves the stamp; reading does not.
func TestStamp(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s, other := open(t, at), open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		last := int64(-1)
		stamp := func(changed bool) {
			t.Helper()
			n, err := s.Stamp(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if (n != last) != changed {
				t.Errorf("stamp %d after %d", n, last)
			}
			last = n
		}
		stamp(true)
		read(t, s, r)
		stamp(false)
		write(t, s, r, result(p[0], bench.Answered))
		stamp(true)
		write(t, other, r, result(p[1], bench.Answered))
		stamp(true)
		stamp(false)
	})
}

func TestReviews(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Answered))
		id := read(t, s, r)[0].ID
		yes, no, half := true, false, 0.5
		when := time.UnixMicro(1_700_000_000_000_000).UTC()
		took, later := 12.5, 99.0
		ann := review.Review{Trial: id, Expert: "ann", At: when, Seconds: &took,
			Mark: review.Mark{Found: &yes, Type: &no, RCIR: &half, Note: "<b>"}}
		bob := review.Review{Trial: id, Expert: "bob", At: when, Mark: review.Mark{Found: &no}}
		for _, x := range []review.Review{ann, bob} {
			if at, err := s.PutReview(t.Context(), x, time.Time{}); err != nil || !at.Equal(when) {
				t.Fatal(at, err)
			}
		}
		first := ann
		ann.Found, ann.RCIR, ann.Seconds = &no, nil, &later // she changes her decision; his is kept
		var err error
		if ann.At, err = s.PutReview(t.Context(), ann, first.At); err != nil || !ann.At.After(first.At) {
			t.Fatalf("at %v, after %v: %v", ann.At, first.At, err)
		}
		ann.Seconds = &took // of the first decision
		for _, seen := range []time.Time{{}, first.At, ann.At.Add(time.Microsecond)} {
			if _, err := s.PutReview(t.Context(), first, seen); !errors.Is(err, ErrStale) {
				t.Errorf("a review in place of one that was seen at %v: %v", seen, err)
			}
		}
		got, err := s.Reviews(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		of := review.Record{Run: r.ID, Key: p[0].Key, Variant: p[0].Variant.Key, Subject: p[0].Subject, Judge: "miss"}
		hers, his := of, of
		hers.Review, his.Review = ann, bob
		want := []review.Record{hers, his}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if _, err := s.PutReview(t.Context(), review.Review{Trial: 99, Expert: "ann", At: when}, time.Time{}); err == nil {
			t.Error("a review of no trial was stored")
		}
		if _, err := s.PutReview(t.Context(), review.Review{Trial: id, At: when}, time.Time{}); err == nil {
			t.Error("a review of nobody was stored")
		}
	})
}
