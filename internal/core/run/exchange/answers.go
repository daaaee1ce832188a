// Package exchange imports the answers that other programs recorded as a run, and exports
// runs and suites for other programs (docs/exchange.md).
package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect/imported"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/prompt"
	"assay/internal/core/store"
)

// Matched is a file of answers matched with the selection.
type Matched struct {
	Subjects     []bench.Subject
	Epochs       int
	Plan         []bench.Trial
	Answers      map[int]imported.Line // by index in the plan
	silent       map[int]bool          // indices of trials without an answer in the record of a run; not asked again
	Unknown      int                   // number of answers about nothing in the selection
	FirstUnknown string                // place of the first of these in its file
}

// Match makes the plan of every subject in the file on every variant, and finds the answer
// to each trial. The version of a subject is the hash of its answers, so that a file with
// other answers has another subject.
func Match(lines []imported.Line, file string, variants []*bench.Variant) (*Matched, error) {
	byKey, byPrompt, err := indexVariants(variants)
	if err != nil {
		return nil, err
	}
	type cell struct{ variant, repetition int }
	m := &Matched{Answers: map[int]imported.Line{}, silent: map[int]bool{}}
	strategy := map[string]string{}     // by subject
	asked := map[string]map[cell]bool{} // by strategy, in records of runs: the trials asked
	cells := map[string]map[cell]imported.Line{}
	var order []string
	for _, l := range lines {
		at := byPrompt[l.Prompt]
		if i, ok := byKey[l.Sample]; ok {
			at = []int{i}
		}
		if len(at) == 0 {
			if m.Unknown++; m.Unknown == 1 {
				m.FirstUnknown = l.Place
			}
			continue
		}
		if first, ok := strategy[l.Subject]; ok && first != l.Strategy {
			return nil, fmt.Errorf("%s: %s used strategy %q earlier and %q here; give it another subject name",
				l.Place, l.Subject, first, l.Strategy)
		}
		if strategy[l.Subject] = l.Strategy; l.Strategy != "" {
			if _, err := prompt.Find(l.Strategy); err != nil {
				return nil, fmt.Errorf("%s: %w", l.Place, err)
			}
			if asked[l.Strategy] == nil {
				asked[l.Strategy] = map[cell]bool{}
			}
			for _, i := range at {
				asked[l.Strategy][cell{i, l.Repetition}] = true
			}
		}
		if cells[l.Subject] == nil {
			cells[l.Subject] = map[cell]imported.Line{}
			order = append(order, l.Subject)
		}
		for _, i := range at {
			c := cell{i, l.Repetition}
			if first, taken := cells[l.Subject][c]; taken {
				return nil, fmt.Errorf("%s: %s answers %s for %s already", l.Place, first.Place, variants[i].Key, l.Subject)
			}
			cells[l.Subject][c] = l
		}
		m.Epochs = max(m.Epochs, l.Repetition+1)
	}
	for _, name := range order {
		h := sha256.New()
		enc := json.NewEncoder(h) // a hash returns no write errors, and a decoded line can be encoded
		for _, l := range lines {
			if l.Subject == name {
				_ = enc.Encode(l)
			}
		}
		sub := bench.Subject{Name: name, Kind: "imported", Version: hex.EncodeToString(h.Sum(nil)[:8]),
			Doc: "answers imported from " + filepath.Base(file), Strategy: strategy[name]}
		if sub.Strategy != "" {
			sub.Model, _, _ = strings.Cut(name, "@")
		}
		m.Subjects = append(m.Subjects, sub)
		for i, v := range variants {
			set := asked[sub.Strategy]
			if set == nil && v.Incident != nil {
				continue
			}
			task := v.Task.Hash()
			for rep := range m.Epochs {
				if set != nil && !set[cell{i, rep}] {
					continue
				}
				l, ok := cells[name][cell{i, rep}]
				key := bench.TrialKey{Version: bench.KeyVersion, Task: task, Chain: v.Chain, Seed: v.Seed, Subject: name,
					SubjectVer: sub.Version, Strategy: sub.Strategy, Prompt: l.Prompt, Repetition: rep}
				if ok {
					m.Answers[len(m.Plan)] = l
				} else if sub.Strategy != "" {
					m.silent[len(m.Plan)] = true
				}
				m.Plan = append(m.Plan, bench.Trial{Key: key.Hash(), Parts: &key, Subject: name, Variant: v, Repetition: rep})
			}
		}
	}
	return m, nil
}

// indexVariants indexes variants by key, and by the hash of every question of a strategy
// about them.
func indexVariants(variants []*bench.Variant) (byKey map[string]int, byPrompt map[string][]int, err error) {
	byKey, byPrompt = map[string]int{}, map[string][]int{}
	for i, v := range variants {
		byKey[v.Key] = i
		if v.Incident != nil {
			continue
		}
		for _, st := range prompt.All() {
			if _, err := prompt.ForTask(v.Task, st.Name); err != nil || st.Asks.OfMemory() {
				continue // the strategy does not apply to tasks of this kind
			}
			p, err := prompt.Render(st, v.Task)
			if no := (*prompt.MismatchError)(nil); errors.As(err, &no) {
				continue // the strategy shows what the sample does not have
			}
			if err != nil {
				return nil, nil, fmt.Errorf("asking about %s: %w", v.Key, err)
			}
			byPrompt[p.Hash] = append(byPrompt[p.Hash], i)
		}
	}
	return byKey, byPrompt, nil
}

// Missing counts the trials without an answer.
func (m *Matched) Missing() int { return len(m.Plan) - len(m.Answers) }

// Put stores the run with all its answers.
func (m *Matched) Put(ctx context.Context, s *store.Store, manifest bench.Manifest, jd judge.Judge) (store.Run, error) {
	run, done, err := s.Begin(ctx, m.Plan, manifest, store.Again{})
	if err != nil {
		return run, err
	}
	w := s.Writer(ctx, run)
	for i, p := range m.Plan {
		l, ok := m.Answers[i]
		if done[p.Key] || !ok && !m.silent[i] {
			continue
		}
		if !ok {
			err := w.Write(p.Ended(bench.Failed, bench.Details{Reason: "the record has no answer",
				Response: bench.Response{Finish: bench.Failed, Started: manifest.StartedAt}}))
			if err != nil {
				break // Close returns the error again
			}
			continue
		}
		resp := bench.Response{Text: l.Text, Finish: l.Finish, FinishRaw: string(l.Finish), Model: l.Model, Usage: l.Usage,
			Started: manifest.StartedAt}
		res := p.Ended("", bench.Details{Response: resp})
		engine.Derive(engine.AsksFor(p.Parts.Strategy), 0, &res, jd)
		if err := w.Write(res); err != nil {
			break // Close returns the error again
		}
	}
	return run, errors.Join(w.Close(), s.End(ctx, run.ID, len(m.Answers)+len(m.silent) == len(m.Plan), time.Now()))
}
