package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/model"
	"assay/internal/core/model/limit"
	"assay/internal/core/store"
)

// waiting answers after a fixed latency, as a model does over a fast network.
type waiting struct{ latency time.Duration }

func (waiting) Subject() bench.Subject {
	return bench.Subject{Name: "waiting", Kind: "model", Version: "1"}
}
func (waiting) PromptHash(bench.Task) (string, error) { return "", nil }
func (w waiting) Detect(ctx context.Context, _ bench.Task) (bench.Response, error) {
	timer := time.NewTimer(w.latency)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return bench.Response{}, ctx.Err()
	}
	return bench.Response{Finish: bench.Answered, Attempts: 1, RawRequest: body, RawResponse: body,
		Text: `{"verdict":"vulnerable","confidence":0.9,"vulnerabilities":[{"type":"Reentrancy","severity":"high","location":"take(), lines 6-7"}]}`}, nil
}

// body is as large as an ordinary answer.
var body = []byte(strings.Repeat("x", 2048))

// BenchmarkEngine runs 10,000 trials of 20 ms, 1,000 at once, parsed, judged and
// stored in a database on disk. ideal is the latency alone: 200 ms.
func BenchmarkEngine(b *testing.B) {
	const (
		trials  = 10_000
		at      = 1_000
		latency = 20 * time.Millisecond
	)
	jobs, err := engine.Plan([]detect.Detector{waiting{latency}}, benchVariants(trials), 1)
	if err != nil {
		b.Fatal(err)
	}
	planned := make([]bench.Trial, len(jobs))
	for i, j := range jobs {
		planned[i] = j.Trial
	}
	var wall time.Duration
	for b.Loop() {
		b.StopTimer()
		s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "results.db"))
		if err != nil {
			b.Fatal(err)
		}
		run, _, err := s.Begin(b.Context(), planned, bench.Manifest{StartedAt: time.Now()}, store.Again{})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		start := time.Now()
		w := s.Writer(b.Context(), run)
		sum, err := engine.Run(b.Context(), nil, jobs, nil, engine.Config{Judge: judge.Rule{}, PerModel: at, Sink: w.Commit})
		if err == nil {
			err = w.Close()
		}
		wall += time.Since(start)
		b.StopTimer()
		if err != nil || sum.Ended[bench.Answered] != trials {
			b.Fatalf("%+v, %v", sum, err)
		}
		s.Close()
		b.StartTimer()
	}
	ideal := latency * trials / at
	mean := wall / time.Duration(b.N)
	b.ReportMetric(float64(mean)/float64(ideal), "wall/ideal")
	b.ReportMetric(trials/mean.Seconds(), "trials/s")
	b.ReportMetric(peakMB(), "peak-MB")
}

// benchVariants are as large as ordinary contracts, and share what they can.
func benchVariants(n int) []*bench.Variant {
	text := strings.Repeat("// line\n", 100)
	var out []*bench.Variant
	for i := range n {
		out = append(out, &bench.Variant{Key: fmt.Sprintf("v%05d", i), Base: fmt.Sprint(i % 300), Format: "blockbench",
			Truth: bench.Vulnerable,
			Class: "reentrancy", Labels: []bench.Label{{Function: bench.RootCause, Class: "reentrancy", Scope: "take",
				Span: bench.Span{File: "J.sol", Line: 6, EndLine: 6}}},
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "J.sol", Text: text + strconv.Itoa(i)}}}})
	}
	return out
}

