package llm

import (
	"errors"

	"assay/internal/bench"
	"assay/internal/core/judge"
)

// reply is the requested reply of the model.
type reply struct {
	Seal string `json:"seal"`
	judge.Reply
}

// errPlanted means that the judge accepted the planted finding.
var errPlanted = errors.New("the judge accepted the planted finding, which is about a name that is not in the code")

// read converts a reply to a verdict, or returns the reason why it cannot.
func read(text string, q question, v *bench.Variant, a bench.Answer) (bench.Verdict, error) {
	var out bench.Verdict
	var r reply
	if err := judge.Decode(text, &r); err != nil {
		return out, err
	}
	if r.Seal != q.seal {
		return out, errors.New("the reply does not carry the seal of the question")
	}
	all, err := r.Rulings(len(a.Findings) + 1)
	if err != nil {
		return out, err
	}
	if all[q.planted-1].Class.Correct() {
		return out, errPlanted
	}
	var own []bench.FindingVerdict
	for _, n := range q.numbers {
		own = append(own, all[n-1])
	}
	return r.Decide(own, q.numbers, v, a)
}
