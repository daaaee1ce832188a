package cli

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/detect/imported"
	"assay/internal/engine"
	"assay/internal/interchange"
	"assay/internal/judge"
	"assay/internal/progress"
	"assay/internal/prompt"
	"assay/internal/report/gate"
	"assay/internal/run"
	"assay/internal/run/results"
	"assay/internal/store"
	"assay/internal/suite"
)

type importResponsesCmd struct {
	scoring
	File      string `arg:"" optional:"" help:"Answers, one JSON object a line, or the results.db of security-bench; docs/import-responses.md has the format."`
	Questions bool   `help:"Print the questions instead, one JSON object a line, to be answered elsewhere."`
	Strategy  string `help:"With --questions: how to ask; the default fits each suite." placeholder:"NAME"`
}

// scoring is how answers that were produced elsewhere are scored.
type scoring struct {
	run.Selection
	output
	Judgements string   `help:"What other people's judges made of the answers, one JSON object a line; their verdicts count." placeholder:"FILE"`
	Judge      []string `help:"With --judgements: only these judges; an odd number is a panel. Repeatable." placeholder:"NAME" sep:"none"`
}

func (*importResponsesCmd) Help() string {
	return `Scores answers that an agent, a tool or an API unknown to assay gave. Asks nobody.

Examples:

  assay import responses --questions --suite blockbench > questions.jsonl
  assay import responses answers.jsonl --suite blockbench
  assay import responses responses.jsonl --suite mine --judgements judgements.jsonl`
}

func (c *importResponsesCmd) Run(ctx context.Context, env *Env) error {
	gates, err := gate.Parse(c.FailUnder)
	if err != nil {
		return err
	}
	if err := c.OpenMetrics(); err != nil {
		return err
	}
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, drawn, err := c.Draw(suites, 1)
	if err != nil {
		return err
	}
	if c.Questions {
		return c.print(env, variants)
	}
	if c.File == "" {
		return usage("name a file of answers, or give --questions")
	}
	f, err := os.Open(c.File)
	if err != nil {
		return usage("%v", err)
	}
	defer f.Close()
	var lines []imported.Line
	recorded, err := isSQLite(f)
	if err == nil && recorded {
		var skipped int
		if lines, skipped, err = evaluations(c.File, variants); skipped > 0 {
			fmt.Fprintf(env.Stderr, "%d rows without a result were passed over\n", skipped)
		}
	} else if err == nil {
		lines, err = imported.Read(f, c.File)
	}
	if err != nil {
		return usage("%v", err)
	}
	return c.score(ctx, env, gates, suites, variants, drawn, lines, c.File)
}

// score stores answers as a run, and reports it. from is where they were read.
func (c *scoring) score(ctx context.Context, env *Env, gates []gate.Gate, suites []*suite.Suite, variants []*bench.Variant, drawn []string, lines []imported.Line, from string) error {
	match, err := matchLines(lines, from, append(variants, run.Incidents(suites, variants, 0)...))
	if err != nil {
		return usage("%v", err)
	}
	if match.unknown > 0 {
		fmt.Fprintf(env.Stderr, "%d of %d answers are about nothing in the selection; the first is %s\n", match.unknown, len(lines), match.firstUnknown)
	}
	if match.unknown == len(lines) {
		return usage("%s: no answer is about a selected sample; `assay samples list` prints the keys", from)
	}

	others, err := c.others()
	if err != nil {
		return err
	}

	jd := judge.Rule{}
	m := buildInfo().manifest()
	m.Command, m.Notes, m.Suites = env.Command(), append(drawn, run.NotesOn(suites)...), map[string]string{}
	m.Subjects, m.Judging, m.Parser, m.Epochs = match.subjects, others.record.Judging(), answer.Version, match.epochs
	m.Variants, m.Chains, m.Trials, m.StartedAt = len(variants), run.BroughtChains(variants), len(match.plan), time.Now().UTC()
	for _, s := range suites {
		m.Suites[s.Name] = s.Hash
	}
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	run, err := match.put(ctx, s, m, jd)
	if err != nil {
		return err
	}
	missing := match.missing()
	fmt.Fprintf(env.Stderr, "%s scored, %s without one\n", progress.Counted(len(match.answers), "answer"), progress.Counted(missing, "trial"))
	if err := others.put(ctx, env, s, run, m); err != nil {
		return err
	}
	d, err := results.LoadScored(ctx, s, run.ID)
	if err != nil {
		return err
	}
	if err := c.show(ctx, env, d); err != nil {
		return err
	}
	return gate.Check(d, gates)
}

// print writes the questions, one a line.
func (c *importResponsesCmd) print(env *Env, variants []*bench.Variant) error {
	all, err := questions(variants, c.Strategy)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(env.data())
	if err := interchange.JSONL(w, all); err != nil {
		return err
	}
	return w.Flush()
}

// matched is a file of answers laid beside the selection.
type matched struct {
	subjects     []bench.Subject
	epochs       int
	plan         []bench.Trial
	answers      map[int]imported.Line // by place in the plan
	silent       map[int]bool          // places that a record of a run has no answer for: nobody will be asked again
	unknown      int                   // answers about nothing in the selection
	firstUnknown string                // place of the first
}

