package judge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
)

// ErrEven means that the requested panel has an even number of judges.
var ErrEven = errors.New("a panel has an odd number of judges, so that it can have a majority")

// Panel combines the verdicts of an odd number of judges on one answer, given in the panel's order (paper
// §4.5). Each decision has its own majority of more than half of the judges: whether the target was found, whether
// a finding is correct, its one of five classes, and its one of nine. Scores are the mean over the judges that scored.
//
// An unscored judge has no vote, and its vote is not guessed. The majority is always of all judges, so a
// decision that the missing vote could change is unscored. The reason lists the judges without a vote, and the
// decisions without a majority.
func Panel(verdicts []bench.Verdict) (bench.Verdict, error) {
	if len(verdicts)%2 == 0 {
		return bench.Verdict{}, ErrEven
	}
	var names, silent []string
	var voting []bench.Verdict
	target := false
	for _, v := range verdicts {
		names = append(names, v.Judge)
		target = target || v.Strict != ""
		if v.Unscored {
			silent = append(silent, v.Judge)
			continue
		}
		voting = append(voting, v)
	}
	out := bench.Verdict{Judge: "panel(" + strings.Join(names, ", ") + ")"}
	need := len(verdicts)/2 + 1
	var reasons []string
	if len(silent) > 0 {
		reasons = append(reasons, "no vote of "+strings.Join(silent, ", "))
	}
	n := 0
	for _, v := range voting {
		n = max(n, len(v.Findings))
	}
	for _, v := range voting {
		if len(v.Findings) != n {
			return bench.Verdict{}, fmt.Errorf("%s decides on %d findings of %d: these are verdicts on different answers",
				v.Judge, len(v.Findings), n)
		}
	}
	if target {
		out.Strict = majority(voting, need, func(v bench.Verdict) bench.Decision { return v.Strict })
		out.Lenient = majority(voting, need, func(v bench.Verdict) bench.Decision { return v.Lenient })
		for _, d := range []struct {
			name string
			is   bench.Decision
		}{{"strict", out.Strict}, {"lenient", out.Lenient}} {
			if d.is == "" {
				reasons = append(reasons, "no majority on the "+d.name+" match")
			}
		}
		out.Strict, out.Lenient = cmp.Or(out.Strict, bench.Unscored), cmp.Or(out.Lenient, bench.Unscored)
	}
	if err := panelTargets(verdicts, voting, need, &out); err != nil {
		return bench.Verdict{}, err
	}
	for i := range n {
		f := finding(voting, i, need, len(silent))
		if f.Class == "" {
			f.Reason = f.String() + ": " + votes(voting, i)
			reasons = append(reasons, fmt.Sprintf("no majority on the class of finding %d", i+1))
		}
		out.Findings = append(out.Findings, f)
	}
	if out.Targets == nil {
		out.RCIR = mean(voting, func(v bench.Verdict) *float64 { return v.RCIR })
		out.AVA = mean(voting, func(v bench.Verdict) *float64 { return v.AVA })
		out.FSV = mean(voting, func(v bench.Verdict) *float64 { return v.FSV })
	}
	if out.Lenient != bench.Hit {
		out.RCIR, out.AVA, out.FSV = nil, nil, nil
	}
	out.Unscored = len(voting) < need
	out.Reason = strings.Join(reasons, "; ")
	return out, nil
}

// finding decides on finding i; missing is the number of judges without a vote.
func finding(voting []bench.Verdict, i, need, missing int) bench.FindingVerdict {
	f := bench.FindingVerdict{
		Class:    majority(voting, need, func(v bench.Verdict) bench.FindingClass { return v.Findings[i].Class }),
		Type:     match(voting, need, func(v bench.Verdict) bench.Match { return v.Findings[i].Type }),
		Location: match(voting, need, func(v bench.Verdict) bench.Match { return v.Findings[i].Location }),
	}
	by := map[bench.FindingClass]int{}
	most := 0
	for _, v := range voting {
		c := v.Findings[i].Class
		by[c]++
		most = max(most, by[c])
	}
	d := bench.Majority{Open: f.Class == "" && most+missing >= need,
		Correct: cmp.Or(majority(voting, need, func(v bench.Verdict) bench.Decision { return v.Findings[i].Correct() }),
			bench.Unscored),
		Coarse: majority(voting, need, func(v bench.Verdict) bench.FindingClass { return v.Findings[i].Coarse() })}
	if f.Class == "" || d.Coarse != "" && d.Coarse != f.Coarse() {
		f.Decided = &d
	}
	if f.Correct() == bench.Hit || f.Class == bench.Mischaracterized {
		f.Target = majority(voting, need, func(v bench.Verdict) int { return v.Findings[i].Target })
	}
	return f
}

