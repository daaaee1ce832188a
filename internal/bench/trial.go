package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

// Outcome says how a trial ended. Exactly one applies; the zero value means
// that the trial has not ended. Only Answered trials carry an Answer, and all
// of them stay in every denominator.
type Outcome string

const (
	Answered  Outcome = "answered"
	Refused   Outcome = "refused"   // the subject declined
	Truncated Outcome = "truncated" // cut at the output limit before an answer could be read
	Filtered  Outcome = "filtered"  // a provider's safety filter removed the answer
	Unparsed  Outcome = "unparsed"  // there is text, and no verdict in it
	Failed    Outcome = "failed"    // no response: network, credit, crash; asked again by the next run
)

// Outcomes lists all outcomes in report order.
func Outcomes() []Outcome {
	return []Outcome{Answered, Refused, Truncated, Filtered, Unparsed, Failed}
}

// Trial is one question of a plan: what is planned, what came back, what was derived
// from it, and what it cost. A plan, the runner, the store, metrics, reports and pages
// share this type. The store reads as much of it as a reader asks for (store.Columns).
//
// Pointers may be shared among trials: what they lead to is replaced and never changed.
type Trial struct {
	Key        string    // Parts.Hash()
	Parts      *TrialKey // nil on a trial that was read from the store
	Variant    *Variant
	Subject    string
	Repetition int

	ID      int64    // in the store; 0 while the trial has not ended, and in a store.Table
	Outcome Outcome  // "" while the trial has not ended
	Answer  *Answer  // nil unless Outcome is Answered
	Verdict *Verdict // nil without an Answer
	Spent   *Spent   // nil where nothing is known

	*Details // nil on planned trials, and where only numbers are of interest
}

// Details is what is known of a trial that has ended beside what numbers are made of.
// Trials that were read without texts share it.
type Details struct {
	Reason   string // why there is no answer, "" with one
	Round    int    // that the trial is stored in at least; 0 is that of the run
	Parser   string // version of the parser that read the response
	Judge    string // name and version of the judge that made the verdict
	Response Response
	Opinions []Opinion // of all judges, whether or not they count; nil where the rule judge is alone
}

// Opinion is what one judge made of an answer.
type Opinion struct {
	Verdict  Verdict
	Injected bool     // the answer addresses its judge
	Failed   bool     // the judge gave no judgement
	Cost     *float64 // in dollars; nil is not known
}

// Ended returns the trial with how it ended.
func (t Trial) Ended(o Outcome, d Details) Trial {
	t.Outcome, t.Details = o, &d
	return t
}

// Says returns the verdict of the answer; ok is false without an answer.
func (t *Trial) Says() (says Truth, ok bool) {
	if t.Answer == nil {
		return 0, false
	}
	return t.Answer.Verdict, true
}

// Strict returns whether the target was found, class and place; "" without a decision.
func (t *Trial) Strict() Decision {
	if t.Verdict == nil {
		return ""
	}
	return t.Verdict.Strict
}

// Lenient is [Trial.Strict] with class and place at least partial.
func (t *Trial) Lenient() Decision {
	if t.Verdict == nil {
		return ""
	}
	return t.Verdict.Lenient
}

// Used returns what the trial took, zero where nothing is known.
func (t *Trial) Used() Spent {
	if t.Spent == nil {
		return Spent{}
	}
	return *t.Spent
}

// Undecided reports whether a judgement was asked for on the answer, and whether it is
// missing: the judge failed, could not be read, or a panel had no majority. The rule
// judge is asked nothing: what it leaves open, the sample does not say. Nor is a judge
// asked about an answer that claims nothing.
func (t *Trial) Undecided() (asked, missing bool) {
	v := t.Verdict
	switch {
	case t.Answer == nil || v != nil && strings.HasPrefix(v.Judge, "rule/"):
		return false, false
	case v == nil || v.Unscored || t.Variant.Truth == Vulnerable && v.Strict == Unscored:
		return true, true
	}
	return len(t.Answer.Findings) > 0 || t.Answer.Kind != "", false
}

