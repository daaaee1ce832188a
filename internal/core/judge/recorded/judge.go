package recorded

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/jsonl"
	"assay/internal/core/judge"
)

// Prefix is the prefix of these judges' names in a run.
const Prefix = "imported:"

// Judge is a judge of another party. [Reply] reads its judgements from the imported file; afterwards they are
// in the store.
type Judge struct{ name string }

var _ judge.Referee = (*Judge)(nil)

// Named returns the judge with this name, as used in a run.
func Named(name string) *Judge { return &Judge{name} }

// Judges returns the judges of a file of judgements, in order of appearance, by their names there. The version
// of a judge is the hash of its judgements: a file with different judgements belongs to a different judge.
func Judges(list []Judgement) (names []string, judges map[string]*Judge) {
	byName := map[string][]Judgement{}
	judges = map[string]*Judge{}
	for _, j := range list {
		if byName[j.Judge] == nil {
			names = append(names, j.Judge)
		}
		byName[j.Judge] = append(byName[j.Judge], j)
	}
	for _, n := range names {
		h := sha256.New()
		enc := json.NewEncoder(h) // neither writing to a hash nor encoding decoded data can fail
		for _, j := range byName[n] {
			_ = enc.Encode(j)
		}
		judges[n] = Named(Prefix + n + "/" + hex.EncodeToString(h.Sum(nil)[:4]))
	}
	return names, judges
}

// Name implements [judge.Referee].
func (j *Judge) Name() string { return j.name }

// Executes implements [judge.Referee].
func (j *Judge) Executes() bool { return false }

// Question implements [judge.Referee]: a judgement belongs to the answer of one trial, in whatever way it is read.
func (j *Judge) Question(_ *bench.Variant, a bench.Answer) (string, bool) {
	return judge.AnyReading, a.Kind == ""
}

// Judge implements [judge.Referee]; it always fails, because these judges cannot be asked.
func (j *Judge) Judge(context.Context, *bench.Variant, bench.Answer) (judge.Judgement, error) {
	return judge.Judgement{}, errors.New(
		"this judge belongs to another party; import its judgements with assay import responses --judgements")
}

// Read implements [judge.Referee]; the reply comes from [Reply]. It fails when one of several judgements is on a
// flaw that is not documented.
func (j *Judge) Read(v *bench.Variant, a bench.Answer, reply bench.Response) (bench.Verdict, bool) {
	texts := strings.Split(strings.TrimSpace(reply.Text), "\n")
	var out bench.Verdict
	for i, text := range texts {
		line, err := jsonl.Parse[Judgement]([]byte(text), noun)
		if err != nil || line.Check() != "" || len(texts) > 1 && !line.documented(v) {
			return bench.Verdict{}, false
		}
		if next := line.verdict(j.name, v, a); i == 0 {
			out = next
		} else {
			merge(&out, next)
		}
	}
	return out, true
}

// Reply encodes a judge's judgements on one answer, each on another documented flaw, as a reply for Read.
func Reply(lines ...Judgement) bench.Response {
	var texts []string
	for _, line := range lines {
		b, err := json.Marshal(line)
		if err != nil {
			panic("recorded: what was decoded cannot fail to encode: " + err.Error())
		}
		texts = append(texts, string(b))
	}
	return bench.Response{Text: strings.Join(texts, "\n"), Finish: bench.Answered, Model: lines[0].Judge}
}
