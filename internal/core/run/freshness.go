package run

import (
	"os"
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
	"assay/internal/core/suite/fresh"
)

// Freshness holds the flags of a run that compares public samples with fresh ones.
type Freshness struct {
	FreshSamples    []string `name:"fresh-samples" help:"Also ask about these fresh samples, and report the gap between public and fresh samples: a directory written by assay generate or assay split. Repeatable." placeholder:"DIR" sep:"none" found:"data"`
	FreshCommitment string   `name:"fresh-commitment" help:"Commitment printed by assay generate --commit or assay split make: the samples must match its seed or split." placeholder:"HASH" found:"data"`
}

// add adds the suites of fresh samples to the suites of a run, and returns the public suite for each.
func (f *Freshness) add(env *environ.Env, public []*suite.Suite) ([]*suite.Suite, []bench.FreshSplit, error) {
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
	all := slices.Clone(public)
	var splits []bench.FreshSplit
	for _, dir := range f.FreshSamples {
		if _, err := strconv.ParseUint(dir, 10, 64); err == nil && !isDir(dir) {
			return nil, nil, exit.Usage("--fresh-samples %s: give a directory; "+
				"`assay generate --suite %s --seed %[1]s --output DIR` makes one", dir, public[0].Name)
		}
		list, err := LoadSuite(env, dir)
		if err != nil {
			return nil, nil, err
		}
		private, err := fresh.Holds(dir, f.FreshCommitment, list)
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

// seedOf returns the seed of the samples in a directory; nil if the directory does not
// record it. A commitment to another seed is an error.
func (f *Freshness) seedOf(dir string) (*uint64, error) {
	seed, err := fresh.SeedOf(dir)
	switch {
	case err != nil || f.FreshCommitment == "":
		return seed, err
	case seed == nil:
		return nil, exit.Usage("--set fresh-commitment cannot be checked: %s has no %s with the seed", dir, fresh.BatchFile)
	case fresh.SeedCommitment(*seed) != f.FreshCommitment:
		return nil, exit.Usage("the samples of %s have seed %d, which does not match the commitment", dir, *seed)
	}
	return seed, nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