// Subject is what is being measured: a detector pinned to a version and its
// settings. Name is what tables show; two subjects with equal names never
// appear in one run.
type Subject struct {
	Name     string            `json:"name"`               // "builtin/static", "openai/gpt-…"
	Kind     string            `json:"kind"`               // "builtin", "model" or "tool"
	Version  string            `json:"version"`            // changes whenever the subject may answer differently
	Model    string            `json:"model,omitempty"`    // of a subject that asks one: provider/id
	Strategy string            `json:"strategy,omitempty"` // how a model is asked; "" chooses by language
	Scaffold string            `json:"scaffold,omitempty"` // how it is made to work in turns; "" for one answer
	Params   map[string]string `json:"params,omitempty"`   // effective settings that can change an output
	Cutoff   string            `json:"cutoff,omitempty"`   // end of a model's training data, as [Variant.Public]; "" is not known
	Doc      string            `json:"doc,omitempty"`      // one line for readers
}

// Usage counts what a response cost, the same way for every provider: InputTokens
// includes what was read from and written to a prompt cache, OutputTokens
// includes reasoning. All are 0 when the provider does not say, or says what
// cannot be: no prompt is empty, so 0 input tokens means unknown. A nil CostUSD
// means that the price is not known, which is not the same as free.
type Usage struct {
	InputTokens      int64    `json:"input_tokens,omitempty"`
	OutputTokens     int64    `json:"output_tokens,omitempty"`
	ReasoningTokens  int64    `json:"reasoning_tokens,omitempty"`   // part of OutputTokens
	CachedTokens     int64    `json:"cached_tokens,omitempty"`      // part of InputTokens: read from a cache
	CacheWriteTokens int64    `json:"cache_write_tokens,omitempty"` // part of InputTokens: written to a cache
	CostUSD          *float64 `json:"cost_usd,omitempty"`
	PriceDate        string   `json:"price_date,omitempty"` // day of the price list that CostUSD was computed with; "" when the provider said the cost
}

// Spent is what a trial took. It has no pointers: a report holds a million of them. The
// zero value is nothing known.
type Spent struct {
	InputTokens     int64
	OutputTokens    int64
	ReasoningTokens int64
	CostUSD         float64 // where it is Priced
	Elapsed         time.Duration
	Began           int64 // microseconds since 1970
	Priced          bool
}

// Spent returns what a response took.
func (r *Response) Spent() Spent {
	u := &r.Usage
	s := Spent{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ReasoningTokens: u.ReasoningTokens, Elapsed: r.Elapsed, Began: r.Started.UnixMicro()}
	if u.CostUSD != nil {
		s.CostUSD, s.Priced = *u.CostUSD, true
	}
	return s
}

// Response is what came back for one trial, before any interpretation.
// RawRequest and RawResponse are the exact bytes on the wire, without headers;
// only a key that a server repeats is replaced.
type Response struct {
	Text        string            `json:"text"`
	Finish      Outcome           `json:"finish"`               // Answered unless the provider said otherwise
	FinishRaw   string            `json:"finish_raw"`           // the provider's own word
	Model       string            `json:"model"`                // the id the provider says it used
	RequestID   string            `json:"request_id,omitempty"` // the provider's, for asking them about it
	Params      map[string]string `json:"params,omitempty"`     // settings that were sent in the end; not to be changed
	Dropped     []string          `json:"dropped,omitempty"`    // settings that were asked for and not sent, since the model does not take them; sorted
	Usage       Usage             `json:"usage"`
	Attempts    int               `json:"attempts"`
	Cached      bool              `json:"cached,omitempty"` // stored earlier for the same request; none was sent
	RawRequest  []byte            `json:"-"`
	RawResponse []byte            `json:"-"`
	Started     time.Time         `json:"started"`
	Elapsed     time.Duration

	// Turn is what the model said where it was given tools; nil otherwise.
	Turn *Turn `json:"turn,omitempty"`
}

// Turn is one answer of a model that may call tools.
type Turn struct {
	Text  string     `json:"text,omitempty"`
	Calls []ToolCall `json:"calls,omitempty"` // in the model's order; none says that it is done, or at a loss

	// Raw is the provider's own form of the turn. It goes back to the same
	// provider unchanged, since signatures of thoughts and reasoning do not
	// survive a translation. nil lets a provider build it from the other fields.
	Raw json.RawMessage `json:"raw,omitempty"`
}

