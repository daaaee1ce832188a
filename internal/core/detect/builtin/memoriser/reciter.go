package memoriser

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Reciter continues the texts that it has memorised, word for word; to other texts it answers with a comment
// that it knows nothing.
type Reciter struct {
	texts    []string
	strategy string
	hash     string
}

var _ detect.Detector = (*Reciter)(nil)

// Reciting returns the reciter that knows the given texts; strategy is the name of the strategy that asks for a
// continuation. Equal arguments give equal answers.
func Reciting(texts []string, strategy string) *Reciter {
	texts = slices.Clone(texts)
	slices.Sort(texts)
	texts = slices.Compact(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return &Reciter{texts, strategy, hex.EncodeToString(sum[:])}
}

// Subject implements [detect.Detector].
func (r *Reciter) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/memoriser@" + r.strategy, Kind: "builtin", Version: "1", Strategy: r.strategy,
		Doc: "continues the public texts, which it knows by heart"}
}

// PromptHash implements [detect.Detector]: the answers depend on the known texts.
func (r *Reciter) PromptHash(bench.Task) (string, error) { return r.hash, nil }

// Detect implements [detect.Detector].
func (r *Reciter) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	text := "// nothing is known of this text\n"
	for _, known := range r.texts {
		if rest, ok := strings.CutPrefix(known, task.Files[0].Text); ok && rest != "" {
			text = rest
			break
		}
	}
	return bench.Response{Text: text, RawResponse: []byte(text), Finish: bench.Answered, Attempts: 1}, nil
}
