package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/internal/core/base/termtext"
	"assay/internal/core/stats"
)

// percent formats a share in [0, 1] with one decimal: "37.5 %".
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// interval formats the bounds of a share in percent, "" for nil.
func interval(i *stats.Interval) string {
	if i == nil {
		return ""
	}
	return fmt.Sprintf("[%.1f, %.1f]", 100*i.Lo, 100*i.Hi)
}

// count formats a number with its noun: "1 pair", "2 pairs".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// firstNames joins the first names of a list and counts the rest.
func firstNames(names []string) string {
	if len(names) > 5 {
		return strings.Join(names[:5], ", ") + fmt.Sprintf(" and %d more", len(names)-5)
	}
	return strings.Join(names, ", ")
}

func quoted(words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, strconv.Quote(w))
	}
	return out
}

// visible is plain for tokens, in which blank space matters: line ends and tabs become escapes, and blanks at an
// end become open boxes.
func visible(token string) string {
	token = strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(token)
	inner := strings.Trim(token, " ")
	at := strings.Index(token, inner)
	return strings.Repeat("␣", at) + termtext.Plain(inner) + strings.Repeat("␣", len(token)-at-len(inner))
}

// rows writes a table.
func (p *page) rows(rows [][]string, right ...int) {
	for _, l := range layout(rows, right...) {
		p.line(l)
	}
}

// layout aligns the cells of a table; the columns in right are aligned to the right.
func layout(rows [][]string, right ...int) []string {
	wide := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			wide[i] = max(wide[i], termtext.Columns(cell))
		}
	}
	var out []string
	for _, r := range rows {
		var b strings.Builder
		for i, cell := range r {
			if i > 0 {
				b.WriteString("  ")
			}
			fill := strings.Repeat(" ", wide[i]-termtext.Columns(cell))
			if slices.Contains(right, i) {
				b.WriteString(fill + cell)
			} else {
				b.WriteString(cell + fill)
			}
		}
		out = append(out, b.String())
	}
	return out
}
