// Package memoriser is the detector that has memorised public texts. It gives the right answer to each text
// that it knows, exactly or almost exactly, and guesses about all others. So its knowledge is worthless on
// fresh texts, and a measurement of the value of memory must show that.
package memoriser

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"strings"
	"unicode"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

const (
	run   = 5   // number of consecutive words in one run
	equal = 0.9 // share of common runs from which two texts count as the same
)

// Detector answers from memory and guesses otherwise.
type Detector struct {
	known    []known
	exact    map[string]int   // hash of a task → index in known
	holds    map[uint64][]int // hash of a run → indices of the known texts with it
	memories string           // hash of all known texts and replies
}

type known struct {
	language string
	runs     int
	reply    bench.Response
}

var _ detect.Detector = (*Detector)(nil)

// New returns builtin/memoriser, which knows the given variants and the replies to them.
// Equal arguments give equal answers.
func New(variants []bench.Variant, reply func(bench.Task) (bench.Response, error)) (*Detector, error) {
	d := &Detector{exact: map[string]int{}, holds: map[uint64][]int{}}
	all := sha256.New()
	for i := range variants {
		task := variants[i].Task
		hash := task.Hash()
		if _, duplicate := d.exact[hash]; duplicate {
			continue
		}
		r, err := reply(task)
		if err != nil {
			return nil, err
		}
		all.Write([]byte(hash))
		all.Write([]byte(r.Text))
		d.exact[hash] = len(d.known)
		of := runs(task)
		for h := range of {
			d.holds[h] = append(d.holds[h], len(d.known))
		}
		d.known = append(d.known, known{task.Language, len(of), r})
	}
	d.memories = hex.EncodeToString(all.Sum(nil))
	return d, nil
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/memoriser", Kind: "builtin", Version: "1",
		Doc: "knows the public texts by heart and guesses about others"}
}

// PromptHash implements [detect.Detector]: the answers depend on the known texts.
func (d *Detector) PromptHash(bench.Task) (string, error) { return d.memories, nil }

// Detect implements [detect.Detector].
func (d *Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	if k := d.remembers(task); k >= 0 {
		r := d.known[k].reply
		r.RawResponse = append(r.RawResponse[:0:0], r.RawResponse...)
		return r, nil
	}
	return detect.Reply(task, guess(task)), nil
}

// remembers returns the index of the known text that equals the task, or of the most similar one that is
// similar enough; -1 when there is none. A tie goes to the first.
func (d *Detector) remembers(task bench.Task) int {
	if k, ok := d.exact[task.Hash()]; ok {
		return k
	}
	of := runs(task)
	shared := map[int]int{}
	for h := range of {
		for _, k := range d.holds[h] {
			shared[k]++
		}
	}
	best, most := -1, equal
	for k := range d.known {
		n := shared[k]
		if n == 0 || d.known[k].language != task.Language {
			continue
		}
		if share := float64(n) / float64(len(of)+d.known[k].runs-n); share > most || share == most && best < 0 {
			best, most = k, share
		}
	}
	return best
}

// runs returns the hashes of all runs of words and signs of a task's code. White space does not matter.
func runs(task bench.Task) map[uint64]bool {
	var words []string
	for _, f := range task.Files {
		from := -1
		for i, r := range f.Text + " " {
			word := unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
			if from >= 0 && !word {
				words = append(words, f.Text[from:i])
				from = -1
			}
			switch {
			case word && from < 0:
				from = i
			case !word && !unicode.IsSpace(r):
				words = append(words, string(r))
			}
		}
	}
	out := map[uint64]bool{}
	for i := 0; i == 0 || i+run <= len(words); i++ {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(words[i:min(i+run, len(words))], " ")))
		out[h.Sum64()] = true
	}
	return out
}

// guess returns an answer that does not depend on the meaning of the text, but is the same each time: the hash
// of the task decides.
func guess(task bench.Task) bench.Answer {
	h := fnv.New64a()
	h.Write([]byte(task.Hash()))
	a := bench.Answer{Verdict: bench.Safe, Confidence: new(0.5), Explanation: "This text is not known by heart; a guess."}
	if x := h.Sum64(); (x^x>>32)&1 != 0 {
		a.Verdict = bench.Vulnerable
		a.Findings = []bench.Finding{{Type: bench.Class("other").Title(), Severity: "medium",
			Explanation: "There may be a flaw; a guess."}}
	}
	return a
}
