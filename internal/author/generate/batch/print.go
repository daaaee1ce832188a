package batch

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"assay/internal/author/generate"
	"assay/internal/bench"
)

// Print prints the composition and the yield.
func Print(out io.Writer, b *generate.Batch) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	classes := map[bench.Class]int{}
	for _, s := range b.Samples {
		classes[s.Class]++
	}
	fmt.Fprintln(w, "CLASS\tSAMPLES")
	for _, c := range slices.Sorted(maps.Keys(classes)) {
		fmt.Fprintf(w, "%s\t%d\n", c, classes[c])
	}
	for _, by := range []struct {
		title string
		key   func(generate.Yield) string
	}{{"OPERATOR", func(y generate.Yield) string { return y.Operator }},
		{"HOST", func(y generate.Yield) string { return y.Host }}} {
		fmt.Fprintf(w, "\n%s\tMUTANTS\tPROVED\tREJECTED\n", by.title)
		for _, y := range b.By(by.key) {
			var lost []string
			for _, why := range slices.Sorted(maps.Keys(y.Outcomes)) {
				if why != generate.Proved {
					lost = append(lost, fmt.Sprintf("%d %s", y.Outcomes[why], why))
				}
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", y.Operator, y.Tried(), y.Outcomes[generate.Proved], strings.Join(lost, ", "))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "\n%d samples of %d classes, seed %d\n", len(b.Samples), len(classes),
		b.Seed); err != nil {
		return err
	}
	_, err := fmt.Fprint(out, verdict(b.Audit))
	return err
}

// verdict returns lines that state whether the audit convicts a batch, "" for one that was not audited.
func verdict(list []generate.Finding) string {
	if len(list) == 0 {
		return ""
	}
	var convicted []string
	best := list[0]
	for _, f := range list {
		if f.Convicted {
			convicted = append(convicted, "  "+share(f)+"\n")
		}
		if f.Low > best.Low {
			best = f
		}
	}
	if len(convicted) == 0 {
		return "audit: no shortcut is convicted; the strongest is " + share(best) + "\n"
	}
	return "audit: convicted, since a shortcut separates the halves of pairs; see assay audit DIR\n" +
		strings.Join(convicted, "")
}

// share formats the share of a finding.
func share(f generate.Finding) string {
	return fmt.Sprintf("%s, %.1f %% [%.1f, %.1f]", f.Title, 100*f.Share, 100*f.Low, 100*f.High)
}
