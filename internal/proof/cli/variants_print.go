package cli

import (
	"assay/internal/core/cli"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/certify"
)

// certificates are the columns of the summary, the strongest first.
var certificates = []string{"C1", "C2", "C3", "C4", "C5", evidence.ExploitDies, evidence.DecoyResists}

// variantLine is what is printed of one variant, or of the reason why there is none.
type variantLine struct {
	Text         string `json:"text"` // sample and half, or key of the text
	Chain        string `json:"chain"`
	Seed         uint64 `json:"seed,omitempty"`
	Certificate  string `json:"certificate,omitempty"`
	Promised     string `json:"promised,omitempty"`
	Shown        string `json:"shown,omitempty"`
	Unproved     string `json:"unproved,omitempty"`
	Inapplicable string `json:"inapplicable,omitempty"`
}

// printVariants prints how many executed variants of each chain have each certificate, and the
// failures. With verbose it first prints one line for every variant.
func printVariants(env *cli.Env, originals []*certify.Original, verbose bool) error {
	var lines []variantLine
	for _, o := range originals {
		for _, v := range o.Evidence.Variants {
			l := variantLine{Text: o.ID + " " + string(v.Half) + v.Test, Chain: v.Chain, Seed: v.Seed,
				Certificate: v.Certificate, Promised: v.Promised, Shown: v.Shown, Inapplicable: v.Inapplicable}
			if v.Settings != "" {
				l.Shown += "; " + v.Settings
			}
			if v.Failure != "" {
				l.Unproved = v.Summary()
			}
			lines = append(lines, l)
		}
	}
	return printLines(env, lines, verbose)
}

// printLines prints how many variants of each chain have each certificate, and the variants that are not proved.
func printLines(env *cli.Env, lines []variantLine, verbose bool) error {
	if verbose {
		w := env.Grid()
		fmt.Fprintln(w, "TEXT\tCHAIN\tSEED\tCERTIFICATE\tPROMISED\tSHOWN")
		for _, l := range lines {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", l.Text, l.Chain, l.Seed, cli.Dash(l.Certificate), cli.Dash(l.Promised),
				cmp.Or(l.Inapplicable, l.Unproved, l.Shown))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout)
	}
	counts, order := map[string]map[string]int{}, []string{}
	for _, l := range lines {
		if counts[l.Chain] == nil {
			counts[l.Chain] = map[string]int{}
			order = append(order, l.Chain)
		}
		switch {
		case l.Inapplicable != "":
			counts[l.Chain]["none"]++
		case l.Unproved != "":
			counts[l.Chain]["failed"]++
		default:
			counts[l.Chain][l.Certificate]++
		}
	}
	slices.SortFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "+"), strings.Count(b, "+")), cmp.Compare(a, b))
	})
	w := env.Grid()
	fmt.Fprintln(w, "VARIANTS OF\tC1\tC2\tC3\tC4\tC5\tEXPLOIT FAILS\tDECOY RESISTS\tUNPROVED\tDOES NOT APPLY\t")
	total := map[string]int{}
	row := func(name string, n map[string]int) {
		fmt.Fprint(w, name, "\t")
		for _, k := range append(slices.Clone(certificates), "failed", "none") {
			if n[k] == 0 {
				fmt.Fprint(w, "·\t")
			} else {
				fmt.Fprint(w, n[k], "\t")
			}
			total[k] += n[k]
		}
		fmt.Fprintln(w)
	}
	for _, chain := range order {
		row(chain, counts[chain])
	}
	if len(order) > 1 {
		sum := total
		total = map[string]int{}
		row("all", sum)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, l := range lines {
		if l.Unproved != "" {
			fmt.Fprintf(env.Stdout, "\n%s~%s@%d: %s\n", l.Text, l.Chain, l.Seed, l.Unproved)
		}
	}
	return nil
}
