package main

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// free costs nothing but the model's time.
func free(trials int64, machines, connections int, latency time.Duration) Model {
	return Model{Trials: trials, Machines: machines, Connections: connections, Latency: latency, Batch: 256, Cores: 1, LogRate: 1e9}
}

func simulate(t *testing.T, m Model, seed uint64) Result {
	t.Helper()
	r, err := Simulate(m, seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Where one thing alone takes time, the rate is what it allows.
func TestBounds(t *testing.T) {
	const ms = time.Millisecond
	near := func(name string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance*want {
			t.Errorf("%s: %.1f trials a second, want %.1f", name, got, want)
		}
	}
	m := free(4000, 2, 20, 100*ms)
	if r := simulate(t, m, 1); r.Wall != 100*100*ms || r.Model != 1 {
		t.Errorf("the model alone: %v, %v", r.Wall, r.Model)
	}

	m = free(100_000, 2, 50, 90*ms)
	m.Gather, m.Fast = 10*ms, 8
	near("the model, with a wait for more", simulate(t, m, 1).Rate(), 100/0.1, 0.02)

	m = free(100_000, 50, 20, 0)
	m.Batch, m.Transaction, m.Trial, m.Cores = 2, 100*time.Microsecond, 50*time.Microsecond, 3
	r := simulate(t, m, 1)
	near("the CPU", r.Rate(), 3*2/200e-6, 0.01)
	if r.CPU < 0.99 {
		t.Errorf("the cores were used for %.2f of the time", r.CPU)
	}

	m = free(100_000, 1, 100, 0) // one machine: a commit and a flush follow each other
	m.Batch, m.Flush = 10, 2*ms
	near("the disk", simulate(t, m, 1).Rate(), 10/2e-3, 0.01)
	m.Machines = 8 // the first has a flush for itself, the others share the next
	near("the disk, shared", simulate(t, m, 1).Rate(), 8*10/4e-3, 0.02)
	m.Log, m.LogRate = 5000, 25e6 // 0.2 ms of writing a trial
	near("the disk, with what it writes", simulate(t, m, 1).Rate(), 80/(4e-3+80*0.2e-3), 0.02)

	m = free(20_000, 50, 1, 0)
	m.Budget, m.Flush, m.Round, m.Inside, m.Adding = true, ms, ms/2, 2, 100*time.Microsecond
	r = simulate(t, m, 1)
	near("the sum", r.Rate(), 1/(2*2.1e-3), 0.01)
	if r.Sum < 0.99 || r.Transactions != 2*m.Trials {
		t.Errorf("the sum was held for %.2f of the time in %d transactions", r.Sum, r.Transactions)
	}
	m.Sums = 4 // flushes are shared by those that hold one
	if r := simulate(t, m, 1); r.Rate() < 2.5/(2*2.1e-3) {
		t.Errorf("with four sums %.1f trials a second", r.Rate())
	}
}

// Many machines that come at random times to one core that takes always as long
// are a queue M/D/1, whose mean wait is known.
func TestQueue(t *testing.T) {
	const service = time.Millisecond
	for _, load := range []float64{0.3, 0.6, 0.8} {
		m := free(1_000_000, 1000, 1, time.Duration(1000*float64(service)/load))
		m.Trial = service
		sum := 0.0
		for i := range 400 { // exponential, so that times between events forget
			x := -math.Log(1 - (float64(i)+0.5)/400)
			sum += x
			m.Spread = append(m.Spread, int(1000*x))
		}
		for i := range m.Spread {
			m.Spread[i] = int(float64(m.Spread[i]) * 400 / sum)
		}
		r := simulate(t, m, 7)
		want := r.CPU * service.Seconds() / (2 * (1 - r.CPU))
		if got := r.Queued.Seconds(); math.Abs(got-want) > 0.03*want || math.Abs(r.CPU-load) > 0.02*load {
			t.Errorf("at a load of %.1f (%.3f) the wait is %.6f s, want %.6f", load, r.CPU, got, want)
		}
	}
}

// Whatever the numbers: all trials end once, nothing is used for longer than there
// is time, nothing is faster than its parts allow, and the same seed gives the
// same result.
func TestAnyModel(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	us := func(n int) time.Duration { return time.Duration(rnd.IntN(n)) * time.Microsecond }
	for i := range 300 {
		m := Model{Trials: 1 + rnd.Int64N(3000), Machines: 1 + rnd.IntN(20), Connections: 1 + rnd.IntN(20), Latency: us(50_000), Budget: i%2 == 0, Counted: i%5 == 0, Gather: us(9000) * time.Duration(i%4), Fast: rnd.IntN(9), Round: us(2000), Before: rnd.IntN(5), Inside: rnd.IntN(3),
			Batch: 2 + rnd.IntN(50), Cores: 1 + rnd.IntN(4), Transaction: us(300), Trial: us(300), Adding: us(50), Flush: us(3000), Log: rnd.Int64N(9000), LogRate: 1e6 + rnd.Int64N(1e8), Sums: rnd.IntN(3)}
		if i%3 != 0 {
			m.Spread = spread
		}
		r := simulate(t, m, uint64(i))
		if r.Ended != m.Trials || r.Transactions < (m.Trials+int64(m.Batch)-1)/int64(m.Batch) || r.Flushes > r.Transactions {
			t.Errorf("%+v: %+v", m, r)
		}
		for _, share := range []float64{r.Model, r.CPU, r.Disk, r.Sum} {
			if !(share >= 0 && share <= 1.0001) {
				t.Errorf("%+v: %+v", m, r)
			}
		}
		if m.Trials < 2000 { // each needs its CPU, its bytes and its answer
			n := time.Duration(m.Trials)
			if least := max(n*m.Trial/time.Duration(m.Cores), time.Duration(m.Trials*m.Log*1e9/m.LogRate)-time.Microsecond*n); r.Wall < least {
				t.Errorf("%+v: %v, which takes %v", m, r.Wall, least)
			}
		}
		if r.Wall > 0 && r.Model > 0 && len(m.Spread) == 0 {
			if used := time.Duration(r.Model * float64(r.Wall) * float64(m.Machines*m.Connections)); (used - time.Duration(m.Trials)*m.Latency).Abs() > time.Millisecond {
				t.Errorf("%+v: the model worked for %v", m, used)
			}
		}
		if again := simulate(t, m, uint64(i)); again != r {
			t.Errorf("%+v: %+v, then %+v", m, r, again)
		}
	}
	m := free(1000, 3, 3, time.Second)
	m.Spread = spread
	if simulate(t, m, 1) == simulate(t, m, 2) {
		t.Error("the seed decides nothing")
	}
	if _, err := Simulate(Model{}, 1); err == nil {
		t.Error("nothing was simulated")
	}
}

// The bottleneck of a model with one tight thing is that thing.
func TestBottleneck(t *testing.T) {
	for want, tighten := range map[string]func(*Model){
		"the model":                 func(m *Model) { m.Latency = 20 * time.Second },
		"the server's CPU":          func(m *Model) { m.Trial *= 30 },
		"the log's disk":            func(m *Model) { m.LogRate /= 200 },
		"the network":               func(m *Model) { m.Round, m.Machines, m.Connections = time.Second, 1, 1 },
		"the sum of what was spent": func(m *Model) { m.Adding *= 100 },
	} {
		m := measured
		m.Trials, m.Latency, m.Budget = 2_000_000, time.Second, true
		tighten(&m)
		if m.Connections == 1 {
			m.Trials = 2000
		}
		if got, err := bottlenecks(m, 1); err != nil || got[0].name != want || got[0].by < 1.2 {
			t.Errorf("the bottlenecks are %v, want %s (%v)", got, want, err)
		}
	}
}

// The page prints what the program says. It is built without the race detector,
// under which it would take minutes.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/scaling.md")
	if err != nil {
		t.Fatal(err)
	}
	sim := filepath.Join(t.TempDir(), "fleetsim")
	build := exec.Command("go", "build", "-o", sim, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said, err := exec.CommandContext(t.Context(), sim).Output()
	if err != nil || len(said) == 0 {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "\n\n"+string(said)+"\n") {
		t.Errorf("docs/scaling.md has not what go run ./internal/tools/fleetsim prints:\n%s", said)
	}
}
