package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recorded"
	"assay/internal/core/store"
)

// Others holds the judgements of other people's judges on imported answers.
type Others struct {
	Record engine.Record
	judges map[string]*recorded.Judge // by their names in the file
	list   []recorded.Judgement       // judgements of the judges that count
}

// ReadOthers reads the judgements in a file: of the chosen judges, or of all if none is
// chosen. If file is "", the rule judge is the only judge.
func ReadOthers(file string, chosen []string) (*Others, error) {
	o := &Others{}
	var referees []judge.Referee
	if file == "" && len(chosen) > 0 {
		return nil, exit.Usage("--judge selects judges of --judgements FILE; give the file")
	}
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		defer f.Close()
		list, err := recorded.Read(f, file)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		var names []string
		names, o.judges = recorded.Judges(list)
		for _, n := range chosen {
			if !slices.Contains(names, n) {
				return nil, exit.Usage("%s has no judge %q; it has %s", file, n, strings.Join(names, ", "))
			}
		}
		for _, n := range names {
			if len(chosen) > 0 && !slices.Contains(chosen, n) {
				delete(o.judges, n)
				continue
			}
			referees = append(referees, o.judges[n])
		}
		for _, j := range list {
			if o.judges[j.Judge] != nil {
				o.list = append(o.list, j)
			}
		}
	}
	var err error
	o.Record, err = engine.NewRecord(judge.Rule{}, referees)
	if errors.Is(err, judge.ErrEven) {
		return nil, exit.Usage("%s has %d judges: %v; select with --judge", file, len(referees), err)
	}
	return o, err
}

// Put stores the judgements with their answers, and prints how many.
func (o *Others) Put(ctx context.Context, say io.Writer, s *store.Store, run store.Run, m bench.Manifest) error {
	stored, err := s.Run(ctx, run.ID)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(stored.Manifest.Judging, m.Judging) { // the answers were imported before, with other judges
		stored.Manifest.Judging = m.Judging
		if err := s.SetManifest(ctx, run.ID, stored.Manifest); err != nil {
			return err
		}
	}
	if len(o.list) == 0 {
		return nil
	}
	type about struct {
		sample, subject string
		repetition      int
	}
	lines := map[about]map[string][]recorded.Judgement{} // by judge, one for each documented flaw
	for _, j := range o.list {
		a := about{j.Sample, j.Subject, j.Repetition}
		if lines[a] == nil {
			lines[a] = map[string][]recorded.Judgement{}
		}
		lines[a][j.Judge] = append(lines[a][j.Judge], j)
	}
	used := 0
	w := s.Writer(ctx, run)
	err = store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(t bench.Trial) error {
		if t.Answer == nil {
			return nil
		}
		byJudge := lines[about{t.Variant.Key, t.Subject, t.Repetition}]
		for _, name := range slices.Sorted(maps.Keys(byJudge)) {
			ref, reply := o.judges[name], recorded.Reply(byJudge[name]...)
			q, ok := ref.Question(t.Variant, *t.Answer)
			v, readable := ref.Read(t.Variant, *t.Answer, reply)
			if !ok || !readable {
				continue
			}
			used += len(byJudge[name])
			reply.Started = m.StartedAt
			if err := w.Judged(store.Judgement{TrialID: t.ID, Judge: ref.Name(), Question: q, Outcome: store.Decided,
				Verdict: &v, Response: reply}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	fmt.Fprintf(say, "%d judgements stored, %d for unknown or unreadable answers\n", used, len(o.list)-used)
	return nil
}
