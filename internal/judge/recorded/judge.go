package recorded

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/jsonl"
	"assay/internal/judge"
)

// Prefix begins the names of these judges in a run.
const Prefix = "imported:"

// Judge is one of other people's judges. What it said is read, by [Reply], from
// the file that it came in; afterwards the store has it.
type Judge struct{ name string }

var _ judge.Referee = (*Judge)(nil)

// Named returns the judge with the name that a run knows it by.
func Named(name string) *Judge { return &Judge{name} }

// Judges returns the judges of a file of judgements, in order of appearance, by
// their names there. The version of a judge is the hash of what it said: a file
// that says something else is another judge's.
func Judges(list []Judgement) (names []string, judges map[string]*Judge) {
	said := map[string][]Judgement{}
	judges = map[string]*Judge{}
	for _, j := range list {
		if said[j.Judge] == nil {
			names = append(names, j.Judge)
		}
		said[j.Judge] = append(said[j.Judge], j)
	}
	for _, n := range names {
		h := sha256.New()
		enc := json.NewEncoder(h) // writing to a hash cannot fail, nor can what was decoded
		for _, j := range said[n] {
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

// Question implements [judge.Referee]: a judgement is on one answer about one text.
func (j *Judge) Question(v *bench.Variant, a bench.Answer) (string, bool) {
	if a.Kind != "" {
		return "", false
	}
	b, err := json.Marshal(a)
	if err != nil {
		return "", false
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %s ", j.name, v.Key, v.Task.Hash())
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil)[:16]), true
}

// Judge implements [judge.Referee]; it always fails, since nobody can be asked.
func (j *Judge) Judge(context.Context, *bench.Variant, bench.Answer) (judge.Judgement, error) {
	return judge.Judgement{}, errors.New(
		"the judge is foreign; import its judgements with assay import responses --judgements")
}

// Read implements [judge.Referee]; the reply is what [Reply] made.
func (j *Judge) Read(v *bench.Variant, a bench.Answer, reply bench.Response) (bench.Verdict, bool) {
	line, err := jsonl.Parse[Judgement]([]byte(strings.TrimSpace(reply.Text)), noun)
	if err != nil || line.Check() != "" {
		return bench.Verdict{}, false
	}
	return line.verdict(j.name, v, a), true
}

// Reply is a judgement as a reply that Read understands.
func Reply(line Judgement) bench.Response {
	b, err := json.Marshal(line)
	if err != nil {
		panic("recorded: what was decoded cannot fail to encode: " + err.Error())
	}
	return bench.Response{Text: string(b), Finish: bench.Answered, Model: line.Judge}
}
