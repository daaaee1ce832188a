package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/stats"
)

// none stands where a number is not defined. It is never a zero.
const none = "–"

// percent writes a share of [0, 1] with one decimal: "37.5 %".
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// number writes the point of a value on the scale of its metric, or a dash.
func number(s metric.Scale, v metric.Value) string {
	switch {
	case !v.Defined:
		return none
	case s == metric.Points:
		return strings.Replace(fmt.Sprintf("%+.1f", 100*v.Point), "-", "−", 1)
	case s == metric.Index:
		return fmt.Sprintf("%.3f", v.Point)
	case s == metric.Amount:
		return amount(v.Point)
	}
	return percent(v.Point)
}

// amount writes a quantity with about four digits: "0.0123", "12,345".
func amount(x float64) string {
	if math.Abs(x) >= 1000 {
		return count(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// interval writes an interval in brackets on the scale of its metric, or "".
func interval(s metric.Scale, i *stats.Interval) string {
	switch {
	case i == nil:
		return ""
	case s == metric.Index:
		return fmt.Sprintf("[%.3f, %.3f]", i.Lo, i.Hi)
	case s == metric.Amount:
		return "[" + amount(i.Lo) + ", " + amount(i.Hi) + "]"
	}
	return strings.ReplaceAll(fmt.Sprintf("[%.1f, %.1f]", 100*i.Lo, 100*i.Hi), "-", "−")
}

// ofN writes k/n, or "" for a value that is no single rate.
func ofN(v metric.Value) string {
	if v.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", v.K, v.N)
}

// full writes a value on one line: "6/16  37.5 % [18.5, 61.4]".
func full(s metric.Scale, v metric.Value) string {
	out := number(s, v)
	if c := ofN(v); c != "" {
		out = c + "  " + out
	}
	if i := interval(s, v.Interval); i != "" {
		out += " " + i
	}
	return out
}

// count writes an integer with commas between thousands.
func count[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// plural writes a count with its noun: "1 pair", "2 pairs".
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return count(n) + " " + strings.TrimSuffix(noun, "y") + "ies"
	case strings.HasSuffix(noun, "s"):
		return count(n) + " " + noun + "es"
	}
	return count(n) + " " + noun + "s"
}

// dollars writes an amount in US dollars, with the digits that small sums need.
func dollars(x float64) string {
	switch {
	case x == 0:
		return "$0"
	case math.Abs(x) < 0.01:
		return fmt.Sprintf("$%.4f", x)
	}
	return fmt.Sprintf("$%.2f", x)
}

// duration writes a time span with the two units that matter.
func duration(d time.Duration) string {
	switch {
	case d < 0:
		return none
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// when writes an instant in UTC, or a dash for the zero time.
func when(t time.Time) string {
	if t.IsZero() {
		return none
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

// superscript writes a footnote number in superior figures.
func superscript(n int) string {
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, strconv.Itoa(n))
}

// marks writes footnote numbers, "¹ ³".
func marks(ns []int) string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = superscript(n)
	}
	return strings.Join(out, " ")
}

// list joins names as prose: "a", "a and b", "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// title turns an upper-case constant into words: TARGET_MATCH to "Target match".
func title(c bench.FindingClass) string {
	s := strings.ToLower(strings.ReplaceAll(string(c), "_", " "))
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// visible is plain for text of several lines: line ends and tabs stay.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return '\uFFFD'
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}
