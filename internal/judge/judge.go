// Package judge decides which findings of an answer match which labels of a
// variant. The Rule judge here is offline and deterministic: class aliases ×
// location. It reads what a finding claims, not how well it is argued, so it
// leaves the reasoning scores RCIR, AVA and FSV open.
package judge

import "assay/internal/bench"

// A Judge decides on answered trials. Implementations are safe for concurrent use.
type Judge interface {
	// Name identifies the judge and its version in the store, such as "rule/1".
	Name() string

	// Judge returns one verdict; Verdict.Findings has the length and order of
	// answer.Findings. What cannot be decided is bench.Unscored with a reason.
	Judge(v *bench.Variant, a bench.Answer) bench.Verdict
}
