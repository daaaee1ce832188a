package report

import (
	"assay/internal/bench"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

// none replaces a number that is not defined.
const none = write.None

// notMeasured replaces a number for which too many judgements are missing.
const notMeasured = "not measured"

// Percent formats a share in [0, 1] with one decimal: "37.5 %".
func Percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// Number formats the point of a value on the scale of its metric, or returns a dash.
func Number(s metric.Scale, v metric.Value) string {
	switch {
	case v.NotMeasured != "":
		return notMeasured
	case !v.Defined:
		return none
	case s == metric.Points:
		return strings.Replace(fmt.Sprintf("%+.1f", 100*v.Point), "-", "−", 1)
	case s == metric.Index:
		return fmt.Sprintf("%.3f", v.Point)
	case s == metric.Amount:
		return amount(v.Point)
	}
	return Percent(v.Point)
}

// amount formats a quantity with about four digits: "0.0123", "12,345".
func amount(x float64) string {
	if math.Abs(x) >= 1000 {
		return Count(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// Interval formats an interval in brackets on the scale of its metric, or returns "".
func Interval(s metric.Scale, i *stats.Interval) string {
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

// OfN returns k/n, or "" for a value that is no single rate, or not this one.
func OfN(v metric.Value) string {
	if v.N == 0 || v.Weighted {
		return ""
	}
	return fmt.Sprintf("%d/%d", v.K, v.N)
}

// Full formats a value on one line: "6/16  37.5 % [18.5, 61.4]".
func Full(s metric.Scale, v metric.Value) string {
	out := Number(s, v)
	if c := OfN(v); c != "" {
		out = c + "  " + out
	}
	if i := Interval(s, v.Interval); i != "" {
		out += " " + i
	}
	return out
}

// Count formats an integer with commas between thousands.
func Count[T int | int64](n T) string {
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

// Plural formats a count with its noun: "1 pair", "2 pairs".
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ay"):
		return Count(n) + " " + strings.TrimSuffix(noun, "y") + "ies"
	case strings.HasSuffix(noun, "s"):
		return Count(n) + " " + noun + "es"
	}
	return Count(n) + " " + noun + "s"
}

// Dollars formats an amount in US dollars, with as many digits as small sums need.
func Dollars(x float64) string {
	switch {
	case x == 0:
		return "$0"
	case math.Abs(x) < 0.01:
		return fmt.Sprintf("$%.4f", x)
	}
	return fmt.Sprintf("$%.2f", x)
}

// Span formats a time span with its two largest units.
func Span(d time.Duration) string {
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

// When formats an instant in UTC; the zero time gives a dash.
func When(t time.Time) string {
	if t.IsZero() {
		return none
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

// List joins names for use in a sentence: "a", "a and b", "a, b and c".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Visible is plain for text of several lines: line ends and tabs are unchanged.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return '\uFFFD'
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// Sentence makes s begin with a capital and end with a full stop.
func Sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// ClassTitle converts a class to words: TARGET_MATCH to "Target match".
func ClassTitle(c bench.FindingClass) string {
	s := strings.ToLower(strings.ReplaceAll(string(c), "_", " "))
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Signed formats a difference on the scale of its metric, in points for shares.
func Signed(s metric.Scale, x float64) string {
	out := fmt.Sprintf("%+.1f", 100*x)
	switch s {
	case metric.Index:
		out = fmt.Sprintf("%+.3f", x)
	case metric.Amount:
		out = fmt.Sprintf("%+.4g", x)
	}
	return strings.Replace(out, "-", "−", 1)
}

// SignedInterval formats the interval of a difference in brackets, or returns "".
func SignedInterval(s metric.Scale, i *stats.Interval) string {
	if i == nil {
		return ""
	}
	return "[" + strings.TrimPrefix(Signed(s, i.Lo), "+") + ", " + strings.TrimPrefix(Signed(s, i.Hi), "+") + "]"
}

// Probability formats a p value with three digits, never as 0.
func Probability(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// PValue formats a p value for use in a sentence: "p 0.012", "p < 0.001".
func PValue(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return "p " + Probability(p)
}
