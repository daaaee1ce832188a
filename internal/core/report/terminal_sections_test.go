package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

// sure is a run of two subjects with long names that are sure of themselves, rightly
// in two of three cases, and of one that states nothing.
func sure() *Data {
	names := []string{"openrouter/some-vendor/a-model-with-a-long-name-2026-11", "openrouter/some-vendor/another",
		"silent"}
	return asking(12, names, func(s string, i int, v *bench.Variant) bench.Trial {
		says := v.Truth
		if i%3 == 0 {
			says = bench.Vulnerable
		}
		tr := say(s, v, says, s != "silent")
		if s != "silent" {
			p := []float64{0.95, 0.8, 0.6}[(i+len(s))%3]
			tr.Answer.Confidence = &p
		}
		return tr
	})
}

// The tables of ranks and confidences fit, contain the same as the page, and are left out when there is nothing to
// rank and no subject states a confidence.
func TestTerminalRanksAndConfidence(t *testing.T) {
	d := sure()
	for _, width := range []int{80, 100, 120} {
		got := terminal(t, d, width)
		for line := range strings.Lines(got) {
			if line = strings.TrimSuffix(line, "\n"); termtext.Columns(line) > width || strings.HasSuffix(line, " ") {
				t.Errorf("width %d: %d cells: %q", width, termtext.Columns(line), line)
			}
		}
		if strings.Contains(got, "AUROC") != (width > 80) || !strings.Contains(got, "Cal. error") {
			t.Errorf("width %d:\n%s", width, got)
		}
	}
	got := terminal(t, d, 160)
	data, _ := buildConfidence(d)
	ranked, _ := buildRanks(d)
	for _, table := range []write.Table{data.Tables[0], ranked.Tables[0]} {
		for _, r := range table.Rows {
			for i, c := range r.Cells {
				if table.Columns[i].Less == 0 && !table.Columns[i].Data &&
					(!strings.Contains(got, c.Text) || !strings.Contains(got, c.Range)) {
					t.Errorf("%s: %+v is not in:\n%s", r.Cells[0].Text, c, got)
				}
			}
		}
	}
	alone := asking(4, []string{"one"}, func(s string, _ int, v *bench.Variant) bench.Trial {
		return say(s, v, v.Truth,
			true)
	})
	if got := terminal(t, alone, 100); strings.Contains(got, "ranks") || strings.Contains(got, "confidence") {
		t.Errorf("nothing to show is shown:\n%s", got)
	}
}

// JSON has what the page has of confidences, and nothing of who states none.
func TestJSONConfidence(t *testing.T) {
	d := sure()
	var b strings.Builder
	if err := JSON(&b, d); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Suites []struct {
			Subjects []struct {
				Name       string
				Confidence *struct {
					Answers, Without        int
					Brier, ECE, AUROC, AURC *struct {
						Value    float64
						Interval *stats.Interval
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil {
		t.Fatal(err)
	}
	suites := d.Suites()
	lines := confidenceOf(d, &suites[0])
	if len(lines) != 2 {
		t.Fatalf("%d subjects state a confidence", len(lines))
	}
	for _, sub := range back.Suites[0].Subjects {
		if sub.Name == "silent" {
			if sub.Confidence != nil {
				t.Error("who is silent has a confidence")
			}
			continue
		}
		for name, l := range lines {
			if c := sub.Confidence; name == sub.Name && (c.Answers != 24 || c.Without != 0 ||
				math.Abs(c.AURC.Value-l.AURC.Value) > 1e-12 || c.Brier.Interval == nil || c.AUROC.Value != l.AUROC.Value ||
				c.ECE.Value != l.Error.ECE.Value) {
				t.Errorf("%s: %+v, want %+v", sub.Name, c, l)
			}
		}
	}
}
