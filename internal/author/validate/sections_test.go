package validate

import (
	"math"
	"strings"
	"testing"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
)

// The oracle and every constant subject have, in every section that includes them, the
// numbers that follow from their definition. Any other number is an error of the section.
func TestOracleAndConstantsPassEverySection(t *testing.T) {
	corpustest.Turn(t, 3)
	w, err := Ask(t.Context(), Options{Suites: []string{suite.Blockbench, suite.TenantSQL},
		Chains: []string{"no-comments", "reformat", "reorder"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := w.data.Shared()
	if doc := report.Document(d); len(doc.Sections) < 8 {
		t.Errorf("only %d sections", len(doc.Sections))
	}
	type want map[string]float64 // by metric
	of := map[string]want{
		"builtin/oracle": {"tdr": 1, "tdr-lenient": 1, "pair-correct": 1, "false-alarm": 0, "twin-alarm": 0,
			"balanced-accuracy": 1, "accuracy": 1, "precision": 1,
			"recall": 1, "f1": 1, "f2": 1, "mcc": 1, "lgr": 0, "discrimination": 1, "finding-precision": 1, "hallucination": 0,
			"answered": 1, "decoy-flagged": 0},
		"builtin/always-vulnerable": {"pair-correct": 0, "false-alarm": 1, "twin-alarm": 1, "balanced-accuracy": 0.5,
			"recall": 1, "mcc": 0, "discrimination": 0,
			"pair-both-vulnerable": 1, "answered": 1},
		"builtin/always-safe": {"tdr": 0, "pair-correct": 0, "false-alarm": 0, "balanced-accuracy": 0.5, "recall": 0,
			"mcc": 0, "discrimination": 0, "pair-both-safe": 1, "answered": 1},
	}
	for _, s := range d.Suites() {
		h := report.HeadlineOf(d, &s)
		for _, l := range h.Lines {
			wanted := of[l.Subject.Name]
			for id, x := range wanted {
				m, ok := metric.ByID(id)
				if !ok {
					t.Fatal(id)
				}
				if id == "finding-precision" && s.Name == suite.TenantSQL {
					continue // a second violated requirement is a finding of its own, which the rule judge takes for a repetition
				}
				v := d.Values(&s, []string{l.Subject.Name}, []metric.Metric{m})[0][0]
				if v.Defined && math.Abs(v.Point-x) > 1e-9 || !v.Defined && id != "decoy-flagged" {
					t.Errorf("%s on %s: %s is %v (%v), want %v", l.Subject.Name, s.Name, id, v.Point, v.Defined, x)
				}
			}
			diagnosis := map[string]metric.Diagnosis{"builtin/oracle": metric.FollowsFlaw,
				"builtin/always-vulnerable": metric.ConstantAnswer, "builtin/always-safe": metric.ConstantAnswer}
			if want, ok := diagnosis[l.Subject.Name]; ok && l.Diagnosis != want {
				t.Errorf("%s on %s: %s", l.Subject.Name, s.Name, l.Diagnosis)
			}
			// Transformations that do not change the program do not change their answers.
			if wanted == nil {
				continue
			}
			ref, changed := conditions(&s, l.Subject.Name)
			for _, c := range changed {
				for _, m := range []metric.Metric{metric.TDR, metric.BalancedAccuracy} {
					if drop := metric.Delta(m, ref, c.Rows); drop.Defined && drop.Point != 0 {
						t.Errorf("%s on %s: %s drops by %v under %s", l.Subject.Name, s.Name, m.ID, drop.Point, c.Name)
					}
				}
			}
		}
	}
	ranks := report.Document(d).Only("ranks").Sections
	if len(ranks) != 1 || len(ranks[0].Tables) != len(d.Suites()) {
		t.Fatal("no ranks")
	}
	for _, table := range ranks[0].Tables {
		for _, row := range table.Rows {
			for i, place := range row.Cells {
				if strings.HasSuffix(table.Columns[i].Key, "_lo") && row.Cells[0].Text == "builtin/oracle" && place.Number != nil &&
					*place.Number != 1 {
					t.Errorf("%s: the oracle has rank %v by %s", table.Group, place, table.Columns[i].Key)
				}
			}
		}
	}
}
