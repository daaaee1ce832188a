package judge

import (
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/taxonomy"
)

// Rule is the offline judge. Its decisions depend only on the variant and the answer.
//
// A strict hit of the target (§4.5) requires that the finding's location names the target's function or touches
// a ROOT_CAUSE line, and that its type names the target's class or its words are like those of the class and of
// the documented flaw. A lenient hit (Appendix I.3) requires that the type is of the same family or the words
// are somewhat less alike, and that the location is at least that good.
//
// Each of several documented flaws is a target: a finding belongs to the one whose labels it fits best.
//
// A SQL answer hits strictly when it names a requirement that the statement violates, leniently when its
// explanation names the hazard. An answer that names more than maxRequirements of them detects nothing.
type Rule struct{}

// Name implements [Judge]; the version follows the taxonomy.
func (Rule) Name() string { return fmt.Sprintf("rule/%d", taxonomy.Version()) }

// Judge implements [Judge].
func (Rule) Judge(v *bench.Variant, a bench.Answer) bench.Verdict {
	out := bench.Verdict{Judge: Rule{}.Name()}
	if len(a.Findings) > 0 { // otherwise nil, as when read from a database
		out.Findings = make([]bench.FindingVerdict, len(a.Findings))
	}
	place := solidityPlace
	if v.Format.ByRequirement() {
		place = sqlPlace
	}
	d := document(v)
	for i, f := range a.Findings {
		out.Findings[i] = classify(v, f, read(v, f, d), place)
	}
	demoteRepeats(v, a.Findings, out.Findings)
	decide(v, a, &out)
	return out
}

// Claims returns the classes that a finding on v names: the one in its type or, for a SQL finding without such
// a type, those in its explanation.
func Claims(v *bench.Variant, f bench.Finding) []bench.Class {
	part := taxonomy.Solidity
	if v.Format.ByRequirement() {
		part = taxonomy.SQL
	}
	if c := taxonomy.Named(part, f.Type); c != "" {
		return []bench.Class{c}
	}
	if part == taxonomy.SQL {
		return taxonomy.AllNamed(part, f.Explanation)
	}
	return nil
}

// placeFunc returns how well a finding's location fits one label.
type placeFunc func(v *bench.Variant, f bench.Finding, l bench.Label) bench.Match

func solidityPlace(v *bench.Variant, f bench.Finding, l bench.Label) bench.Match {
	for _, r := range f.Lines {
		if l.Span.Overlaps(v.Task.Files[0].Path, r.From, r.To) && r.To-r.From < maxRange {
			return bench.MatchExact
		}
	}
	switch {
	case f.Names(l.Scope):
		return bench.MatchPartial
	case len(f.Lines) == 0 && len(f.Scopes) == 0:
		return bench.MatchNone
	}
	return bench.MatchWrong
}

// maxRange is the longest line range that counts as a location: a range over
// half a contract hits every label in it by chance.
const maxRange = 60

func sqlPlace(_ *bench.Variant, f bench.Finding, l bench.Label) bench.Match {
	switch {
	case len(f.Requirements) == 0 || len(l.Requirements) == 0:
		return bench.MatchNone
	case slices.ContainsFunc(f.Requirements, func(n int) bool { return slices.Contains(l.Requirements, n) }):
		return bench.MatchExact
	}
	return bench.MatchWrong
}

// classify decides on one finding against the best-fitting label.
func classify(v *bench.Variant, f bench.Finding, r reading, place placeFunc) bench.FindingVerdict {
	var best bench.FindingVerdict
	var bestLabel bench.Label
	bestFit := -1
	for _, l := range v.Labels {
		t, p := r.match(l), place(v, f, l)
		fit := 10*weight(p) + weight(t)
		if l.Function == bench.RootCause {
			fit += 5 // of two labels with an equal fit, the target counts
		}
		if len(v.Further) > 0 && p.AtLeastPartial() && t == bench.MatchExact {
			fit += 20 // of two flaws at one place, the finding means the one of its class
		}
		if fit > bestFit {
			bestFit, best, bestLabel = fit, bench.FindingVerdict{Type: t, Location: p}, l
		}
	}
	if bestFit < 0 {
		best = bench.FindingVerdict{Type: typeMatch(r.named, ""), Location: bench.MatchNone}
	}
	best.Class, best.Reason = decideClass(v, f, best, bestLabel)
	if len(v.Further) > 0 && (best.Class.Correct() || best.Class == bench.Mischaracterized) {
		best.Target = bestLabel.Number()
	}
	return best
}

func weight(m bench.Match) int {
	switch m {
	case bench.MatchExact:
		return 3
	case bench.MatchPartial:
		return 2
	case bench.MatchNone:
		return 1
	}
	return 0
}

func typeMatch(claimed []bench.Class, truth bench.Class) bench.Match {
	m := bench.MatchNone
	for _, c := range claimed {
		switch {
		case truth != "" && c == truth:
			return bench.MatchExact
		case c.SameFamily(truth):
			m = bench.MatchPartial
		case m == bench.MatchNone:
			m = bench.MatchWrong
		}
	}
	return m
}

