package fleet_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/store"
	"assay/internal/ext/fleet"
	"assay/internal/proof/pgserver"
)

var trials = flag.Int("trials", 100_000, "trials of BenchmarkFleet")

// waiting answers after a fixed latency, as a model does over a fast network.
type waiting struct{ latency time.Duration }

func (w waiting) Generate(ctx context.Context, _ model.Request) (bench.Response, error) {
	t := time.NewTimer(w.latency)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
		return bench.Response{}, ctx.Err()
	}
	return bench.Response{Finish: bench.Answered, Attempts: 1, RawRequest: exchanged, RawResponse: exchanged,
		Text: `{"verdict":"vulnerable","confidence":0.9,"vulnerabilities":[{"type":"Reentrancy","severity":"high","location":"take(), lines 6-7"}]}`}, nil
}

// exchanged is as large as an ordinary answer.
var exchanged = []byte(strings.Repeat("x", 2048))

// BenchmarkFleet processes trials of 200 ms on 1, 2 and 4 worker processes of 500
// connections each, on a PostgreSQL that waits for its disk as in production; then with a
// budget, and with so few connections that each trial is a separate transaction. ideal is
// the latency alone; CPU is counted separately for the server and the workers, rows are
// those that the server inserted or changed, and log-B is the size of its log.
func BenchmarkFleet(b *testing.B) {
	for _, tt := range []struct {
		name                 string
		workers, connections int
		latency              time.Duration
		limit                float64 // of the budget, 0 for none
		part                 int     // of the trials
	}{
		{"1 worker", 1, 500, 200 * time.Millisecond, 0, 1},
		{"2 workers", 2, 500, 200 * time.Millisecond, 0, 1},
		{"4 workers", 4, 500, 200 * time.Millisecond, 0, 1},
		{"4 workers with a budget", 4, 500, 200 * time.Millisecond, 1e6, 1},
		{"1 worker of 8 connections", 1, 8, 20 * time.Millisecond, 0, 40},
	} {
		b.Run(tt.name, func(b *testing.B) {
			trials, workers, connections, latency := max(*trials/tt.part, 100), tt.workers, tt.connections, tt.latency
			dir, err := os.MkdirTemp("", "bench") // not in memory
			if err != nil {
				b.Fatal(err)
			}
			defer os.RemoveAll(dir)
			b.Setenv("TMPDIR", dir)
			if err := os.Chmod(dir, 0o755); err != nil {
				b.Fatal(err)
			}
			pg, err := pgserver.Start(b.Context(), pgserver.Options{Settings: []string{"fsync=on", "synchronous_commit=on",
				"full_page_writes=on", "autovacuum=on", "shared_buffers=256MB", "max_wal_size=4GB"}})
			if err != nil {
				b.Skip(err)
			}
			defer pg.Close()
			s, err := store.Open(b.Context(), pg.URL("postgres"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				began := time.Now()
				run := startIn(b, s, trials, fleet.ShardSize, "m")
				b.ReportMetric(time.Since(began).Seconds(), "s/plan")
				var list []*process
				cpu, rows, log := serverCPU(b, pg), written(b, s), logged(b, s)
				began = time.Now()
				for range workers {
					list = append(list, spawn(b, child{DB: pg.URL("postgres"), Rescue: time.Minute, Connections: connections,
						Limit: tt.limit, Latency: latency}))
				}
				for {
					st, err := fleet.Look(b.Context(), s, run)
					if err != nil {
						b.Fatal(err)
					}
					if !st.Left() {
						break
					}
					select {
					case err := <-list[0].ended:
						b.Fatalf("%v: %s", err, list[0].said)
					default:
					}
					time.Sleep(200 * time.Millisecond)
				}
				wall := time.Since(began)
				served := serverCPU(b, pg) - cpu
				ended, err := s.Endings(b.Context(), run)
				answered := 0
				for _, o := range ended {
					if o == bench.Answered {
						answered++
					}
				}
				if err != nil || answered != trials {
					b.Fatalf("%d trials are answered, %v", answered, err)
				}
				ideal := latency * time.Duration(trials) / time.Duration(connections*workers)
				b.ReportMetric(wall.Seconds()/ideal.Seconds(), "wall/ideal")
				b.ReportMetric(float64(trials)/wall.Seconds(), "trials/s")
				b.ReportMetric(served.Seconds()*1e6/float64(trials), "server-µs/trial")
				var used time.Duration
				for _, p := range list {
					p.cmd.Process.Kill()
					<-p.ended
					used += p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
				}
				b.ReportMetric(used.Seconds()*1e6/float64(trials), "worker-µs/trial")
				b.ReportMetric(float64(written(b, s)-rows)/wall.Seconds(), "rows/s")
				b.ReportMetric(float64(logged(b, s)-log)/float64(trials), "log-B/trial")
			}
		})
	}
}

// written is how many rows were inserted or changed so far.
func written(b *testing.B, s *store.Store) int64 {
	time.Sleep(1200 * time.Millisecond) // sessions report this once per second
	return number(b, s, `SELECT coalesce(sum(n_tup_ins + n_tup_upd), 0)::bigint FROM pg_stat_user_tables`)
}

// logged returns the number of bytes that the server has written to its log.
func logged(b *testing.B, s *store.Store) int64 {
	return number(b, s, `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`)
}

// serverCPU returns the processor time of a server and all its sessions, 0 if the system
// does not report it.
func serverCPU(b *testing.B, pg *pgserver.Server) time.Duration {
	lock, err := os.ReadFile(filepath.Join(pg.Dir(), "data", "postmaster.pid"))
	if err != nil {
		b.Fatal(err)
	}
	first, _, _ := strings.Cut(string(lock), "\n")
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var ticks int64
	for _, f := range stats {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // it ended meanwhile
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		own := filepath.Base(filepath.Dir(f)) == first
		if len(fields) < 15 || !own && fields[1] != first {
			continue
		}
		last := 13 // user and system time
		if own {
			last = 15 // and that of sessions that ended
		}
		for _, v := range fields[11:last] {
			n, _ := strconv.ParseInt(v, 10, 64)
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
