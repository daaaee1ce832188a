package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/proof"
	"assay/internal/proof/certify"
)

// certificates are the columns of the summary, the strongest first.
var certificates = []string{"C1", "C2", "C3", "C4", "C5", proof.ExploitDies, proof.DecoyResists}

// printVariants prints how many variants of each chain have each certificate, and the
// failures. With verbose it first prints one line for every variant.
func printVariants(env *Env, originals []*certify.Original, verbose bool) error {
	if verbose {
		w := env.grid()
		fmt.Fprintln(w, "SAMPLE\tCHAIN\tSEED\tHALF OR TEST\tCERTIFICATE\tPROMISED\tSHOWN")
		for _, o := range originals {
			for _, v := range o.Evidence.Variants {
				shown := v.Shown
				if !v.Usable() {
					shown = v.Summary()
				} else if v.Settings != "" {
					shown += "; " + v.Settings
				}
				fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", o.ID, v.Chain, v.Seed, dash(string(v.Half)+v.Test),
					dash(v.Certificate), dash(v.Promised), shown)
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout)
	}
	counts, order := map[string]map[string]int{}, []string{}
	for _, o := range originals {
		for _, v := range o.Evidence.Variants {
			if counts[v.Chain] == nil {
				counts[v.Chain] = map[string]int{}
				order = append(order, v.Chain)
			}
			switch {
			case v.Inapplicable != "":
				counts[v.Chain]["none"]++
			case v.Failure != "":
				counts[v.Chain]["failed"]++
			default:
				counts[v.Chain][v.Certificate]++
			}
		}
	}
	slices.SortFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "+"), strings.Count(b, "+")), cmp.Compare(a, b))
	})
	w := env.grid()
	fmt.Fprintln(w, "VARIANTS OF\tC1\tC2\tC3\tC4\tC5\tEXPLOIT FAILS\tDECOY RESISTS\tREFUSED\tDOES NOT APPLY\t")
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
	for _, o := range originals {
		for _, v := range o.Evidence.Variants {
			if v.Failure != "" {
				fmt.Fprintf(env.Stdout, "\n%s~%s@%d %s%s: %s\n", o.ID, v.Chain, v.Seed, v.Half, v.Test, v.Summary())
			}
		}
	}
	return nil
}
