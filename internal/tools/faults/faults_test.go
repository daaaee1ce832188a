//go:build unix

package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/proof/pgserver"
)

var assay string // the program, built once

func TestMain(m *testing.M) {
	if flag.Parse(); testing.Short() { // without campaigns, no program
		os.Exit(m.Run())
	}
	dir, err := os.MkdirTemp("", "faults-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := os.Setenv("TMPDIR", os.TempDir()); err != nil { // databases must be on a disk, not in memory
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	assay = filepath.Join(dir, "assay")
	build := exec.Command("go", "build", "-o", assay, "assay/cmd/assay")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building assay: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// play plays one small round of a campaign; its files are deleted with the test.
func play(t *testing.T, name string, seed uint64) *round {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: not with -short")
	}
	for _, c := range campaigns {
		if c.name != name {
			continue
		}
		r, err := c.play(t.Context(), assay, t.TempDir(), seed, c.short)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v %q", name, r.counts, r.broken)
		return r
	}
	t.Fatalf("no campaign %s", name)
	return nil
}

// Small rounds in which assay keeps its promises.
func TestShort(t *testing.T) {
	for _, tt := range []struct {
		name         string
		seed         uint64 // an even one gives the runs a budget
		kills, harms int    // at least
	}{
		{"sqlite-quiet", 3, 0, 0},
		{"sqlite-kill", 3, 1, 0},
		{"sqlite-kill", 4, 1, 0},
		{"sqlite-kill-faults", 3, 1, 0},
		{"sqlite-full-disk", 4, 0, 1},
		{"sqlite-two-starts", 3, 0, 0},
		{"sqlite-cut-model", 3, 0, 1},
		{"sqlite-interrupt", 3, 1, 0},
		{"postgres-two-starts", 3, 0, 0},
		{"postgres-crash-runs", 3, 0, 1},
		{"postgres-crash-workers", 4, 0, 1},
	} {
		t.Run(fmt.Sprint(tt.name, "/", tt.seed), func(t *testing.T) {
			if strings.HasPrefix(tt.name, "postgres-") {
				needPostgres(t)
			}
			t.Parallel()
			r := play(t, tt.name, tt.seed)
			if len(r.broken) > 0 {
				t.Errorf("broken: %q", r.broken)
			}
			if r.trials == 0 || r.requests < r.trials || len(r.stored) != r.trials || r.charged == 0 || r.kills < tt.kills ||
				r.crashes < tt.harms {
				t.Errorf("counts: %+v, %d stored", r.counts, len(r.stored))
			}
		})
	}
}

// needPostgres skips a test if no server can be started, unless the tests require one.
func needPostgres(t *testing.T) {
	t.Helper()
	if err := pgserver.Available(t.Context()); errors.Is(err, pgserver.ErrNotFound) &&
		os.Getenv("ASSAY_TEST_POSTGRES") != "required" {
		t.Skip("SKIPPED: ", err)
	}
}

// The PostgreSQL server of a round is killed, and comes back with all committed data.
func TestCrashes(t *testing.T) {
	needPostgres(t)
	r := &round{ctx: t.Context(), rnd: rand.New(rand.NewPCG(1, 1))}
	c, err := r.newCluster(1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		for _, end := range r.ends {
			end()
		}
		if len(r.broken) > 0 {
			t.Error(r.broken)
		}
	}()
	db, err := sql.Open("pgx", c.through(0))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE n (i INTEGER)`); err != nil {
		t.Fatal(err)
	}
	for i, crash := range []func() error{
		func() error { return errors.Join(c.die(), c.restart(t.Context())) },
		func() error { return c.restart(t.Context()) },
		func() error { return c.killBackend(t.Context()) },
	} {
		// Committed rows are kept; the transaction trapped at its commit was never committed.
		if _, err := db.Exec(`INSERT INTO n VALUES ($1)`, i); err != nil {
			t.Fatal(err)
		}
		sprung := c.proxies[0].trap("commit\x00")
		ended := make(chan error, 1)
		go func() { ended <- inTransaction(db) }()
		<-sprung
		if err := crash(); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err == nil {
			t.Error("a commit was answered that the server cannot have heard")
		}
		c.proxies[0].restore()
		var n, wrong int
		if err := c.query(t.Context(), `SELECT count(*) FROM n`, &n); err != nil || n != i+1 {
			t.Errorf("%d rows after crash %d: %v", n, i, err)
		}
		if err := c.query(t.Context(), `SELECT count(*) FROM n WHERE i = 100`, &wrong); err != nil || wrong != 0 {
			t.Errorf("%d rows that were never committed: %v", wrong, err)
		}
	}
}

// inTransaction inserts 100 in a transaction.
func inTransaction(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(`INSERT INTO n VALUES (100)`); err != nil {
		return err
	}
	return tx.Commit()
}

// Every broken promise is noticed: a correct database is corrupted in one way after the other.
func TestNotices(t *testing.T) {
	sound := play(t, "sqlite-quiet", 5)
	if len(sound.broken) > 0 {
		t.Fatal(sound.broken)
	}
	bytesOf, err := os.ReadFile(sound.db)
	if err != nil {
		t.Fatal(err)
	}
	one := func(t *testing.T, r *round) string {
		for key := range r.stored {
			return key
		}
		t.Fatal("nothing is stored")
		return ""
	}
	for _, tt := range []struct {
		name, sql string
		spoil     func(*testing.T, *round)
		want      string
	}{
		{"a row is gone", `DELETE FROM derived; DELETE FROM body; DELETE FROM trial WHERE id = (SELECT max(id) FROM trial)`,
			nil, "answers are lost"},
		{"a text is another",
			`UPDATE body SET text = replace(text, '-1', '-9') WHERE trial_id = (SELECT max(trial_id) FROM body)`, nil,
			"1 answers are lost"},
		{"a text is gone", `UPDATE body SET text = '' WHERE trial_id = (SELECT max(trial_id) FROM body)`, nil,
			"1 answers are lost"},
		{"a trial failed", `UPDATE trial SET outcome = 'failed' WHERE id = (SELECT max(id) FROM trial)`, nil,
			"1 answers are lost"},
		{"another's answer",
			`UPDATE body SET text = (SELECT text FROM body ORDER BY trial_id LIMIT 1) WHERE trial_id = (SELECT max(trial_id) FROM body)`, nil, "another question"},
		{"a body without a trial", `PRAGMA foreign_keys = off; INSERT INTO body (trial_id, text) VALUES (999999, '')`, nil,
			"1 bodies without a trial"},
		{"a trial without a derivation", `DELETE FROM derived WHERE trial_id = (SELECT max(trial_id) FROM derived)`, nil,
			"1 trials without a derivation"},
		{"too little in the ledger", `UPDATE spend_total SET amount = amount - 1; UPDATE spend SET amount = amount - 1`, nil,
			"were charged"},
		{"too much in the ledger", `UPDATE spend_total SET amount = amount + 1; UPDATE spend SET amount = amount + 1`, nil,
			"exactly"},
		{"a sum that is none", `UPDATE spend_total SET amount = amount + 1`, nil, "its rows are"},
		{"something stands reserved", `UPDATE spend SET unsettled = 1`, nil, "reservations are not settled"},
		{"a page is garbled", ``, func(t *testing.T, r *round) {
			spoilt := bytes.Clone(bytesOf)
			copy(spoilt[len(spoilt)-4096*3:], bytes.Repeat([]byte{0xa5}, 4096))
			if err := os.WriteFile(r.db, spoilt, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "*"},
		{"paid for twice", ``, func(t *testing.T, r *round) {
			for _, q := range r.model.questions {
				q.good++
				return
			}
		}, "1 answers were paid for twice, 0 are allowed"},
		{"stored and asked again", ``, func(t *testing.T, r *round) {
			for _, q := range r.model.questions {
				q.arrived++
			}
		}, "trials were asked again although they were stored"},
		{"reported and not there", ``, func(t *testing.T, r *round) { r.reported["nobody"] = true }, "1 answers are lost"},
		{"stored once and not there", ``, func(t *testing.T, r *round) { r.stored["nobody"] = 1 }, "1 answers are lost"},
		{"a file is left", ``, func(t *testing.T, r *round) {
			if err := os.WriteFile(filepath.Join(r.dir, "tmp", one(t, r)[:8]), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "temporary files are left"},
		{"a redirect is followed", ``, func(t *testing.T, r *round) { r.model.strayed.Add(1) }, "followed a redirect"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := *sound
			r.ctx, r.broken, r.final = t.Context(), nil, false
			r.db = filepath.Join(t.TempDir(), "r.db")
			r.dir = filepath.Dir(r.db)
			os.Mkdir(filepath.Join(r.dir, "tmp"), 0o700)
			r.stored, r.reported, r.lost, r.again = map[string]int{}, map[string]bool{}, map[string]string{}, map[string]bool{}
			r.processes = nil
			r.model = copyOf(sound.model)
			if err := os.WriteFile(r.db, bytesOf, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := r.look(); err != nil {
				t.Fatal(err)
			}
			if tt.sql != "" {
				db, err := r.open()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := db.Exec(tt.sql); err != nil {
					t.Fatal(err)
				}
				db.Close()
			}
			if tt.spoil != nil {
				tt.spoil(t, &r)
			}
			err := r.conclude()
			if got := strings.Join(r.broken, "; "); tt.want == "*" && err == nil && got == "" || tt.want != "*" &&
				(err != nil || !strings.Contains(got, tt.want)) {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// copyOf copies the records of a provider.
func copyOf(p *provider) *provider {
	out := &provider{most: p.most, arrived: p.arrived, charged: p.charged, questions: map[string]*question{}}
	for id, q := range p.questions {
		copied := *q
		out.questions[id] = &copied
	}
	return out
}

// The proxy passes data on, and misbehaves on demand.
func TestProxy(t *testing.T) {
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		for {
			c, err := echo.Accept()
			if err != nil {
				return
			}
			go io.Copy(c, c)
		}
	}()
	p, err := newProxy(t.Context(), "tcp", echo.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	dial := func() net.Conn {
		c, err := net.Dial("tcp", p.Address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	say := func(c net.Conn, word string) (string, error) {
		if _, err := io.WriteString(c, word); err != nil {
			return "", err
		}
		c.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
		buf := make([]byte, 100)
		n, err := c.Read(buf)
		return string(buf[:n]), err
	}
	a := dial()
	if got, err := say(a, "one"); got != "one" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	p.stall()
	if got, err := say(a, "two"); got != "" || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("while it stalls: %q, %v", got, err)
	}
	p.restore()
	if got, err := say(a, ""); got != "two" || err != nil {
		t.Errorf("what was held: %q, %v", got, err)
	}
	p.reset()
	if _, err := say(a, "three"); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("after a reset: %v", err)
	}
	b := dial()
	if got, err := say(b, "four"); got != "four" || err != nil {
		t.Errorf("a new connection: %q, %v", got, err)
	}
	sprung := p.trap("commit")
	if got, err := say(b, "commit"); got != "" || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the word was passed on: %q, %v", got, err)
	}
	<-sprung
	p.drop()
	if _, err := say(dial(), "five"); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("while it refuses: %v", err)
	}
	if n := p.harmed(); n != 2 {
		t.Errorf("%d connections were harmed", n)
	}
}

// Every fault reaches a client as its name says, or ends the request.
func TestFaults(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := newProvider(ctx, rand.New(rand.NewPCG(1, 1)), 100)
	if err != nil {
		t.Fatal(err)
	}
	p.faulty, p.latency = 1, 0
	client := &http.Client{Timeout: 500 * time.Millisecond, CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse
	}}
	for range faults {
		resp, err := client.Post(p.URL+"/chat/completions", "application/json",
			strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"what?"}]}`))
		if err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
	}
	if len(p.met) != len(faults) {
		t.Errorf("%d of %d faults were met: %v", len(p.met), len(faults), p.met)
	}
	if b := p.books(); b.arrived != len(faults) || b.charged == 0 || b.twice != 2 {
		t.Errorf("%+v", b)
	}
}

