// Package scored compares subjects on scores of any origin, by item, with repetitions (epochs) and clusters, and plans
// how many are needed. Numbers in, numbers and warnings out; the words and tables are made elsewhere.
package scored

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Score is one scored answer of a log.
type Score struct {
	Task    string // which of several sets of items, "" if a log has only one
	Item    string
	Text    uint64 // [Hash] of what was shown and expected; 0 if the log does not have it
	Subject string
	Epoch   int // from 1
	Value   float64
	Missing Missing // why there is no Value, "" if there is one
	Cluster string  // items with one cluster vary together; "" for a cluster of its own
	Word    bool    // the log has a word such as yes or no instead of a number

	Shown, Answer string // for a search of leaks only; "" where the log does not have them or was not asked for them
}

// Missing is why an answer has no score.
type Missing string

// The reasons that logs give.
const (
	Failed   Missing = "failed"
	Refused  Missing = "refused"
	Unscored Missing = "without a score"
)

// Hash returns the hash of a text in parts. It is never 0.
func Hash(parts ...string) uint64 {
	h := sha256.New()
	var size [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write([]byte(p))
	}
	return max(1, binary.LittleEndian.Uint64(h.Sum(nil)))
}

// Set holds the scores of several subjects on the same items. The zero value is empty.
type Set struct {
	Subjects []*Subject // in the order of their first score
	Joined   []string   // tasks whose items pair although the names of the tasks differ

	items    map[string]int32 // index by task and item
	clusters map[string]int32
	of       []int32 // by item: its cluster; −1 for its own
	moved    int     // items that are in different clusters in different logs
}

// Subject holds the scores of one subject in one log.
type Subject struct {
	Name   string          // for the reader; it may be changed
	Log    int             // index of the log, as given to [Set.Add]
	Epochs int             // most epochs of an item
	Lost   map[Missing]int // answers without a score
	Tasks  []string

	own      string // its name in the log
	cells    []cell // by item; may be shorter than the items
	words    int    // scores that are words
	lo, hi   float64
	beyond   float64 // the first score outside [0, 1], NaN without one
	scores   int
	squares  float64 // sum of all squared scores
	overflow map[[2]int]bool
}

// cell holds the scores of one item.
type cell struct {
	sum  float64
	text uint64
	seen uint32 // epochs 1 to 32 that the log has, with or without a score
	n    uint16 // scores
	not  uint16 // answers without a score
}

func (c cell) mean() float64 { return c.sum / float64(c.n) }

// Add adds a score from a log. Its error is that the same answer is there already.
func (s *Set) Add(log int, x Score) error {
	if s.items == nil {
		s.items, s.clusters = map[string]int32{}, map[string]int32{}
	}
	sub := s.subject(log, x.Subject)
	i := s.item(x)
	for len(sub.cells) <= i {
		sub.cells = append(sub.cells, cell{})
	}
	if !slices.Contains(sub.Tasks, x.Task) {
		sub.Tasks = append(sub.Tasks, x.Task)
	}
	c := &sub.cells[i]
	if sub.has(c, i, x.Epoch) {
		return fmt.Errorf("item %q of %s, epoch %d, is there already", x.Item, x.Subject, x.Epoch)
	}
	sub.Epochs = max(sub.Epochs, int(c.n+c.not)+1)
	switch {
	case c.text == 0:
		c.text = x.Text
	case x.Text != 0 && x.Text != c.text:
		return fmt.Errorf("item %q of %s has another text than in an earlier epoch", x.Item, x.Subject)
	}
	if x.Missing != "" {
		c.not++
		sub.Lost[x.Missing]++
		return nil
	}
	c.sum, c.n = c.sum+x.Value, c.n+1
	sub.scores++
	sub.squares += x.Value * x.Value
	sub.lo, sub.hi = min(sub.lo, x.Value), max(sub.hi, x.Value)
	if x.Word {
		sub.words++
	}
	if math.IsNaN(sub.beyond) && (x.Value < 0 || x.Value > 1) {
		sub.beyond = x.Value
	}
	return nil
}

// has reports whether an epoch is in the cell of item i, and adds it.
func (s *Subject) has(c *cell, i, epoch int) bool {
	if epoch >= 1 && epoch <= 32 {
		bit := uint32(1) << (epoch - 1)
		had := c.seen&bit != 0
		c.seen |= bit
		return had
	}
	at := [2]int{i, epoch}
	had := s.overflow[at]
	if s.overflow == nil {
		s.overflow = map[[2]int]bool{}
	}
	s.overflow[at] = true
	return had
}

