package fleet_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"assay/internal/core/model/limit"
	"assay/internal/core/store"
	"assay/internal/test/corpustest"
	"assay/internal/test/pgtest"
)

// until waits until is returns true.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came that %s", what)
		}
	}
}

// number returns the number that a query gives.
func number(t testing.TB, s *store.Store, query string, args ...any) (n int64) {
	t.Helper()
	if err := s.Database().R.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// questions returns the questions that were asked.
func (p *provider) questions() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.asked)
}

// both returns the questions of two providers together.
func both(a, b *provider) *provider {
	sum := &provider{asked: a.questions(), total: a.count() + b.count()}
	for q, n := range b.questions() {
		sum.asked[q] += n
	}
	return sum
}

// bystander reads the time from the database repeatedly, and returns the longest wait beyond
// the intended one: the delay that a busy machine causes without any fault of ours.
func bystander(ctx context.Context, s *store.Store) (longest func() time.Duration) {
	const every = 50 * time.Millisecond
	done := make(chan time.Duration, 1)
	ctx, stop := context.WithCancel(ctx)
	go func() {
		var worst time.Duration
		for ctx.Err() == nil {
			start := time.Now()
			time.Sleep(every)
			s.Database().R.ExecContext(ctx, `SELECT clock_timestamp()`)
			worst = max(worst, time.Since(start)-every)
		}
		done <- worst
	}()
	return func() time.Duration { stop(); return <-done }
}

