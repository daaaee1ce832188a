package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Model is what is simulated: its numbers are those of one run.
type Model struct {
	Trials      int64
	Machines    int
	Connections int           // of a machine: trials under way at once
	Latency     time.Duration // of the model, on average
	Spread      []int         // latencies that are equally likely, in thousandths of the average; empty: all are alike
	Counted     bool          // what a trial cost is an entry with it, and added to the sum of the plan
	Budget      bool          // and it is reserved before it is sent, against the same sum

	Round  time.Duration // from a machine to the server and back
	Before int           // ways and back of a transaction before it wants the sum or commits
	Inside int           // while it holds the sum
	Gather time.Duration // that a machine waits for more before a transaction, when the one before had Fast entries
	Fast   int
	Batch  int // entries of a transaction at most: a trial, a reservation, a cost

	Sums        int           // parts that the sum is kept in, each with its own lock; 0 is one
	Cores       int           // of the server
	Transaction time.Duration // of CPU for each
	Trial       time.Duration // of CPU for each, with all that its shard costs
	Adding      time.Duration // of CPU for a transaction while it holds the sum
	Flush       time.Duration // of the log's disk, whatever is written
	Log         int64         // bytes of a trial
	LogRate     int64         // bytes a second that the disk writes
}

// Result is what came of a run.
type Result struct {
	Wall         time.Duration
	Ended        int64 // trials that are durable
	Transactions int64
	Flushes      int64
	Model        float64       // share of the connections' time that the model had
	CPU          float64       // share of the cores' time
	Disk         float64       // share of its time
	Sum          float64       // share of the time that somebody held it
	Queued       time.Duration // for the CPU, on average of what wanted it
	Stored       time.Duration // from the answer until it is durable, on average
}

// Rate is in trials a second.
func (r Result) Rate() float64 { return float64(r.Ended) / r.Wall.Seconds() }

// machine is a worker: it has one transaction under way at most, and what comes
// meanwhile goes into the next.
type machine struct {
	busy     bool
	gathers  bool
	until    time.Duration // it gathers
	last     int           // entries of the transaction before
	reserve  []int32       // connections that wait to be in a transaction
	trial    []int32
	inTx     int // of the waiting ones, how many are in the transaction under way, from the front
	trialsTx int
	locked   bool
	got      time.Duration // when it was
	since    time.Duration // it wants CPU
}

type sim struct {
	Model
	rnd      *rand.Rand
	q        *queue
	now      time.Duration
	machines []machine
	started  []time.Duration // by connection: when its answer came
	begun    int64           // trials that somebody has taken
	cores    int             // that are free
	cpu, sum line
	held     int     // sums
	commits  []int32 // wait for the next flush
	flushing []int32
	Result
	model, cpuTime, diskTime, heldTime, waited, stored time.Duration
	asked                                              int64
}

// Simulate runs a model to its end. The same model and seed give the same result.
func Simulate(m Model, seed uint64) (Result, error) {
	if m.Trials < 1 || m.Machines < 1 || m.Connections < 1 || m.Cores < 1 || m.Batch < 2 || m.LogRate < 1 || m.Latency < 0 {
		return Result{}, fmt.Errorf("a model needs trials, machines, connections, cores, a batch of two and a disk: %+v", m)
	}
	longest := 1000
	for _, s := range m.Spread {
		longest = max(longest, s)
	}
	s := &sim{Model: m, rnd: rand.New(rand.NewPCG(seed, 0)), machines: make([]machine, m.Machines), started: make([]time.Duration, m.Machines*m.Connections), cores: m.Cores}
	far := max(m.Latency*time.Duration(longest)/1000, m.Round*time.Duration(m.Before+m.Inside+2), m.Flush+time.Duration(m.Log*int64(m.Batch*m.Machines)*1e9/m.LogRate),
		m.Transaction+time.Duration(m.Batch)*m.Trial, m.Adding, m.Gather)
	s.q = newQueue(far)
	for c := range s.started {
		s.next(int32(c))
	}
	for i := range s.machines {
		s.send(int32(i), false)
	}
	for {
		e, ok := s.q.pop()
		if !ok {
			break
		}
		s.now = e.at
		s.step(e)
	}
	if s.Ended != m.Trials {
		return s.Result, fmt.Errorf("%d of %d trials ended: the simulation is wrong", s.Ended, m.Trials)
	}
	s.Wall = s.now
	whole := float64(max(s.now, 1))
	s.Result.Model = float64(s.model) / whole / float64(len(s.started))
	s.Result.CPU = float64(s.cpuTime) / whole / float64(m.Cores)
	s.Result.Disk = float64(s.diskTime) / whole
	s.Result.Sum = float64(s.heldTime) / whole / float64(max(m.Sums, 1))
	s.Queued = s.waited / time.Duration(max(s.asked, 1))
	s.Stored = s.stored / time.Duration(m.Trials)
	return s.Result, nil
}

// next gives a connection its next trial, if there is one.
func (s *sim) next(c int32) {
	if s.begun == s.Trials {
		return
	}
	s.begun++
	if s.Budget {
		m := &s.machines[int(c)/s.Connections]
		m.reserve = append(m.reserve, c)
		return
	}
	s.ask(c)
}

