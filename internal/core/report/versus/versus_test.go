package versus

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/core/stats/scored"
)

// set makes subjects a, b, … of the logs with these names; each row holds one score of every subject, "-" for none.
func set(t *testing.T, names []string, rows ...string) *scored.Set {
	t.Helper()
	s := &scored.Set{}
	for i, row := range rows {
		for log, c := range row {
			x := scored.Score{Item: fmt.Sprint(i), Subject: names[log], Epoch: 1, Value: float64(c - '0')}
			if c == '-' {
				x.Value, x.Missing = 0, scored.Failed
			}
			if err := s.Add(log, x); err != nil {
				t.Fatal(err)
			}
		}
	}
	Labels(s, []string{"new", "old", "older"})
	return s
}

func times(n int, row string) []string {
	return strings.Split(strings.Repeat(row+" ", n)[:n*(len(row)+1)-1], " ")
}

func TestSays(t *testing.T) {
	for _, c := range []struct {
		rows   []string
		margin float64
		want   string
	}{
		{append(times(20, "01"), times(20, "11")...), 0,
			"b is better than a by 50.0 points [35.2, 64.8], p < 0.001, on 40 items."},
		{append(times(20, "10"), times(20, "11")...), 0,
			"a is better than b by 50.0 points [35.2, 64.8], p < 0.001, on 40 items."},
		{append(times(1, "01"), times(39, "11")...), 0, "No difference between a and b is shown: b minus a is +2.5 points " +
			"[−6.5, 12.9], p 1.000, on 40 items. A difference of 19.1 points or more would have been shown in 80 of 100 such " +
			"comparisons."},
		{times(5, "11"), 0, "No difference between a and b is shown: b minus a is +0.0 points [−43.4, 43.4], p 1.000, on 5 " +
			"items. So few items can show none."},
		{times(400, "11"), 0.02, "a and b are equivalent within 2.0 points: b minus a is +0.0 points [−1.0, 1.0], p 1.000, " +
			"on 400 items."},
		{append(times(20, "39"), times(1, "22")...), 0, "b is better than a by 5.714 [4.571, 6], p < 0.001, on 21 items."},
	} {
		out, err := Compare(set(t, []string{"a", "b"}, c.rows...), nil, c.margin, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Says(&out.Pairs[0]); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// Without a margin the word is nowhere, whatever the numbers are.
func TestNoEquivalenceWithoutMargin(t *testing.T) {
	out, err := Compare(set(t, []string{"a", "b"}, times(400, "11")...), nil, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%+v %s", out.Document(), out.Says(&out.Pairs[0])); strings.Contains(text, "quivalent") {
		t.Error(text)
	}
}

// Of three logs all pairs are compared and adjusted together, and in a trend each with the one before it. Subjects
// with one name have that of their log.
func TestTrend(t *testing.T) {
	for trend, want := range map[bool]string{
		false: "m@new m@old, m@new m@older, m@old m@older",
		true:  "m@new m@old, m@old m@older",
	} {
		out, err := Compare(set(t, []string{"m", "m", "m"}, append(times(9, "011"), times(9, "111")...)...), nil, 0, trend)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range out.Pairs {
			got = append(got, p.A+" "+p.B)
		}
		if strings.Join(got, ", ") != want || out.Family != len(got) {
			t.Errorf("%v in a family of %d, want %s", got, out.Family, want)
		}
		if d := out.Document().Sections[0].Tables[0].Drawings; (d != nil) != trend {
			t.Errorf("trend %v: %v", trend, d)
		}
	}
}

func TestGate(t *testing.T) {
	names := []string{"m", "m", "other"}
	said, failed, err := Gate(set(t, names, append(times(30, "110"), times(10, "1-0")...)...), 0.02)
	if err != nil || said != nil {
		t.Fatal(said, err)
	}
	for _, want := range []string{"m@old is worse than m@new by more than 2.0 points: m@old minus m@new is −25.0 on 40 items, " +
		"with 10 missing answers counted against it, p ", "\n  other is worse than m@new"} {
		if !strings.Contains(failed, want) {
			t.Errorf("%s\nlacks %q", failed, want)
		}
	}
	said, failed, err = Gate(set(t, names, append(times(30, "111"), times(2, "101")...)...), 0.02)
	if err != nil || failed != "" || len(said) != 2 || !strings.Contains(said[0], "a drop of up to ") {
		t.Error(said, failed, err)
	}
}

// No difference of shares is larger than 100 points: so few items show nothing.
func TestPlanOfFew(t *testing.T) {
	out, err := Plans(set(t, []string{"a", "b"}, "11", "01"), 0, nil)
	if err != nil || out.Rows[0].Clusters != 2 || out.Rows[0].Shows != nil || out.Rows[2].Shows == nil {
		t.Errorf("%v, %+v", err, out)
	}
}

// The plan of a suite has the subjects of an earlier run beside unknown ones, and says what is assumed.
func TestForeseen(t *testing.T) {
	known := set(t, []string{"a", "b"}, append(times(40, "11"), times(20, "01")...)...).Pilots()
	of := Texts{Sizes: []float64{2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, Known: known, Run: "r1"}
	out, err := Foreseen(of, 0.1, nil)
	rows := out.Rows
	if err != nil || len(rows) != 4+3*2*4 || rows[0].A != "a" || rows[2].Why != "all" || rows[2].Items != 39 ||
		rows[2].Shows == nil || rows[3].Why != "for 10.0 points" || rows[4].A != "disagree on 10 %" {
		t.Errorf("%v, %+v", err, out)
	}
	all := strings.Join(out.Warnings, "\n")
	if !strings.Contains(all, "as in run r1") || !strings.Contains(all, "10, 20, 30 % of the texts") {
		t.Error(all)
	}
	lines := of.Shows(1)
	if len(lines) != 2 || !strings.Contains(lines[0], "20 clusters of 39 texts: two subjects that disagree on 30 % of them "+
		"show a difference of ") || !strings.Contains(lines[1], "as the subjects of run r1 do show ") {
		t.Errorf("%q", lines)
	}
	if lines := (Texts{}).Shows(1); len(lines) != 1 || !strings.HasPrefix(lines[0], "0 clusters of 0 texts can hardly") {
		t.Errorf("%q", lines)
	}
	if _, err := Foreseen(Texts{Sizes: []float64{3}}, 0, nil); err == nil {
		t.Error("one cluster is planned")
	}
}
