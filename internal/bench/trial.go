package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
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
	Unparsed  Outcome = "unparsed"  // the text contains no verdict
	Failed    Outcome = "failed"    // no response: network, credit, crash; asked again by the next run
)

// Outcomes lists all outcomes in report order.
func Outcomes() []Outcome {
	return []Outcome{Answered, Refused, Truncated, Filtered, Unparsed, Failed}
}

// Trial is one question of a plan, with its response, the derived values and its cost. A
// plan, the runner, the store, metrics, reports and pages share this type. The store fills
// the fields that a reader requests (store.Columns).
//
// Trials may share pointers: their targets are immutable. Replace a pointer to change a value.
type Trial struct {
	Key        string    // Parts.Hash()
	Parts      *TrialKey // nil on a trial that was read from the store
	Variant    *Variant
	Subject    string
	Repetition int

	ID      int64    // row in the store; 0 while the trial has not ended
	Outcome Outcome  // "" while the trial has not ended
	Answer  *Answer  // nil unless Outcome is Answered
	Verdict *Verdict // nil without an Answer
	Spent   *Spent   // nil if unknown

	// Explained is what the answer's repair does; nil in a run that asks nobody for repairs.
	Explained *Explained

	*Details // nil on planned trials, and for readers of numbers alone
}

// Details holds the values of an ended trial that no number is computed from. Trials that
// were read without texts share one Details.
type Details struct {
	Reason   string // why there is no answer, "" with one
	Round    int    // lowest round to store the trial in; 0 is the round of the run
	Parser   string // version of the parser that read the response
	Judge    string // name and version of the judge that made the verdict
	Response Response
	Opinions []Opinion // of all judges, whether or not they count; nil where the rule judge is alone
}

// Opinion is one judge's verdict on an answer.
type Opinion struct {
	Verdict  Verdict
	Injected bool     // the answer addresses its judge
	Failed   bool     // the judge gave no judgement
	Cost     *float64 // in US dollars; nil is unknown
}

// Ended returns a copy of the trial with an outcome and details.
func (t Trial) Ended(o Outcome, d Details) Trial {
	t.Outcome, t.Details = o, &d
	return t
}

// Says returns the subject's verdict on the variant; ok is false without an answer.
func (t *Trial) Says() (says Truth, ok bool) {
	if t.Answer == nil {
		return 0, false
	}
	return t.Answer.Verdict, true
}

// Strict returns the decision whether the target was found, with class and place; ""
// without a decision.
func (t *Trial) Strict() Decision {
	if t.Verdict == nil {
		return ""
	}
	return t.Verdict.Strict
}

// Lenient is like [Trial.Strict] and accepts partial matches of class and place.
func (t *Trial) Lenient() Decision {
	if t.Verdict == nil {
		return ""
	}
	return t.Verdict.Lenient
}

// Used returns the tokens, time and cost of the trial; the zero value if unknown.
func (t *Trial) Used() Spent {
	if t.Spent == nil {
		return Spent{}
	}
	return *t.Spent
}

// Undecided reports whether a judge was asked about the answer, and whether its judgement
// is missing: the judge failed, its output could not be parsed, or a panel had no majority.
// The rule judge does not count as asked: it leaves open only questions that the sample
// does not settle. No judge is asked about an answer without findings.
func (t *Trial) Undecided() (asked, missing bool) {
	v := t.Verdict
	switch {
	case t.Answer == nil || v != nil && strings.HasPrefix(v.Judge, "rule/"):
		return false, false
	case v == nil || v.Unscored || t.Variant.Truth == Vulnerable && v.Strict == Unscored:
		return true, true
	}
	return t.Answer.Claims(), false
}

// Subject is a measured detector, pinned to a version and its settings. Tables show Name,
// which is unique within a run.
type Subject struct {
	Name     string            `json:"name"`               // "builtin/slither", "openai/gpt-…"
	Kind     string            `json:"kind"`               // "builtin", "model" or "tool"
	Version  string            `json:"version"`            // changes whenever the subject may answer differently
	Model    string            `json:"model,omitempty"`    // provider/id; "" for a subject without a model
	Strategy string            `json:"strategy,omitempty"` // how a model is asked; "" chooses by language
	Scaffold string            `json:"scaffold,omitempty"` // of an agent; "" for one answer
	Params   map[string]string `json:"params,omitempty"`   // effective settings that can change an output
	// end of a model's training data, in the form of [Variant.Public]; "" is unknown
	Cutoff string `json:"cutoff,omitempty"`
	Doc    string `json:"doc,omitempty"` // one line for readers
}

