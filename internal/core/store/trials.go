package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// Columns selects the parts of trials to read. Key, subject, variant, repetition, id and
// outcome are always read.
type Columns uint8

const (
	// Variants reads complete variants; else they have no task, labels, seed or descriptions.
	Variants Columns = 1 << iota
	// Decisions reads the results of answers and verdicts: vulnerable or safe, strict and lenient, and the judge. An
	// answer with findings about which another judge than the rule judge decides has one empty finding.
	Decisions
	// Answers reads complete answers and verdicts.
	Answers
	// Cost reads the cost in dollars, and when the trial began, only.
	Cost
	// Details reads reason, parser, judge, the response without its text and raw bytes, and tokens and times.
	Details
	// Texts reads the text of the response, with Details.
	Texts
)

const (
	// Lists is what lists and tables of pages need.
	Lists = Decisions | Cost
	// Everything is everything except raw bytes.
	Everything = Variants | Answers | Details | Texts
)

// Wanted selects the trials of a run to read, and their parts.
type Wanted struct {
	Columns
	Keys     []string // of the trials; nil for all, empty for none
	Variants []string // keys of the variants; nil for all, empty for none
}

// Trials yields the planned trials of a run, each with its last ending, in the order of the
// plan. With Keys or Variants, that order holds within each 500 keys and each variant.
// Trials of one variant share its pointer. An error names the run and is the last element.
func (s *Store) Trials(ctx context.Context, r Run, w Wanted) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		var err error
		read := func(where string, args ...any) bool {
			err = s.trials(ctx, r, w.Columns, where, args, func(t bench.Trial) bool { return yield(t, nil) })
			return err == nil
		}
		switch {
		case w.Keys != nil:
			for some := range slices.Chunk(w.Keys, 500) {
				if !read(`p.trial_key IN `+marks(len(some), 3), anys(some)...) {
					break
				}
			}
		case w.Variants != nil:
			for _, key := range w.Variants {
				if !read(`p.variant_id IN (SELECT q.variant_id FROM facet q WHERE q.key = $3)`, key) {
					break
				}
			}
		default:
			read("")
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(bench.Trial{}, fmt.Errorf("reading the trials of run %s: %w", r.ID, err))
		}
	}
}

