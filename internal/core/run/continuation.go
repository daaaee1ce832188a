package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/judge/recall"
	"assay/internal/core/report"
	"assay/internal/core/suite"
)

// nullChain gives a text new names, which no model can have memorised.
const nullChain = "rename"

// canaryShown is the number of characters shown of the 36 in a canary after its prefix.
const canaryShown = 13

const canaryPrefix = "assay-canary-"

// continuationJobs asks every detector to continue each selected sample once, to continue
// the same texts under other names, and to complete the canary of each sample. The notes
// report which questions are omitted, with the reason.
func continuationJobs(detectors []detect.Detector, suites []*suite.Suite, selected []*bench.Variant, epochs int,
	seed uint64) ([]engine.Job, []string, error) {
	if len(detectors) == 0 {
		return nil, nil, nil
	}
	list, notes, err := beginnings(suites, selected, seed)
	if err != nil {
		return nil, nil, err
	}
	if len(list) == 0 {
		return nil, nil, exit.Usage("no selected sample is long enough for a continuation and has names that can be "+
			"changed: %s; use --suite blockbench", strings.Join(notes, "; "))
	}
	jobs, err := engine.Plan(detectors, list, epochs)
	if err != nil {
		return nil, nil, exit.Usage("%v", err)
	}
	return jobs, notes, nil
}

// beginnings returns the texts to continue, in the order of the selection.
func beginnings(suites []*suite.Suite, selected []*bench.Variant,
	seed uint64) (out []*bench.Variant, notes []string, err error) {
	var texts []*bench.Variant // the first of each sample
	seen := map[string]bool{}
	for _, v := range selected {
		if name := v.Suite + "\x00" + v.Sample; v.Chain == "" && v.Incident == nil && !seen[name] {
			seen[name] = true
			texts = append(texts, v)
		}
	}
	renamed := map[string]*bench.Variant{}
	varied, err := suite.Vary(suites, texts, []string{nullChain}, seed)
	if err != nil {
		return nil, nil, exit.Usage("a continuation is compared with that of the same text under other names: %v", err)
	}
	for _, v := range varied.Variants {
		renamed[v.Origin()] = v
	}
	left := map[string]int{}
	for _, v := range texts {
		null := renamed[v.Key]
		if null == nil {
			left["in which names cannot be changed, which the comparison needs"]++
			continue
		}
		b, why := BeginningOf(v, v.Task.Files[0].Text)
		if why != "" {
			left[why]++
			continue
		}
		other, rest, ok := recall.CutAt(null.Task.Files[0].Text, strings.Count(b.Task.Files[0].Text, "\n"))
		if !ok {
			left["too short to be continued"]++
			continue
		}
		out = append(out, b, beginning(null, v.Task.Files[0].Path, other,
			bench.Continuation{Of: v.Key, Rest: rest, Null: true}))
		if c := canaryOf(suites, v); c != nil {
			out = append(out, c)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		notes = append(notes, fmt.Sprintf("not continued: %s %s", report.Plural(left[why], "sample"), why))
	}
	return out, notes, nil
}

// BeginningOf returns the question about a text, or nil and the reason why there is none.
func BeginningOf(v *bench.Variant, text string) (*bench.Variant, string) {
	b, rest, ok := recall.Cut(text)
	if !ok {
		return nil, "too short to be continued"
	}
	return beginning(v, v.Task.Files[0].Path, b, bench.Continuation{Of: v.Key, Rest: rest}), ""
}

// beginning returns the question that asks for the continuation of a text.
func beginning(v *bench.Variant, path, text string, c bench.Continuation) *bench.Variant {
	return &bench.Variant{Key: v.Key + bench.ContinuationSuffix, Suite: v.Suite, Format: bench.ContinuationFormat,
		Sample: v.Sample, Base: v.Base, Group: v.Group, Tier: v.Tier, Class: v.Class,
		Public: v.Public, Source: v.Source, Chain: v.Chain, Seed: v.Seed, Truth: v.Truth, Proof: bench.Unproved,
		Continuation: &c,
		Task:         bench.Task{Language: v.Task.Language, Files: []bench.File{{Path: path, Text: text}}}}
}

// canaryOf returns the question about the end of a sample's canary; nil without a canary.
func canaryOf(suites []*suite.Suite, v *bench.Variant) *bench.Variant {
	for _, st := range suites {
		if st.Name != v.Suite {
			continue
		}
		i := slices.IndexFunc(st.Samples, func(s suite.Sample) bool { return s.ID == v.Sample })
		if i < 0 || st.Samples[i].Meta == nil {
			return nil
		}
		id, ok := strings.CutPrefix(st.Samples[i].Meta.Canary, canaryPrefix)
		if !ok || len(id) <= canaryShown {
			return nil
		}
		out := beginning(v, "sample.yaml", "canary: "+canaryPrefix+id[:canaryShown],
			bench.Continuation{Of: v.Key, Rest: id[canaryShown:], Canary: true})
		out.Key += "=canary"
		out.Task.Language = "yaml"
		return out
	}
	return nil
}