func (s *sim) ask(c int32) {
	l := s.Latency
	if len(s.Spread) > 0 {
		l = l * time.Duration(s.Spread[s.rnd.IntN(len(s.Spread))]) / 1000
	}
	s.model += l
	s.q.push(s.now+l, answered, c)
}

// sums tells whether transactions need the sum.
func (s *sim) sums() bool { return s.Counted || s.Budget }

// send begins a transaction of a machine, if it has something to store and, unless
// that is over, does not wait for more.
func (s *sim) send(i int32, over bool) {
	m := &s.machines[i]
	weight := 1
	if s.sums() {
		weight = 2 // its cost goes with it
	}
	there := len(m.reserve) + len(m.trial)*weight
	switch {
	case m.busy || there == 0:
		return
	case s.Gather > 0 && m.last >= s.Fast && there < s.Batch && !m.gathers:
		m.gathers, m.until = true, s.now+s.Gather
		s.q.push(m.until, gathered, i)
		return
	case m.gathers && there < s.Batch && !over:
		return
	}
	m.busy, m.gathers = true, false
	m.trialsTx = min(len(m.trial), s.Batch/weight)
	m.inTx = min(len(m.reserve), s.Batch-m.trialsTx*weight)
	m.last = m.inTx + m.trialsTx*weight
	s.Transactions++
	s.q.push(s.now+s.Round*time.Duration(s.Before), arrives, i)
}

func (s *sim) step(e event) {
	switch e.kind {
	case answered:
		i := e.who / int32(s.Connections)
		s.started[e.who] = s.now
		s.machines[i].trial = append(s.machines[i].trial, e.who)
		s.send(i, false)
	case gathered:
		if m := &s.machines[e.who]; m.gathers && s.now >= m.until {
			s.send(e.who, true)
		}
	case arrives:
		s.want(e.who)
	case computed:
		m := &s.machines[e.who]
		s.cores++
		if s.cpu.len() > 0 {
			s.run(s.cpu.pop())
		}
		switch {
		case m.locked:
			s.q.push(s.now+s.Round*time.Duration(s.Inside), travelled, e.who)
		case !s.sums():
			s.commit(e.who)
		case s.held >= max(s.Sums, 1):
			s.sum.push(e.who)
		default:
			s.lock(e.who)
		}
	case travelled:
		s.commit(e.who)
	case flushed:
		done := s.flushing
		s.flushing = s.commits
		s.commits = done[:0]
		if len(s.flushing) > 0 {
			s.flush()
		}
		for _, i := range done {
			if s.machines[i].locked {
				s.unlock(i)
			}
			s.q.push(s.now+s.Round, heard, i)
		}
	case heard:
		s.finish(e.who)
	}
}

// want puts a transaction in the line for a core.
func (s *sim) want(i int32) {
	s.machines[i].since = s.now
	s.asked++
	if s.cores > 0 {
		s.run(i)
	} else {
		s.cpu.push(i)
	}
}

func (s *sim) run(i int32) {
	m := &s.machines[i]
	s.cores--
	s.waited += s.now - m.since
	d := s.Transaction + time.Duration(m.trialsTx)*s.Trial
	if m.locked {
		d = s.Adding
	}
	s.cpuTime += d
	s.q.push(s.now+d, computed, i)
}

func (s *sim) lock(i int32) {
	s.held++
	s.machines[i].locked, s.machines[i].got = true, s.now
	s.want(i)
}

func (s *sim) unlock(i int32) {
	s.machines[i].locked = false
	s.held--
	s.heldTime += s.now - s.machines[i].got
	if s.sum.len() > 0 {
		s.lock(s.sum.pop())
	}
}

// commit waits for a flush that begins after the log has the transaction.
func (s *sim) commit(i int32) {
	if len(s.flushing) > 0 {
		s.commits = append(s.commits, i)
		return
	}
	s.flushing = append(s.flushing, i)
	s.flush()
}

func (s *sim) flush() {
	var n int64
	for _, i := range s.flushing {
		n += int64(s.machines[i].trialsTx)
	}
	d := s.Flush + time.Duration(n*s.Log*1e9/s.LogRate)
	s.Flushes++
	s.diskTime += d
	s.q.push(s.now+d, flushed, 0)
}

// finish ends the transaction of a machine: trials are durable, and what was
// reserved is asked.
func (s *sim) finish(i int32) {
	m := &s.machines[i]
	for _, c := range m.trial[:m.trialsTx] {
		s.Ended++
		s.stored += s.now - s.started[c]
	}
	for _, c := range m.reserve[:m.inTx] {
		s.ask(c)
	}
	ended := append([]int32(nil), m.trial[:m.trialsTx]...)
	m.trial = append(m.trial[:0], m.trial[m.trialsTx:]...)
	m.reserve = append(m.reserve[:0], m.reserve[m.inTx:]...)
	m.busy = false
	for _, c := range ended {
		s.next(c)
	}
	s.send(i, false)
}