// Other workers finish the shards of a killed worker within two rescue periods, by the
// server's clock. That they get the shards at the first beat after one period holds on any
// machine, however slow; the sum of both is extended by the delay of a bystander.
func TestRescueInTime(t *testing.T) {
	t.Parallel()
	const trials, connections, rescue = 40, 4, 5 * time.Second
	at := pgtest.URL(t)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, aURL := newProvider(t, 0)
	a.hold = make(chan struct{})
	b, bURL := newProvider(t, 20*time.Millisecond)
	run := start(t, s, trials, "m")
	for _, sql := range []string{
		`CREATE TABLE seen (what TEXT, id TEXT, at_us BIGINT)`,
		`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			INSERT INTO seen VALUES (TG_TABLE_NAME, to_jsonb(NEW) ->> 'id',
				coalesce((to_jsonb(NEW) ->> 'seen_us')::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint));
			RETURN NEW; END $$`,
		`CREATE TRIGGER beats AFTER INSERT OR UPDATE OF seen_us ON worker FOR EACH ROW EXECUTE FUNCTION note()`,
		`CREATE TRIGGER given AFTER INSERT ON river_job FOR EACH ROW EXECUTE FUNCTION note()`,
		`CREATE TRIGGER ended AFTER INSERT ON trial FOR EACH ROW EXECUTE FUNCTION note()`,
	} {
		if _, err := s.Database().W.ExecContext(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	c := child{Server: aURL, DB: at, Rescue: rescue, Connections: connections, Limit: 1000}
	dying := spawn(t, c)
	until(t, "the worker has all shards", func() bool {
		return a.count() == connections && number(t, s, `SELECT count(*) FROM river_job WHERE state = 'available'`) == 0
	})
	dead := number(t, s, `SELECT count(*) FROM worker`)
	if dead != 1 {
		t.Fatalf("%d workers", dead)
	}
	var id string
	if err := s.Database().R.QueryRow(`SELECT id FROM worker`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	c.Server = bURL
	spawn(t, c)
	until(t, "the other worker is there", func() bool { return number(t, s, `SELECT count(*) FROM worker`) == 2 })
	late := bystander(t.Context(), s)
	dying.cmd.Process.Kill()
	<-dying.ended
	killed := number(t, s, `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint`)
	finished(t, s, run, func() {})
	if extra := check(t, s, both(a, b), trials, run); extra != connections {
		t.Errorf("%d requests too many, want the %d on their way", extra, connections)
	}

	silent := number(t, s, `SELECT max(at_us) FROM seen WHERE what = 'worker' AND id = $1`, id)
	given := number(t, s, `SELECT min(at_us) FROM seen WHERE what = 'river_job'`)
	if beats := number(t, s, `SELECT count(*) FROM seen WHERE what = 'worker' AND id <> $1 AND at_us > $2 AND at_us < $3`,
		id, silent+rescue.Microseconds(), given); beats > 1 {
		t.Errorf("the other worker had %d beats after the rescue period before it gave the shards away", beats)
	}
	if given < silent+rescue.Microseconds() {
		t.Errorf("the shards were given away after %d µs of silence", given-silent)
	}
	took := time.Duration(number(t, s, `SELECT max(at_us) FROM seen WHERE what = 'trial'`)-killed) * time.Microsecond
	delay := late()
	if took > 2*rescue+10*delay {
		t.Errorf("others needed %v for what a killed worker had, with a rescue period of %v (a bystander was late by %v)",
			took, rescue, delay)
	}
	t.Logf("finished %.2f rescue periods after the kill; a bystander was late by %v", took.Seconds()/rescue.Seconds(),
		delay)
}

// A worker that is cut off from the database for several rescue periods loses its shards to
// another. Nothing is lost, no trial has two rows, stored trials are not asked again, and the
// budget is kept. Asked twice are only the worker's requests in progress when the network
// broke, and those that it had reserved and could send when these returned: requests that
// waited for the database are not sent.
func TestLongCut(t *testing.T) {
	corpustest.Turn(t, 4)
	const trials, connections, rescue = 200, 4, 1500 * time.Millisecond
	for _, tt := range []struct {
		name    string
		limit   float64 // of the budget in dollars: $0.02 a trial, $0.05 at worst; 0 is none
		late    bool    // answers come after another worker has the shards
		early   bool    // the network is back before the other worker is done
		atWorst int     // maximum number of questions asked twice
	}{
		{"answers come at once", 4.5, false, false, limit.WithLine(connections)},
		{"answers come late", 4.5, true, false, connections},
		{"back early", 4.5, false, true, limit.WithLine(connections)},
		{"no budget", 0, false, false, 4 * 10}, // what its shards contain
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			at := pgtest.URL(t)
			s, err := store.Open(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			latency := 10 * time.Millisecond
			if tt.early {
				latency = 200 * time.Millisecond
			}
			a, aURL := newProvider(t, 0)
			b, bURL := newProvider(t, latency)
			proxy := pgtest.NewProxy(t, at)
			run := start(t, s, trials, "m")
			c := child{Server: aURL, DB: proxy.URL, Rescue: rescue, Connections: connections, Limit: tt.limit}
			off := spawn(t, c)
			until(t, "something is answered", func() bool { return number(t, s, `SELECT count(*) FROM trial`) > 20 })
			hold := make(chan struct{})
			a.mu.Lock()
			a.hold = hold
			a.mu.Unlock()
			var before int
			until(t, "all connections wait for an answer", func() bool {
				was := before
				before = a.count()
				return was == before && int(number(t, s, `SELECT count(*) FROM trial`)) == before-connections
			})
			proxy.Cut()
			cut := time.Now()
			stored := before - connections
			c.Server, c.DB = bURL, at
			spawn(t, c)
			if !tt.late {
				close(hold)
			}
			until(t, "the shards are given away", func() bool {
				return number(t, s,
					`SELECT count(*) FROM worker WHERE gone = 1`) > 0
			})
			asked := a.questions() // its time is over
			if tt.late {
				close(hold)
			}
			if !tt.early {
				finished(t, s, run, func() {})
			}
			until(t, "the cut lasted for three periods", func() bool { return time.Since(cut) > 3*rescue })
			if n := number(t, s, `SELECT count(*) FROM trial`); tt.early && n == trials {
				t.Fatal("the others were done before the network was back: the plan is too short for this test")
			}
			proxy.Restore()
			finished(t, s, run, func() {
				if n := number(t, s, `SELECT amount FROM spend_total WHERE plan = $1`, run.Plan); tt.limit > 0 &&
					n > int64(tt.limit*1e9) {
					t.Errorf("%d is spent or reserved", n)
				}
			})
			until(t, "the worker is back", func() bool {
				return number(t, s,
					`SELECT count(*) FROM worker WHERE gone = 0 AND seen_us > (extract(epoch FROM clock_timestamp()) * 1000000)::bigint - $1`, rescue.Microseconds()/2) == 2
			})
			until(t, "all is settled", func() bool { return number(t, s, `SELECT sum(unsettled)::bigint FROM spend`) == 0 })
			next := start(t, s, 30, "n") // both continue with new shards
			finished(t, s, next, func() {})
			select {
			case err := <-off.ended:
				t.Fatalf("the worker that was cut off ended: %v", err)
			default:
			}

			extra := check(t, s, both(a, b), trials+30, run, next)
			// A worker that is back early may itself ask again what it lost.
			for q := range b.questions() {
				if n := a.questions()[q]; n > 0 && (asked[q] != n || n != 1) {
					t.Errorf("%q was asked %d times by the one that was cut off, of which %d before its shards were given away", q, n,
						asked[q])
				}
			}
			if extra > tt.atWorst || extra < connections && !tt.early {
				t.Errorf("%d requests too many; %d were on their way", extra, connections)
			}
			if most := stored + tt.atWorst; len(asked) > most {
				t.Errorf("%d questions were asked by the one that was cut off, %d of them stored before", len(asked), stored)
			}
			if spent, total := number(t, s, `SELECT coalesce(sum(amount), 0)::bigint FROM spend`),
				int64(a.count()+b.count())*20e6; spent != total {
				t.Errorf("the ledger says %d of %d", spent, total)
			}
			t.Logf("%d stored before the cut, %d asked twice", stored, extra)
		})
	}
}

// The network is away for twenty seconds, which a rescue period of sixty allows: no question
// is asked twice, and nothing is lost.
func TestCutOfTwentySeconds(t *testing.T) {
	corpustest.Turn(t, 4)
	t.Parallel()
	const trials, connections = 300, 4
	at := pgtest.URL(t)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, url := newProvider(t, 20*time.Millisecond)
	proxy := pgtest.NewProxy(t, at)
	run := start(t, s, trials, "m")
	c := child{Server: url, DB: proxy.URL, Rescue: time.Minute, Connections: connections, Limit: 1000}
	spawn(t, c)
	spawn(t, c)
	until(t, "both work", func() bool {
		return number(t, s, `SELECT count(DISTINCT attempted_by[1]) FROM river_job`) == 2 &&
			number(t, s, `SELECT count(*) FROM trial`) > 40
	})
	proxy.Cut()
	cut := time.Now()
	until(t, "twenty seconds are over", func() bool { return time.Since(cut) > 20*time.Second })
	n := p.count()
	if n == trials {
		t.Fatal("all was asked before the network was back: the plan is too short for this test")
	}
	proxy.Restore()
	finished(t, s, run, func() {})
	if extra := check(t, s, p, trials, run); extra != 0 {
		t.Errorf("%d requests too many", extra)
	}
	t.Logf("%d of %d were asked when the network was back", n, trials)
}
