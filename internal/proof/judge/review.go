package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/postgres"
	"assay/internal/proof/verify"
)

// maxRepairs is how many repairs of one answer are executed, in their order; equal ones count once.
const maxRepairs = 5

// maxReason bounds what is kept of a reason, in runes.
const maxReason = 300

// A proposal is what executing the repair of one finding showed. The zero value stands for a finding without a repair.
type proposal struct {
	Why     string             `json:"why,omitempty"`     // why it does not apply
	Skipped string             `json:"skipped,omitempty"` // why it is not executed
	SameAs  int                `json:"same_as,omitempty"` // number of the finding whose repair gives the same text
	Repair  *verify.Repair     `json:"repair,omitempty"`
	SQL     *postgres.Repaired `json:"sql,omitempty"`
}

// proposes reports whether an answer is a review with a repair.
func proposes(a bench.Answer) bool {
	return a.Kind == "" && slices.ContainsFunc(a.Findings, func(f bench.Finding) bool { return len(f.Repair) > 0 })
}

// proposals returns the repairs of a review as JSON, in the order of its findings.
func proposals(a bench.Answer) string {
	var list [][]bench.Edit
	for _, f := range a.Findings {
		list = append(list, f.Repair)
	}
	text, err := json.Marshal(list)
	if err != nil {
		panic("judge: edits of strings and numbers cannot fail to encode: " + err.Error())
	}
	return string(text)
}

// review executes the repairs that a review proposes, each alone, on the text that was reviewed.
func (j *Judge) review(ctx context.Context, v *bench.Variant, a bench.Answer, x suite.Executable,
	q suite.Exercise) (judge.Judgement, error) {
	out := seen{Proposed: make([]proposal, len(a.Findings))}
	engine := "PostgreSQL"
	if !byRequirement(v) {
		out.Texts, engine = digest(x), verify.Engine()
	}
	part, why := j.part(v, a.Extent)
	if why != "" {
		return judge.Judgement{Verdict: undecided(v, a, why)}, nil
	}
	first := map[string]int{} // number of the finding by the repaired text
	for i, f := range a.Findings {
		if len(f.Repair) == 0 {
			continue
		}
		p := &out.Proposed[i]
		text, why := Apply(v.Task.Language, v.Task.Files[0], part, f.Repair)
		switch {
		case why != "":
			p.Why = why
			continue
		case first[text] > 0:
			p.SameAs = first[text]
			continue
		case len(first) == maxRepairs:
			p.Skipped = fmt.Sprintf("only the first %d repairs of an answer are executed", maxRepairs)
			continue
		}
		first[text] = i + 1
		var err error
		if byRequirement(v) {
			p.SQL, err = j.repairedQuery(ctx, v, q, text)
		} else {
			p.Repair, err = j.repairedContract(ctx, v, x, text)
		}
		if err != nil {
			return judge.Judgement{Asked: true}, err
		}
	}
	return judged(v, a, out, engine)
}

// part returns what a question showed of a text, "" for all of it, or why that is not known.
func (j *Judge) part(v *bench.Variant, extent string) (text, why string) {
	if extent == "" {
		return "", ""
	}
	if text := v.Task.Aids[bench.AidExtent+extent]; text != "" {
		return text, ""
	}
	var twin *bench.Variant
	if p, ok := j.programs[v.Origin()]; ok {
		twin, _ = p.st.Variant(v.Twin)
	}
	if text := prompt.Extents(v, twin)[extent]; text != "" {
		return text, ""
	}
	return "", "what the question showed is not known"
}

// repairedContract executes a repaired contract: in place of the text that was reviewed.
func (j *Judge) repairedContract(ctx context.Context, v *bench.Variant, x suite.Executable,
	text string) (*verify.Repair, error) {
	cs, err := j.prepared(ctx, v, x)
	if err != nil {
		return nil, err
	}
	of := evidence.Vulnerable
	if v.Truth == bench.Safe {
		of = evidence.Fixed
	}
	r, err := cs.Repair(ctx, j.compiler, text, verify.Options{Fuzz: fuzz, Seed: seed, Of: of})
	return &r, err
}

// repairedQuery executes a repaired query.
func (j *Judge) repairedQuery(ctx context.Context, v *bench.Variant, q suite.Exercise,
	text string) (*postgres.Repaired, error) {
	if j.compiler == nil {
		return nil, errReads
	}
	w, err := j.database.world(ctx, v.Suite+"/"+q.App.Name, q.App)
	if err != nil {
		return nil, err
	}
	m, err := w.Repair(ctx, q.Query.Name, q.Test, q.Twin, text)
	return &m, err
}

