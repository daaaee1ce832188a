package run

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
)

// plan lists the trials of detectors on variants. Each detector is asked about the variants that it applies to; the
// notes name the others. It is an error if no detector applies to any variant.
func plan(detectors []detect.Detector, variants []*bench.Variant, epochs int) (jobs []engine.Job, notes []string,
	err error) {
	var fit []detect.Detector
	for _, d := range detectors {
		if applies(d, variants) {
			fit = append(fit, d)
		} else {
			notes = append(notes, fmt.Sprintf("%s is left out: it applies to none of the %d variants", d.Subject().Name,
				len(variants)))
		}
	}
	if len(fit) == 0 {
		fit, notes = detectors, nil // the error says why
	}
	if jobs, err = engine.Plan(fit, variants, epochs); err != nil {
		return nil, nil, err
	}
	return jobs, append(notes, coverage(fit, variants, jobs)...), nil
}

// applies reports whether a detector can be asked about any of the variants.
func applies(d detect.Detector, variants []*bench.Variant) bool {
	return len(variants) == 0 || slices.ContainsFunc(variants, func(v *bench.Variant) bool {
		_, err := d.PromptHash(v.Task)
		return !errors.Is(err, detect.ErrNotApplicable)
	})
}

// named limits the variants that a note names.
const named = 10

// coverage returns a note for each detector that some of the variants were left out of, and for each model that no
// strategy asks about some, with their names: nothing is omitted silently.
func coverage(detectors []detect.Detector, variants []*bench.Variant, jobs []engine.Job) (notes []string) {
	by := map[string]map[string]bool{} // subject, and model, to the keys of variants
	see := func(name, key string) {
		if by[name] == nil {
			by[name] = map[string]bool{}
		}
		by[name][key] = true
	}
	model := map[string]string{}
	for _, d := range detectors {
		s := d.Subject()
		model[s.Name] = cmp.Or(s.Model, s.Name)
	}
	for _, j := range jobs {
		see("subject "+j.Subject, j.Variant.Key)
		see("model "+model[j.Subject], j.Variant.Key)
	}
	for _, d := range detectors {
		s := d.Subject()
		if n := len(by["subject "+s.Name]); n < len(variants) {
			what := "those that its strategy applies to"
			if s.Kind == "builtin" {
				what = "those that it applies to"
			}
			notes = append(notes, fmt.Sprintf("%s is asked about %d of %d variants: %s", s.Name, n, len(variants), what))
		}
		m := model[s.Name]
		var left []string
		var why error
		for _, v := range variants {
			if s.Kind != "builtin" && !by["model "+m][v.Key] {
				left = append(left, v.Key)
				if _, err := d.PromptHash(v.Task); why == nil {
					why = err
				}
			}
		}
		if len(left) > 0 {
			note := fmt.Sprintf("no strategy applies to %d of %d variants, which %s is not asked about: %s", len(left),
				len(variants), m, strings.Join(left[:min(len(left), named)], ", "))
			if len(left) > named {
				note += fmt.Sprintf(" and %d more", len(left)-named)
			}
			notes = append(notes, fmt.Sprintf("%s (%v)", note, why))
			by["model "+m] = map[string]bool{}
			for _, v := range variants { // said once for each model
				see("model "+m, v.Key)
			}
		}
	}
	return notes
}

// applicable leaves out the built-in subjects that support no text, with a line for each, unless nothing else is left.
func applicable(env *environ.Env, detectors []detect.Detector, variants []*bench.Variant) []detect.Detector {
	none := func(d detect.Detector) bool {
		return d.Subject().Kind == "builtin" && !slices.ContainsFunc(variants, func(v *bench.Variant) bool {
			_, err := d.PromptHash(v.Task)
			return !errors.Is(err, detect.ErrNotApplicable)
		})
	}
	out := slices.DeleteFunc(slices.Clone(detectors), none)
	if len(out) == 0 {
		return detectors
	}
	for _, d := range detectors {
		if none(d) {
			fmt.Fprintf(env.Stderr, "%s is left out: it applies to none of the %d variants\n", d.Subject().Name, len(variants))
		}
	}
	return out
}
