package review

import (
	"maps"
	"slices"

	"assay/internal/core/stats"
	"assay/internal/core/stats/agree"
	"assay/internal/core/stats/rank"
)

// seed is the seed of every bootstrap: numbers are a function of the reviews alone.
const seed = 20260801

// Confusion counts the judge's decisions against an expert's, which count as the truth.
type Confusion struct {
	BothFound  int `json:"both_found"`
	JudgeOnly  int `json:"judge_only"`
	ExpertOnly int `json:"expert_only"`
	Neither    int `json:"neither"`
	Unscored   int `json:"unscored"` // the judge did not decide; excluded from the rates below
}

// N returns the number of comparisons.
func (c Confusion) N() int { return c.BothFound + c.JudgeOnly + c.ExpertOnly + c.Neither }

// Rates returns precision, recall and F1 of the judge; nil if undefined.
func (c Confusion) Rates() (precision, recall, f1 *float64) {
	ratio := func(k, n int) *float64 {
		if n == 0 {
			return nil
		}
		x := float64(k) / float64(n)
		return &x
	}
	return ratio(c.BothFound, c.BothFound+c.JudgeOnly), ratio(c.BothFound, c.BothFound+c.ExpertOnly),
		ratio(2*c.BothFound, 2*c.BothFound+c.JudgeOnly+c.ExpertOnly)
}

// Agreement measures how far two agree on whether targets were found.
type Agreement struct {
	A, B  string
	N     int // answers that both decided
	Same  int
	Kappa stats.Estimate
	Rho   *float64 // rank correlation of the mean scores of reasoning; nil between expert and judge, or if undefined
}

// Summary summarises the reviews of a queue.
type Summary struct {
	Queue    int
	Experts  []Progress
	Between  []Agreement          // of each pair of experts, by name
	Judge    []Agreement          // of each expert with the judge
	Matrix   map[string]Confusion // by expert
	Together Confusion            // all comparisons of all experts, as the paper counts them
}

// Progress is the progress of one expert.
type Progress struct {
	Expert string
	Done   int
	Median *float64 // seconds to a first decision, over the answers with a known time; nil for none
}

// median returns the median of numbers, or nil if there are none. It sorts them.
func median(of []float64) *float64 {
	if len(of) == 0 {
		return nil
	}
	slices.Sort(of)
	m := (of[(len(of)-1)/2] + of[len(of)/2]) / 2
	return &m
}

// Summarise computes all numbers from a queue and the reviews of its trials. It
// ignores reviews of other trials and reviews without a decision.
func Summarise(queue []Item, reviews []Review) Summary {
	marks := map[string]map[int64]Mark{} // expert, trial
	seconds := map[string][]float64{}
	in := map[int64]bool{}
	for _, it := range queue {
		in[it.Trial] = true
	}
	for _, r := range reviews {
		if !in[r.Trial] || !r.Complete() {
			continue
		}
		if marks[r.Expert] == nil {
			marks[r.Expert] = map[int64]Mark{}
		}
		marks[r.Expert][r.Trial] = r.Mark
		if r.Seconds != nil {
			seconds[r.Expert] = append(seconds[r.Expert], *r.Seconds)
		}
	}
	out := Summary{Queue: len(queue), Matrix: map[string]Confusion{}}
	names := slices.Sorted(maps.Keys(marks))
	for i, a := range names {
		out.Experts = append(out.Experts, Progress{a, len(marks[a]), median(seconds[a])})
		for _, b := range names[i+1:] {
			out.Between = append(out.Between, between(queue, a, b, marks[a], marks[b]))
		}
		out.Judge = append(out.Judge, withJudge(queue, a, marks[a]))
		c := confusion(queue, marks[a])
		out.Matrix[a] = c
		out.Together.BothFound += c.BothFound
		out.Together.JudgeOnly += c.JudgeOnly
		out.Together.ExpertOnly += c.ExpertOnly
		out.Together.Neither += c.Neither
		out.Together.Unscored += c.Unscored
	}
	return out
}

func between(queue []Item, a, b string, x, y map[int64]Mark) Agreement {
	out := Agreement{A: a, B: b}
	var u agree.Units
	var p, q []float64
	for _, it := range queue {
		m, ok := x[it.Trial]
		n, both := y[it.Trial]
		if !ok || !both {
			continue
		}
		out.add(&u, it, *m.Found, *n.Found)
		if s, ok := m.Reasoning(); ok {
			if t, ok := n.Reasoning(); ok {
				p, q = append(p, s), append(q, t)
			}
		}
	}
	out.Kappa = u.Cohen(0, 1, seed)
	if rho, ok := rank.Spearman(p, q); ok {
		out.Rho = &rho
	}
	return out
}

func withJudge(queue []Item, expert string, marks map[int64]Mark) Agreement {
	out := Agreement{A: expert, B: "judge"}
	var u agree.Units
	for _, it := range queue {
		if m, ok := marks[it.Trial]; ok && it.Scored {
			out.add(&u, it, *m.Found, it.Judge)
		}
	}
	out.Kappa = u.Cohen(0, 1, seed)
	return out
}

func (a *Agreement) add(u *agree.Units, it Item, x, y bool) {
	a.N++
	if x == y {
		a.Same++
	}
	u.Categories = 2
	u.Ratings = append(u.Ratings, []int{category(x), category(y)})
	u.Cluster = append(u.Cluster, it.Base)
}

func category(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Reasoning returns the mean of the three scores; ok is false unless all are set.
func (m Mark) Reasoning() (mean float64, ok bool) {
	if m.RCIR == nil || m.AVA == nil || m.FSV == nil {
		return 0, false
	}
	return (*m.RCIR + *m.AVA + *m.FSV) / 3, true
}

func confusion(queue []Item, marks map[int64]Mark) Confusion {
	var c Confusion
	for _, it := range queue {
		m, ok := marks[it.Trial]
		switch {
		case !ok:
		case !it.Scored:
			c.Unscored++
		case *m.Found && it.Judge:
			c.BothFound++
		case it.Judge:
			c.JudgeOnly++
		case *m.Found:
			c.ExpertOnly++
		default:
			c.Neither++
		}
	}
	return c
}