// undecided is the verdict on an answer that cannot be executed.
func undecided(v *bench.Variant, a bench.Answer, why string) bench.Verdict {
	out := judge.Undecided(Name, v, why)
	if a.Kind != "" {
		return out
	}
	for _, f := range a.Findings {
		r := bench.RepairVerdict{}
		if len(f.Repair) > 0 {
			r = bench.RepairVerdict{Effect: bench.NotExecuted, Reason: why}
		}
		out.Repairs = append(out.Repairs, r)
	}
	return out
}

// decideReview derives the verdict from the results of the repairs of a review. The flaw counts as found here if one
// of them closes it; no number of detection uses that.
func decideReview(v *bench.Variant, list []proposal) bench.Verdict {
	out := bench.Verdict{Judge: Name}
	closed := false
	for _, p := range list {
		r := effect(v, p)
		if p.SameAs > 0 && p.SameAs <= len(out.Repairs) {
			r = out.Repairs[p.SameAs-1]
		}
		r.Reason = shorten(r.Reason)
		out.Repairs = append(out.Repairs, r)
		closed = closed || r.Effect == bench.Closes
	}
	if v.Truth == bench.Vulnerable {
		out.Strict, out.Lenient = bench.Miss, bench.Miss
		if closed {
			out.Strict, out.Lenient = bench.Hit, bench.Hit
		}
	}
	return out
}

// effect returns what the repair of one finding does.
func effect(v *bench.Variant, p proposal) bench.RepairVerdict {
	switch {
	case p.Why != "":
		return bench.RepairVerdict{Effect: bench.NotApplied, Reason: p.Why}
	case p.Skipped != "":
		return bench.RepairVerdict{Effect: bench.NotExecuted, Reason: p.Skipped}
	case p.SQL != nil:
		return effectOnQuery(v, p.SQL)
	case p.Repair != nil:
		return effectOnContract(v, p.Repair)
	}
	return bench.RepairVerdict{}
}

func effectOnContract(v *bench.Variant, r *verify.Repair) bench.RepairVerdict {
	out := bench.RepairVerdict{Attempts: r.Attempts()}
	lost, failures := r.BreaksUse(), strings.Join(r.Failures(), "; ")
	switch {
	case r.Same && v.Truth == bench.Safe:
		out.Effect, out.Reason = bench.Harmless, "nothing differs from the text before"
	case r.Same:
		out.Effect, out.Reason = bench.Unchanged, "nothing differs from the text before"
	case lost != "":
		out.Effect, out.Reason = bench.BreaksUse, lost
	case len(r.Cells) == 0:
		out.Effect, out.Reason = bench.BreaksUse, "nothing could be executed with it"
	case v.Truth == bench.Safe && failures != "":
		out.Effect, out.Reason = bench.BreaksUse, "it opens a flaw: "+failures
	case v.Truth == bench.Safe:
		out.Effect, out.Reason = bench.Harmless, "honest use, interface and storage stand"
	case r.Works():
		out.Effect, out.Reason = bench.Closes, "every attack fails, and honest use, interface and storage stand"
	default:
		out.Effect, out.Reason = bench.StaysOpen, failures
	}
	if !v.Several() || lost != "" || r.Same {
		return out
	}
	for _, set := range v.Documented() {
		if r.Ends(set.Number) {
			out.Closed = append(out.Closed, set.Number)
		}
	}
	if len(out.Closed) > 0 {
		out.Effect = bench.Closes
	}
	return out
}

func effectOnQuery(v *bench.Variant, m *postgres.Repaired) bench.RepairVerdict {
	out := bench.RepairVerdict{Attempts: m.Resisted}
	why := m.Why
	if why == "" && len(m.Failures) > 0 {
		why = fmt.Sprintf("%q: %s", m.Failures[0].Set, m.Failures[0].Reason)
	}
	switch {
	case !m.Compiles:
		out.Effect, out.Reason = bench.BreaksUse, why
	case v.Truth == bench.Safe && m.Works():
		out.Effect, out.Reason = bench.Harmless, "honest use gives the expected rows and changes"
	case m.Same && v.Truth == bench.Vulnerable:
		out.Effect, out.Reason = bench.Unchanged, "every set shows what the text before showed"
	case !m.Honest:
		out.Effect, out.Reason = bench.BreaksUse, why
	case v.Truth == bench.Safe:
		out.Effect, out.Reason = bench.BreaksUse, "it opens a flaw: "+why
	case m.Works():
		out.Effect, out.Reason = bench.Closes, fmt.Sprintf("honest use passes on %d sets, and %d attacks are resisted",
			m.Regular, m.Resisted)
	default:
		out.Effect, out.Reason = bench.StaysOpen, why
	}
	return out
}

func shorten(s string) string {
	if r := []rune(s); len(r) > maxReason {
		return string(r[:maxReason]) + "…"
	}
	return s
}