// match returns the majority of a match: whether it is right at least in part comes first, and exactly second.
func match(voting []bench.Verdict, need int, of func(bench.Verdict) bench.Match) bench.Match {
	if m := majority(voting, need, of); m != "" {
		return m
	}
	if majority(voting, need, func(v bench.Verdict) bool { return of(v).AtLeastPartial() }) {
		return bench.MatchPartial
	}
	return ""
}

// panelTargets decides on each of several documented flaws, and derives the decision on the variant.
func panelTargets(verdicts, voting []bench.Verdict, need int, out *bench.Verdict) error {
	n := 0
	for _, v := range verdicts {
		n = max(n, len(v.Targets))
	}
	// the targets that any judge decided on: one that recorded judges were not asked about is not a miss, nor
	// unscored
	var asked bench.Verdict
	for i := range n {
		for _, v := range voting {
			if len(v.Targets) != n {
				return fmt.Errorf("%s decides on %d targets of %d: these are verdicts on different texts", v.Judge, len(v.Targets),
					n)
			}
		}
		t := bench.TargetVerdict{
			Strict:  majority(voting, need, func(v bench.Verdict) bench.Decision { return v.Targets[i].Strict }),
			Lenient: majority(voting, need, func(v bench.Verdict) bench.Decision { return v.Targets[i].Lenient }),
		}
		t.Strict, t.Lenient = cmp.Or(t.Strict, bench.Unscored), cmp.Or(t.Lenient, bench.Unscored)
		for _, v := range verdicts {
			if len(v.Targets) == n {
				t.Target = v.Targets[i].Target
			}
		}
		if t.Lenient == bench.Hit {
			t.RCIR = mean(voting, func(v bench.Verdict) *float64 { return v.Targets[i].RCIR })
			t.AVA = mean(voting, func(v bench.Verdict) *float64 { return v.Targets[i].AVA })
			t.FSV = mean(voting, func(v bench.Verdict) *float64 { return v.Targets[i].FSV })
		}
		out.Targets = append(out.Targets, t)
		if slices.ContainsFunc(voting, func(v bench.Verdict) bool { return v.Targets[i].Strict != bench.Unscored }) {
			asked.Targets = append(asked.Targets, t)
		}
	}
	if n > 0 {
		out.Strict, out.Lenient = bench.Unscored, bench.Unscored
	}
	if len(asked.Targets) > 0 {
		asked.Sum()
		out.Strict, out.Lenient, out.RCIR, out.AVA, out.FSV = asked.Strict, asked.Lenient, asked.RCIR, asked.AVA, asked.FSV
	}
	return nil
}

// majority returns the value that at least need verdicts have, or the zero value.
func majority[T comparable](verdicts []bench.Verdict, need int, of func(bench.Verdict) T) T {
	var none T
	count := map[T]int{}
	for _, v := range verdicts {
		vote := of(v)
		if count[vote]++; count[vote] >= need && vote != none {
			return vote
		}
	}
	return none
}

func votes(verdicts []bench.Verdict, i int) string {
	var out []string
	for _, v := range verdicts {
		out = append(out, fmt.Sprintf("%s says %s", v.Judge, v.Findings[i].Class))
	}
	return strings.Join(out, ", ")
}

func mean(verdicts []bench.Verdict, of func(bench.Verdict) *float64) *float64 {
	sum, n := 0.0, 0
	for _, v := range verdicts {
		if x := of(v); x != nil {
			sum, n = sum+*x, n+1
		}
	}
	if n == 0 {
		return nil
	}
	return new(sum / float64(n))
}
