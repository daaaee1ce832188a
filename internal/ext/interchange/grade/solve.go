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

// Solve returns the answers to questions that follow from labels, twins and proofs: what builtin/oracle answers. A
// question without such an answer, as for an attack on a contract, has none in the list, which is sorted and not nil.
func Solve(suites []*suite.Suite, asked []exchange.Asked) ([]interchange.Solution, error) {
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
		if k := sqlproof.KnownOf(origin[q.Variant.Suite], q.Variant, kind); k.Solved {
			if codes[kind] == nil {
				codes[kind] = map[string]known.Answer{}
			}
			codes[kind][q.Variant.Task.Hash()] = known.Answer{Claims: k.Gold != "", Code: k.Gold}
		}
	}
	reads, err := oracle.New(truths)
	if err != nil {
		return nil, err
	}
	out := []interchange.Solution{}
	for _, q := range asked {
		var d detect.Detector = reads
		if kind := q.Asks.Kind(); kind != "" {
			d = known.New("builtin/oracle", "", kind, codes[kind])
		}
		r, err := d.Detect(context.Background(), q.Variant.Task)
		if errors.Is(err, detect.ErrNotApplicable) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, interchange.Solution{Prompt: q.Prompt, Text: r.Text})
	}
	slices.SortFunc(out, func(a, b interchange.Solution) int { return cmp.Compare(a.Prompt, b.Prompt) })
	return slices.CompactFunc(out, func(a, b interchange.Solution) bool { return a.Prompt == b.Prompt }), nil
}