// The output for people and for machines names the broken promises, and the exit code shows them.
func TestTable(t *testing.T) {
	rows := []row{{Campaign: "sqlite-kill", Verdict: kept}, {Campaign: "sqlite-quiet", Exact: true, Verdict: kept}}
	rows[0].add(&round{counts: counts{kills: 3, trials: 12, requests: 14, twice: 2, bound: 24, ledger: 2e9 + 1,
		charged: 1e9}}, 7)
	rows[1].add(&round{counts: counts{trials: 12}, broken: []string{"1 answers are lost"}}, 8)
	var text, machine bytes.Buffer
	if err := errors.Join(print(&text, rows), printJSON(&machine, 7, rows)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 (24)", "$2.000000001", "≥ $1.000000000",
		"BROKEN sqlite-quiet, seed 8: 1 answers are lost"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	var back struct {
		Seed      uint64
		Campaigns []row
	}
	if err := json.Unmarshal(machine.Bytes(), &back); err != nil || back.Seed != 7 ||
		back.Campaigns[1].Verdict != broken || back.Campaigns[0].Ledger != 2e9+1 {
		t.Errorf("%+v, %v", back, err)
	}
	for args, want := range map[string]int{"-campaign nothing-of-the-kind": 2, "-unknown": 2} {
		if got := run(t.Context(), strings.Fields(args), io.Discard, io.Discard); got != want {
			t.Errorf("%s: exit code %d", args, got)
		}
	}
}
