package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/database"
)

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func plan(n int) []bench.Trial {
	var out []bench.Trial
	for i := range n {
		v := &bench.Variant{Key: fmt.Sprintf("s/%03d", i), Base: "b", Source: fmt.Sprintf("/tests/app/q-%02d-bad.md", i),
			Truth: bench.Vulnerable,
			Task: bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql",
				Text: fmt.Sprint("select ", i, " -- ünï \x01")}}}}
		out = append(out, bench.Trial{Key: fmt.Sprintf("k%03d", i), Subject: "builtin/x", Variant: v})
	}
	return out
}

func result(p bench.Trial, o bench.Outcome) bench.Trial {
	cost := 0.25
	r := p.Ended(o, bench.Details{Parser: "1", Judge: "rule/1", Response: bench.Response{
		Text: "text of " + p.Key, Finish: bench.Answered, FinishRaw: "stop", Model: "m-1", Attempts: 2,
		Usage:      bench.Usage{InputTokens: 10, OutputTokens: 20, ReasoningTokens: 5, CachedTokens: 1, CostUSD: &cost},
		RawRequest: []byte{0, 1, 255}, RawResponse: []byte("raw"),
		Started: time.UnixMicro(1_700_000_000_000_000).UTC(), Elapsed: 1500 * time.Microsecond,
	}})
	spent := r.Response.Spent()
	r.Spent = &spent
	if o == bench.Answered {
		conf := 0.5
		r.Answer = &bench.Answer{Verdict: bench.Safe, Confidence: &conf, Explanation: "fine"}
		r.Verdict = &bench.Verdict{Judge: "rule/1", Strict: bench.Miss, Lenient: bench.Miss}
	} else {
		r.Reason = "because"
	}
	return r
}

func write(t *testing.T, s *Store, r Run, results ...bench.Trial) {
	t.Helper()
	w := s.Writer(context.Background(), r)
	for _, x := range results {
		if err := w.Write(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, s *Store, r Run) []bench.Trial {
	t.Helper()
	var out []bench.Trial
	if err := Each(s.Trials(t.Context(), r, Wanted{Columns: Everything}),
		func(x bench.Trial) error { out = append(out, x); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

func begin(t *testing.T, s *Store, p []bench.Trial, fresh bool) (Run, map[string]bool) {
	t.Helper()
	r, done, err := s.Begin(t.Context(), p, bench.Manifest{Program: "test", StartedAt: time.Now()}, Again{Fresh: fresh})
	if err != nil {
		t.Fatal(err)
	}
	return r, done
}

func TestRoundTrip(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(3)
		r, done := begin(t, s, p, false)
		if len(done) != 0 {
			t.Fatalf("done before anything was: %v", done)
		}
		want := []bench.Trial{result(p[0], bench.Answered), result(p[1], bench.Refused)}
		write(t, s, r, want...)
		got := read(t, s, r)
		if len(got) != 3 {
			t.Fatalf("%d trials of 3 planned", len(got))
		}
		for i, w := range want {
			w.Response.RawRequest, w.Response.RawResponse = nil, nil // bodies are not read back
			w.ID = got[i].ID
			if diff := cmp.Diff(w, got[i]); diff != "" {
				t.Errorf("trial %d (-want +got):\n%s", i, diff)
			}
		}
		if got[2].ID != 0 || got[2].Outcome != "" || got[2].Variant.Key != p[2].Variant.Key {
			t.Errorf("a trial that was not asked: %+v", got[2])
		}
		req, resp, err := s.Body(t.Context(), got[0].Key)
		if err != nil {
			t.Fatal(err)
		}
		if string(req) != "\x00\x01\xff" || string(resp) != "raw" {
			t.Errorf("bodies %q, %q", req, resp)
		}
	})
}

// Another process can read what Commit has returned for, without Close.
func TestCommitIsDurable(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(8)
		r, _ := begin(t, s, p, false)
		w := s.Writer(context.Background(), r)
		defer w.Close()
		for i, x := range p {
			if err := w.Commit(result(x, bench.Answered)); err != nil {
				t.Fatal(err)
			}
			other := open(t, at)
			var n int
			if err := other.db.R.QueryRow(`SELECT count(*) FROM trial`).Scan(&n); err != nil || n != i+1 {
				t.Fatalf("%d rows after %d commits (%v)", n, i+1, err)
			}
			other.Close()
		}
	})
}

func TestResume(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(4)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Unparsed), result(p[2], bench.Failed))
		s.Close()

		s = open(t, at)
		again, done := begin(t, s, p, false)
		if again.ID != r.ID {
			t.Errorf("the run was not continued: %s, then %s", r.ID, again.ID)
		}
		// A failed trial has no answer and is asked again; an unreadable one was answered.
		if diff := cmp.Diff(map[string]bool{"k000": true, "k001": true}, done); diff != "" {
			t.Errorf("done (-want +got):\n%s", diff)
		}
		write(t, s, again, result(p[2], bench.Answered), result(p[0], bench.Refused))
		got := read(t, s, again)
		if got[2].Outcome != bench.Answered || got[2].Response.Attempts != 4 {
			t.Errorf("after the retry: %+v", got[2])
		}
		if got[0].Outcome != bench.Answered {
			t.Errorf("an answer was overwritten: %+v", got[0])
		}
		// A larger plan is a separate run and reuses the ended trials.
		_, done = begin(t, s, plan(6), false)
		if len(done) != 3 {
			t.Errorf("a larger plan finds %d trials done, want 3", len(done))
		}
	})
}

