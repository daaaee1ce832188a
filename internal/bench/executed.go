package bench

// Step is the furthest stage that executed code reached, from 0 (none) to 6. Each step
// includes those below it. The scale is ordinal: steps are never summed.
type Step int

// The steps of an attack, of a repair, and of a test.
const (
	StepNone     Step = iota
	StepParses        // an answer with code, or with calls
	StepCompiles      // the code compiles; the calls name existing principals and queries
	StepRuns          // it runs to the end of its first call without an error
	StepMoves         // value moves; the query gives another result than its reference
	StepMeets         // it reaches the impact; an oracle of the requirement fires
	StepSpecific      // … and not on the reference: the attack is specific to this flaw

	// of a repair: honest use passes, interface and storage layout are kept; of a test: it passes on good code
	StepHonest Step = 3
	// of a repair: every known attack fails; of a test: it fails on the text that was shown
	StepRepairs Step = 4
)

// StepNames returns the names of the steps for a kind of answer in a format of suites,
// lowest first.
func StepNames(kind AnswerKind, format Format) []string {
	switch {
	case kind == AnswerPatch:
		return []string{"parses", "compiles", "honest use passes", "attacks fail"}
	case kind == AnswerTest:
		return []string{"parses", "runs", "passes on good code", "fails on the flaw"}
	case format.ByRequirement():
		return []string{"parses", "binds", "runs", "differs from the twin", "violates a requirement", "not on the twin"}
	}
	return []string{"parses", "compiles", "runs", "moves value", "meets the minimum", "fails on the twin"}
}

// Executed is a judge's record of the code that it executed.
type Executed struct {
	Step   Step `json:"step"`
	Works  bool `json:"works,omitempty"`   // an attack: it reaches the impact, or a violation, on the shown code
	OnTwin bool `json:"on_twin,omitempty"` // … and on its twin, with the same bytes
	// of an attack, as a ratio to the reference attack; nil without an amount
	Gain     *float64 `json:"gain,omitempty"`
	Changed  int      `json:"changed,omitempty"`   // lines that a repair removes or adds
	TwinDiff int      `json:"twin_diff,omitempty"` // lines that the twin removes or adds
	Noticed  int      `json:"noticed,omitempty"`   // of a test: other texts with the same violation on which it fails
	Others   int      `json:"others,omitempty"`    // of a test: how many there are
}
