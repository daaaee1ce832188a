package engine

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/judge"
	"assay/internal/store"
)

// Record says whose verdict on an answer counts in a run, among those of all its
// judges: of code, what execution showed; else that of the panel of the judges
// that ask models, or of the only one of them; else the rule judge's.
type Record struct {
	rule  judge.Judge
	exec  judge.Referee   // nil without one
	asked []judge.Referee // none, one, or an odd number
}

// NewRecord makes a record of the judges of a run. The error is judge.ErrEven for
// a panel that could have no majority, or says that a judge is given twice.
func NewRecord(rule judge.Judge, referees []judge.Referee) (Record, error) {
	r := Record{rule: rule}
	seen := map[string]bool{}
	for _, ref := range referees {
		switch {
		case seen[ref.Name()]:
			return r, fmt.Errorf("the judge %s is given twice", ref.Name())
		case ref.Executes():
			r.exec = ref
		default:
			r.asked = append(r.asked, ref)
		}
		seen[ref.Name()] = true
	}
	if n := len(r.asked); n > 0 && n%2 == 0 {
		return r, judge.ErrEven
	}
	return r, nil
}

// Judging names whose verdicts count, for the manifest.
func (r Record) Judging() bench.Judging {
	j := bench.Judging{Rule: r.rule.Name()}
	for _, ref := range r.asked {
		j.Asked = append(j.Asked, ref.Name())
	}
	if r.exec != nil {
		j.Exec = r.exec.Name()
	}
	return j
}

// Referees returns the judges that a run has beside the rule judge.
func (r Record) Referees() []judge.Referee {
	if r.exec == nil {
		return r.asked
	}
	return append(append([]judge.Referee{}, r.asked...), r.exec)
}

// Verdict returns the verdict that counts on an answer, of which list holds the
// stored judgements.
func (r Record) Verdict(v *bench.Variant, a bench.Answer, list []store.Judgement) bench.Verdict {
	if r.exec != nil && a.Kind != "" {
		return said(r.exec, v, a, list)
	}
	if len(r.asked) == 0 {
		return ruled(r.rule, v, a)
	}
	if len(r.asked) == 1 {
		return said(r.asked[0], v, a, list)
	}
	var verdicts []bench.Verdict
	for _, ref := range r.asked {
		verdicts = append(verdicts, said(ref, v, a, list))
	}
	out, err := judge.Panel(verdicts)
	if err != nil {
		return judge.Silent(r.Judging().String(), v, err.Error())
	}
	return out
}

// All returns the verdicts of all judges on an answer, by name, those of the rule
// judge and of judges that have nothing to say about it included.
func (r Record) All(v *bench.Variant, a bench.Answer, list []store.Judgement) []bench.Opinion {
	out := []bench.Opinion{{Verdict: ruled(r.rule, v, a)}}
	for _, ref := range r.Referees() {
		q, ok := ref.Question(v, a)
		if !ok {
			continue
		}
		o := bench.Opinion{Verdict: said(ref, v, a, list)}
		if j := find(list, ref.Name(), q); j != nil {
			o.Injected, o.Failed, o.Cost = j.Injected != "", j.Outcome == store.Failed, j.Response.Usage.CostUSD
		}
		out = append(out, o)
	}
	return out
}

// said returns what a judge said of an answer, or why it did not.
func said(ref judge.Referee, v *bench.Variant, a bench.Answer, list []store.Judgement) bench.Verdict {
	q, ok := ref.Question(v, a)
	if !ok {
		return judge.Silent(ref.Name(), v, "this judge does not decide on such answers")
	}
	switch j := find(list, ref.Name(), q); {
	case j == nil:
		return judge.Silent(ref.Name(), v, "not judged yet; the same command asks the judge")
	case j.Verdict == nil:
		return judge.Silent(ref.Name(), v, "the judge failed: "+j.Reason)
	default:
		return *j.Verdict
	}
}
