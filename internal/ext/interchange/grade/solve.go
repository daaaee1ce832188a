package grade

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/detect/builtin/known"
	"assay/internal/core/detect/builtin/oracle"
	"assay/internal/core/run/exchange"
	"assay/internal/core/suite"
	"assay/internal/ext/interchange"
	"assay/internal/proof/sqlproof"
)

// Attacks makes an attack on a contract from its proof, or says why there is none.
type Attacks func(ctx context.Context, task bench.Task) (code, why string, err error)

// Solve returns the answers to questions that follow from labels, twins and proofs: what builtin/oracle answers, and
// on contracts the attacks that a function makes. The list is sorted and not nil. left counts the questions without an
// answer, by reason.
func Solve(ctx context.Context, suites []*suite.Suite, asked []exchange.Asked, attacks Attacks) (
	out []interchange.Solution, left map[string]int, err error) {
	var truths []bench.Variant
	codes := map[bench.AnswerKind]map[string]known.Answer{} // by hash of the task
	origin := map[string]*suite.Suite{}
	for _, s := range suites {
		origin[s.Name] = s
	}
	for _, q := range asked {
		kind := q.Asks.Kind()
		if truths = append(truths, *q.Variant); kind == "" {
			continue
		}
		if codes[kind] == nil {
			codes[kind] = map[string]known.Answer{}
		}
		k := sqlproof.KnownOf(origin[q.Variant.Suite], q.Variant, kind)
		a := known.Answer{Claims: k.Gold != "", Code: k.Gold}
		if kind == bench.AnswerExploit && k.Applies && q.Variant.Task.Language == "solidity" {
			if a.Claims = q.Variant.Truth == bench.Vulnerable; a.Claims {
				a.Work = func(ctx context.Context) (string, string, error) { return attacks(ctx, q.Variant.Task) }
			}
		} else if !k.Solved {
			continue
		}
		codes[kind][q.Variant.Task.Hash()] = a
	}
	reads, err := oracle.New(truths)
	if err != nil {
		return nil, nil, err
	}
	out, left = []interchange.Solution{}, map[string]int{}
	for _, q := range asked {
		var d detect.Detector = reads
		if kind := q.Asks.Kind(); kind != "" {
			d = known.New("builtin/oracle", "", kind, codes[kind])
		}
		r, err := d.Detect(ctx, q.Variant.Task)
		switch {
		case errors.Is(err, detect.ErrNotApplicable):
			left["nothing of this kind is proved"]++
		case err != nil:
			return nil, nil, err
		case r.Finish != bench.Answered:
			left[r.Text]++
		default:
			out = append(out, interchange.Solution{Prompt: q.Prompt, Text: r.Text})
		}
	}
	slices.SortFunc(out, func(a, b interchange.Solution) int { return cmp.Compare(a.Prompt, b.Prompt) })
	return slices.CompactFunc(out, func(a, b interchange.Solution) bool { return a.Prompt == b.Prompt }), left, nil
}
