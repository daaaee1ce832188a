// Package all lists the transformations.
package all

import (
	"assay/internal/transform"
	"assay/internal/transform/chameleon"
	"assay/internal/transform/differential"
	"assay/internal/transform/falseprophet"
	"assay/internal/transform/minimalsanitized"
	"assay/internal/transform/nocomments"
	"assay/internal/transform/reformat"
	"assay/internal/transform/rename"
	"assay/internal/transform/reorder"
	"assay/internal/transform/sanitize"
	"assay/internal/transform/shapeshifter"
	"assay/internal/transform/trojan"
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
		reformat.Transformation,
		reorder.Transformation,
		rename.Transformation,
	}
}

// PaperChains returns the chains of the paper's evaluation, then the placebos
// that its differences are compared with.
func PaperChains() []string {
	return []string{
		"minimal-sanitized", "sanitize", "no-comments", "chameleon", "shapeshifter-l2", "shapeshifter-l3", "differential", "trojan", "false-prophet",
		"sanitize+no-comments+shapeshifter-l3",
		"reformat", "reorder", "rename",
	}
}
