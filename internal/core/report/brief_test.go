package report

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/report/write"
)

// misleading is a run of a subject that alarms on nearly everything, of one that understands, and of one in between:
// the first has the highest detection rate and the fewest pairs right.
func misleading() *Data {
	return asking(40, []string{"alarmist", "understands", "between"}, func(s string, i int, v *bench.Variant) bench.Trial {
		says := v.Truth
		switch {
		case s == "alarmist" && i%10 > 0, s == "between" && i%5 < 2:
			says = bench.Vulnerable
		case s == "understands" && i%4 == 0, s == "between" && i%5 == 2:
			says = bench.Safe
		case s == "between" && i%5 == 3:
			says = bench.Vulnerable + bench.Safe - v.Truth
		}
		return say(s, v, says, says == bench.Vulnerable)
	})
}

func brief(t *testing.T, d *Data, width int) string {
	t.Helper()
	var out strings.Builder
	if err := write.Terminal(&out, Brief(d), width); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What a run ends with is short: a line a subject, in order of pairs right, then who is better and how sure that is.
func TestBrief(t *testing.T) {
	d := misleading()
	got := brief(t, d, 110)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if len(lines) > 25 {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
	at := -1
	for _, name := range []string{"understands", "between", "alarmist"} {
		i := strings.Index(got, "\n"+name+" ")
		if i <= at {
			t.Errorf("%s is not below the others:\n%s", name, got)
		}
		at = i
		line, _, _ := strings.Cut(got[i+1:], "\n")
		if strings.Count(line, " %") < 3 || strings.Count(line, "[") != 3 {
			t.Errorf("not three rates with their intervals: %q", line)
		}
	}
	flat := strings.Join(strings.Fields(got), " ")
	for _, want := range []string{
		"40 samples, 80 texts (40 vulnerable, 40 safe) · all proved · 240 answers",
		"understands has the most pairs right: 75.0 %, 55 points [",
		"more than between; first in 100.0 % of resamples.",
		"Every table: assay report.",
	} {
		if !strings.Contains(flat, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for line := range strings.Lines(brief(t, d, 60)) {
		if n := termtext.Columns(strings.TrimSuffix(line, "\n")); n > 60 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}

// Where two subjects cannot be told apart, the first sentence says so and how many samples would tell; many subjects
// and many notes are counted.
func TestBriefUndecided(t *testing.T) {
	var names []string
	for i := range 14 {
		names = append(names, fmt.Sprintf("subject-%02d", i))
	}
	d := asking(40, names, func(s string, i int, v *bench.Variant) bench.Trial {
		says := v.Truth
		if k := (i + len(s)) % 40; k < 18 || s == "subject-03" && k < 20 {
			says = bench.Vulnerable
		}
		return say(s, v, says, true)
	})
	d.Notes = []string{"one", "two", "three", "four"}
	got := strings.Join(strings.Fields(brief(t, d, 110)), " ")
	for _, want := range []string{"it is not decided whether subject-00 (55.0 % of pairs right) or subject-01 (55.0 %) is better",
		"… and 6 more", "! one ! two", "2 more notes and every table: assay report."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	d = asking(40, []string{"a", "b"}, func(s string, i int, v *bench.Variant) bench.Trial {
		says := v.Truth
		if i < 18 || s == "b" && i < 20 {
			says = bench.Vulnerable
		}
		return say(s, v, says, true)
	})
	if got := strings.Join(strings.Fields(brief(t, d, 110)), " "); !strings.Contains(got, "not decided whether a (55.0 % of pairs right) or b (50.0 %) is better: "+
		"the difference is 5 points [") || !strings.Contains(got, "samples would show.") {
		t.Error(got)
	}
}