// ToolCall is a model's call of a tool.
type ToolCall struct {
	ID   string `json:"id"`   // unique in its conversation; made up where a server sends none
	Name string `json:"name"` // as the model wrote it: there may be no such tool
	Args string `json:"args"` // as the model wrote them: JSON if all is well
}

// Cut reports whether the response was stopped at its output limit, 0 for none: as
// the provider says, or, since some do not, as its count of tokens shows.
func (r *Response) Cut(limit int64) bool {
	return r.Finish == Truncated || limit > 0 && r.Usage.OutputTokens >= limit
}

// KeyVersion is part of every trial key. Raise it only when the meaning of an
// existing field changes: every trial is then asked again.
const KeyVersion = 1

// TrialKey is the identity of a trial: it covers everything that can change an
// output, and nothing else, so that equal keys may share a response.
type TrialKey struct {
	Version    int               `json:"v"`
	Task       string            `json:"task"` // [Task.Hash]
	Chain      string            `json:"chain"`
	Seed       uint64            `json:"seed"`
	Subject    string            `json:"subject"`
	SubjectVer string            `json:"subject_version"`
	Strategy   string            `json:"strategy"`
	Prompt     string            `json:"prompt"` // hash of the rendered prompt, "" without one
	Params     map[string]string `json:"params"`
	Repetition int               `json:"repetition"`
}

// Hash returns the key as 32 hex digits.
func (k TrialKey) Hash() string {
	b, err := json.Marshal(k) // struct order and sorted map keys make this canonical
	if err != nil {
		panic("bench: a trial key of strings and numbers cannot fail to encode: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Manifest pins everything a run depended on, so that its numbers can be
// traced and, with the same store, recomputed.
type Manifest struct {
	Program   string            `json:"program"` // version of assay
	Commit    string            `json:"commit,omitempty"`
	Dirty     bool              `json:"dirty,omitempty"`
	Go        string            `json:"go"`
	Command   []string          `json:"command"` // arguments as given, then those that a settings file gave; keys are never arguments
	Suites    map[string]string `json:"suites"`  // name → content hash
	Subjects  []Subject         `json:"subjects"`
	Judging   Judging           `json:"judging"`
	Parser    string            `json:"parser"`
	Epochs    int               `json:"epochs"`
	Seed      uint64            `json:"seed"`
	Chains    []ChainUse        `json:"chains,omitempty"` // of transformations, by suite; the originals are always in the run
	Variants  int               `json:"variants"`
	Trials    int               `json:"trials"`
	Notes     []string          `json:"notes,omitempty"` // what a reader of the numbers has to know about the data
	StartedAt time.Time         `json:"started_at"`

	Preregistration *Registered `json:"preregistration,omitempty"` // nil when nothing was fixed before

	Fresh []FreshSplit `json:"fresh,omitempty"` // suites that were made for the run and published nowhere
}

// FreshSplit is a suite of fresh samples and the public one that it is set against.
type FreshSplit struct {
	Public     string  `json:"public"`               // name of a suite of the run
	Fresh      string  `json:"fresh"`                // name of another
	Seed       *uint64 `json:"seed,omitempty"`       // that the samples were made with; nil is not known
	Commitment string  `json:"commitment,omitempty"` // of the seed, or of a private split, that was given out before; it was checked
}

// ChainUse says what one chain of transformations did to one suite. Programs are
// what is rewritten as one: a vulnerable variant with its twin, or a safe one
// that is no twin.
type ChainUse struct {
	Suite    string `json:"suite"`
	Chain    string `json:"chain"`
	Kind     string `json:"kind"`     // "preserving", "intervention" or "placebo"
	Letters  string `json:"letters"`  // in the paper's notation
	Promises string `json:"promises"` // the strongest certificate its variants can get
	Programs int    `json:"programs"` // in a language that every step speaks
	Applied  int    `json:"applied"`  // of these, how many it could rewrite
	Silent   int    `json:"silent"`   // programs in another language
}
