package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/judge/recorded"
	"assay/internal/store"
)

// others is what other people's judges made of imported answers.
type others struct {
	record engine.Record
	judges map[string]*recorded.Judge // by their names in the file
	said   []recorded.Judgement       // of the judges that count
}

// others reads the judgements that --judgements names; without, the rule judge
// is alone.
func (c *scoring) others() (*others, error) {
	o := &others{}
	var referees []judge.Referee
	if c.Judgements == "" && len(c.Judge) > 0 {
		return nil, usage("--judge chooses among judges of --judgements; name their file")
	}
	if c.Judgements != "" {
		f, err := os.Open(c.Judgements)
		if err != nil {
			return nil, usage("%v", err)
		}
		defer f.Close()
		list, err := recorded.Read(f, c.Judgements)
		if err != nil {
			return nil, usage("%v", err)
		}
		var names []string
		names, o.judges = recorded.Judges(list)
		for _, n := range c.Judge {
			if !slices.Contains(names, n) {
				return nil, usage("%s has no judge %q; there are %s", c.Judgements, n, strings.Join(names, ", "))
			}
		}
		for _, n := range names {
			if len(c.Judge) > 0 && !slices.Contains(c.Judge, n) {
				delete(o.judges, n)
				continue
			}
			referees = append(referees, o.judges[n])
		}
		for _, j := range list {
			if o.judges[j.Judge] != nil {
				o.said = append(o.said, j)
			}
		}
	}
	var err error
	o.record, err = engine.NewRecord(judge.Rule{}, referees)
	if errors.Is(err, judge.ErrEven) {
		return nil, usage("%s has %d judges: %v; choose with --judge", c.Judgements, len(referees), err)
	}
	return o, err
}

// put stores the judgements beside the answers that they are about.
func (o *others) put(ctx context.Context, env *Env, s *store.Store, run store.Run, m bench.Manifest) error {
	stored, err := s.Run(ctx, run.ID)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(stored.Manifest.Judging, m.Judging) { // the same answers were imported before, with other judges
		stored.Manifest.Judging = m.Judging
		if err := s.SetManifest(ctx, run.ID, stored.Manifest); err != nil {
			return err
		}
	}
	if len(o.said) == 0 {
		return nil
	}
	type about struct {
		sample, subject string
		repetition      int
	}
	lines := map[about][]recorded.Judgement{}
	for _, j := range o.said {
		a := about{j.Sample, j.Subject, j.Repetition}
		lines[a] = append(lines[a], j)
	}
	used := 0
	w := s.Writer(ctx, run)
	err = store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(t bench.Trial) error {
		if t.Answer == nil {
			return nil
		}
		for _, line := range lines[about{t.Variant.Key, t.Subject, t.Repetition}] {
			ref, reply := o.judges[line.Judge], recorded.Reply(line)
			q, ok := ref.Question(t.Variant, *t.Answer)
			v, readable := ref.Read(t.Variant, *t.Answer, reply)
			if !ok || !readable {
				continue
			}
			used++
			reply.Started = m.StartedAt
			if err := w.Judged(store.Judgement{TrialID: t.ID, Judge: ref.Name(), Question: q, Outcome: store.Decided, Verdict: &v, Response: reply}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "%d judgements stored, %d about no answer that could be read\n", used, len(o.said)-used)
	return nil
}
