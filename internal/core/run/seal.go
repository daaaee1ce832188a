package run

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/store"
)

// Seal states what a run asks. Whoever publishes its hash before the run can show later that the plan was not
// chosen for its results.
type Seal struct {
	SealedAt time.Time         `json:"sealed_at"` // whole seconds, by the clock of the machine
	Settings map[string]string `json:"settings"`  // what the numbers depend on, by name
	Keys     map[string]bool   `json:"questions"` // of the planned trials
	Hash     string            `json:"hash"`      // SHA-256 of the rest, in hex
}

// NewSeal returns the seal of a plan with its manifest.
func NewSeal(m bench.Manifest, planned []bench.Trial) Seal {
	s := Seal{SealedAt: m.StartedAt.UTC().Truncate(time.Second), Keys: map[string]bool{}, Settings: map[string]string{
		"epochs": fmt.Sprint(m.Epochs), "seed": fmt.Sprint(m.Seed), "judge": m.Judging.String(), "parser": m.Parser}}
	for name, hash := range m.Suites {
		s.Settings["suite "+name] = hash
	}
	for _, sub := range m.Subjects {
		s.Settings["subject "+sub.Name] = fmt.Sprint(sub.Version, " ", sub.Strategy, " ", sub.Params) // sorted by key
	}
	for _, t := range planned {
		s.Keys[t.Key] = true
	}
	s.Hash = s.hash()
	return s
}

func (s Seal) hash() string {
	s.Hash = ""
	b, _ := json.Marshal(s) // strings and times cannot fail; struct order and sorted map keys make it canonical
	return fmt.Sprintf("%x", sha256.Sum256(b))
}

// Deviations returns the differences of a stored run from the seal, a sentence each; none if the run kept it. A
// seal that was changed after it was written is an error.
func (s Seal) Deviations(ctx context.Context, db *store.Store, r store.Run) (out []string, err error) {
	if s.Hash != s.hash() {
		return nil, fmt.Errorf("the seal was changed: its content hashes to %.12s, not to %.12s", s.hash(), s.Hash)
	}
	var planned []bench.Trial
	unasked, early, added := 0, 0, 0
	err = store.Each(db.Trials(ctx, r, store.Wanted{Columns: store.Details}), func(t bench.Trial) error {
		planned = append(planned, bench.Trial{Key: t.Key})
		if !s.Keys[t.Key] {
			added++
		}
		if t.Outcome == "" {
			unasked++
		} else if !strings.HasPrefix(t.Subject, "builtin/") && time.UnixMicro(t.Used().Began).Before(s.SealedAt) {
			early++
		}
		return nil
	})
	is := NewSeal(r.Manifest, planned)
	names := maps.Clone(s.Settings)
	maps.Copy(names, is.Settings)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if was, now := s.Settings[name], is.Settings[name]; was != now {
			out = append(out, fmt.Sprintf("%s: sealed as %q, run as %q", name, was, now))
		}
	}
	count := func(n int, what string) {
		if n > 0 {
			out = append(out, fmt.Sprint(n, " ", what))
		}
	}
	count(len(s.Keys)+added-len(is.Keys), "sealed questions are not in the run")
	count(added, "questions of the run were not sealed")
	count(unasked, "questions were not asked")
	count(early, "answers are older than the seal")
	count(r.Round, "further rounds asked everything again, and the last one counts")
	return out, err
}
