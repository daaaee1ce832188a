package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// few is a run over four pairs whose tables can be computed by hand: right is right about everything, alarm calls
// every text vulnerable and finds the flaws of the first and third pair, silent says safe and refuses one text.
func few() *Data {
	return asking(4, []string{"right", "alarm", "silent"}, func(s string, i int, v *bench.Variant) bench.Trial {
		switch {
		case s == "right":
			return say(s, v, v.Truth, true)
		case s == "alarm":
			return say(s, v, bench.Vulnerable, i%2 == 0 && v.Truth == bench.Vulnerable)
		case i == 0 && v.Truth == bench.Vulnerable:
			return say(s, v, 0, false)
		}
		return say(s, v, bench.Safe, false)
	})
}

// rowsOf returns the rows of a table of a report, the columns of some keys each.
func rowsOf(t *testing.T, d *Data, id string, keys ...string) []string {
	t.Helper()
	doc := Document(d).Only(id)
	if len(doc.Sections) == 0 {
		t.Fatalf("no table %s", id)
	}
	var out []string
	for _, table := range doc.Sections[0].Tables {
		for _, r := range table.Rows {
			var row []string
			for _, key := range keys {
				i := 0
				for i < len(table.Columns) && table.Columns[i].Key != key {
					i++
				}
				if i >= len(r.Cells) {
					t.Fatalf("%s has no column %s", id, key)
				}
				text := r.Cells[i].Text
				if n := r.Cells[i].Count(); n != "" {
					text = n
				}
				row = append(row, text)
			}
			out = append(out, strings.Join(row, " "))
		}
	}
	return out
}

// The numbers of tables, on data small enough to count.
func TestTablesByHand(t *testing.T) {
	unproved, open := few(), few()
	for i := range unproved.Trials {
		if v := unproved.Trials[i].Variant; v.Base == "ds/s03" {
			v.Proof = bench.Unproved
		}
	}
	for i := range open.Trials {
		if x := &open.Trials[i]; x.Subject == "right" && x.Variant.Base == "ds/s03" {
			x.Outcome, x.Answer, x.Verdict = "", nil, nil
		}
	}
	decoyed := map[*bench.Variant]bool{}
	for _, x := range unproved.Trials {
		if v := x.Variant; v.Truth == bench.Vulnerable && !decoyed[v] {
			decoyed[v] = true
			v.Labels = append(v.Labels, bench.Label{Function: bench.Decoy, Act: "EXT_CALL", Span: bench.Span{File: "A.sol",
				Line: 4, EndLine: 4}})
		}
	}
	chained := few()
	chained.Manifest.Chains = []bench.ChainUse{{Suite: "blockbench", Chain: "names", Kind: KindPreserving},
		{Suite: "blockbench", Chain: "layout", Kind: KindPlacebo}}
	for _, x := range slices.Clone(chained.Trials) {
		if x.Subject == "right" {
			chained.Trials = append(chained.Trials,
				say("right", as(x.Variant, "names"), x.Variant.Truth, x.Variant.Base != "ds/s00"),
				say("right", as(x.Variant, "layout"), x.Variant.Truth, true))
		}
	}
	for _, c := range []struct {
		data      *Data
		table     string
		keys, row []string
	}{
		{few(), "headline", []string{"subject", "tdr", "pair-correct", "false-alarm", "balanced-accuracy", "answered",
			"diagnosis"}, []string{"right 4/4 4/4 0/4 100.0 % 8/8 undecided", "alarm 2/4 0/4 4/4 50.0 % 8/8 constant answer",
			"silent 0/4 0/4 0/4 50.0 % 7/8 constant answer"}},
		{unproved, "headline", []string{"subject", "tdr", "false-alarm", "answered"},
			[]string{"right 3/3 0/3 6/6", "alarm 2/3 3/3 6/6", "silent 0/3 0/3 5/6"}},
		{unproved, "decoys", []string{"kind", "texts", "flagged"}, []string{"labelled in the sample 3 0/3",
			"labelled in the sample, EXT_CALL 3 0/3", "labelled in the sample 3 0/3", "labelled in the sample, EXT_CALL 3 0/3",
			"labelled in the sample 3 0/3", "labelled in the sample, EXT_CALL 3 0/3"}},
		{open, "headline", []string{"subject", "tdr", "false-alarm"},
			[]string{"right 3/3 0/3", "alarm 2/4 4/4", "silent 0/4 0/4"}}, // by pairs right, then by TDR
		{few(), "pairs", []string{"subject", "both right", "both vulnerable", "both safe", "reversed", "no answer",
			"pairs"},
			[]string{"right 4 0 0 0 0 4", "alarm 0 4 0 0 0 4", "silent 0 0 3 0 1 4"}},
		{few(), "confusion", []string{"subject", "tp", "fn", "fp", "tn", "missing", "accuracy", "lgr"},
			[]string{"right 4 0 0 4 0 8/8 0/4", "alarm 4 0 4 0 0 4/8 2/4", "silent 0 3 0 4 1 4/8 –"}},
		{few(), "outcomes", []string{"subject", "answered", "refused", "pending", "trials"},
			[]string{"right 8 0 0 8", "alarm 8 0 0 8", "silent 7 1 0 8"}},
		{open, "outcomes", []string{"subject", "answered", "pending", "trials"},
			[]string{"right 6 2 8", "alarm 8 0 8", "silent 7 0 8"}},
		{open, "reasons", []string{"subject", "outcome", "trials"}, []string{"silent refused 1"}},
		{few(), "findings", []string{"subject", "findings", "finding-precision", "hallucination"},
			[]string{"right 4 4/4 0/4", "alarm 8 2/8 6/8", "silent 0 – –"}},
		{few(), "ranks", []string{"subject", "tdr", "tdr_lo", "pair-correct"},
			[]string{"right 1 1 1", "alarm 2 1 2.5", "silent 3 2 2.5"}},
		{chained, "drops", []string{"chain", "right"}, []string{"names +25.0 (4)", "layout +0.0 (4)"}},
		{chained, "chains", []string{"chain", "kind", "variants"}, []string{"names preserving 8", "layout placebo 8"}},
	} {
		t.Run(fmt.Sprint(c.table, len(c.row)), func(t *testing.T) {
			if got := rowsOf(t, c.data, c.table, c.keys...); !slices.Equal(got, c.row) {
				t.Errorf("%s:\n%s\nwant\n%s", c.table, strings.Join(got, "\n"), strings.Join(c.row, "\n"))
			}
		})
	}
}
