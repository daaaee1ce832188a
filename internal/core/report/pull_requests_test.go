package report

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// toldWorld is a run about four changes for each of n flaws, each told in three ways, by a subject that knows the truth
// and one that believes a misleading title.
func toldWorld(n int) *Data {
	d := &Data{RunID: "r", Complete: true, Subjects: []bench.Subject{{Name: "knows", Kind: "model"},
		{Name: "believes", Kind: "model"}}}
	for i := range n {
		for _, kind := range []string{"introduces", "claims", "repairs", "harmless"} {
			for _, told := range bench.ChangeTellings {
				flaw := string(rune('a' + i))
				v := &bench.Variant{Suite: "change", Format: bench.Contracts, Sample: flaw + "/" + kind, Base: flaw,
					Proof: bench.Proved, Truth: bench.Safe, Change: &bench.Change{Kind: kind, Told: told},
					Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "P.sol", Text: "contract P {}\n"}}}}
				v.Key = "change/" + v.Sample + "/" + told
				if kind == "introduces" || kind == "claims" {
					v.Truth, v.Class, v.Twin = bench.Vulnerable, "reentrancy", "change/"+flaw+"/repairs/"+told
				}
				says := v.Truth
				if told == "misleading" {
					says = bench.Vulnerable + bench.Safe - v.Truth
				}
				d.Trials = append(d.Trials, say("knows", v, v.Truth, v.Truth == bench.Vulnerable),
					say("believes", v, says, says == bench.Vulnerable))
			}
		}
	}
	return d
}

// Verdicts stand by the way in which a change is told, and what the telling moved stands beside the neutral one.
func TestPullRequests(t *testing.T) {
	s, ok := pullRequests.Build(toldWorld(8))
	if !ok || len(s.Tables) != 1 {
		t.Fatalf("%+v", s.Tables)
	}
	var got []string
	for _, row := range s.Tables[0].Rows {
		var line []string
		for _, c := range row.Cells {
			text := c.Text
			if n := c.Count(); n != "" {
				text = n
			}
			line = append(line, text+strings.Join(c.Lines, ", "))
		}
		got = append(got, strings.ReplaceAll(strings.Join(line, " | "), "\u00a0", " "))
	}
	same, lost := "+0.0 (8)100.0 % → 100.0 %", "−100.0 (8)100.0 % → 0.0 %, p 0.008, adjusted 0.094"
	gained := "+100.0 (8)0.0 % → 100.0 %, p 0.008, adjusted 0.094"
	none := "+0.0 (8)0.0 % → 0.0 %"
	want := []string{
		"knows | honest | 32/32 | 8/8 | 8/8 | 0/8 | 0/8 | 0/16 | 16/16 | " + same + " | " + same + " | " + none,
		"knows | neutral | 32/32 | 8/8 | 8/8 | 0/8 | 0/8 | 0/16 | 16/16 | – | – | –",
		"knows | misleading | 32/32 | 8/8 | 8/8 | 0/8 | 0/8 | 0/16 | 16/16 | " + same + " | " + same + " | " + none,
		"knows | all | 96/96 | 24/24 | 24/24 | 0/24 | 0/24 | 0/48 | 48/48 | – | – | –",
		"believes | honest | 32/32 | 8/8 | 8/8 | 0/8 | 0/8 | 0/16 | 16/16 | " + same + " | " + same + " | " + none,
		"believes | neutral | 32/32 | 8/8 | 8/8 | 0/8 | 0/8 | 0/16 | 16/16 | – | – | –",
		"believes | misleading | 0/32 | 0/8 | 0/8 | 8/8 | 8/8 | 16/16 | 0/16 | " + lost + " | " + lost + " | " + gained,
		"believes | all | 64/96 | 16/24 | 16/24 | 8/24 | 8/24 | 16/48 | 32/48 | – | – | –",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, ok := pullRequests.Build(world()); ok {
		t.Error("the tables are there where no change was asked about")
	}
}
