// Package all lists the transformations.
package all

import (
	"slices"

	"assay/internal/lang/transform"
	"assay/internal/lang/transform/chameleon"
	"assay/internal/lang/transform/differential"
	"assay/internal/lang/transform/falseprophet"
	"assay/internal/lang/transform/injection"
	"assay/internal/lang/transform/minimalsanitized"
	"assay/internal/lang/transform/nocomments"
	"assay/internal/lang/transform/reformat"
	"assay/internal/lang/transform/rename"
	"assay/internal/lang/transform/reorder"
	"assay/internal/lang/transform/sanitize"
	"assay/internal/lang/transform/shapeshifter"
	"assay/internal/lang/transform/trojan"
)

// Transformations returns every transformation, in the paper's order, placebos
// last. The caller owns the slice.
func Transformations() []transform.Transformation {
	return []transform.Transformation{
		minimalsanitized.Transformation,
		sanitize.Transformation,
		nocomments.Transformation,
		chameleon.Transformation,
		shapeshifter.L1,
		shapeshifter.L2,
		shapeshifter.L3,
		shapeshifter.L4,
		falseprophet.Transformation,
		trojan.Transformation,
		differential.Transformation,
		injection.Transformation,
		reformat.Transformation,
		reorder.Transformation,
		rename.Transformation,
		injection.Placebo,
	}
}

// PaperChains returns the chains of the paper's evaluation, then the placebos
// that its differences are compared with.
func PaperChains() []string {
	return []string{
		"minimal-sanitized", "sanitize", "no-comments", "chameleon", "shapeshifter-l2", "shapeshifter-l3", "differential",
		"trojan", "false-prophet",
		"sanitize+no-comments+shapeshifter-l3",
		"reformat", "reorder", "rename",
	}
}

// EveryChain returns every transformation alone, with its defaults and with each
// other value of each of its options, then the chains of the paper that have
// several steps. Options that are numbers stay at their default.
func EveryChain() []string {
	var out []string
	for _, t := range Transformations() {
		out = append(out, t.Name)
		for _, o := range t.Options {
			if o.Numeric {
				continue
			}
			for _, v := range o.Values[1:] {
				out = append(out, t.Name+":"+o.Name+"="+v)
			}
		}
	}
	for _, c := range PaperChains() {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