// Each calls f for every trial until f or the reading returns an error.
func Each(trials iter.Seq2[bench.Trial, error], f func(bench.Trial) error) error {
	for t, err := range trials {
		if err == nil {
			err = f(t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TrialOf returns one complete planned trial of a run. Its ID is 0 if it has not ended, and
// its Variant nil if the run plans no such trial.
func (s *Store) TrialOf(ctx context.Context, r Run, key string) (bench.Trial, error) {
	var out bench.Trial
	for t, err := range s.Trials(ctx, r, Wanted{Columns: Everything, Keys: []string{key}}) {
		if err != nil {
			return out, err
		}
		out = t // the last one if variants share the key
	}
	return out, nil
}

// errEnough ends a reading when the reader wants no more.
var errEnough = errors.New("enough")

// latest joins a planned trial p with the ending t of it that a run shows; $2 is the run's
// round.
const latest = `t.key = p.trial_key AND
		t.round = (SELECT max(u.round) FROM trial u WHERE u.key = p.trial_key AND u.round >= $2)`

// relabelled is whether the ending t of a planned trial p was judged by the labels of none of
// the run's texts that share its answer: then it is read without parser and judge.
const relabelled = `t.variant_id <> p.variant_id AND NOT EXISTS (SELECT 1 FROM planned q
	WHERE q.trial_key = p.trial_key AND q.run_id = p.run_id AND q.variant_id = t.variant_id)`

// trials reads the trials that match where, all with "". The parameters of where begin at
// $3.
func (s *Store) trials(ctx context.Context, r Run, c Columns, where string, args []any,
	yield func(bench.Trial) bool) error {
	from, order := `p.run_id = $1`, ` ORDER BY p.seq`
	if where != "" {
		// The order is computed, so that the planner does not walk the whole plan to get it.
		from, order = from+` AND `+where, ` ORDER BY p.seq + 0`
	}
	args = append([]any{r.ID, r.Round}, args...)
	variants, err := s.variants(ctx, c, from, args)
	if err != nil {
		return err
	}
	joins := ` FROM planned p LEFT JOIN trial t ON ` + latest + ` LEFT JOIN derived d ON d.trial_id = t.id `
	if c&Texts != 0 {
		joins += `LEFT JOIN body b ON b.trial_id = t.id `
	}
	subjects := map[string]string{} // one string for all trials of a subject
	e := endings{columns: c}
	query := `SELECT p.trial_key, p.subject, p.variant_id, p.repetition, ` + c.sql() + joins + `WHERE ` + from + order
	return s.db.Scan(ctx, query, args, func(row *database.Row) error {
		t := bench.Trial{Key: row.Text(0), Subject: row.Text(1), Variant: variants[row.Text(2)],
			Repetition: int(row.Int(3)), Details: nothing}
		if name, ok := subjects[t.Subject]; ok {
			t.Subject = name
		}
		subjects[t.Subject] = t.Subject
		if t.Variant == nil {
			return fmt.Errorf("the variant %s of trial %s is missing", row.Text(2), t.Key)
		}
		if err := e.put(&t, row, 4); err != nil {
			return err
		}
		if !yield(t) {
			return errEnough
		}
		return nil
	})
}

// nothing is the Details of trials that have not ended.
var nothing = &bench.Details{}

// sql returns the columns for the ending of a trial.
func (c Columns) sql() string {
	out := `t.id, t.outcome`
	if c&Cost != 0 {
		out += `, t.cost_usd, t.started_us`
	}
	if c&Decisions != 0 {
		out += `, d.said, d.strict, d.lenient, d.judge, CASE WHEN d.judge LIKE 'rule/%' THEN 0
			WHEN d.answer LIKE '%"findings":[%' THEN 1 ELSE 0 END`
	}
	if c&Answers != 0 {
		out += `, d.answer, d.verdict`
	}
	if c&Details != 0 {
		out += `, t.reason, CASE WHEN ` + relabelled + ` THEN '' ELSE d.parser END, CASE WHEN ` + relabelled +
			` THEN '' ELSE d.judge END, t.finish, t.finish_raw, t.model, t.attempts, t.cached,
			t.started_us, t.elapsed_us, t.input_tokens, t.output_tokens, t.reasoning_tokens, t.cached_tokens, t.cost_usd`
	}
	if c&Texts != 0 {
		out += `, b.text`
	}
	return out
}

// endings decodes the columns of endings. Trials share equal values.
type endings struct {
	columns  Columns
	answers  map[says]*bench.Answer
	verdicts map[[3]string]*bench.Verdict
	texts    map[string]*bench.Verdict // by JSON, up to maxShared
}

// maxShared is the number of verdicts that are remembered: judges may write something different about every answer.
const maxShared = 20_000

// complete decodes a verdict.
func (e *endings) complete(text string) (*bench.Verdict, error) {
	v := e.texts[text]
	if v != nil {
		return v, nil
	}
	v = new(bench.Verdict)
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return nil, err
	}
	if e.texts == nil {
		e.texts = map[string]*bench.Verdict{}
	}
	if len(e.texts) < maxShared {
		e.texts[text] = v
	}
	return v, nil
}

// put sets the ending of a trial from the columns of a row, beginning at i.
func (e *endings) put(t *bench.Trial, row *database.Row, i int) (err error) {
	c := e.columns
	t.ID, t.Outcome, t.Answer, t.Verdict, t.Spent = row.Int(i), bench.Outcome(row.Text(i+1)), nil, nil, nil
	i += 2
	if t.ID == 0 {
		return nil
	}
	if c&Cost != 0 {
		if !row.Null(i) {
			t.Spent = &bench.Spent{CostUSD: row.Float(i), Priced: true, Began: row.Int(i + 1)}
		}
		i += 2
	}
	if c&Decisions != 0 {
		if !row.Null(i) {
			if t.Answer, err = e.answer(row.Text(i), row.Int(i+4) == 1); err != nil {
				return fmt.Errorf("answer of trial %s: %w", t.Key, err)
			}
			t.Verdict = e.verdict(row.Text(i+3), row.Text(i+1), row.Text(i+2))
		}
		i += 5
	}
	if c&Answers != 0 {
		if !row.Null(i) {
			t.Answer = new(bench.Answer)
			if err := json.Unmarshal([]byte(row.Text(i)), t.Answer); err != nil {
				return fmt.Errorf("answer of trial %s: %w", t.Key, err)
			}
		}
		if !row.Null(i + 1) {
			if t.Verdict, err = e.complete(row.Text(i + 1)); err != nil {
				return fmt.Errorf("verdict of trial %s: %w", t.Key, err)
			}
		}
		i += 2
	}
	if c&Details != 0 {
		d := &bench.Details{Reason: row.Text(i), Parser: row.Text(i + 1), Judge: row.Text(i + 2), Response: bench.Response{
			Finish: bench.Outcome(row.Text(i + 3)), FinishRaw: row.Text(i + 4),
			Model: row.Text(i + 5), Attempts: int(row.Int(i + 6)), Cached: row.Int(i+7) == 1,
			Started: time.UnixMicro(row.Int(i + 8)).UTC(), Elapsed: time.Duration(row.Int(i+9)) * time.Microsecond,
			Usage: bench.Usage{InputTokens: row.Int(i + 10), OutputTokens: row.Int(i + 11),
				ReasoningTokens: row.Int(i + 12), CachedTokens: row.Int(i + 13)},
		}}
		if !row.Null(i + 14) {
			d.Response.Usage.CostUSD = new(row.Float(i + 14))
		}
		if c&Texts != 0 {
			d.Response.Text = row.Text(i + 15)
		}
		spent := d.Response.Spent()
		t.Details, t.Spent = d, &spent
	}
	return nil
}

// says is what [Decisions] reads of an answer.
type says struct {
	verdict string
	finds   bool
}

// answer returns an answer with only its verdict, and an empty finding if it has any.
func (e *endings) answer(verdict string, finds bool) (*bench.Answer, error) {
	key := says{verdict, finds}
	a := e.answers[key]
	if a == nil {
		a = &bench.Answer{}
		if err := a.Verdict.UnmarshalText([]byte(verdict)); err != nil {
			return nil, err
		}
		if finds {
			a.Findings = make([]bench.Finding, 1)
		}
		if e.answers == nil {
			e.answers = map[says]*bench.Answer{}
		}
		e.answers[key] = a
	}
	return a, nil
}

// verdict returns a verdict with only the judge and the decision on the target.
func (e *endings) verdict(judge, strict, lenient string) *bench.Verdict {
	key := [3]string{judge, strict, lenient}
	v := e.verdicts[key]
	if v == nil {
		v = &bench.Verdict{Judge: judge, Strict: bench.Decision(strict), Lenient: bench.Decision(lenient)}
		if e.verdicts == nil {
			e.verdicts = map[[3]string]*bench.Verdict{}
		}
		e.verdicts[key] = v
	}
	return v
}

// variants returns the variants of the planned trials that match from, by id.
func (s *Store) variants(ctx context.Context, c Columns, from string, args []any) (map[string]*bench.Variant, error) {
	out := map[string]*bench.Variant{}
	// Name the parameter $2, the round, since every parameter must be used.
	of := ` IN (SELECT p.variant_id FROM planned p WHERE ` + from + ` AND $2 >= 0)`
	if c&Variants != 0 {
		return out, s.db.Scan(ctx, `SELECT id, meta FROM variant WHERE id`+of, args, func(row *database.Row) error {
			v := new(bench.Variant)
			if err := json.Unmarshal([]byte(row.Text(1)), v); err != nil {
				return fmt.Errorf("variant %s cannot be read: %w", row.Text(0), err)
			}
			out[row.Text(0)] = v
			return nil
		})
	}
	query := `SELECT ` + facetColumns + ` FROM facet WHERE variant_id` + of
	return out, s.db.Scan(ctx, query, args, func(row *database.Row) error {
		v := &bench.Variant{Key: row.Text(1), Suite: row.Text(2), Format: bench.Format(row.Text(3)), Sample: row.Text(4),
			Base:  row.Text(5),
			Group: row.Text(6), Tier: int(row.Int(7)), Class: bench.Class(row.Text(8)), Chain: row.Text(9),
			Twin: row.Text(10), Proof: bench.Proof(row.Text(12)), Certificate: row.Text(13)}
		if err := v.Truth.UnmarshalText([]byte(row.Text(11))); err != nil {
			return fmt.Errorf("variant %s cannot be read: %w", row.Text(0), err)
		}
		out[row.Text(0)] = v
		return nil
	})
}

// marks returns n parameters in parentheses, from number first.
func marks(n, first int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("$%d", first+i)
	}
	return `(` + strings.Join(out, ", ") + `)`
}

// anys returns the elements as parameters.
func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = x
	}
	return out
}
