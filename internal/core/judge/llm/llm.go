package llm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/model"
)

// Config describes one judge.
type Config struct {
	Model     model.Model
	Name      string // with the provider: "openrouter/vendor/model"
	ID        string // the provider's name of the model
	MaxTokens int64  // of a reply; 0 uses the provider's limit
	Words     Words  // the zero value uses those of this package
}

// Judge asks one model. It is safe for concurrent use.
type Judge struct {
	cfg Config
}

// New returns the judge. It sends no requests.
func New(c Config) (*Judge, error) {
	if c.Model == nil || c.Name == "" || c.ID == "" || c.MaxTokens < 0 {
		return nil, errors.New("llm: a judge needs a model, its name and its id")
	}
	if c.Words.Text != "" {
		c.Name += "+" + c.Words.Name + "." + c.Words.hash()
	}
	return &Judge{c}, nil
}

var _ judge.Referee = (*Judge)(nil)

// Reader returns the judge with the name of a model, followed by + and the name of its words if any, for
// reading stored replies. It sends no requests.
func Reader(name string) *Judge { return &Judge{Config{Name: name}} }

// Request returns the request that Judge would send about an answer with findings.
func (j *Judge) Request(v *bench.Variant, a bench.Answer) model.Request {
	return model.Request{Model: j.cfg.ID, System: j.system(v.Several()), User: ask(v, a).user, Temperature: new(0.0),
		MaxTokens: j.cfg.MaxTokens, Schema: schemas[v.Several()], SchemaName: "judgement"}
}

// Name identifies the judge in the store: the model and the version of the
// question.
func (j *Judge) Name() string { return fmt.Sprintf("%s%s/%d", Prefix, j.cfg.Name, Version) }

// Prefix is the prefix of the names of all judges of this package.
const Prefix = "llm:"

// Executes implements [judge.Referee].
func (j *Judge) Executes() bool { return false }

// Judge decides on an answer. An answer without findings needs no model: it found nothing. An answer that
// addresses its judge is marked and judged like any other: the marks, the seal and the planted finding are the
// defence.
//
// The error is the model's: a *model.Error or the context's. An unreadable reply is not an error; the verdict
// is then unscored, with the reason. If a reply contradicts itself, the judge asks once more and names the
// contradiction. The response is then the second one, with the cost and the bytes of both.
func (j *Judge) Judge(ctx context.Context, v *bench.Variant, a bench.Answer) (judge.Judgement, error) {
	out := judge.Judgement{Injected: Injected(a)}
	if len(a.Findings) == 0 {
		out.Verdict = judge.Nothing(j.Name(), v)
		return out, nil
	}
	if j.cfg.Model == nil {
		return out, &model.Error{Kind: model.ErrInvalid, Err: errors.New(
			"this judge only reads stored judgements, and asks no model")}
	}
	request := j.Request(v, a)
	resp, err := j.cfg.Model.Generate(ctx, request)
	out.Response, out.Asked = resp, true
	if err != nil {
		return out, err
	}
	var c *judge.Contradiction
	if out.Verdict, err = j.verdict(v, a, resp); !errors.As(err, &c) {
		return out, nil
	}
	request.User += fmt.Sprintf("\n## Once more\n\nA reply to this question was not accepted: %v. A TARGET_MATCH has "+
		"type and location right at least in part, a PARTIAL_MATCH one of the two, "+
		"and what fits the documented flaw in both is not HALLUCINATED. Decide on all findings again, "+
		"and answer in the same form.\n", c)
	again, err := j.cfg.Model.Generate(ctx, request)
	out.Response = both(resp, again)
	if err != nil {
		return out, err
	}
	out.Verdict, _ = j.verdict(v, a, again)
	return out, nil
}

// both returns the second of two responses, with the total cost of the two.
func both(first, second bench.Response) bench.Response {
	out := second
	out.Started, out.Attempts, out.Elapsed = first.Started, first.Attempts+second.Attempts, first.Elapsed+second.Elapsed
	out.Cached = first.Cached && second.Cached
	out.RawRequest = bytes.Join([][]byte{first.RawRequest, second.RawRequest}, []byte("\n"))
	out.RawResponse = bytes.Join([][]byte{first.RawResponse, second.RawResponse}, []byte("\n"))
	u, f := &out.Usage, first.Usage
	u.InputTokens += f.InputTokens
	u.OutputTokens += f.OutputTokens
	u.ReasoningTokens += f.ReasoningTokens
	u.CachedTokens += f.CachedTokens
	u.CacheWriteTokens += f.CacheWriteTokens
	switch {
	case f.CostUSD == nil: // then the sum is unknown too
		u.CostUSD = nil
	case u.CostUSD != nil:
		u.CostUSD = new(*f.CostUSD + *u.CostUSD)
	}
	return out
}

// Read implements [judge.Referee].
func (j *Judge) Read(v *bench.Variant, a bench.Answer, reply bench.Response) (bench.Verdict, bool) {
	if len(a.Findings) == 0 {
		return bench.Verdict{}, false
	}
	out, _ := j.verdict(v, a, reply)
	return out, true
}

// verdict reads a reply. The error is the reason why the verdict is unscored.
func (j *Judge) verdict(v *bench.Variant, a bench.Answer, reply bench.Response) (bench.Verdict, error) {
	var out bench.Verdict
	err := fmt.Errorf("the judge's reply was %s", reply.Finish)
	if reply.Finish == "" || reply.Finish == bench.Answered {
		out, err = read(reply.Text, ask(v, a), v, a)
	}
	if err != nil {
		return judge.Undecided(j.Name(), v, err.Error()), err
	}
	out.Judge = j.Name()
	return out, nil
}

// Question implements [judge.Referee]. It covers the inputs of the question instead of its text, which is long
// and the same for every answer about a variant. The name contains the hash of the user's words.
func (j *Judge) Question(v *bench.Variant, a bench.Answer) (hash string, ok bool) {
	findings, err := json.Marshal(a)
	if err != nil {
		panic("llm: an answer of strings and numbers cannot fail to encode: " + err.Error())
	}
	var facts strings.Builder
	truth(&facts, v)
	h := sha256.New()
	for _, part := range []string{j.Name(), systems[v.Several()], string(schemas[v.Several()]), v.Key, v.Task.Hash(),
		facts.String(), string(findings)} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), true
}
