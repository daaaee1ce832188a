package report

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/review"
)

// The first column of a table, with those that a split table repeats, names each row of a part.
func TestKeysNameRows(t *testing.T) {
	worlds := edge()
	worlds["judged"], worlds["reviewed"], worlds["continued"] = judged(world()), reviewedWorld(), continuedWorld()
	worlds["pairs"] = bench8(map[string]string{"rule/1": "hmmmhmmh", "llm:a/1": "hhhhmmmh", "llm:b/1": "hhhmmmhh",
		"exec/1": "hhhmmmmm"})
	worlds["framed"] = framed(map[string]int{"direct": 8, "direct,framing=naturalistic": 6})
	worlds["charted"], worlds["analysed"], worlds["changed"] = charted(world()), analysed(world()), changedWorld()
	worlds["decoys"], worlds["fresh"], worlds["foreign"] = decoyWorld(), freshWorld(), foreignWorld()
	worlds["hints"], worlds["tasks"] = hintWorld(), taskWorld()
	for _, expert := range []string{"bob", "eve"} {
		d, found := worlds["reviewed"], true
		d.Reviews = append(d.Reviews, review.Record{Key: d.Trials[0].Key, Review: review.Review{Expert: expert,
			Mark: review.Mark{Found: &found}}})
	}
	silent := world()
	silent.Trials[0].Outcome, silent.Trials[1].Outcome = bench.Refused, bench.Truncated
	worlds["silent"] = silent
	most := map[string]int{} // rows of a table, by its kind
	for name, d := range worlds {
		for _, s := range Document(d).Sections {
			for _, table := range s.Tables {
				rows := map[string]bool{}
				for _, r := range table.Rows {
					var keys []string
					for i, c := range table.Columns {
						if c.Repeat || len(keys) == 0 && !c.Data {
							keys = append(keys, r.Cells[i].Text)
						}
					}
					key := strings.Join(append(keys, r.Part), " · ")
					if rows[key] {
						t.Errorf("%s: table %s has two rows %q", name, table.ID, key)
					}
					rows[key] = true
				}
				most[table.ID] = max(most[table.ID], len(rows))
			}
		}
	}
	for _, id := range []string{"experts", "experts-scores", "experts-pairs", "judge-pairs", "judge-fit", "judge-errors",
		"judge-rates", "memory", "factors", "factors-effects", "reasons"} {
		if most[id] < 2 {
			t.Errorf("no table %s with two rows", id)
		}
	}
}
