package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/review"
	"assay/internal/store"
)

// defaultQueue is as many answers as the paper's experts had samples.
const defaultQueue = 31

// queueOf is a review: a run, how many of its answers, drawn with which seed.
type queueOf struct {
	Run, Expert string
	N           int
	Seed        uint64
}

// parameters reads a review from a request; what is missing has a default.
func (s *Server) parameters(r *http.Request) (queueOf, store.Run, error) {
	run, err := s.runOf(r)
	if err != nil {
		return queueOf{}, run, err
	}
	q := queueOf{Run: run.ID, N: defaultQueue, Seed: 1, Expert: strings.TrimSpace(r.FormValue("expert"))}
	if x := r.FormValue("n"); x != "" {
		if q.N, err = strconv.Atoi(x); err != nil || q.N < 1 {
			return q, run, badRequest("%q is no number of answers", x)
		}
	}
	if x := r.FormValue("seed"); x != "" {
		if q.Seed, err = strconv.ParseUint(x, 10, 64); err != nil {
			return q, run, badRequest("%q is no seed: a whole number from 0", x)
		}
	}
	return q, run, nil
}

// link returns an address of the review with further parameters.
func (q queueOf) link(path string, pairs ...string) string {
	return path + query(append([]string{"run", q.Run, "expert", q.Expert, "n", strconv.Itoa(q.N), "seed", strconv.FormatUint(q.Seed, 10)}, pairs...)...)
}

// Item returns the address of an answer.
func (q queueOf) Item(i int) string { return q.link("/review/item", "i", strconv.Itoa(i)) }

// Numbers returns the address of what the review comes to.
func (q queueOf) Numbers() string { return q.link("/review/numbers") }

// queue draws the answers: those about texts that have a target.
func (k *snapshot) queue(q queueOf) []review.Item {
	k.mu.Lock()
	defer k.mu.Unlock()
	name := fmt.Sprint(q.N, " ", q.Seed)
	if out, ok := k.queues[name]; ok {
		return out
	}
	var items []review.Item
	for _, f := range k.Facts {
		if f.Outcome != bench.Answered || f.Variant.Truth != bench.Vulnerable || !code(f.Variant) {
			continue
		}
		items = append(items, review.Item{Trial: f.ID, Group: f.Variant.Group, Class: string(f.Variant.Class), Subject: f.Subject, Base: f.Variant.Base,
			Judge: f.Strict == bench.Hit, Scored: f.Strict == bench.Hit || f.Strict == bench.Miss})
	}
	k.queues[name] = review.Queue(items, q.N, q.Seed)
	return k.queues[name]
}

// tag names an answer to the form without telling which trial it is.
func (q queueOf) tag(trial int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "review %d %d", q.Seed, trial))
	return hex.EncodeToString(sum[:8])
}
