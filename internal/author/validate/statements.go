package validate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/stats"
	"assay/internal/core/suite"
)

// Statement is a property that the numbers of one subject must have.
type Statement struct {
	Text    string
	Subject string
	// Check returns the counts, and an error when they contradict the statement or when nothing was asked.
	Check func(w *World, subject string) (counts []string, err error)
}

// Statements returns all statements.
func Statements() []Statement {
	return []Statement{
		{"is right about every text and raises no false alarm", "builtin/oracle", perfect},
		{"has the base rate as accuracy, finds nothing, and gives equal answers for both halves of every pair",
			"builtin/always-vulnerable", constant},
		{"collapses when names change", "builtin/keyword", collapses},
		{"does not collapse when names change", "builtin/slither", withstands},
		{"is a recogniser", "builtin/keyword", diagnosed(metric.Recogniser)},
		{"is a recogniser once texts are transformed", Memoriser, exposed},
		{"follows the flaw on transformed texts too", "builtin/oracle", diagnosed(metric.FollowsFlaw)},
		{"follows the flaw on transformed texts too", Analyst, diagnosed(metric.FollowsFlaw)},
		{"is not a recogniser", "builtin/tenant-column", never(metric.Recogniser)},
	}
}

// perfect checks a subject that knows the labels. A label without a place or a requirement cannot be found by any
// subject: it is unscored, and there are few.
func perfect(w *World, subject string) (counts []string, err error) {
	for i := range w.Suites {
		s := &w.Suites[i]
		texts, chains := map[string]bool{}, map[string]bool{}
		hits, unscored, flawed, alarms, sound, right := 0, 0, 0, 0, 0, 0
		for _, r := range rows(s, subject) {
			texts[r.Variant.Key], chains[r.Variant.Chain] = true, true
			says, ok := r.Says()
			if ok && says == r.Variant.Truth {
				right++
			}
			if r.Variant.Truth == bench.Safe {
				sound++
				if ok && says == bench.Vulnerable {
					alarms++
				}
				continue
			}
			flawed++
			switch {
			case r.Verdict == nil:
			case r.Verdict.Strict == bench.Hit:
				hits++
			case r.Verdict.Strict == bench.Unscored:
				unscored++
			}
		}
		counts = append(counts, fmt.Sprintf(
			"%s: %d of %d flaws found, %d unscored; %d alarms on %d safe texts; %d of %d verdicts right; %d chains", s.Name,
			hits, flawed, unscored, alarms, sound, right, flawed+sound, len(chains)-1))
		if flawed < 10 || sound < 10 || len(chains) < 2 || len(texts) != flawed+sound {
			err = fmt.Errorf("%s: too few trials for a result", s.Name)
		}
		if hits+unscored != flawed || unscored*50 > flawed || alarms > 0 || right != flawed+sound {
			err = fmt.Errorf("%s: not right about every text", s.Name)
		}
	}
	return counts, none(counts, err)
}

func constant(w *World, subject string) (counts []string, err error) {
	for i := range w.Suites {
		s := &w.Suites[i]
		all := rows(s, subject)
		flawed := 0
		for _, r := range all {
			if r.Variant.Truth == bench.Vulnerable {
				flawed++
			}
		}
		a, tdr, pairs, by := metric.Accuracy.Compute(all), metric.TDR.Compute(all), metric.Pairs(all),
			map[metric.PairOutcome]int{}
		for _, p := range pairs {
			by[p.Outcome]++
		}
		d, _ := metric.Diagnose(all)
		counts = append(counts, fmt.Sprintf(
			"%s: %d of %d verdicts right, %d texts vulnerable; %d of %d flaws found; %d of %d pairs both vulnerable; %s",
			s.Name, a.K, a.N, flawed, tdr.K, tdr.N, by[metric.PairAllVuln], len(pairs), d))
		if len(pairs) < 10 || a.N != len(all) || tdr.N == 0 {
			err = fmt.Errorf("%s: too few trials for a result", s.Name)
		}
		if a.K != flawed || tdr.K != 0 || by[metric.PairAllVuln] != len(pairs) || d != metric.ConstantAnswer {
			err = fmt.Errorf("%s: its answers are not constant", s.Name)
		}
	}
	return counts, none(counts, err)
}

// renaming returns the rows on the reference and on the chains of shapeshifter that rename, for the suite of Solidity,
// their language.
func renaming(w *World, subject string) (ref []bench.Trial, changed []metric.Condition) {
	for i := range w.Suites {
		if s := &w.Suites[i]; s.Name == suite.Blockbench {
			ref, changed = conditions(s, subject)
		}
	}
	// Level 1 changes the layout and no name.
	return ref, slices.DeleteFunc(changed, func(c metric.Condition) bool {
		return !strings.HasPrefix(c.Name, "shapeshifter-l") || strings.HasPrefix(c.Name, "shapeshifter-l1")
	})
}

