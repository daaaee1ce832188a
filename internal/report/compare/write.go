package compare

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/stats"
	"assay/internal/termtext"
)

// JSON writes the comparison as one indented JSON object.
func (c *Comparison) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(c); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// Terminal writes the comparison as tables of plain text: B against A, a row a
// metric, and below each table what its rows would have needed.
func (c *Comparison) Terminal(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, n := range c.Warnings {
		fmt.Fprintln(b, "! "+termtext.Plain(n))
	}
	if c.A == c.B {
		fmt.Fprintf(b, "run %s\n", c.A)
	} else {
		fmt.Fprintf(b, "A: run %s\nB: run %s\n", c.A, c.B)
	}
	for i := range c.Pairs {
		c.Pairs[i].write(b)
	}
	fmt.Fprintf(b, "\nn: bases. p: two-sided, adjusted after Holm for the %s of this comparison. ~: not significant at %g %%, which is no sign of equality;\n", tests(c.Family), 100*c.Alpha)
	fmt.Fprintf(b, "equivalent: two one-sided tests show a difference below %g points. Shown at ≥: found in %g of 100 cases at this size.\n", 100*c.Margin, 100*Power)
	return b.Flush()
}

func tests(n int) string {
	if n == 1 {
		return "one test"
	}
	return fmt.Sprintf("%d tests", n)
}

func (p *Pair) write(b *bufio.Writer) {
	fmt.Fprintf(b, "\n%s, %d texts of %d bases that both were asked about\n", termtext.Plain(p.Suite), p.Variants, p.Bases)
	fmt.Fprintf(b, "A: %s\nB: %s\n\n", termtext.Plain(p.A), termtext.Plain(p.B))
	table := [][]string{{"", "A", "B", "B − A", "n", "p", "adjusted", "", "shown at ≥"}}
	for _, r := range p.Rows {
		table = append(table, r.cells())
	}
	widths := make([]int, len(table[0]))
	for _, cells := range table {
		for i, c := range cells {
			widths[i] = max(widths[i], termtext.Columns(c))
		}
	}
	for _, cells := range table {
		line := " "
		for i, c := range cells {
			line += " " + termtext.Pad(c, widths[i], i > 0 && i != 7) + " "
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	notes := p.Warnings
	for _, r := range p.Rows {
		for _, n := range r.Warnings {
			notes = append(notes, r.Title+": "+n)
		}
	}
	if len(notes) > 0 {
		fmt.Fprintln(b)
	}
	for _, n := range notes {
		fmt.Fprintln(b, "  ! "+termtext.Plain(n))
	}
}

// cells are the row in the columns of the table.
func (r Row) cells() []string {
	out := []string{r.Title, r.value(r.A), r.value(r.B), "–", fmt.Sprint(r.Bases), "–", "–", string(r.Call), ""}
	if r.Delta != nil {
		out[3] = strings.TrimSpace(r.difference(*r.Delta) + " " + r.bounds(r.Interval))
	}
	if r.P != nil {
		out[5], out[6] = pvalue(*r.P), pvalue(*r.Adjusted)
	}
	if r.Detectable != nil {
		out[8] = "nothing"
		if d := r.Detectable.Difference; d != nil {
			out[8] = strings.TrimPrefix(r.difference(*d), "+")
		}
	}
	return out
}

func (r Row) value(v metric.Value) string {
	c := report.Cell{Metric: r.metric, Value: v}
	return strings.TrimSpace(c.Number() + " " + c.Interval())
}

// difference writes a difference of shares in points, of others as it is.
func (r Row) difference(x float64) string {
	switch r.metric.Scale {
	case metric.Percent, metric.Points:
		return minus(fmt.Sprintf("%+.1f", 100*x))
	case metric.Index:
		return minus(fmt.Sprintf("%+.3f", x))
	}
	return minus(fmt.Sprintf("%+.4g", x))
}

func (r Row) bounds(i *stats.Interval) string {
	if i == nil {
		return ""
	}
	return "[" + strings.TrimPrefix(r.difference(i.Lo), "+") + ", " + strings.TrimPrefix(r.difference(i.Hi), "+") + "]"
}

func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// pvalue writes a p value with three digits, never as 0.
func pvalue(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}
