package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Truth is the ground truth of a variant. The zero value is invalid.
type Truth int

const (
	_          Truth = iota
	Vulnerable       // the documented flaw is present
	Safe             // the flaw is absent: a fixed twin, or a good test
)

// String returns "vulnerable", "safe" or "invalid".
func (t Truth) String() string {
	switch t {
	case Vulnerable:
		return "vulnerable"
	case Safe:
		return "safe"
	}
	return "invalid"
}

// MarshalText implements [encoding.TextMarshaler].
func (t Truth) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts "vulnerable" and "safe".
func (t *Truth) UnmarshalText(b []byte) error {
	switch string(b) {
	case "vulnerable":
		*t = Vulnerable
	case "safe":
		*t = Safe
	default:
		return fmt.Errorf("bench: %q is neither vulnerable nor safe", b)
	}
	return nil
}

// File is one text file of a sample. Path is slash-separated and relative to
// the sample; Text is the exact text that a subject sees.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Task is everything that a subject may see of a variant, and nothing else. Prompt
// templates and detectors receive a Task, so they cannot leak a label. Files is never empty; its
// first element is the code under review.
type Task struct {
	Language string `json:"language"` // "solidity", "sql", or the fence language of a test
	Files    []File `json:"files"`
	Context  []File `json:"context,omitempty"`  // related contracts, for strategies that show them
	Protocol string `json:"protocol,omitempty"` // intended behaviour of the system
	Spec     string `json:"spec,omitempty"`     // tenantsql: schema and numbered requirements

	// Aids holds further content that some questions show, by name ([AidWorld], [AidPackages],
	// [AidHint], [AidExtent], [AidChange]); nil in runs without such a question. Of these, Hash covers
	// [AidChange] alone: the hash of the prompt covers the shown aids.
	Aids map[string]string `json:"aids,omitempty"`
}

// Keys of [Task.Aids].
const (
	AidWorld    = "world"    // principals that an attack on a query can call as, with their data
	AidPackages = "packages" // what a handler runs with; only where it is executed in a box
	AidSession  = "session"  // what the server derives from the session of a caller, as an example in JSON
	AidHint     = "hint="    // prefix of a level of the factor hint: the hint at that level
	AidExtent   = "extent="  // prefix of a level of the factor extent: the code that is shown at that level
)