func TestFreshKeepsWhatItReplaces(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Answered))

		f, done := begin(t, s, p, true)
		if len(done) != 0 || f.ID == r.ID || f.Round != r.Round+1 {
			t.Fatalf("fresh: done %v, run %+v after %+v", done, f, r)
		}
		write(t, s, f, result(p[0], bench.Refused))

		// Interrupted and started again without --no-resume: the new round continues.
		c, done := begin(t, s, p, false)
		if c.ID != f.ID || len(done) != 1 || !done["k000"] {
			t.Errorf("continued %+v with %v done", c, done)
		}
		if got := read(t, s, c); got[0].Outcome != bench.Refused || got[1].Outcome != "" {
			t.Errorf("the fresh run shows %q and %q", got[0].Outcome, got[1].Outcome)
		}
		var n int
		if err := s.db.R.QueryRow(`SELECT count(*) FROM trial`).Scan(&n); err != nil || n != 3 {
			t.Errorf("%d trials kept, want 3 (%v)", n, err)
		}
	})
}

func TestEvaluationsView(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		p[1].Variant.Truth = bench.Safe
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Refused))
		rows, err := s.db.R.Query(`SELECT * FROM evaluations ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		cols, _ := rows.Columns()
		if diff := cmp.Diff([]string{"id", "timestamp", "test_file", "model_name", "expected_result", "actual_result",
			"explanation"}, cols); diff != "" {
			t.Errorf("columns (-want +got):\n%s", diff)
		}
		var got [][]string
		for rows.Next() {
			var id int64
			row := make([]string, 6)
			if err := rows.Scan(&id, &row[0], &row[1], &row[2], &row[3], &row[4], &row[5]); err != nil {
				t.Fatal(err)
			}
			got = append(got, row)
		}
		want := [][]string{
			{"2023-11-14 22:13:20", "/tests/app/q-00-bad.md", "builtin/x", "bad", "good", "fine"},
			{"2023-11-14 22:13:20", "/tests/app/q-01-bad.md", "builtin/x", "good", "refused", "because"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	})
}

func TestRederive(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(1)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Unparsed))
		got := read(t, s, r)
		got[0].Outcome, got[0].Reason = bench.Answered, ""
		got[0].Parser, got[0].Judge, got[0].Answer, got[0].Verdict = "2", "rule/2", &bench.Answer{Verdict: bench.Vulnerable},
			&bench.Verdict{Judge: "rule/2"}
		if err := s.Rederive(t.Context(), r, got); err != nil {
			t.Fatal(err)
		}
		if again := read(t, s, r); again[0].Outcome != bench.Answered || again[0].Parser != "2" || again[0].Answer == nil ||
			again[0].Response.Text != "text of k000" {
			t.Errorf("%+v", again[0])
		}
	})
}

// An answer that was judged by other labels than those of the run that is read has no parser and no judge: so it
// is derived again.
func TestRelabelled(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		judges := func(r Run) (out string) {
			t.Helper()
			for _, x := range read(t, s, r) {
				if (x.Judge == "") != (x.Parser == "") {
					t.Errorf("read as %+v", x.Details)
				}
				out += x.Variant.Truth.String() + " by " + x.Judge + ", "
			}
			return out
		}
		is := func(r Run, want string) {
			t.Helper()
			if got := judges(r); got != want {
				t.Errorf("got %s want %s", got, want)
			}
		}
		p := plan(2)
		p[1].Key = p[0].Key // two equal texts with one answer
		p = append(p, plan(3)[2])
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[2], bench.Unparsed))
		const old = "vulnerable by rule/1, "
		is(r, old+old+old)

		p[2].Variant.Truth = bench.Safe
		more := append(p, plan(4)[3])
		for _, later := range [][]bench.Trial{more, p} { // of another plan, then of the same one
			x, done := begin(t, s, later, false)
			if x.Relabelled != 1 || len(done) != 2 || len(later) == len(p) && x.ID != r.ID {
				t.Errorf("run %s of %d: %d relabelled, %d done", x.ID, len(later), x.Relabelled, len(done))
			}
		}
		is(r, old+old+"safe by , ")
		again := read(t, s, r)
		again[2].Parser, again[2].Judge = "1", "rule/1"
		if err := s.Rederive(t.Context(), r, again[2:]); err != nil {
			t.Fatal(err)
		}
		is(r, old+old+"safe by rule/1, ")

		// What no judge reads may change.
		p[2].Variant.Severity = "high"
		if x, _ := begin(t, s, p, false); x.Relabelled != 0 {
			t.Errorf("%d are relabelled", x.Relabelled)
		}
		is(r, old+old+"safe by rule/1, ")

		// Another suite with the same texts has its own run.
		for i := range p {
			own := *p[i].Variant
			own.Key, own.Truth = "other/"+own.Key, bench.Vulnerable
			p[i].Variant = &own
		}
		m := bench.Manifest{StartedAt: time.Now().Add(time.Hour), Suites: map[string]string{"other": "x"}}
		x, done, err := s.Begin(t.Context(), p, m, Again{})
		if err != nil || x.ID == r.ID || x.Relabelled != 1 || len(done) != 2 {
			t.Errorf("run %s: %d relabelled, %d done, %v", x.ID, x.Relabelled, len(done), err)
		}
		is(r, old+old+"safe by rule/1, ")
		is(x, "vulnerable by , vulnerable by , vulnerable by , ")
	})
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenWith(t.Context(), filepath.Join(dir, "none.db"), database.Options{ReadOnly: true}); !errors.Is(err,
		ErrNone) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "no", "such", "folder", "r.db")); err == nil {
		t.Error("opened a database in a folder that does not exist")
	}
	s := open(t, filepath.Join(dir, "empty.db"))
	if info, err := os.Stat(filepath.Join(dir, "empty.db-wal")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read what models said: %v, %v", info.Mode(), err)
	}
	if _, err := s.Run(t.Context(), ""); !errors.Is(err, ErrNone) {
		t.Errorf("empty store: %v", err)
	}
	if _, err := s.db.R.Exec(`DELETE FROM run`); err == nil {
		t.Error("the reading side can write")
	}
}

// Two processes on one database: the second to end a trial does not overwrite the first.
func TestTwoWriters(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		a, b := open(t, at), open(t, at)
		p := plan(50)
		ra, _ := begin(t, a, p, false)
		rb, _ := begin(t, b, p, false)
		if ra.ID != rb.ID {
			t.Fatalf("two runs of one plan: %s and %s", ra.ID, rb.ID)
		}
		wa, wb := a.Writer(context.Background(), ra), b.Writer(context.Background(), rb)
		for _, x := range p {
			if err := errors.Join(wa.Write(result(x, bench.Answered)), wb.Write(result(x, bench.Refused))); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(wa.Close(), wb.Close()); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := a.db.R.QueryRow(`SELECT count(*) FROM trial`).Scan(&n); err != nil || n != 50 {
			t.Errorf("%d rows for 50 trials (%v)", n, err)
		}
	})
}

// $n parameters must bind by number, not by position: the statements rely on it.
func TestNumberedParameters(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var got string
	if err := db.QueryRow(`SELECT $2 || $1 || $2`, "a", "b").Scan(&got); err != nil || got != "bab" {
		t.Errorf("got %q, %v", got, err)
	}
}
