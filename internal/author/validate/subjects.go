package validate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/detect"
)

// simulated is a subject whose understanding is known by construction. It takes its
// answers from replies computed with the ground truth.
type simulated struct {
	subject bench.Subject
	reply   func(hash string, task bench.Task) bench.Response
}

// Subject implements [detect.Detector].
func (s simulated) Subject() bench.Subject { return s.subject }

// PromptHash implements [detect.Detector].
func (s simulated) PromptHash(bench.Task) (string, error) { return "", nil }

// Detect implements [detect.Detector].
func (s simulated) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	return s.reply(task.Hash(), task), nil
}

// memoriser returns a subject that has memorised some texts, with the right answer to each, and finds nothing in any
// other text, including the same text in another layout.
func memoriser(oracle detect.Detector, seen []*bench.Variant) (detect.Detector, error) {
	memory := map[string]bench.Response{}
	for _, v := range seen {
		r, err := oracle.Detect(context.Background(), v.Task)
		if err != nil {
			return nil, fmt.Errorf("memoriser: %w", err)
		}
		memory[v.Task.Hash()] = r
	}
	return simulated{bench.Subject{Name: Memoriser, Kind: "tool", Version: "1",
		Doc: "has memorised some texts and knows nothing else"}, func(hash string, task bench.Task) bench.Response {
		if r, ok := memory[hash]; ok {
			return r
		}
		return detect.Reply(task, bench.Answer{Verdict: bench.Safe, Explanation: "Never seen before."})
	}}, nil
}

// analyst returns a subject that has memorised no text and is right about each with the same probability, decided by
// one draw for each text and seed.
func analyst(oracle detect.Detector, right float64, seed uint64) detect.Detector {
	return simulated{bench.Subject{Name: Analyst, Kind: "tool", Version: "1", Doc: "is right about any text at one rate"},
		func(hash string, task bench.Task) bench.Response {
			r, err := oracle.Detect(context.Background(), task)
			if err != nil || draw(hash, seed) < right {
				return r
			}
			wrong := bench.Answer{Verdict: bench.Vulnerable, Explanation: "It looks wrong.",
				Findings: []bench.Finding{{Type: "something else", Explanation: "It looks wrong."}}}
			if a, _, ok := answer.Parse(r.Text, false); ok && a.Verdict == bench.Vulnerable {
				wrong = bench.Answer{Verdict: bench.Safe, Explanation: "It looks right."}
			}
			return detect.Reply(task, wrong)
		}}
}

// draw returns a number in [0, 1) that text and seed determine.
func draw(hash string, seed uint64) float64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, hash))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11) / (1 << 53)
}
