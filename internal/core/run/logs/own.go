package logs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"assay/internal/bench"
	"assay/internal/core/archive"
	"assay/internal/core/report"
	"assay/internal/core/run/results"
	"assay/internal/core/stats/scored"
	"assay/internal/core/store"
)

// Run adds the trials of a run of ours: yes for the verdict that a text is safe where it is, and for the target where
// it is vulnerable. subject is the only one to add, "" for all.
func Run(set *scored.Set, log int, d *report.Data, subject string, o Options) error {
	if err := d.Manifest.FixedSize(); err != nil {
		return fmt.Errorf("run %s: %w", d.RunID, err)
	}
	for _, s := range d.Suites() {
		for _, sub := range d.SubjectsOf(&s) {
			if subject != "" && sub.Name != subject {
				continue
			}
			for _, t := range s.Headline(sub.Name) {
				x := ScoreOf(&t)
				x.Task = s.Name
				if o.cluster != nil {
					x.Cluster = o.clusterOf(x.Item)
				}
				if err := set.Add(log, x); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// ScoreOf returns the score of a trial, without the name of its suite.
func ScoreOf(t *bench.Trial) scored.Score {
	v := t.Variant
	x := scored.Score{Item: v.Key, Text: scored.Hash(v.Task.Hash(), v.Truth.String()), Subject: t.Subject,
		Epoch: t.Repetition + 1, Cluster: v.Base, Word: true}
	says, ok := t.Says()
	strict := t.Strict()
	switch {
	case t.Outcome == bench.Refused || t.Outcome == bench.Filtered:
		x.Missing = scored.Refused
	case !ok:
		x.Missing = scored.Failed
	case v.Truth == bench.Safe:
		if says == bench.Safe {
			x.Value = 1
		}
	case strict == bench.Hit:
		x.Value = 1
	case strict != bench.Miss:
		x.Missing = scored.Unscored
	}
	return x
}

// maxArchive bounds what an archive expands to, in bytes.
const maxArchive = 8 << 30

// unpacked calls own with the run of an archive, by way of a database that ends with it.
func unpacked(ctx context.Context, path string, say func(string), own func(*report.Data) error) error {
	dir, err := os.MkdirTemp("", "assay-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, filepath.Join(dir, "run.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	a, err := archive.Read(ctx, f, info.Size(), maxArchive, s)
	if err != nil {
		return err
	}
	d, err := results.Load(ctx, s, a.Run().ID, say)
	if err != nil {
		return err
	}
	return own(d)
}