// Reused reports whether the trial was asked before a run that started then: its cost is
// that of the earlier run.
func (t *Trial) Reused(started time.Time) bool {
	began := t.Used().Began
	return began > 0 && began < started.UnixMicro()
}

// Usage is the token count and cost of a response, normalised over providers: InputTokens
// includes reads from and writes to a prompt cache, OutputTokens includes reasoning. All
// counts are 0 when the provider reports none or an impossible value: no prompt is empty,
// so 0 input tokens means unknown. A nil CostUSD means an unknown price, not a free response.
type Usage struct {
	InputTokens      int64    `json:"input_tokens,omitempty"`
	OutputTokens     int64    `json:"output_tokens,omitempty"`
	ReasoningTokens  int64    `json:"reasoning_tokens,omitempty"`   // part of OutputTokens
	CachedTokens     int64    `json:"cached_tokens,omitempty"`      // part of InputTokens: read from a cache
	CacheWriteTokens int64    `json:"cache_write_tokens,omitempty"` // part of InputTokens: written to a cache
	CostUSD          *float64 `json:"cost_usd,omitempty"`
	// day of the price list for CostUSD; "" when the provider reported the cost
	PriceDate string `json:"price_date,omitempty"`
}

// Spent is the tokens, time, turns and cost of a trial. It has no pointers, since a report holds a
// million of them. The zero value means unknown.
type Spent struct {
	InputTokens     int64
	OutputTokens    int64
	ReasoningTokens int64
	CostUSD         float64 // US dollars; meaningful only if Priced
	Elapsed         time.Duration
	Began           int64 // microseconds since 1970
	Priced          bool
	Turns           int32 // of an agent; 0 for one answer
}

// Spent returns the tokens, time, turns and cost of the response.
func (r *Response) Spent() Spent {
	u := &r.Usage
	s := Spent{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, ReasoningTokens: u.ReasoningTokens,
		Elapsed: r.Elapsed, Began: r.Started.UnixMicro(), Turns: TurnsOf(r.FinishRaw)}
	if u.CostUSD != nil {
		s.CostUSD, s.Priced = *u.CostUSD, true
	}
	return s
}

// Response is the uninterpreted response to one trial. RawRequest and RawResponse are the
// exact bytes on the wire, without headers; only an API key that a server echoes is replaced.
type Response struct {
	Text      string            `json:"text"`
	Finish    Outcome           `json:"finish"`               // Answered unless the provider reports another outcome
	FinishRaw string            `json:"finish_raw"`           // the finish reason of the provider, unchanged
	Model     string            `json:"model"`                // model id that the provider reports
	RequestID string            `json:"request_id,omitempty"` // of the provider, for support requests
	Params    map[string]string `json:"params,omitempty"`     // settings as sent; read-only
	// requested settings that the model does not accept; sorted
	Dropped  []string `json:"dropped,omitempty"`
	Usage    Usage    `json:"usage"`
	Attempts int      `json:"attempts"`
	// stored earlier for the same request, which was not sent again
	Cached      bool      `json:"cached,omitempty"`
	RawRequest  []byte    `json:"-"`
	RawResponse []byte    `json:"-"`
	Started     time.Time `json:"started"`
	Elapsed     time.Duration

	// Turn is the answer of a model that was given tools; nil otherwise.
	Turn *Turn `json:"turn,omitempty"`
}

// Turn is one answer of a model that may call tools.
type Turn struct {
	Text  string     `json:"text,omitempty"`
	Calls []ToolCall `json:"calls,omitempty"` // in the model's order; empty when the model stops calling tools

	// Raw is the provider's native form of the turn. It is sent back to the same
	// provider unchanged, since signatures of reasoning do not survive a conversion.
	// If nil, the provider builds it from the other fields.
	Raw json.RawMessage `json:"raw,omitempty"`
}