// collapses checks a subject that sees a flaw in names: of the texts that it calls vulnerable with them, less than half
// are left at every level that gives names without a meaning, significantly over all levels. Names with another
// meaning change its verdicts too, but in no direction. Texts that import a library are left out, because the names
// of the library stay.
func collapses(w *World, subject string) (counts []string, err error) {
	ref, changed := renaming(w, subject)
	ref = withoutLibraries(ref)
	for i := range changed {
		changed[i].Rows = withoutLibraries(changed[i].Rows)
	}
	all := metric.Condition{Name: "all of them"}
	opaque := slices.DeleteFunc(changed, func(c metric.Condition) bool { return strings.Contains(c.Name, ":") })
	for _, c := range opaque {
		all.Rows = append(all.Rows, c.Rows...)
	}
	for i, c := range append(opaque, all) {
		d := metric.Delta(metric.Recall, ref, c.Rows)
		p := "no p"
		if d.P != nil {
			p = fmt.Sprintf("p = %.2g", *d.P)
		}
		counts = append(counts, fmt.Sprintf("%s: of %.1f %% of flawed texts called vulnerable, %.1f %% are left, "+
			"%d clusters, %s", c.Name, 100*d.Reference, 100*d.Treated, d.Bases, p))
		if !d.Defined || d.Treated > d.Reference/2 || i == len(opaque) && (d.P == nil || *d.P >= 0.05) {
			err = fmt.Errorf("%s: recall does not collapse", c.Name)
		}
	}
	return counts, none(counts, err)
}

// withoutLibraries keeps the rows about texts that import no library.
func withoutLibraries(rows []bench.Trial) []bench.Trial {
	return slices.DeleteFunc(slices.Clone(rows), func(r bench.Trial) bool {
		return slices.ContainsFunc(r.Variant.Task.Files, func(f bench.File) bool {
			return strings.Contains(f.Text, "\"@openzeppelin/")
		})
	})
}

// withstands is the counterpart of collapses for a subject that reads structure: of the texts that it finds under the
// names of the reference, it finds more than half at every level, by the whole interval. Texts that it finds only under
// other names do not count.
func withstands(w *World, subject string) (counts []string, err error) {
	ref, changed := renaming(w, subject)
	for _, c := range changed {
		for _, m := range []metric.Metric{metric.TDR, metric.Recall} {
			d := metric.Delta(m, found(m, ref), c.Rows)
			kept := int(math.Round(d.Treated * float64(d.Items)))
			share, ok := stats.Wilson(kept, d.Items)
			counts = append(counts, fmt.Sprintf("%s: %s: of %d found %d are found again [%.0f, %.0f] %%",
				c.Name, m.ID, d.Items, kept, 100*share.Lo, 100*share.Hi))
			if !ok || share.Lo <= 0.5 {
				err = fmt.Errorf("%s: %s may drop to half or less", c.Name, m.ID)
			}
		}
	}
	return counts, none(counts, err)
}

// found returns the rows that count as successes of the metric.
func found(m metric.Metric, rows []bench.Trial) []bench.Trial {
	return slices.DeleteFunc(slices.Clone(rows), func(r bench.Trial) bool {
		v := m.Compute([]bench.Trial{r})
		return !v.Defined || v.K == 0
	})
}

func diagnoses(w *World, subject string) (counts []string, reference, transformed []metric.Diagnosis) {
	for i := range w.Suites {
		before, after, why := w.Suites[i].Diagnose(subject, func(chain string) string { return string(w.kinds[chain]) })
		counts = append(counts, w.Suites[i].Name+": "+why)
		reference, transformed = append(reference, before), append(transformed, after)
	}
	return counts, reference, transformed
}

// diagnosed checks that the diagnosis over all texts is the wanted one.
func diagnosed(want metric.Diagnosis) func(*World, string) ([]string, error) {
	return func(w *World, subject string) (counts []string, err error) {
		counts, _, got := diagnoses(w, subject)
		for i, d := range got {
			if d != want {
				err = fmt.Errorf("%s: %s, not %s", w.Suites[i].Name, d, want)
			}
		}
		return counts, none(counts, err)
	}
}

// never checks that the diagnosis over all texts is not that one.
func never(not metric.Diagnosis) func(*World, string) ([]string, error) {
	return func(w *World, subject string) (counts []string, err error) {
		counts, _, got := diagnoses(w, subject)
		asked := false
		for i, d := range got {
			asked = asked || len(rows(&w.Suites[i], subject)) > 0
			if d == not {
				err = fmt.Errorf("%s: %s", w.Suites[i].Name, d)
			}
		}
		if !asked {
			err = errors.New("nothing was asked")
		}
		return counts, err
	}
}

// exposed checks a subject that appears to follow the flaw on the reference texts and is a recogniser on the
// transformed ones.
func exposed(w *World, subject string) (counts []string, err error) {
	counts, reference, transformed := diagnoses(w, subject)
	for i := range w.Suites {
		if reference[i] != metric.FollowsFlaw || transformed[i] != metric.Recogniser {
			err = fmt.Errorf("%s: %s, then %s", w.Suites[i].Name, reference[i], transformed[i])
		}
	}
	return counts, none(counts, err)
}

func none(counts []string, err error) error {
	if err == nil && len(counts) == 0 {
		return fmt.Errorf("nothing was asked")
	}
	return err
}
