package store

import (
	"bytes"
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"assay/internal/bench"
	"assay/internal/model"
	"assay/internal/pgserver/pgtest"
)

// old makes a database as the first version of the schema left it: one run of
// two trials, the first of which is answered.
func old(t *testing.T, path string) {
	t.Helper()
	trials := plan(2)
	exec, _ := version(t, path, 1)
	exec(`INSERT INTO run VALUES ('old', $1, 0, 'incomplete', 1, NULL, '{}')`, PlanHash(trials))
	for i, x := range trials {
		id, meta, err := variantID(x.Variant)
		if err != nil {
			t.Fatal(err)
		}
		exec(`INSERT INTO variant VALUES ($1, $2, '', 'vulnerable', $3)`, id, x.Variant.Key, meta)
		exec(`INSERT INTO planned VALUES ('old', $1, $2, 'builtin/x', $3, 0)`, i, x.Key, id)
		if i == 0 {
			exec(`INSERT INTO trial VALUES (1, $1, 0, 'builtin/x', $2, 0, 'unparsed', 'because', 'answered', 'stop', 'm', 1, 1, 2, 3, 4, NULL, 5, 6)`, x.Key, id)
			// The magic number of zstd at the beginning: what decides is the column, not the bytes.
			exec(`INSERT INTO body VALUES (1, $1, $2, 'the text')`, []byte("\x28\xb5\x2f\xfdplain"), []byte("answer"))
			exec(`INSERT INTO derived VALUES (1, '1', 'rule/1', NULL, NULL, NULL, '', NULL, NULL)`)
		}
	}
}

// version makes a database with the schema of a version, and returns what executes
// statements in it and what brings it to another version.
func version(t *testing.T, path string, n int64) (exec func(q string, args ...any), to func(int64)) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, sub)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	exec = func(q string, args ...any) {
		t.Helper()
		if _, err := db.Exec(q, args...); err != nil {
			t.Fatal(err)
		}
	}
	return exec, func(n int64) {
		t.Helper()
		if _, err := p.DownTo(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
}

// Ledgers with a row for each request are summed up, and what stood for the trials of
// batches stands.
func TestOldLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	exec, down := version(t, path, 11)
	p := plan(3)
	plan := PlanHash(p)
	exec(`INSERT INTO spend_total VALUES ($1, 1210), ('another', 5)`, plan)
	for i, amount := range []int64{1000, 200, 10} { // the second is settled
		exec(`INSERT INTO spend VALUES ($1, $2, 'm', $3, $4, 0)`, i+1, plan, amount, i%2)
	}
	exec(`INSERT INTO spend VALUES (4, 'another', 'm', 5, 0, 0)`)
	exec(`INSERT INTO batch VALUES ('one', 'a', 'remote', 3, 1)`)
	for i, id := range []int{1, 2, 4} {
		exec(`INSERT INTO batch_trial VALUES ($1, 0, 'one', $2, '{}', 0, x'00')`, p[i].Key, id)
	}
	s := open(t, path)
	r, _ := begin(t, s, p, false)
	w := s.Writer(t.Context(), r)
	_, standing, err := w.Held("a")
	if want := map[string]model.Reservation{p[0].Key: {ID: 1, Amount: 1000}}; err != nil || !maps.Equal(standing, want) {
		t.Errorf("%v stands, want %v (%v)", standing, want, err)
	}
	if err := w.Settle("m", standing[p[0].Key], 1, false); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	var sum, unsettled int64
	if err := s.db.R.QueryRow(`SELECT sum(amount), sum(unsettled) FROM spend WHERE plan = $1`, plan).Scan(&sum, &unsettled); err != nil || sum != 211 || unsettled != 2 { // what batches held was counted here then
		t.Errorf("entries of %d with %d reservations, want 211 with two (%v)", sum, unsettled, err)
	}
	if n, err := s.Spent(t.Context(), plan); n != 211 || err != nil {
		t.Errorf("%d spent (%v)", n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	down(11)
}

// A database of the first version is read, continued and written.
func TestOldDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	old(t, path)
	s := open(t, path)
	req, resp, err := s.Body(t.Context(), "k000")
	if err != nil || string(req) != "\x28\xb5\x2f\xfdplain" || string(resp) != "answer" {
		t.Errorf("bodies %q, %q, %v", req, resp, err)
	}
	p := plan(2)
	r, done := begin(t, s, p, false)
	if r.ID != "old" || len(done) != 1 || !done["k000"] {
		t.Errorf("began %+v with %v done", r, done)
	}
	write(t, s, r, result(p[1], bench.Answered))
	got := read(t, s, r)
	if len(got) != 2 || got[0].Response.Text != "the text" || got[1].Outcome != bench.Answered {
		t.Errorf("%+v", got)
	}
	if _, resp, err := s.Body(t.Context(), "k001"); err != nil || string(resp) != "raw" {
		t.Errorf("body %q, %v", resp, err)
	}
	var n int
	if err := s.db.R.QueryRow(`SELECT count(*) FROM trial_key`).Scan(&n); err != nil || n != 2 {
		t.Errorf("%d keys are explained after the run went on, want 2 (%v)", n, err)
	}
}

// Bodies are stored compressed and come back as they were: empty, missing, large, hostile.
func TestBodies(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(4)
		r, _ := begin(t, s, p, false)
		large := []byte(strings.Repeat(`{"role":"user","content":"contract C {}"}`, 10_000))
		bodies := [][2][]byte{{nil, nil}, {{}, []byte("x")}, {large, bytes.Repeat([]byte{0, 255}, 1000)}, {[]byte("\x28\xb5\x2f\xfd"), []byte("\x28\xb5\x2f\xfd\x00")}}
		var results []Result
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

// Begin looks up its own plan; its answer is the same among the trials of others.
func TestBeginAmongOthers(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		var others []Planned
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
			return // its plans follow statistics, not rules
		}
		rows, err := s.db.R.Query(`EXPLAIN QUERY PLAN SELECT t.key, t.round, t.outcome FROM planned p JOIN trial t ON t.key = p.trial_key WHERE p.run_id = $1 ORDER BY p.seq, t.round`, r.ID)
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

// What is asked again on purpose stands beside its first answer, and is shown.
func TestAskAgain(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(3)
		r, _ := begin(t, s, p, false)
		write(t, s, r, result(p[0], bench.Answered), result(p[1], bench.Unparsed), result(p[2], bench.Refused))
		again, done, err := s.Begin(t.Context(), p, bench.Manifest{}, Again{Outcomes: map[bench.Outcome]bool{bench.Unparsed: true}})
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
		if got := read(t, s, again); got[0].Outcome != bench.Answered || got[1].Outcome != bench.Answered || got[2].Outcome != bench.Refused {
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
