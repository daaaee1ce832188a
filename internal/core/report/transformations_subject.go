package report

import (
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// subject computes the lines of one subject. It returns nil for a subject that was asked about no transformed
// text: without a question, its verdict has not stayed the same either.
func (t *Transformations) subject(sub bench.Subject) *ChangedLines {
	byChain := t.Suite.ByChain(sub.Name)
	asked := 0
	for _, rows := range byChain {
		asked += len(rows)
	}
	if asked == 0 {
		return nil
	}
	originals := t.Suite.Headline(sub.Name)
	sheets := map[string]*metric.Sheet{}
	for _, c := range t.Chains {
		sheets[c.Chain] = metric.NewSheet(byChain[c.Chain])
	}
	refRows := ReferenceRows(originals, byChain[Baseline])
	ref := metric.NewSheet(refRows)
	// A subject without any answer has no verdict, and so no equal one.
	answers := slices.ContainsFunc(refRows, func(r bench.Trial) bool { return r.Answer != nil })
	out := &ChangedLines{Subject: sub, Unchanged: answers, Lines: make([]ChangedLine, len(t.Chains))}
	out.onReference, _ = ref.Diagnose()
	out.Diagnosis, out.Reason = ref.DiagnoseChanged(metric.NewSheet(t.Suite.preserved(sub.Name, t.kind)))
	var placebo *metric.Sheet
	if len(t.Placebos) == 1 {
		placebo = sheets[t.Placebos[0]]
	} else if len(t.Placebos) > 1 {
		var rows []bench.Trial
		for _, p := range t.Placebos {
			rows = append(rows, byChain[p]...)
		}
		placebo = metric.NewSheet(rows)
	}
	var b metric.Batch
	ms := append(TransformedMetrics(), metric.SUIDefault, metric.SUIUnconditional)
	values := [][]metric.Value{b.Values(ms, ref)}
	for i, c := range t.Chains {
		l := &out.Lines[i]
		from, fromRows := ref, refRows
		if c.Chain == Baseline {
			from, fromRows = metric.NewSheet(originals), originals
		}
		l.Pairs, l.Changed.Metric = len(sheets[c.Chain].Pairs()), ChangedMetric
		same := changedVerdicts(&b, &l.Changed.Value, fromRows, byChain[c.Chain])
		out.Unchanged = out.Unchanged && same
		values = append(values, b.Values(ms, sheets[c.Chain]))
		if e, ok := metric.EffectsOf(metric.TDR, fromRows, byChain[c.Chain]); ok {
			l.Effects = &e
		}
		l.Drops = make([]metric.Difference, len(TransformedMetrics()))
		noise := placebo
		if own := t.own(c.Chain); own != "" {
			noise = sheets[own]
		}
		if c.Kind != KindPlacebo && noise != nil && noise.Len() > 0 {
			l.Beyond = make([]metric.Difference, len(l.Drops))
		}
		for k, m := range TransformedMetrics() {
			b.Delta(&l.Drops[k], m, from, sheets[c.Chain], nil)
			if l.Beyond != nil {
				b.Delta(&l.Beyond[k], m, noise, sheets[c.Chain], from)
			}
		}
	}
	b.Run()
	for i, vs := range values {
		var cells []Cell
		for k, m := range TransformedMetrics() {
			cells = append(cells, Cell{Metric: m, Value: vs[k]})
		}
		out.Index = append(out.Index, vs[len(cells)])
		out.Collapse = append(out.Collapse, collapse(vs[0], vs[len(cells)], vs[len(cells)+1]))
		if i == 0 {
			out.Reference = cells
		} else {
			out.Lines[i-1].Cells = cells
		}
	}
	return out
}

// ByChain returns a subject's rows on transformed texts by chain, of the samples that are in the headline; empty when
// nothing of the suite was transformed.
func (s *Suite) ByChain(subject string) map[string][]bench.Trial {
	out := s.plannedChanged(subject)
	for chain, rows := range out {
		out[chain] = onlyAsked(rows)
	}
	return out
}

// plannedChanged returns the same as [Suite.ByChain], including the trials that were not asked.
func (s *Suite) plannedChanged(subject string) map[string][]bench.Trial {
	counts := s.Counts()
	wanted := map[string][]uint32{}
	for same := range stretches(s.source, s.bySubject[subject][1]) {
		if v := same.variant; counts(v) {
			wanted[v.Chain] = append(wanted[v.Chain], same.places...)
		}
	}
	out := make(map[string][]bench.Trial, len(wanted))
	for chain, places := range wanted {
		out[chain] = rowsAt(s.source, places)
	}
	return out
}

// ReferenceRows replaces the originals that have a Baseline with it.
func ReferenceRows(originals, baselines []bench.Trial) []bench.Trial {
	has := map[string]bool{}
	var last *bench.Variant
	for i := range baselines {
		if v := baselines[i].Variant; v != last {
			last = v
			has[v.Origin()] = true
		}
	}
	out := slices.Clone(baselines)
	for i := range originals {
		if !has[originals[i].Variant.Key] {
			out = append(out, originals[i])
		}
	}
	return out
}

// changedVerdicts asks b for the share of texts on which the subject's verdict differs from the one on the
// reference text with the same truth: another verdict, an answer where there was none, or none where there was
// one. same is also false when the documented flaw was found in only one of the two.
func changedVerdicts(b *metric.Batch, v *metric.Value, from, rows []bench.Trial) (same bool) {
	type item struct {
		origin string
		truth  bench.Truth
	}
	before := map[item][]*bench.Trial{}
	var last *bench.Variant
	var it item
	for i := range from {
		if r := &from[i]; r.Variant != last {
			last, it = r.Variant, item{r.Variant.Origin(), r.Variant.Truth}
		}
		before[it] = append(before[it], &from[i])
	}
	same, last = true, nil
	var differ metric.Shares
	for i := range rows {
		r := &rows[i]
		if r.Variant != last {
			last, it = r.Variant, item{r.Variant.Origin(), r.Variant.Truth}
		}
		at := -1
		for j, ref := range before[it] {
			if ref.Repetition == r.Repetition {
				at = j
			}
		}
		if at < 0 {
			continue
		}
		ref := before[it][at]
		was, _ := ref.Says()
		is, _ := r.Says()
		differ.Add(r.Variant.Base, was != is, 1)
		same = same && was == is && strict(ref) == strict(r)
	}
	b.Share(v, &differ, changeSeed)
	return same
}

// changeSeed is the seed of the bootstrap of changed verdicts.
const changeSeed = 20261121

func strict(r *bench.Trial) bench.Decision {
	if r.Verdict == nil {
		return ""
	}
	return r.Verdict.Strict
}

// collapse returns the SUI for the case in which no target was found, which leaves the paper's R̄ undefined: the
// unconditional one, or 0 where there is no finding either. It is undefined where the SUI has a value, or nothing
// was decided.
func collapse(tdr, index, unconditional metric.Value) metric.Value {
	switch {
	case index.Defined || !tdr.Defined || tdr.Point > 0:
		return metric.Value{}
	case unconditional.Defined:
		return unconditional
	}
	return metric.Value{Defined: true, N: tdr.N}
}

// kind returns the kind of a chain.
func (t *Transformations) kind(chain string) string {
	for _, c := range t.Chains {
		if c.Chain == chain {
			return c.Kind
		}
	}
	return ""
}

// preserved pools a subject's rows of all chains that keep the flaw, except the reference, in order of variant.
func (s *Suite) preserved(subject string, kind func(string) string) []bench.Trial {
	counts := s.Counts()
	var wanted []uint32
	for same := range stretches(s.source, s.bySubject[subject][1]) {
		v := same.variant
		if k := kind(v.Chain); v.Chain != Baseline && (k == KindPreserving || k == KindPlacebo) && counts(v) {
			wanted = append(wanted, same.places...)
		}
	}
	return rowsAt(s.source, wanted)
}

// Diagnose returns the diagnosis of a subject on the reference texts of a suite, and how much of it remains on
// transformed texts; kind returns the kind of a chain according to the manifest.
func (s *Suite) Diagnose(subject string, kind func(chain string) string) (
	reference, transformed metric.Diagnosis, counts string) {
	ref := ReferenceRows(s.Headline(subject), s.ByChain(subject)[Baseline])
	reference, _ = metric.Diagnose(ref)
	changed := s.preserved(subject, kind)
	transformed, why := metric.DiagnoseChanged(ref, changed)
	return reference, transformed, fmt.Sprintf("%s on %s; on %s transformed texts %s: %s", reference,
		Plural(len(ref), "reference text"), Count(len(changed)), transformed, why)
}

// diagnoses returns a sentence, for every subject that follows the flaw on the reference, on how much of that
// remains: the others have nothing to lose.
func (t *Transformations) diagnoses() []string {
	var out []string
	for _, s := range t.Subjects {
		if s.onReference != metric.FollowsFlaw {
			continue
		}
		after := "follows the flaw on the transformed texts, too"
		switch s.Diagnosis {
		case metric.Recogniser:
			after = "follows the flaw on the reference but is a recogniser"
		case metric.Undecided:
			after = "follows the flaw on the reference; the transformed texts do not decide whether it does there"
		}
		out = append(out, fmt.Sprintf("%s %s: %s.", s.Subject.Name, after, s.Reason))
	}
	return out
}
