package bench

import (
	"maps"
	"slices"
	"strconv"
)

// KeyPart is one part of a trial key in which two keys differ.
type KeyPart struct {
	Name      string // "prompt", "params.temperature"
	Old, New  string
	Explained string // possible causes of the difference, for readers
}

// Diff returns the parts in which new differs from k, in a fixed order; none
// when both have the same hash.
func (k TrialKey) Diff(new TrialKey) []KeyPart {
	var out []KeyPart
	add := func(name, a, b, why string) {
		if a != b {
			out = append(out, KeyPart{name, a, b, why})
		}
	}
	add("version", strconv.Itoa(k.Version), strconv.Itoa(new.Version), "this version of assay identifies trials otherwise")
	add("task", k.Task, new.Task, "the text shown, its context or its specification changed")
	add("chain", k.Chain, new.Chain, "another transformation")
	add("seed", strconv.FormatUint(k.Seed, 10), strconv.FormatUint(new.Seed, 10), "another seed of the transformation")
	add("subject", k.Subject, new.Subject, "another subject")
	add("subject version", k.SubjectVer, new.SubjectVer, "the subject may answer differently since this version")
	add("strategy", k.Strategy, new.Strategy, "another way of asking")
	add("prompt", k.Prompt, new.Prompt, "the question reads differently: the text, or the strategy's own words")
	names := maps.Clone(k.Params)
	if names == nil {
		names = map[string]string{}
	}
	maps.Copy(names, new.Params)
	for _, n := range slices.Sorted(maps.Keys(names)) {
		add("params."+n, k.Params[n], new.Params[n], "another setting")
	}
	add("repetition", strconv.Itoa(k.Repetition), strconv.Itoa(new.Repetition), "another repetition")
	return out
}