// Hash identifies the task by its content. Two tasks with equal hashes are
// indistinguishable to every subject that is shown no aid.
func (t Task) Hash() string {
	h := sha256.New()
	field := func(s string) { fmt.Fprintf(h, "%d:", len(s)); io.WriteString(h, s) }
	field(t.Language)
	for _, group := range [][]File{t.Files, t.Context} {
		fmt.Fprintf(h, "#%d", len(group))
		for _, f := range group {
			field(f.Path)
			field(f.Text)
		}
	}
	field(t.Protocol)
	field(t.Spec)
	if t.Aids[AidChange] != "" {
		field(t.Aids[AidChange])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Proof says whether execution established the ground truth of a variant.
type Proof string

const (
	Unproved Proof = "unproved" // claimed by its source, not executed
	Proved   Proof = "proved"   // executed: the exploit works here, and only here
)

// Variant is one text that subjects are asked about, with its ground truth.
// The vulnerable source, its fixed twin and every transformed text of a sample
// are variants.
type Variant struct {
	Key      string   `json:"key"`    // unique and stable: suite/sample, then "+fixed" for a twin, then Suffix()
	Suite    string   `json:"suite"`  // "blockbench", "tenantsql", or the name of a suite on disk
	Format   Format   `json:"format"` // which questions and tables apply
	Sample   string   `json:"sample"` // the sample's id within its suite
	Base     string   `json:"base"`   // cluster of the statistics: variants that vary together share a base
	Group    string   `json:"group"`  // subset (ds, tc, gs) or application
	Tier     int      `json:"tier,omitempty"`
	Class    Class    `json:"class,omitempty"` // of the first documented flaw; on a twin, of the repaired flaw
	Severity string   `json:"severity,omitempty"`
	LossUSD  int64    `json:"loss_usd,omitempty"` // loss in the incident behind the flaw; 0 is unknown
	Sources  []Source `json:"sources,omitempty"`  // public reports of the incident or the finding; may be nil
	// when the flaw became public: YYYY-MM-DD, YYYY-MM or YYYY; "" is unknown
	Public   string  `json:"public,omitempty"`
	Source   string  `json:"source"`          // path of the text
	Chain    string  `json:"chain,omitempty"` // transformations applied, "" for the original
	Seed     uint64  `json:"seed,omitempty"`
	Twin     string  `json:"twin,omitempty"` // key of the safe counterpart of a vulnerable variant
	Truth    Truth   `json:"truth"`
	Proof    Proof   `json:"proof"`
	Evidence string  `json:"evidence,omitempty"` // executions and their results, in one line
	Labels   []Label `json:"labels,omitempty"`
	Task     Task    `json:"task"`

	// Certificate is the kind of evidence that a transformed variant keeps the promise of its chain: "C1" to "C5"; for
	// interventions, proof.ExploitDies or proof.DecoyResists. "" on originals and without evidence.
	Certificate string `json:"certificate,omitempty"`

	Change *Change `json:"change,omitempty"` // nil unless subjects are asked about a change of a project
	// Incident is the ground truth of an incident that subjects are asked about by name; nil for questions about code.
	Incident *Incident `json:"incident,omitempty"`

	// Continuation is the ground truth where subjects are asked to continue a text; nil
	// for questions about code.
	Continuation *Continuation `json:"continuation,omitempty"`

	// RootCause, Attack and Fix describe the first flaw, for judges and readers.
	RootCause string `json:"root_cause,omitempty"`
	Attack    string `json:"attack,omitempty"`
	Fix       string `json:"fix,omitempty"`

	// Further holds the label sets after the first, by number; nil on most texts. The
	// fields above are the first.
	Further []LabelSet `json:"further,omitempty"`
}

// Origin returns the key of the untransformed variant; Key where Chain is "".
func (v *Variant) Origin() string {
	if v.Chain == "" {
		return v.Key
	}
	return strings.TrimSuffix(v.Key, v.Suffix())
}

// Suffix returns the suffix "~chain@seed" of the keys of transformed variants; "" where
// Chain is "".
func (v *Variant) Suffix() string {
	if v.Chain == "" {
		return ""
	}
	return fmt.Sprintf("~%s@%d", v.Chain, v.Seed)
}

// Targets returns the labels that a detection has to find, of all documented flaws.
func (v *Variant) Targets() []Label {
	var out []Label
	for _, l := range v.Labels {
		if l.Function == RootCause {
			out = append(out, l)
		}
	}
	return out
}

// Source is a public report for checking the facts of a sample.
type Source struct {
	Title   string `json:"title"`
	By      string `json:"by"`                // author or firm
	Date    string `json:"date,omitempty"`    // YYYY-MM-DD, YYYY-MM or YYYY
	Address string `json:"address,omitempty"` // "" where the report has no permanent address
}

// IncidentLanguage is the language of tasks that test recall of an incident. The first
// file holds the name of the incident, each further file one question; nothing else is
// shown. Real incidents are Vulnerable, invented ones Safe.
const IncidentLanguage = "incident"

// FurtherIncident is what the key of a sample gets, before IncidentSuffix, in the key of a variant that asks about
// the incident of its documented flaw n, from 2 on.
func FurtherIncident(n int) string { return fmt.Sprintf("#%d", n) }

// IncidentSuffix ends the key of a variant that asks about an incident.
const IncidentSuffix = "?incident"

// Incident is the ground truth of an incident. The zero value of a field means unknown.
type Incident struct {
	Name    string `json:"name"`
	Date    string `json:"date,omitempty"` // YYYY-MM-DD or YYYY-MM
	LossUSD int64  `json:"loss_usd,omitempty"`
	Chain   string `json:"chain,omitempty"`
	Foil    bool   `json:"foil,omitempty"` // invented, so that recall is impossible

	Mechanism string `json:"mechanism,omitempty"` // of the attack, as the sample describes it
	// specific to the sample, in addition to date, loss, chain and class
	Questions []IncidentQuestion `json:"questions,omitempty"`
}

// IncidentQuestion is one question of a sample about its incident. An invented
// incident repeats the questions of a real one, without answers.
type IncidentQuestion struct {
	Text   string `json:"text"`
	Answer string `json:"answer,omitempty"`
}
