package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

// defaultQueue is the number of samples that the paper's experts reviewed.
const defaultQueue = 31

// queueOf identifies a review: the run, the number of answers and the seed that draws them.
type queueOf struct {
	Run, Expert string
	N           int
	Seed        uint64
	Builtin     bool // draw answers of built-in subjects too
}

// parameters reads a review from a request; a missing parameter has a default.
func (s *Server) parameters(r *http.Request) (queueOf, store.Run, error) {
	run, err := s.runOf(r)
	if err != nil {
		return queueOf{}, run, err
	}
	q := queueOf{Run: run.ID, N: defaultQueue, Seed: 1, Expert: strings.TrimSpace(r.FormValue("expert"))}
	if x := r.FormValue("n"); x != "" {
		if q.N, err = strconv.Atoi(x); err != nil || q.N < 1 {
			return q, run, badRequest("%q is not a number of answers", x)
		}
	}
	if x := r.FormValue("seed"); x != "" {
		if q.Seed, err = strconv.ParseUint(x, 10, 64); err != nil {
			return q, run, badRequest("%q is not a seed: want a whole number, at least 0", x)
		}
	}
	switch x := r.FormValue("builtin"); x {
	case "", "no":
	case "yes":
		q.Builtin = true
	default:
		return q, run, badRequest("builtin=%q: want yes or no", x)
	}
	return q, run, nil
}

// reviewing is what the pages of a review read: its parameters, the run and the votes of the judges.
type reviewing struct {
	queueOf
	run  store.Run
	snap *snapshot
	cast map[int64][]store.Ballot
}

func (s *Server) reviewing(r *http.Request) (v reviewing, err error) {
	if v.queueOf, v.run, err = s.parameters(r); err != nil {
		return v, err
	}
	if v.snap, err = s.snapshot(r.Context(), v.run); err != nil {
		return v, err
	}
	v.cast, err = s.ballots(r.Context(), v.snap)
	return v, err
}

// queue returns the answers of the review.
func (v reviewing) queue() []review.Item { return v.snap.queue(v.queueOf, v.cast) }

// Flag is the value of the parameter builtin.
func (q queueOf) Flag() string {
	if q.Builtin {
		return "yes"
	}
	return ""
}

// link returns an address in the review with further parameters.
func (q queueOf) link(path string, pairs ...string) string {
	return path + query(append([]string{"run", q.Run, "expert", q.Expert, "n", strconv.Itoa(q.N), "seed",
		strconv.FormatUint(q.Seed, 10), "builtin", q.Flag()}, pairs...)...)
}

// Item returns the address of an answer.
func (q queueOf) Item(i int) string { return q.link("/review/item", "i", strconv.Itoa(i)) }

// Numbers returns the address of the results of the review.
func (q queueOf) Numbers() string { return q.link("/review/numbers") }

// queue draws the answers: those that call a vulnerable text vulnerable, so that an expert
// has findings to decide on. Built-in subjects are left out if there are others and the
// reader does not ask for them: their texts give them away. cast are the votes of judges.
func (k *snapshot) queue(q queueOf, cast map[int64][]store.Ballot) []review.Item {
	k.mu.Lock()
	defer k.mu.Unlock()
	name := fmt.Sprint(q.N, " ", q.Seed, " ", q.Builtin)
	if out, ok := k.queues[name]; ok {
		return out
	}
	external := slices.ContainsFunc(k.Subjects, func(c *subjectCounts) bool { return !isBuiltin(c.Name) })
	var items []review.Item
	for _, f := range k.Trials {
		if f.Outcome != bench.Answered || f.Variant.Truth != bench.Vulnerable || says(&f) != bench.Vulnerable ||
			!f.Variant.Format.HasCode() || external && !q.Builtin && isBuiltin(f.Subject) {
			continue
		}
		items = append(items, review.Item{Trial: f.ID, Group: f.Variant.Group, Class: string(f.Variant.Class),
			Subject: f.Subject, Base: f.Variant.Base,
			Judge: f.Strict() == bench.Hit, Scored: f.Strict() == bench.Hit || f.Strict() == bench.Miss,
			Disputed: disagree(f.Strict(), cast[f.ID])})
	}
	k.queues[name] = review.Queue(items, q.N, q.Seed)
	return k.queues[name]
}

// disagree reports whether a verdict and the votes of judges differ on whether the target was found.
func disagree(verdict bench.Decision, cast []store.Ballot) bool {
	decisions := map[bench.Decision]bool{verdict: true}
	for _, b := range cast {
		decisions[b.Strict] = true
	}
	return decisions[bench.Hit] && decisions[bench.Miss]
}

// tag identifies an answer to the form without revealing the trial.
func (q queueOf) tag(trial int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "review %d %d", q.Seed, trial))
	return hex.EncodeToString(sum[:8])
}
