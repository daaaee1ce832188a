package run

import (
	"cmp"
	"fmt"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/engine"
	"assay/internal/environ"
	"assay/internal/exit"
)

// checkCoverage makes sure that no selected variant is omitted silently: every model must
// be asked about each of them in some way. It prints one line for each strategy that
// applies to only some of them, and for each built-in that supports only some languages.
func checkCoverage(env *environ.Env, detectors []detect.Detector, variants []*bench.Variant, jobs []engine.Job) error {
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
		if n := len(by["subject "+s.Name]); s.Kind == "builtin" && n > 0 && n < len(variants) {
			fmt.Fprintf(env.Stderr, "%s is asked about %d of %d variants: those in languages that it supports\n", s.Name, n,
				len(variants))
			continue
		}
		for _, v := range variants {
			if by["model "+model[s.Name]][v.Key] {
				continue
			}
			_, err := d.PromptHash(v.Task)
			return exit.Usage("no strategy applies to %d of %d selected variants, the first of them %s: %w; narrow the "+
				"selection with --suite, --subset or --filter, or add a --strategy",
				len(variants)-len(by["model "+model[s.Name]]), len(variants), v.Key, err)
		}
		if n := len(by["subject "+s.Name]); n < len(variants) {
			fmt.Fprintf(env.Stderr, "%s is asked about %d of %d variants: those that its strategy applies to\n", s.Name, n,
				len(variants))
		}
	}
	return nil
}
