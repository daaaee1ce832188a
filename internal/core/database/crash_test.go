package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/internal/proof/pgserver"
	"assay/internal/test/pgtest"
)

// durable starts a server that does not lose committed transactions in a crash.
func durable(t *testing.T) *pgserver.Server {
	t.Helper()
	if os.Getenv("ASSAY_TEST_POSTGRES") != "required" {
		pgtest.URL(t) // skips where there is none
	}
	pg, err := pgserver.Start(t.Context(), pgserver.Options{Settings: []string{"synchronous_commit=on", "fsync=on"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pg.Close() })
	return pg
}

// put adds 1 to a row, which it makes.
func put(ctx context.Context, tx *Tx, id int) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO n (id, v, x) VALUES ($1, '', 1) ON CONFLICT (id) DO UPDATE SET x = n.x + 1`,
		id)
	return err
}

// written returns how often put was committed.
func written(t *testing.T, d *DB, id int) (x int) {
	t.Helper()
	for {
		err := d.R.QueryRow(`SELECT coalesce(sum(x), 0) FROM n WHERE id = $1`, id).Scan(&x)
		if err == nil {
			return x
		}
		if !Passes(err) { // a connection that the crash broke
			t.Fatal(err)
		}
	}
}

// A server that crashes before a transaction is on its disk forgets it, and the next client
// gets its number. The result of that client's transaction says nothing about ours.
func TestNumberIsGivenToAnother(t *testing.T) {
	pg := durable(t)
	a, b := open(t, pg.URL("postgres")), open(t, pg.URL("postgres"))
	number := func(tx *Tx) (n string) {
		t.Helper()
		if err := tx.QueryRowContext(t.Context(), `SELECT pg_current_xact_id()::text`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	again := 0
	const rounds = 3
	for i := range rounds {
		tries, ours, theirs := 0, "", ""
		if err := a.Write(t.Context(), time.Minute, func(tx *Tx) error {
			tries++
			if err := put(t.Context(), tx, i); err != nil || tries > 1 {
				return err
			}
			ours = number(tx)
			if err := pg.Restart(t.Context()); err != nil {
				return err
			}
			return b.Write(t.Context(), time.Minute, func(tx *Tx) error {
				theirs = number(tx)
				return put(t.Context(), tx, 100+i)
			})
		}); err != nil {
			t.Fatal(err)
		}
		if ours == theirs {
			again++
		}
		if x := written(t, a, i); x != 1 || tries != 2 {
			t.Errorf("round %d: written %d times in %d tries", i, x, tries)
		}
		if x := written(t, a, 100+i); x != 1 {
			t.Errorf("round %d: the other's was written %d times", i, x)
		}
	}
	if again == 0 {
		t.Error("no number was given out again: this test shows nothing")
	}
}

// The same while no other client writes: the server has not assigned the number again.
func TestNumberIsNotGivenYet(t *testing.T) {
	pg := durable(t)
	d := open(t, pg.URL("postgres"))
	tries := 0
	if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
		tries++
		if err := put(t.Context(), tx, 1); err != nil || tries > 1 {
			return err
		}
		return pg.Restart(t.Context())
	}); err != nil {
		t.Fatal(err)
	}
	if x := written(t, d, 1); x != 1 || tries != 2 {
		t.Errorf("written %d times in %d tries", x, tries)
	}
}

// writers counts the rows of writers.
func writers(t *testing.T, d *DB) (n int) {
	t.Helper()
	if err := d.R.QueryRow(`SELECT count(*) FROM writer_commit`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// An earlier attempt whose session is still alive is waited for, even if it commits in the
// end: no two attempts of one Write take effect.
func TestTryThatLivesOn(t *testing.T) {
	d := open(t, pgtest.URL(t))
	for i, end := range []string{"commit", "rollback"} {
		var old *pgx.Conn
		ended := make(chan struct{})
		tries := 0
		if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
			tries++
			if err := put(t.Context(), tx, i); err != nil || tries > 1 {
				return err
			}
			// The network is gone, unknown to the server; another connection replaces this one.
			fresh, err := pgx.ConnectConfig(t.Context(), d.Config().Copy())
			if err != nil {
				return err
			}
			return tx.raw(func(c *pgx.Conn) error {
				old = new(pgx.Conn)
				*old, *c = *c, *fresh
				go func() {
					defer close(ended)
					for waiting := 0; waiting == 0; {
						if err := d.R.QueryRow(`SELECT count(*) FROM pg_locks WHERE NOT granted`).Scan(&waiting); err != nil {
							t.Error(err)
							return
						}
					}
					if _, err := old.Exec(t.Context(), end); err != nil {
						t.Error(err)
					}
					old.Close(t.Context())
				}()
				return driver.ErrBadConn
			})
		}); err != nil {
			t.Fatal(err)
		}
		<-ended
		if x := written(t, d, i); x != 1 {
			t.Errorf("the first try ended with %s: written %d times", end, x)
		}
		if want := map[string]int{"commit": 1, "rollback": 2}[end]; tries != want {
			t.Errorf("the first try ended with %s: %d tries", end, tries)
		}
	}
}

// Concurrent writers need one row each, rows of dead writers are removed, and a writer whose
// row was removed while it was idle continues.
func TestWriters(t *testing.T) {
	at := pgtest.URL(t)
	d := open(t, at)
	add := func(d *DB, id int) {
		t.Helper()
		if err := d.Write(t.Context(), time.Minute, func(tx *Tx) error { return put(t.Context(), tx, id) }); err != nil {
			t.Error(err)
		}
	}
	for range 5 {
		add(d, 1)
	}
	if n := writers(t, d); n != 1 {
		t.Errorf("%d rows after writes one by one", n)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { add(d, 1) })
	}
	wg.Wait()
	if n := writers(t, d); n > 8 {
		t.Errorf("%d rows of eight at once", n)
	}
	if _, err := d.W.Exec(`UPDATE writer_commit SET at_us = at_us - $1`, forgotten.Microseconds()+1); err != nil {
		t.Fatal(err)
	}
	other := open(t, at)
	add(other, 1)
	if n := writers(t, d); n != 1 {
		t.Errorf("%d rows, want that of the one who wrote last", n)
	}
	for range 5 {
		add(d, 1)
	}
	if x := written(t, d, 1); x != 19 {
		t.Errorf("written %d times, want 19", x)
	}
	// If the reply to a commit is lost and the row is gone too, the result cannot be known.
	tries := 0
	err := d.Write(t.Context(), time.Minute, func(tx *Tx) error {
		if tries++; tries > 1 {
			return errors.New("done twice")
		}
		if err := put(t.Context(), tx, 2); err != nil {
			return err
		}
		return tx.raw(func(c *pgx.Conn) error {
			if _, err := c.Exec(t.Context(), `DELETE FROM writer_commit; COMMIT`); err != nil {
				return err
			}
			return c.PgConn().Conn().Close()
		})
	})
	if err == nil || tries != 1 || !strings.Contains(err.Error(), "it is not known whether it was stored") {
		t.Errorf("%d tries, %v", tries, err)
	}
}

// Opening waits for a server that restarts, waits for an unreachable one as long as
// requested, and does not wait for one that refuses permanently.
func TestOpenWaits(t *testing.T) {
	at := pgtest.URL(t)
	p := pgtest.NewProxy(t, at)
	p.Cut() // clients are accepted and then disconnected
	var said []string
	d, err := Open(t.Context(), p.URL, Options{Refused: time.Nanosecond, Say: func(what string) {
		said = append(said, what)
		p.Restore()
	}})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	if len(said) != 1 || !strings.Contains(said[0], "waiting for "+Redact(p.URL)+", up to 10m0s: ") ||
		strings.Contains(said[0], "\n") {
		t.Errorf("it said %q", said)
	}
	said = nil
	loud := Options{Refused: 1500 * time.Millisecond, Say: func(what string) { said = append(said, what) }}
	if _, err := Open(t.Context(), "postgres://u@127.0.0.1:1/d?sslmode=disable", loud); err == nil ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("nobody is there: %v", err)
	}
	if len(said) != 1 || !strings.Contains(said[0], "up to 1.5s") {
		t.Errorf("it said %q", said)
	}
	said = nil
	loud.Refused = time.Hour
	for was, is := range map[string]string{"/assay_test": "/no_such", "assay@": "nobody@"} {
		if _, err := Open(t.Context(), strings.Replace(at, was, is, 1), loud); err == nil || len(said) > 0 {
			t.Errorf("%s: said %q, then %v", is, said, err)
		}
	}
}