func (s *Set) subject(log int, name string) *Subject {
	for _, sub := range slices.Backward(s.Subjects) {
		if sub.Log == log && sub.own == name {
			return sub
		}
	}
	sub := &Subject{Name: name, own: name, Log: log, Lost: map[Missing]int{}, lo: math.Inf(1), hi: math.Inf(-1),
		beyond: math.NaN()}
	s.Subjects = append(s.Subjects, sub)
	return sub
}

// item returns the index of the item of a score, and keeps its cluster.
func (s *Set) item(x Score) int {
	name := x.Item
	if x.Task != "" {
		name = x.Task + "\x00" + x.Item
	}
	i, ok := s.items[name]
	if !ok {
		i = int32(len(s.of))
		s.items[strings.Clone(name)] = i // it may be part of a long line
		s.of = append(s.of, -1)
	}
	if x.Cluster == "" {
		return int(i)
	}
	k, ok := s.clusters[x.Cluster]
	if !ok {
		k = int32(len(s.clusters))
		s.clusters[strings.Clone(x.Cluster)] = k
	}
	if s.of[i] >= 0 && s.of[i] != k {
		s.moved++
	} else {
		s.of[i] = k
	}
	return int(i)
}

// Join pairs items by their ids alone where every subject has one task and the tasks have different names, and keeps
// these as Joined.
func (s *Set) Join() {
	var tasks []string
	for _, sub := range s.Subjects {
		if len(sub.Tasks) != 1 {
			return
		}
		if !slices.Contains(tasks, sub.Tasks[0]) {
			tasks = append(tasks, sub.Tasks[0])
		}
	}
	if len(tasks) < 2 || s.Joined != nil {
		return
	}
	s.Joined = tasks
	old, of := s.items, s.of
	s.items, s.of = map[string]int32{}, nil
	to := make([]int, len(of))
	for _, name := range slices.Sorted(maps.Keys(old)) {
		i := old[name]
		_, id, found := strings.Cut(name, "\x00")
		if !found {
			id = name
		}
		to[i] = s.item(Score{Item: id})
		if s.of[to[i]] < 0 {
			s.of[to[i]] = of[i]
		}
	}
	for _, sub := range s.Subjects {
		cells := make([]cell, len(s.of))
		for i, c := range sub.cells {
			if c.n+c.not > 0 {
				cells[to[i]] = c
			}
		}
		sub.cells = cells
	}
}

// binary reports whether all scores are 0 or 1.
func (s *Subject) binary() bool {
	return s.scores > 0 && s.lo >= 0 && s.hi <= 1 && s.squares == s.sum()
}

func (s *Subject) sum() float64 {
	total := 0.0
	for i := range s.cells {
		total += s.cells[i].sum
	}
	return total
}

// Unit reports whether all scores lie in [0, 1], so that a difference of 0.01 is a point.
func (s *Set) Unit() bool {
	return !slices.ContainsFunc(s.Subjects, func(x *Subject) bool { return !math.IsNaN(x.beyond) })
}

// Check returns why the subjects, at least n, cannot be compared, nil if they can.
func (s *Set) Check(n int) error {
	for _, sub := range s.Subjects {
		if sub.scores == 0 {
			return fmt.Errorf("%s has no score", sub.Name)
		}
	}
	for _, sub := range s.Subjects {
		if math.IsNaN(sub.beyond) {
			continue
		}
		for _, o := range s.Subjects {
			if o.words > 0 || o.binary() {
				return fmt.Errorf("%s has scores outside [0, 1], such as %g, and %s only yes and no", sub.Name, sub.beyond,
					o.Name)
			}
		}
	}
	if len(s.Subjects) < n {
		return fmt.Errorf("there is one subject, %s; two are needed", s.Subjects[0].Name)
	}
	return nil
}

// Named returns which of some subjects has the name of subject i in its own log, −1 for none.
func (s *Set) Named(of []int, i int) int {
	for _, j := range of {
		if s.Same(i, j) {
			return j
		}
	}
	return -1
}

// Same reports whether two subjects have one name in their logs.
func (s *Set) Same(a, b int) bool { return s.Subjects[a].own == s.Subjects[b].own }

// Sample names the first item of two subjects, for a message about logs without a common one.
func (s *Set) Sample() string {
	var out []string
	for _, sub := range s.Subjects[:min(len(s.Subjects), 2)] {
		first := slices.IndexFunc(sub.cells, func(c cell) bool { return c.n > 0 })
		for name, i := range s.items {
			if int(i) == first {
				out = append(out, fmt.Sprintf("%s has %q", sub.Name, strings.ReplaceAll(name, "\x00", "/")))
			}
		}
	}
	return strings.Join(out, ", ")
}
