package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/internal/author/generate"
	"assay/internal/author/generate/batch"
	"assay/internal/author/split"
	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/progress"
	"assay/internal/core/suite"
)

// Freshness holds the flags of a run that compares public samples with fresh ones.
type Freshness struct {
	FreshSamples    []string `name:"fresh-samples" help:"Also ask about these fresh samples, and report the gap between public and fresh samples: a directory written by assay generate or assay split, or a seed to generate one. Repeatable." placeholder:"DIR|SEED" sep:"none" found:"data"`
	FreshCount      int      `name:"fresh-count" help:"With a seed: number of pairs to generate for each suite." default:"100" placeholder:"K"`
	FreshCommitment string   `name:"fresh-commitment" help:"Commitment printed by assay generate --commit or assay split make: the samples must match its seed or split." placeholder:"HASH" found:"data"`
}

// add adds the suites of fresh samples to the suites of a run, and returns the public suite for each.
func (f *Freshness) add(ctx context.Context, env *environ.Env,
	public []*suite.Suite) ([]*suite.Suite, []bench.FreshSplit, error) {
	if len(f.FreshSamples) == 0 {
		if f.FreshCommitment != "" {
			return nil, nil, exit.Usage("--set fresh-commitment requires --fresh-samples")
		}
		return public, nil, nil
	}
	if f.FreshCommitment != "" && len(f.FreshSamples) > 1 {
		return nil, nil, exit.Usage(
			"--set fresh-commitment applies to one --fresh-samples, and %d are given; use a separate run for each",
			len(f.FreshSamples))
	}
	dirs, err := f.dirs(ctx, env, public)
	if err != nil {
		return nil, nil, err
	}
	all := slices.Clone(public)
	var splits []bench.FreshSplit
	for _, dir := range dirs {
		list, err := LoadSuite(env, dir)
		if err != nil {
			return nil, nil, err
		}
		private, err := split.Holds(dir, f.FreshCommitment, list)
		if err != nil {
			return nil, nil, err
		}
		var seed *uint64
		if !private {
			if seed, err = f.seedOf(dir); err != nil {
				return nil, nil, err
			}
		}
		for _, s := range list {
			var names []string
			if slices.ContainsFunc(all, func(other *suite.Suite) bool { return other.Name == s.Name }) {
				return nil, nil, exit.Usage(
					"the fresh samples of %s have the same name as another suite of the run, %q; rename the directory", dir, s.Name)
			}
			for _, p := range public {
				if p.Format == s.Format {
					names = append(names, p.Name)
				}
			}
			if len(names) != 1 {
				return nil, nil, exit.Usage(
					"%s contains %s samples, and the run has %d public suites of that format; select one with --suite", dir,
					s.Format, len(names))
			}
			all = append(all, s)
			splits = append(splits, bench.FreshSplit{Public: names[0], Fresh: s.Name, Seed: seed, Commitment: f.FreshCommitment})
		}
	}
	return all, splits, nil
}

// dirs returns the directories of fresh samples, in the order of the flags. It generates
// those of a seed first. A directory whose name is a number counts as a directory.
func (f *Freshness) dirs(ctx context.Context, env *environ.Env, public []*suite.Suite) ([]string, error) {
	var dirs []string
	for _, from := range f.FreshSamples {
		seed, err := strconv.ParseUint(from, 10, 64)
		if _, missing := os.Stat(from); missing == nil || err != nil {
			dirs = append(dirs, from)
			continue
		}
		made, err := f.generate(ctx, env, seed, public)
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, made...)
	}
	return dirs, nil
}

// generate makes a directory of fresh samples, next to the results, for each suite of the
// run that has a generator. It reuses the samples of an earlier run.
func (f *Freshness) generate(ctx context.Context, env *environ.Env, seed uint64,
	public []*suite.Suite) ([]string, error) {
	if f.FreshCount < 1 {
		return nil, exit.Usage("--set fresh-count must be at least 1")
	}
	var dirs []string
	for _, s := range public {
		if !slices.Contains(batch.Suites(), s.Name) {
			continue
		}
		dir := fmt.Sprintf("fresh-%s-%d-%d", s.Name, seed, f.FreshCount)
		dirs = append(dirs, dir)
		if _, err := os.Stat(dir); err == nil {
			fmt.Fprintf(env.Stderr, "reusing the fresh samples in %s\n", dir)
			continue
		}
		fmt.Fprintf(env.Stderr, "generating fresh samples in %s\n", dir)
		progress := progress.New(env, "sample")
		progress.Start(f.FreshCount, 0, nil)
		made, err := batch.Make(ctx, batch.Config{
			Suite: s.Name, Seed: seed, Count: f.FreshCount, To: dir,
			Load:     func(name string) ([]*suite.Suite, error) { return LoadSuite(env, name) },
			Progress: func() { progress.Ended(bench.Answered) },
		})
		progress.Finish()
		if made != nil {
			err = errors.Join(batch.Print(env.Stderr, made), err)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(dirs) == 0 {
		return nil, exit.Usage("--fresh-samples %d: no suite of the run has a generator; %s have one", seed,
			strings.Join(batch.Suites(), " and "))
	}
	return dirs, nil
}

// seedOf returns the seed of the samples in a directory; nil if the directory does not
// record it. A commitment to another seed is an error.
func (f *Freshness) seedOf(dir string) (*uint64, error) {
	text, err := os.ReadFile(filepath.Join(dir, generate.BatchFile))
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.FreshCommitment == "":
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, exit.Usage("--set fresh-commitment cannot be checked: %s has no %s with the seed", dir,
			generate.BatchFile)
	case err != nil:
		return nil, exit.Usage("%v", err)
	}
	var b generate.Batch
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, exit.Usage("%s: %v; generate the samples again", filepath.Join(dir, generate.BatchFile), err)
	}
	if f.FreshCommitment != "" && generate.Commitment(b.Seed) != f.FreshCommitment {
		return nil, exit.Usage("the samples of %s have seed %d, which does not match the commitment", dir, b.Seed)
	}
	return &b.Seed, nil
}