// Tool is a function that a model may call.
type Tool struct {
	Name   string          // at most 64 letters, digits and underscores, no digit first: every provider accepts this
	Doc    string          // what it does, for the model
	Params json.RawMessage // JSON schema of its arguments: an object
}

// ToolCall is a model's call of a tool.
type ToolCall struct {
	ID   string `json:"id"`   // unique in its conversation; generated where a server sends none
	Name string `json:"name"` // as the model wrote it; the tool may not exist
	Args string `json:"args"` // as the model wrote them; normally JSON
}

// Cut reports whether the response stopped at its output limit in tokens, where 0 is no
// limit. The token count decides too, since some providers do not report the stop.
func (r *Response) Cut(limit int64) bool {
	return r.Finish == Truncated || limit > 0 && r.Usage.OutputTokens >= limit
}

// KeyVersion is part of every trial key. Raise it only when the meaning of an existing
// field changes: a new version makes every trial be asked again.
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
	Command   []string          `json:"command"` // arguments, then those of a settings file; never contains API keys
	Suites    map[string]string `json:"suites"`  // name → content hash
	Subjects  []Subject         `json:"subjects"`
	Judging   Judging           `json:"judging"`
	Parser    string            `json:"parser"`
	Epochs    int               `json:"epochs"`
	Seed      uint64            `json:"seed"`
	Chains    []ChainUse        `json:"chains,omitempty"` // by suite; the originals are always in the run
	Variants  int               `json:"variants"`
	Trials    int               `json:"trials"`
	Notes     []string          `json:"notes,omitempty"` // caveats about the data, for readers of the numbers
	StartedAt time.Time         `json:"started_at"`

	// Preregistration is what earlier versions registered before the run. It is kept, and not evaluated; nil without.
	Preregistration json.RawMessage `json:"preregistration,omitempty"`

	Fresh []FreshSplit `json:"fresh,omitempty"` // unpublished suites made for the run

	Until *Until `json:"until,omitempty"` // of a run that stops when something is decided; nil for a fixed size
}

// Until says when a run that asks until it is decided who is better has decided.
type Until struct {
	Margin float64 `json:"margin,omitempty"` // within which two subjects are equivalent, as a share; 0 for none
}

// FixedSize returns why the numbers of the run cannot be used as those of a run of fixed size; nil if they can.
func (m Manifest) FixedSize() error {
	if m.Until == nil {
		return nil
	}
	return errors.New("it asked only until it was decided who is better, so it is no run of a fixed size: " +
		"`assay report` shows what is decided, and its command without --until-decided asks the rest")
}

// Hypotheses returns the number of hypotheses that were registered before the run; 0 without a preregistration.
func (m Manifest) Hypotheses() int {
	var registered struct {
		Hypotheses []json.RawMessage `json:"hypotheses"`
	}
	if json.Unmarshal(m.Preregistration, &registered) != nil { // a stranger's archive may hold anything
		return 0
	}
	return len(registered.Hypotheses)
}

// FreshSplit is a suite of fresh samples and the public suite that it is compared with.
type FreshSplit struct {
	Public     string  `json:"public"`               // name of a suite of the run
	Fresh      string  `json:"fresh"`                // name of another suite of the run
	Seed       *uint64 `json:"seed,omitempty"`       // of the generated samples; nil is unknown
	Commitment string  `json:"commitment,omitempty"` // to the seed or a private split, published in advance and verified
}

// ChainUse counts the effect of one chain of transformations on one suite. A program is a
// unit that is rewritten together: a vulnerable variant with its twin, or a safe variant
// that is not a twin.
type ChainUse struct {
	Suite    string `json:"suite"`
	Chain    string `json:"chain"`
	Kind     string `json:"kind"`     // "preserving", "intervention", "injection" or "placebo"
	Letters  string `json:"letters"`  // the chain in the paper's notation
	Promises string `json:"promises"` // the strongest certificate its variants can get
	Programs int    `json:"programs"` // in a language that every step supports
	Applied  int    `json:"applied"`  // programs that the chain could rewrite
	Silent   int    `json:"silent"`   // programs in another language, left out of Programs
	// Of is the chain that a placebo belongs to alone; "" is all chains.
	Of string `json:"of,omitempty"`
}
