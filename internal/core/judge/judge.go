// Package judge decides which findings of an answer match which labels of a variant. The Rule judge here is
// offline and deterministic: it compares places, names of classes, and words. It reads only the claims of a
// finding, not their argument, so it leaves the reasoning scores RCIR, AVA and FSV unscored.
package judge

import (
	"context"

	"assay/internal/bench"
)

// A Judge decides on answered trials. Implementations are safe for concurrent use.
type Judge interface {
	// Name identifies the judge and its version in the store, such as "rule/2".
	Name() string

	// Judge returns one verdict; Verdict.Findings has the length and order of answer.Findings. An undecidable
	// answer is bench.Unscored with a reason.
	Judge(v *bench.Variant, a bench.Answer) bench.Verdict
}

// A Referee is a judge that costs time or money, or needs a machine: it asks a model, or executes an answer.
// Implementations are safe for concurrent use and keep no state between calls.
type Referee interface {
	// Name identifies the judge and its version in the store, such as
	// "llm:provider/model/1".
	Name() string

	// Executes reports whether the judge runs code on this machine instead of sending requests. Then as many
	// judgements run concurrently as there are processors.
	Executes() bool

	// Question identifies all inputs of the judge's decision; equal questions share a judgement. ok is false for
	// answers outside the judge's scope, such as one without code for a judge that executes. [AnyReading] stands for
	// a decision about the text of an answer.
	Question(v *bench.Variant, a bench.Answer) (hash string, ok bool)

	// Judge decides. An undecidable answer is unscored in the verdict, with the reason. An error means that there
	// is no judgement, and that the same question may get one later; the Response still holds the facts about the
	// attempts.
	Judge(ctx context.Context, v *bench.Variant, a bench.Answer) (Judgement, error)

	// Read derives the verdict again from a stored reply; ok is false when the judge has no reply to read, and the
	// stored verdict remains valid.
	Read(v *bench.Variant, a bench.Answer, reply bench.Response) (verdict bench.Verdict, ok bool)
}

// AnyReading is the question of a referee that decided about an answer as it was written: its stored reply stays
// valid when a later parser reads more of the answer, and is read again with it.
const AnyReading = ""

// Judgement is one judge's decision on one answer, with its record.
type Judgement struct {
	Verdict  bench.Verdict
	Response bench.Response // zero when there was no request or execution
	Asked    bool           // a model was asked, or something was executed
	Injected string         // text of the candidate that addresses its judge, "" when there is none
}

// Undecided returns the verdict of a judge that decides nothing, with the reason.
func Undecided(name string, v *bench.Variant, reason string) bench.Verdict {
	out := uniform(name, v, reason, bench.Unscored)
	out.Unscored = true
	return out
}

// Nothing returns a judge's verdict on an answer without findings. It needs no request.
func Nothing(name string, v *bench.Variant) bench.Verdict {
	return uniform(name, v, "there is no finding", bench.Miss)
}

// uniform returns the verdict with the same decision on the variant and on each of its documented flaws.
func uniform(name string, v *bench.Variant, reason string, d bench.Decision) bench.Verdict {
	out := bench.Verdict{Judge: name, Reason: reason}
	if v.Truth == bench.Vulnerable {
		out.Strict, out.Lenient, out.Targets = d, d, Each(v, d)
	}
	return out
}

// Each returns the same decision on all documented flaws of a variant; nil when there are not several.
func Each(v *bench.Variant, d bench.Decision) []bench.TargetVerdict {
	if !v.Several() {
		return nil
	}
	var out []bench.TargetVerdict
	for _, s := range v.Documented() {
		out = append(out, bench.TargetVerdict{Target: s.Number, Strict: d, Lenient: d})
	}
	return out
}