// decideClass combines the two matches into one of the nine classes.
func decideClass(v *bench.Variant, f bench.Finding, m bench.FindingVerdict,
	l bench.Label) (bench.FindingClass, string) {
	placed := m.Location.AtLeastPartial()
	sql := v.Format.ByRequirement()
	if c, ok := taxonomy.NotAFlaw(f.Type); ok && !(placed && m.Type == bench.MatchExact) {
		return c, "the type claims no exploitable harm"
	}
	switch {
	case sql && v.Truth == bench.Safe:
		return bench.Hallucinated, "the statement violates no requirement"
	case sql && m.Location == bench.MatchExact:
		return bench.TargetMatch, "names a violated requirement"
	case sql && m.Location == bench.MatchNone && m.Type == bench.MatchExact:
		return bench.PartialMatch, "names the hazard, not the requirement"
	case sql && m.Location == bench.MatchNone && len(l.Requirements) == 0:
		return bench.Informational, "the test names no requirement to compare with"
	case sql:
		return bench.Hallucinated, "names nothing that the statement violates"

	case placed && l.Function == bench.RootCause && m.Type == bench.MatchExact:
		return bench.TargetMatch, "class and place of the target"
	case placed && l.Function == bench.RootCause && m.Type == bench.MatchPartial:
		return bench.PartialMatch, "place of the target, related class"
	case placed && l.Function == bench.RootCause:
		return bench.Mischaracterized, "place of the target, other class"
	case placed && l.Function == bench.SecondaryVuln && m.Type.AtLeastPartial():
		return bench.BonusValid, "a secondary flaw"
	case placed && m.Location == bench.MatchExact:
		return bench.SecurityTheater, fmt.Sprintf("points at code labelled %s", l.Function)
	case v.Truth == bench.Vulnerable && m.Type == bench.MatchExact && m.Location == bench.MatchNone:
		return bench.Mischaracterized, "class of the target, no place"
	}
	return bench.Hallucinated, "no label has this class at this place"
}

// demoteRepeats leaves one match per target: a repeated finding is neither a second detection nor an error.
// When a statement violates several requirements, a finding that names another one of them is not a repetition.
func demoteRepeats(v *bench.Variant, findings []bench.Finding, fs []bench.FindingVerdict) {
	first := map[int]int{} // index of the first match, by target
	for i, f := range fs {
		was, ok := first[f.Target]
		if f.Class == bench.TargetMatch && (!ok || fs[was].Class != bench.TargetMatch) || f.Class == bench.PartialMatch &&
			!ok {
			first[f.Target] = i
		}
	}
	named := map[int]bool{}
	for i := range fs {
		if fs[i].Class == bench.TargetMatch && namesAnother(v, findings[i], named) {
			continue
		}
		if was, ok := first[fs[i].Target]; ok && i != was && (fs[i].Class == bench.TargetMatch ||
			fs[i].Class == bench.PartialMatch) {
			fs[i].Class, fs[i].Reason = bench.Informational, fmt.Sprintf("repeats finding %d", was+1)
		}
	}
}

// namesAnother reports whether f names a violated requirement that is not in named, and adds the violated
// requirements that it names.
func namesAnother(v *bench.Variant, f bench.Finding, named map[int]bool) bool {
	before := len(named)
	for _, l := range v.Targets() {
		for _, n := range l.Requirements {
			if slices.Contains(f.Requirements, n) {
				named[n] = true
			}
		}
	}
	return len(named) > before
}

// decide sets the two target decisions.
func decide(v *bench.Variant, a bench.Answer, out *bench.Verdict) {
	if v.Truth != bench.Vulnerable {
		return
	}
	if v.Several() {
		decideEach(v, a, out)
		return
	}
	targets := v.Targets()
	if !v.Format.ByRequirement() && len(targets) == 0 {
		out.Strict, out.Lenient = bench.Unscored, bench.Unscored
		out.Reason = "the sample does not say where its flaw is"
		return
	}
	if v.Format.ByRequirement() && !slices.ContainsFunc(targets,
		func(l bench.Label) bool { return len(l.Requirements) > 0 }) {
		out.Strict, out.Lenient = bench.Unscored, bench.Unscored
		out.Reason = "the test does not say which requirement it violates"
		return
	}
	out.Strict, out.Lenient = bench.Miss, bench.Miss
	if a.Verdict != bench.Vulnerable {
		out.Reason = "the verdict is safe"
		return
	}
	if v.Format.ByRequirement() && shotgun(a) {
		out.Reason = fmt.Sprintf("names %d requirements; that is no detection", len(a.Findings))
		return
	}
	for _, f := range out.Findings {
		switch f.Class {
		case bench.TargetMatch:
			out.Strict, out.Lenient = bench.Hit, bench.Hit
		case bench.PartialMatch:
			out.Lenient = bench.Hit
		}
	}
}

// decideEach decides on each documented flaw of a variant that has several.
func decideEach(v *bench.Variant, a bench.Answer, out *bench.Verdict) {
	for _, set := range v.Documented() {
		t := bench.TargetVerdict{Target: set.Number, Strict: bench.Miss, Lenient: bench.Miss}
		for _, f := range out.Findings {
			switch {
			case a.Verdict != bench.Vulnerable || f.Target != set.Number:
			case f.Class == bench.TargetMatch:
				t.Strict, t.Lenient = bench.Hit, bench.Hit
			case f.Class == bench.PartialMatch:
				t.Lenient = bench.Hit
			}
		}
		if len(v.TargetsOf(set.Number)) == 0 {
			t.Strict, t.Lenient = bench.Unscored, bench.Unscored
			out.Reason = fmt.Sprintf("the sample does not say where flaw %d is", set.Number)
		}
		out.Targets = append(out.Targets, t)
	}
	if a.Verdict != bench.Vulnerable {
		out.Reason = "the verdict is safe"
	}
	out.Sum()
}

// maxRequirements is the number of requirements that a SQL answer may name and still be counted as a detection.
const maxRequirements = 4

func shotgun(a bench.Answer) bool {
	n := 0
	for _, f := range a.Findings {
		n += len(f.Requirements)
	}
	return n > maxRequirements
}
