// Command fleetsim says what 10,000,000 trials on 100 machines would meet, by
// simulating the way that trials take through workers and one PostgreSQL. What it
// prints is part of docs/scaling.md; a test holds the page to it.
//
// The model. A machine has some trials under way, each on a connection of its
// own. With a budget a trial is reserved, then asked, then stored with what it cost;
// without one it is asked and stored. A machine has one transaction under way at
// most: what comes meanwhile shares the next, and while things come fast it waits a
// moment for more. A transaction goes over the network
// some times; wants CPU of the server, whose cores serve one line; then holds the
// one sum of what the plan has spent, from when it gets it until its commit is on
// disk, which takes a little CPU and one more way over the network; and it waits for
// a write of the log that begins after its commit, one write at a time for all that
// wait. Left out: failures, refusals of the model, the CPU of the
// workers, and vacuum.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/store"
)

func main() {
	trials := flag.Int64("trials", 10_000_000, "trials of each row")
	seed := flag.Uint64("seed", 1, "of the latencies")
	flag.Parse()
	if err := table(os.Stdout, *trials, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "fleetsim:", err)
		os.Exit(1)
	}
}

// spread is twenty quantiles of a log-normal distribution with sigma 0.6, over its
// mean: half of the answers take less than 0.85 of the average, one in twenty takes
// 2.7 times as long.
var spread = []int{261, 357, 425, 483, 538, 591, 645, 699, 756, 815, 879, 948, 1025, 1111, 1212, 1332, 1483, 1688, 2008, 2744}

// measured is what BenchmarkFleet showed of a trial, of many in a transaction and of
// one, with the bodies of ordinary answers; the rest is a server with 8 cores and a
// disk of its own for the log.
var measured = Model{
	Machines: 100, Connections: 200, Spread: spread,
	Round: 500 * time.Microsecond, Before: 2, Inside: 1, Gather: store.Gather, Fast: store.Fast, Batch: store.MaxBatch, Counted: true,
	Cores: 8, Transaction: 240 * time.Microsecond, Trial: 80 * time.Microsecond, Adding: 50 * time.Microsecond,
	Flush: time.Millisecond, Log: 6000, LogRate: 200e6,
}

// rows are the runs that are simulated.
func rows(trials int64) []Model {
	var out []Model
	for _, latency := range []time.Duration{5 * time.Second, time.Second, 200 * time.Millisecond} {
		for _, budget := range []bool{false, true} {
			m := measured
			m.Trials, m.Latency, m.Budget = trials, latency, budget
			out = append(out, m)
		}
	}
	return out
}

// changes make one thing twice as good each.
var changes = []struct {
	name string
	of   func(*Model)
}{
	{"the model", func(m *Model) { m.Latency /= 2 }},
	{"the server's CPU", func(m *Model) { m.Cores *= 2 }},
	{"the log's disk", func(m *Model) { m.Flush /= 2; m.LogRate *= 2 }},
	{"the network", func(m *Model) { m.Round /= 2 }},
	{"the sum of what was spent", func(m *Model) { m.Sums = 2 * max(m.Sums, 1) }},
}

// gain is how much faster a run is when one thing is twice as good.
type gain struct {
	name string
	by   float64
}

// bottlenecks returns what makes a run faster when it is made twice as good, what
// helps most first. It is looked for with a twentieth of the trials.
func bottlenecks(m Model, seed uint64) ([]gain, error) {
	m.Trials = max(m.Trials/20, 1)
	base, err := Simulate(m, seed)
	if err != nil {
		return nil, err
	}
	var out []gain
	for _, c := range changes {
		better := m
		c.of(&better)
		r, err := Simulate(better, seed)
		if err != nil {
			return nil, err
		}
		out = append(out, gain{c.name, r.Rate() / base.Rate()})
	}
	slices.SortStableFunc(out, func(a, b gain) int { return cmp.Compare(b.by, a.by) })
	return out, nil
}

// table prints a row for each run.
func table(w io.Writer, trials int64, seed uint64) error {
	models := rows(trials)
	lines, errs := make([]string, len(models)), make([]error, len(models))
	var wg sync.WaitGroup
	turn := make(chan struct{}, 2)
	for i, m := range models {
		wg.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			lines[i], errs[i] = row(m, seed)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, `| answers take | budget | all take | trials/s | of what the model allows | server CPU | log's disk | the sum | trials a commit | stored after | bottleneck, and the next |
|---|---|---|---|---|---|---|---|---|---|---|
%s`, strings.Join(lines, ""))
	return err
}

func row(m Model, seed uint64) (string, error) {
	r, err := Simulate(m, seed)
	if err != nil {
		return "", err
	}
	best, err := bottlenecks(m, seed)
	if err != nil {
		return "", err
	}
	budget := "no"
	if m.Budget {
		budget = "yes"
	}
	most := float64(m.Machines*m.Connections) / m.Latency.Seconds()
	return fmt.Sprintf("| %v | %s | %v | %.0f | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.1f | %.0f ms | %s (× %.2f), %s (× %.2f) |\n", m.Latency, budget, r.Wall.Round(time.Second), r.Rate(), 100*r.Rate()/most,
		100*r.CPU, 100*r.Disk, 100*r.Sum, float64(r.Ended)/float64(r.Transactions), float64(r.Stored.Microseconds())/1000, best[0].name, best[0].by, best[1].name, best[1].by), nil
}
