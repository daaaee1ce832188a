package exchange

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/redact"
	"assay/internal/core/engine"
	"assay/internal/core/prompt"
	"assay/internal/core/run/judges"
	"assay/internal/core/store"
	"assay/internal/core/suite"
	"assay/internal/ext/interchange"
	"assay/internal/ext/interchange/huggingface"
)

// Outgoing prepares a run for other programs, without keys. Values that another version
// derived are derived again, and not stored.
func Outgoing(ctx context.Context, keys *redact.Keys, s *store.Store, run store.Run) (*interchange.Run, error) {
	rec, err := judges.RecordOf(run.Manifest)
	if err != nil {
		return nil, err
	}
	judged, err := s.Judgements(ctx, run)
	if err != nil {
		return nil, err
	}
	derive := engine.Derived(run, rec, judged)
	return &interchange.Run{
		Run: run, Judge: strings.Join(append([]string{run.Manifest.Judging.Rule}, run.Manifest.Judging.Others()...), ", "),
		Clean: keys.Body,
		Trials: func(f func(interchange.Trial) error) error {
			return store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(t bench.Trial) error {
				derive(&t)
				parts, _, err := s.Past(ctx, t.Key)
				if err == nil && t.ID != 0 {
					t.Response.RawRequest, t.Response.RawResponse, err = s.Body(ctx, t.Key)
				}
				if err != nil {
					return err
				}
				return f(interchange.Trial{Trial: t, Prompt: parts.Prompt})
			})
		},
	}, nil
}

// Questions returns the questions about variants with a strategy, "" for the default of
// each, without duplicates, in an order in which twins are not adjacent.
func Questions(variants []*bench.Variant, strategy string) ([]interchange.Question, error) {
	var all []interchange.Question
	for _, v := range variants {
		st, err := prompt.ForTask(v.Task, strategy)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		p, err := prompt.Render(st, v.Task)
		if err != nil {
			return nil, exit.Usage("%s: %v", v.Key, err)
		}
		all = append(all, interchange.Question{Prompt: p.Hash, System: p.System, User: p.User, Schema: p.Schema})
	}
	slices.SortFunc(all, func(a, b interchange.Question) int { return cmp.Compare(a.Prompt, b.Prompt) })
	return slices.CompactFunc(all, func(a, b interchange.Question) bool { return a.Prompt == b.Prompt }), nil
}

// DataSets divides selected variants by suite. embedded holds the names of the embedded suites.
func DataSets(suites []*suite.Suite, variants []*bench.Variant, embedded []string) []huggingface.Set {
	var out []huggingface.Set
	for _, s := range suites {
		set := huggingface.Set{Suite: s, Embedded: slices.Contains(embedded, s.Name)}
		for _, v := range variants {
			if v.Suite == s.Name {
				set.Variants = append(set.Variants, v)
			}
		}
		if len(set.Variants) > 0 {
			out = append(out, set)
		}
	}
	return out
}

// PutFiles writes every text under its key, with the files that it needs.
func PutFiles(to interchange.Folder, variants []*bench.Variant) error {
	for _, v := range variants {
		for _, f := range v.Task.Files {
			if err := interchange.Put(to, v.Key+"/"+f.Path, []byte(f.Text)); err != nil {
				return err
			}
		}
	}
	return nil
}
