package engine

import (
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/store"
	"assay/internal/core/suite/sqlapp"
)

// Record decides which verdict on an answer counts in a run. For code it is the result of
// the execution; otherwise the verdict of the panel of judges that ask models, or of the
// only such judge; otherwise the verdict of the rule judge.
type Record struct {
	rule  judge.Judge
	exec  judge.Referee   // nil without an executing judge
	asked []judge.Referee // none, one, or an odd number
}

// NewRecord makes a record of the judges of a run. It returns judge.ErrEven for a panel of
// even size, which could have no majority, and an error if a judge is given twice.
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

// Judging returns the names of the judges whose verdicts count, for the manifest.
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

// Referees returns the judges of the run other than the rule judge.
func (r Record) Referees() []judge.Referee {
	if r.exec == nil {
		return r.asked
	}
	return append(append([]judge.Referee{}, r.asked...), r.exec)
}

// Verdict returns the verdict that counts on an answer; list holds its stored judgements. Where the repair of a found
// flaw was executed, FSV is the execution's.
func (r Record) Verdict(v *bench.Variant, a bench.Answer, list []store.Judgement) bench.Verdict {
	out := r.verdict(v, a, list)
	proposes := slices.ContainsFunc(a.Findings, func(f bench.Finding) bool { return len(f.Repair) > 0 })
	if r.exec == nil || a.Kind != "" || !proposes || v.Several() || out.Lenient != bench.Hit {
		return out
	}
	switch r.Explain(v, a, list).Repair.Effect {
	case "", bench.NotExecuted:
	case bench.Closes:
		out.FSV = new(1.0)
	default:
		out.FSV = new(0.0)
	}
	return out
}

func (r Record) verdict(v *bench.Variant, a bench.Answer, list []store.Judgement) bench.Verdict {
	if r.exec != nil && a.Kind != "" {
		return verdictOf(r.exec, v, a, list)
	}
	if len(r.asked) == 0 {
		return ruleVerdict(r.rule, v, a)
	}
	if len(r.asked) == 1 {
		return verdictOf(r.asked[0], v, a, list)
	}
	var verdicts []bench.Verdict
	for _, ref := range r.asked {
		verdicts = append(verdicts, verdictOf(ref, v, a, list))
	}
	out, err := judge.Panel(verdicts)
	if err != nil {
		return judge.Undecided(r.Judging().String(), v, err.Error())
	}
	return out
}

// All returns the verdicts of all judges on an answer, by name, including the rule judge
// and judges that do not decide on such answers.
func (r Record) All(v *bench.Variant, a bench.Answer, list []store.Judgement) []bench.Opinion {
	out := []bench.Opinion{{Verdict: ruleVerdict(r.rule, v, a)}}
	for _, ref := range r.Referees() {
		q, ok := ref.Question(v, a)
		if !ok || ref.Executes() && a.Kind == "" { // repairs of a review say nothing about what it finds
			continue
		}
		o := bench.Opinion{Verdict: verdictOf(ref, v, a, list)}
		if j := find(list, ref.Name(), q); j != nil {
			o.Injected, o.Failed, o.Cost = j.Injected != "", j.Outcome == store.Failed, j.Response.Usage.CostUSD
		}
		out = append(out, o)
	}
	return out
}

// Explain joins whether a review names the flaw with what executing its repairs showed. list holds the stored
// judgements on it.
func (r Record) Explain(v *bench.Variant, a bench.Answer, list []store.Judgement) *bench.Explained {
	naming, at := judge.NamingOf(v, a)
	out := &bench.Explained{Naming: naming}
	if v.Truth != bench.Vulnerable { // any repair may do harm
		out.Naming, at = "", slices.IndexFunc(a.Findings, func(f bench.Finding) bool { return len(f.Repair) > 0 })
	}
	if at < 0 || len(a.Findings[at].Repair) == 0 {
		return out
	}
	out.Repair = bench.RepairVerdict{Effect: bench.NotExecuted, Reason: "code is executed with --judge exec only"}
	if r.exec == nil {
		return out
	}
	done := verdictOf(r.exec, v, a, list)
	if q, ok := r.exec.Question(v, a); sqlapp.Program(v.Task.Language) && (!ok || find(list, r.exec.Name(), q) == nil) {
		out.Repair.Reason = "handlers are executed in a box only: run with --box; other programs are not executed"
		return out
	}
	if len(done.Repairs) != len(a.Findings) {
		out.Repair.Reason = done.Reason
		return out
	}
	out.Repair = done.Repairs[at]
	if v.Truth != bench.Vulnerable {
		for _, one := range done.Repairs {
			if one.Effect == bench.BreaksUse {
				out.Repair = one
			}
		}
	}
	return out
}

// verdictOf returns the verdict of a judge on an answer, or one without a decision that gives the reason.
func verdictOf(ref judge.Referee, v *bench.Variant, a bench.Answer, list []store.Judgement) bench.Verdict {
	q, ok := ref.Question(v, a)
	if !ok {
		return judge.Undecided(ref.Name(), v, "this judge does not decide on such answers")
	}
	j := find(list, ref.Name(), q)
	switch {
	case j == nil:
		return judge.Undecided(ref.Name(), v, "not judged yet; the same command asks the judge")
	case j.Verdict == nil:
		return judge.Undecided(ref.Name(), v, "the judge failed: "+j.Reason)
	case q == judge.AnyReading:
		again, ok := ref.Read(v, a, j.Response)
		if !ok {
			return judge.Undecided(ref.Name(), v, "its recorded judgement does not fit the labels of this text")
		}
		return again
	}
	return *j.Verdict
}