// BenchmarkHTTP asks a server on the loopback interface, 1,000 concurrent requests with
// 200 ms for an answer, through the whole stack: limiter, budget, retries, wire, parser,
// judge, durable database. The server is another process that does as little as possible,
// but shares the processors: cpu-µs/trial is the time of this process, server-µs/trial
// that of the server. The rest of the processors decides whether the wall time comes near
// the ideal, which is the latency alone. A thousand connections at the start, and the last
// answers at the end, cost a quarter of a second however many trials there are.
func BenchmarkHTTP(b *testing.B) {
	for _, c := range []struct {
		name   string
		trials int
		start  int
	}{{"50,000", 50_000, 1000}, {"100,000", 100_000, 1000}, {"100,000 from a slow start", 100_000, 0}} {
		b.Run(c.name, func(b *testing.B) {
			const at, latency = 1000, 200 * time.Millisecond
			url, end := lean(b, latency)
			base := onServer(b, url, time.Minute)
			defer debug.SetGCPercent(debug.SetGCPercent(50)) // as the program sets it
			var wall, busy time.Duration
			for b.Loop() {
				s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "results.db"))
				if err != nil {
					b.Fatal(err)
				}
				budget := model.NewBudget(1e9)
				slots := limit.New(limit.Config{Start: c.start, Max: at})
				m := model.Retry(slots.Around(base, func(m model.Model) model.Model {
					return budget.Model(m, "m", tokenPrice,
						false)
				}), model.Policy{})
				jobs, err := engine.Plan([]detect.Detector{questions{"m", m}}, benchVariants(c.trials), 1)
				if err != nil {
					b.Fatal(err)
				}
				run, _ := begin(b, s, jobs)
				start, before := time.Now(), processorTime(b)
				w := s.Writer(b.Context(), run)
				budget.Use(w, 0)
				sum, err := engine.Run(b.Context(), nil, jobs, nil, engine.Config{Judge: judge.Rule{}, PerModel: limit.WithLine(at),
					Sink: w.Commit})
				if err == nil {
					err = w.Close()
				}
				wall += time.Since(start)
				busy += processorTime(b) - before
				if err != nil || sum.Ended[bench.Answered] != c.trials {
					b.Fatalf("%+v, %v", sum, err)
				}
				s.Close()
			}
			b.ReportMetric(float64(end().Microseconds())/float64(b.N*c.trials), "server-µs/trial")
			mean := wall / time.Duration(b.N)
			b.ReportMetric(float64(mean)/float64(latency*time.Duration(c.trials)/at), "wall/ideal")
			b.ReportMetric(float64(c.trials)/mean.Seconds(), "trials/s")
			b.ReportMetric(float64(busy.Microseconds())/float64(b.N*c.trials), "cpu-µs/trial")
		})
	}
}

// processorTime returns the processor time that the process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkMany runs 100,000 trials that answer immediately, and reports the peak memory of
// the process, including plan, run and database. Run it alone, since the peak is per
// process.
func BenchmarkMany(b *testing.B) {
	const trials = 100_000
	variants := benchVariants(trials / 10)
	for b.Loop() {
		s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "results.db"))
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		jobs, err := engine.Plan([]detect.Detector{waiting{}}, variants, 10)
		if err != nil {
			b.Fatal(err)
		}
		run, _ := begin(b, s, jobs)
		began := time.Since(start)
		start = time.Now()
		w := s.Writer(b.Context(), run)
		sum, err := engine.Run(b.Context(), nil, jobs, nil, engine.Config{Judge: judge.Rule{}, PerModel: 100, Sink: w.Commit})
		if err == nil {
			err = w.Close()
		}
		if err != nil || sum.Ended[bench.Answered] != trials {
			b.Fatalf("%+v, %v", sum, err)
		}
		b.ReportMetric(trials/time.Since(start).Seconds(), "trials/s")
		b.ReportMetric(began.Seconds(), "s-to-plan")
		start = time.Now()
		begin(b, s, jobs)
		b.ReportMetric(time.Since(start).Seconds(), "s-to-resume")
		s.Close()
	}
	b.ReportMetric(peakMB(), "peak-MB")
}

// peakMB returns the peak resident memory of the process in MB, if the system reports it;
// else the memory that the Go runtime obtained.
func peakMB() float64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		for line := range strings.Lines(string(status)) {
			if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				if kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64); err == nil {
					return kb / 1024
				}
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.Sys) / (1 << 20)
}
