package report

import (
	"strings"
	"testing"
	"time"

	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/stats"
)

func TestFormat(t *testing.T) {
	i := stats.Interval{Lo: 0.1849, Hi: 0.6138}
	v := metric.Value{Defined: true, Point: 0.375, K: 6, N: 16, Interval: &i}
	for _, c := range []struct{ got, want string }{
		{Full(metric.Percent, v), "6/16  37.5 % [18.5, 61.4]"},
		{Full(metric.Percent, metric.Value{}), "–"},
		{Number(metric.Points, metric.Value{Defined: true, Point: -0.25}), "−25.0"},
		{Interval(metric.Points, &stats.Interval{Lo: -0.1, Hi: 0.2}), "[−10.0, 20.0]"},
		{Number(metric.Index, metric.Value{Defined: true, Point: 0.75}), "0.750"},
		{Count(1234567), "1,234,567"}, {Count(-1234), "-1,234"}, {Count(999), "999"},
		{Plural(1, "pair"), "1 pair"}, {Plural(2, "query"), "2 queries"}, {Plural(2, "day"), "2 days"},
		{Plural(1000, "trial"), "1,000 trials"},
		{Dollars(0.0042), "$0.0042"}, {Dollars(12.3), "$12.30"}, {Dollars(0), "$0"},
		{Span(850 * time.Millisecond), "850 ms"}, {Span(192 * time.Second), "3 min 12 s"},
		{Span(2*time.Hour + 5*time.Minute), "2 h 5 min"},
		{When(time.Time{}), "–"},
		{List([]string{"a", "b", "c"}), "a, b and c"},
		{termtext.Clip("名前です", 5), "名前…"}, {termtext.Pad("名前", 6, true), "  名前"},
		{ClassTitle("TARGET_MATCH"), "Target match"},
		{shorten("aé", 2), "a…"},
		{strings.Join(termtext.Wrap("a bb ccc", 4), "|"), "a bb|ccc"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if n := termtext.Columns("e\u0301名"); n != 3 {
		t.Errorf("columns = %d", n)
	}
}

// Applying a difference to the old text gives the new one.
func TestDiff(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"a\n", ""}, {"", "a\n"}, {"a\nb\nc\n", "a\nx\nc\nd\n"},
		{"a\nb\na\nb\n", "b\na\nb\na\n"}, {"x", "x\n"}} {
		old, want := splitLines(c[0]), splitLines(c[1])
		var got []string
		at := 0
		for _, l := range diffLines(c[0], c[1]) {
			switch l.Kind {
			case '+':
				got = append(got, want[l.New-1])
				continue
			case ' ':
				if old[l.Old-1] != want[l.New-1] {
					t.Errorf("%q: line %d is not line %d", c, l.Old, l.New)
				}
				got = append(got, old[l.Old-1])
			}
			if at++; l.Old != at {
				t.Errorf("%q: old line %d, want %d", c, l.Old, at)
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") || at != len(old) {
			t.Errorf("%q: got %q", c, got)
		}
	}
}

// Highlighting changes no character.
func TestHighlight(t *testing.T) {
	for _, language := range []string{"solidity", "sql", "python", "", "no such language"} {
		for _, code := range []string{"", "\n", "a", "contract A {\n\tuint x; // 名 \"\n}\n\n", "SELECT '1\n2' -- x",
			"/* open", "a\r\nb", "$$ x $$\n"} {
			var lines []string
			for _, l := range Highlight(language, code) {
				s := ""
				for _, tk := range l {
					s += tk.Text
				}
				lines = append(lines, s)
			}
			want := strings.ReplaceAll(strings.Join(splitLines(code), "\n"), "\r", "\uFFFD")
			if got := strings.Join(lines, "\n"); got != want {
				t.Errorf("%s: %q, want %q", language, got, want)
			}
		}
	}
	coloured := false
	for _, tk := range Highlight("solidity", "contract A {}")[0] {
		coloured = coloured || tk.Class != ""
	}
	if !coloured {
		t.Error("Solidity has no colour")
	}
}
