// Package builtin lists the detectors that come with assay and need neither a key nor a network. They are known
// groups: one that knows the truth, two that ignore the text, one that only recognises words, and some that only
// analyse. A metric that cannot distinguish them is wrong.
package builtin

import (
	"context"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/detect/builtin/constant"
	"assay/internal/core/detect/builtin/keyword"
	"assay/internal/core/detect/builtin/memoriser"
	"assay/internal/core/detect/builtin/oracle"
	"assay/internal/core/detect/builtin/tenantcolumn"
)

// recorded makes further detectors; see [Add].
var recorded []func() detect.Detector

// Add makes a detector one of [All], such as recorded results of an analyser. A program calls it before it uses the
// package.
func Add(made func() detect.Detector) { recorded = append(recorded, made) }

// named makes detectors that are not among [All].
var named []func() detect.Detector

// AddNamed makes a detector one that is used by its name alone, such as answers of a model about a few texts. A
// program calls it before it uses the package.
func AddNamed(made func() detect.Detector) { named = append(named, made) }

// Named returns the detectors of [AddNamed].
func Named() (out []detect.Detector) {
	for _, made := range named {
		out = append(out, made())
	}
	return out
}

// All returns every built-in detector; the oracle knows the variants. It fails when the variants contradict
// each other (see [oracle.New]).
func All(variants []bench.Variant) ([]detect.Detector, error) {
	knowing, err := oracle.New(variants)
	if err != nil {
		return nil, err
	}
	out := []detect.Detector{knowing, constant.Vulnerable(), constant.Safe(), keyword.New(), tenantcolumn.New()}
	for _, made := range recorded {
		out = append(out, made())
	}
	return out, nil
}

// Memoriser returns builtin/memoriser, which knows the variants by heart. It is not part of [All]: without
// fresh texts next to the public ones it equals the oracle.
func Memoriser(variants []bench.Variant) (detect.Detector, error) {
	knowing, err := oracle.New(variants)
	if err != nil {
		return nil, err
	}
	return memoriser.New(variants, func(task bench.Task) (bench.Response,
		error) {
		return knowing.Detect(context.Background(), task)
	})
}