// matchLines makes the plan of every subject in the file on every variant, and
// finds the answer of each trial. The version of a subject is the hash of what
// it answered: a file that says something else is something else.
func matchLines(lines []imported.Line, file string, variants []*bench.Variant) (*matched, error) {
	byKey, byPrompt, err := indexVariants(variants)
	if err != nil {
		return nil, err
	}
	type cell struct{ variant, repetition int }
	type claim struct {
		line   imported.Line
		prompt string
	}
	m := &matched{answers: map[int]imported.Line{}, silent: map[int]bool{}}
	strategy := map[string]string{}     // by subject
	asked := map[string]map[cell]bool{} // by strategy, of records of runs: what was asked
	cells := map[string]map[cell]claim{}
	var order []string
	for _, l := range lines {
		at := byPrompt[l.Prompt]
		if i, ok := byKey[l.Sample]; ok {
			at = []int{i}
		}
		if len(at) == 0 {
			if m.unknown++; m.unknown == 1 {
				m.firstUnknown = l.Place
			}
			continue
		}
		if first, ok := strategy[l.Subject]; ok && first != l.Strategy {
			return nil, fmt.Errorf("%s: %s was asked with strategy %q before, and with %q here; name it another subject", l.Place, l.Subject, first, l.Strategy)
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
			cells[l.Subject] = map[cell]claim{}
			order = append(order, l.Subject)
		}
		for _, i := range at {
			c := cell{i, l.Repetition}
			if first, twice := cells[l.Subject][c]; twice {
				return nil, fmt.Errorf("%s: %s answers %s for %s already", l.Place, first.line.Place, variants[i].Key, l.Subject)
			}
			cells[l.Subject][c] = claim{l, l.Prompt}
		}
		m.epochs = max(m.epochs, l.Repetition+1)
	}
	for _, name := range order {
		h := sha256.New()
		enc := json.NewEncoder(h) // writing to a hash cannot fail, nor can a line that was decoded
		for _, l := range lines {
			if l.Subject == name {
				_ = enc.Encode(l)
			}
		}
		sub := bench.Subject{Name: name, Kind: "imported", Version: hex.EncodeToString(h.Sum(nil)[:8]), Doc: "answers imported from " + filepath.Base(file), Strategy: strategy[name]}
		if sub.Strategy != "" {
			sub.Model, _, _ = strings.Cut(name, "@")
		}
		m.subjects = append(m.subjects, sub)
		for i, v := range variants {
			set := asked[sub.Strategy]
			if set == nil && v.Incident != nil {
				continue
			}
			task := v.Task.Hash()
			for rep := range m.epochs {
				if set != nil && !set[cell{i, rep}] {
					continue
				}
				c, ok := cells[name][cell{i, rep}]
				key := bench.TrialKey{Version: bench.KeyVersion, Task: task, Chain: v.Chain, Seed: v.Seed, Subject: name, SubjectVer: sub.Version, Strategy: sub.Strategy, Prompt: c.prompt, Repetition: rep}
				if ok {
					m.answers[len(m.plan)] = c.line
				} else if sub.Strategy != "" {
					m.silent[len(m.plan)] = true
				}
				m.plan = append(m.plan, bench.Trial{Key: key.Hash(), Parts: &key, Subject: name, Variant: v, Repetition: rep})
			}
		}
	}
	return m, nil
}

// indexVariants finds variants by key, and by the hash of every question that a
// strategy asks about them.
func indexVariants(variants []*bench.Variant) (byKey map[string]int, byPrompt map[string][]int, err error) {
	byKey, byPrompt = map[string]int{}, map[string][]int{}
	for i, v := range variants {
		byKey[v.Key] = i
		if v.Incident != nil {
			continue
		}
		for _, st := range prompt.All() {
			if _, err := prompt.For(prompt.FormatOf(v.Task), st.Name); err != nil || st.Asks.OfMemory() {
				continue // not a question about tasks of this kind
			}
			p, err := prompt.Render(st, v.Task)
			if no := (*prompt.MismatchError)(nil); errors.As(err, &no) {
				continue // it shows what the sample does not have
			}
			if err != nil {
				return nil, nil, fmt.Errorf("asking about %s: %w", v.Key, err)
			}
			byPrompt[p.Hash] = append(byPrompt[p.Hash], i)
		}
	}
	return byKey, byPrompt, nil
}

// missing counts the trials without an answer.
func (m *matched) missing() int { return len(m.plan) - len(m.answers) }

// put stores the run with all its answers.
func (m *matched) put(ctx context.Context, s *store.Store, manifest bench.Manifest, jd judge.Judge) (store.Run, error) {
	run, done, err := s.Begin(ctx, m.plan, manifest, store.Again{})
	if err != nil {
		return run, err
	}
	w := s.Writer(ctx, run)
	for i, p := range m.plan {
		l, ok := m.answers[i]
		if done[p.Key] || !ok && !m.silent[i] {
			continue
		}
		if !ok {
			err := w.Write(p.Ended(bench.Failed, bench.Details{Reason: "the record has no answer", Response: bench.Response{Finish: bench.Failed, Started: manifest.StartedAt}}))
			if err != nil {
				break // Close says it again
			}
			continue
		}
		resp := bench.Response{Text: l.Text, Finish: l.Finish, FinishRaw: string(l.Finish), Model: l.Model, Usage: l.Usage, Started: manifest.StartedAt}
		res := p.Ended("", bench.Details{Response: resp})
		engine.Derive(engine.AsksFor(p.Parts.Strategy), 0, &res, jd)
		if err := w.Write(res); err != nil {
			break // Close says it again
		}
	}
	return run, errors.Join(w.Close(), s.End(ctx, run.ID, len(m.answers)+len(m.silent) == len(m.plan), time.Now()))
}
