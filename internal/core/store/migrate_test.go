package store

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/test/pgtest"
)

// withMigration adds a migration to those of the program for one test, and returns its number.
func withMigration(t *testing.T, statement string) int64 {
	t.Helper()
	before := migrations
	t.Cleanup(func() { migrations = before })
	more := fstest.MapFS{"1000_test.sql": {Data: []byte("-- +goose Up\n" + statement + ";\n")}}
	names, err := fs.Glob(before, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(before, name)
		if err != nil {
			t.Fatal(err)
		}
		more[name] = &fstest.MapFile{Data: text}
	}
	migrations = more
	return 1000
}

// The first command that writes migrates a database of an earlier version, and keeps its
// content; a reader reports what to do.
func TestOlderVersion(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(2)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		newest := withMigration(t, "ALTER TABLE run ADD COLUMN test INTEGER NOT NULL DEFAULT 0")
		if _, err := OpenWith(t.Context(), at, database.Options{ReadOnly: true}); err == nil ||
			!strings.Contains(err.Error(), "run `assay db migrate --db ") {
			t.Errorf("a reader: %v", err)
		}
		if st, err := StatusOf(t.Context(), at, database.Options{}); err != nil || st.Schema >= newest ||
			st.Newest != newest {
			t.Errorf("%+v, %v", st, err)
		}
		s = open(t, at)
		if got := read(t, s, r); len(got) != 2 || got[0].Outcome != bench.Answered {
			t.Errorf("%+v", got)
		}
		var n int
		if err := s.db.R.QueryRow(`SELECT sum(test) FROM run`).Scan(&n); err != nil {
			t.Error(err)
		}
	})
}

// Bodies are stored compressed and come back as they were: empty, missing, large, hostile.
func TestBodies(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(4)
		r, _ := begin(t, s, p, false)
		large := []byte(strings.Repeat(`{"role":"user","content":"contract C {}"}`, 10_000))
		bodies := [][2][]byte{{nil, nil}, {{}, []byte("x")}, {large, bytes.Repeat([]byte{0, 255}, 1000)},
			{[]byte("\x28\xb5\x2f\xfd"), []byte("\x28\xb5\x2f\xfd\x00")}}
		var results []bench.Trial
		for i, b := range bodies {
			x := result(p[i], bench.Answered)
			x.Response.RawRequest, x.Response.RawResponse = b[0], b[1]
			results = append(results, x)
		}
		write(t, s, r, results...)
		for i, b := range bodies {
			req, resp, err := s.Body(t.Context(), p[i].Key)
			if err != nil || !bytes.Equal(req, b[0]) || !bytes.Equal(resp, b[1]) || (req == nil) != (b[0] == nil) {
				t.Errorf("%d: %.40q, %.40q, %v", i, req, resp, err)
			}
		}
		var size int
		if err := s.db.R.QueryRow(`SELECT max(length(request)) FROM body`).Scan(&size); err != nil || size > len(large)/20 {
			t.Errorf("%d bytes became %d (%v)", len(large), size, err)
		}
		if _, _, err := s.Body(t.Context(), "nothing"); err == nil {
			t.Error("a body of a trial that there is not")
		}
		if _, err := s.db.W.Exec(`UPDATE body SET codec = 9 WHERE request IS NOT NULL`); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Body(t.Context(), p[2].Key); err == nil || !strings.Contains(err.Error(), "codec 9") {
			t.Errorf("an unknown codec: %v", err)
		}
	})
}

// FuzzUnpack: no stored bytes make reading panic or grow without bound.
func FuzzUnpack(f *testing.F) {
	p, err := newPacker()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("\x28\xb5\x2f\xfd\x00"))
	f.Add(p.pack([]byte("hello")))
	f.Fuzz(func(t *testing.T, b []byte) {
		if out, _ := p.unpack(codecZstd, b); len(out) > maxBody {
			t.Errorf("%d bytes became %d", len(b), len(out))
		}
		if again, err := p.unpack(codecZstd, p.pack(b)); err != nil || !bytes.Equal(again, b) {
			t.Errorf("%q became %q (%v)", b, again, err)
		}
	})
}

// Begin looks up only its own plan; its result does not depend on the trials of other plans.
func TestBeginAmongOthers(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		var others []bench.Trial
		for i, x := range plan(50) {
			x.Key = fmt.Sprintf("other%03d", i)
			others = append(others, x)
		}
		ro, _ := begin(t, s, others, false)
		for _, x := range others {
			write(t, s, ro, result(x, bench.Answered))
		}
		p := plan(3)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[1], bench.Answered))
		_, done := begin(t, s, p, false)
		if diff := cmp.Diff(map[string]bool{"k001": true}, done); diff != "" {
			t.Errorf("done (-want +got):\n%s", diff)
		}
		if pgtest.IsPostgres(at) {
			return // its query plans follow statistics, not rules
		}
		rows, err := s.db.R.Query(
			`EXPLAIN QUERY PLAN SELECT t.key, t.round, t.outcome FROM planned p JOIN trial t ON t.key = p.trial_key WHERE p.run_id = $1 ORDER BY p.seq, t.round`, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var a, b, c int
			var step string
			if err := rows.Scan(&a, &b, &c, &step); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(step, "SCAN") {
				t.Errorf("Begin reads a whole table: %s", step)
			}
		}
	})
}

// A trial that is asked again on purpose keeps its first answer, and shows the new one.
func TestAskAgain(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(3)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Unparsed), result(p[2], bench.Refused))
		again, done, err := s.Begin(t.Context(), p, bench.Manifest{},
			Again{Outcomes: map[bench.Outcome]bool{bench.Unparsed: true}})
		if err != nil || again.ID != r.ID {
			t.Fatalf("began %+v, %v", again, err)
		}
		if diff := cmp.Diff(map[string]bool{"k000": true, "k002": true}, done); diff != "" {
			t.Errorf("done (-want +got):\n%s", diff)
		}
		if got := read(t, s, again); got[1].Outcome != bench.Unparsed {
			t.Errorf("before it is asked again: %q", got[1].Outcome)
		}
		write(t, s, again, result(p[1], bench.Answered))
		if got := read(t, s, again); got[0].Outcome != bench.Answered || got[1].Outcome != bench.Answered ||
			got[2].Outcome != bench.Refused {
			t.Errorf("outcomes %q %q %q", got[0].Outcome, got[1].Outcome, got[2].Outcome)
		}
		var n int
		if err := s.db.R.QueryRow(`SELECT count(*) FROM trial`).Scan(&n); err != nil || n != 4 {
			t.Errorf("%d trials kept, want 4 (%v)", n, err)
		}
		if _, done = begin(t, s, p, false); len(done) != 3 {
			t.Errorf("%d done after that", len(done))
		}
	})
}
