package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Truth says what a variant is. The zero value is invalid.
type Truth int

const (
	_          Truth = iota
	Vulnerable       // the documented flaw is present
	Safe             // it is not: a fixed twin, or a good test
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

// UnmarshalText implements [encoding.TextUnmarshaler]; any other word is an error.
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
// the sample; Text is exactly what a subject is shown.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Task is everything a subject may see of a variant, and nothing else: prompt
// templates and detectors receive a Task, so that a label cannot leak through
// them. Files is never empty; its first element is the code under review.
type Task struct {
	Language string `json:"language"` // "solidity", "sql", or the fence language of a test
	Files    []File `json:"files"`
	Context  []File `json:"context,omitempty"`  // related contracts, for strategies that show them
	Protocol string `json:"protocol,omitempty"` // what the system is meant to do
	Spec     string `json:"spec,omitempty"`     // tenantsql: schema and numbered requirements

	// Aids are what some questions show beside that, by name ([AidWorld], [AidHint]), and
	// nil in runs without such a question. They are no part of Hash: the hash of the
	// prompt covers those that are shown.
	Aids map[string]string `json:"aids,omitempty"`
}

// Names of what stands in [Task.Aids].
const (
	AidWorld = "world" // whom an attack on a query can call as, with which data
	AidHint  = "hint=" // before a level of the factor hint: what is given away at it
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
	return hex.EncodeToString(h.Sum(nil))
}

// Proof says how well a variant's truth is established.
type Proof string

const (
	Unproved Proof = "unproved" // believed, not executed
	Proved   Proof = "proved"   // executed: the exploit works here, and only here
)

// Variant is one text that subjects are asked about, with the truth about it.
// The vulnerable source, its fixed twin and every transformed text of a sample
// are variants.
type Variant struct {
	Key      string   `json:"key"`    // unique and stable: suite/sample, "+fixed" for a twin, "~chain@seed" when transformed
	Suite    string   `json:"suite"`  // "blockbench", "tenantsql", or the name of a suite on disk
	Format   string   `json:"format"` // "blockbench" or "tenantsql": which questions and tables apply
	Sample   string   `json:"sample"` // the sample's id within its suite
	Base     string   `json:"base"`   // unit of the statistics: what varies together shares a base
	Group    string   `json:"group"`  // subset (ds, tc, gs) or application
	Tier     int      `json:"tier,omitempty"`
	Class    Class    `json:"class,omitempty"` // of the documented flaw, the first of several; a twin carries the class of what it repairs
	Severity string   `json:"severity,omitempty"`
	LossUSD  int64    `json:"loss_usd,omitempty"` // what the incident behind the flaw cost; 0 is not known
	Sources  []Source `json:"sources,omitempty"`  // public reports of the incident or the finding; nil is none
	Public   string   `json:"public,omitempty"`   // since when the flaw has been public, YYYY-MM-DD, YYYY-MM or YYYY; "" is not known
	Source   string   `json:"source"`             // where the text came from: a path
	Chain    string   `json:"chain,omitempty"`    // transformations applied, "" for the original
	Seed     uint64   `json:"seed,omitempty"`
	Twin     string   `json:"twin,omitempty"` // key of the safe counterpart of a vulnerable variant
	Truth    Truth    `json:"truth"`
	Proof    Proof    `json:"proof"`
	Evidence string   `json:"evidence,omitempty"` // what was executed and seen, in one line
	Labels   []Label  `json:"labels,omitempty"`
	Task     Task     `json:"task"`

	// Certificate says how a transformed variant is known to keep, or to owe,
	// what its chain promises: "C1" to "C5", or proof.ExploitDies and
	// proof.DecoyResists for interventions; "" on originals and without evidence.
	Certificate string `json:"certificate,omitempty"`

	// Incident is what is true of the incident that subjects are asked about by
	// name; nil where they are asked about code.
	Incident *Incident `json:"incident,omitempty"`

	// Continuation is what follows a beginning that subjects are asked to continue; nil
	// where they are asked about code.
	Continuation *Continuation `json:"continuation,omitempty"`

	// RootCause, Attack and Fix are the truth in words, for judges and readers.
	RootCause string `json:"root_cause,omitempty"`
	Attack    string `json:"attack,omitempty"`
	Fix       string `json:"fix,omitempty"`

	// Further are the label sets beyond the first, which the fields above are, in order
	// of number; nil on most texts.
	Further []LabelSet `json:"further,omitempty"`
}

// Origin returns the key of the variant that this one was made from: its own key
// when nothing was applied.
func (v *Variant) Origin() string {
	if v.Chain == "" {
		return v.Key
	}
	return strings.TrimSuffix(v.Key, v.Suffix())
}

// Suffix is what a chain appends to the keys of its variants, "" without one.
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

// Source is a public report that the facts of a sample can be checked against.
type Source struct {
	Title   string `json:"title"`
	By      string `json:"by"`                // author or firm
	Date    string `json:"date,omitempty"`    // YYYY-MM-DD, YYYY-MM or YYYY
	Address string `json:"address,omitempty"` // "" where the report has none that lasts
}

// IncidentLanguage is the language of tasks that ask what a subject remembers of
// an incident: their first file holds its name, each other one a question, and nothing
// else is shown. Real incidents are Vulnerable, invented ones Safe.
const IncidentLanguage = "incident"

// IncidentSuffix ends the key of what is asked about the incident of a variant.
const IncidentSuffix = "?incident"

// Incident is what is true of an incident. A zero value of a field is not known.
type Incident struct {
	Name    string `json:"name"`
	Date    string `json:"date,omitempty"` // YYYY-MM-DD or YYYY-MM
	LossUSD int64  `json:"loss_usd,omitempty"`
	Chain   string `json:"chain,omitempty"`
	Foil    bool   `json:"foil,omitempty"` // invented: there is nothing to remember

	Mechanism string             `json:"mechanism,omitempty"` // how the attack worked, in the words of the sample
	Questions []IncidentQuestion `json:"questions,omitempty"` // of the sample's own, beyond date, loss, chain and class
}

// IncidentQuestion is one question of a sample about its incident. An invented
// incident has questions of a real one, and no answers.
type IncidentQuestion struct {
	Text   string `json:"text"`
	Answer string `json:"answer,omitempty"`
}
