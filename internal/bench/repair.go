package bench

// Edit is one change of a shown text that a subject proposes, as the subject wrote it.
type Edit struct {
	File     string `json:"file,omitempty"`     // "" is any of the shown files
	Line     int    `json:"line,omitempty"`     // first line of Old, to choose between equal passages; 0 is unknown
	Old      string `json:"old,omitempty"`      // the passage that New replaces
	Function string `json:"function,omitempty"` // name or signature of the function that New replaces; then Old is ""
	New      string `json:"new"`
}

// Effect is what executing a proposed repair shows.
type Effect string

// On a vulnerable text a repair has one of the first five effects, on a safe text one of Harmless, BreaksUse and
// NotApplied; NotExecuted says nothing about the repair.
const (
	Closes      Effect = "closes"       // the flaw is closed, and honest use stands
	BreaksUse   Effect = "breaks-use"   // it does not compile, or honest use, interface or storage change
	StaysOpen   Effect = "stays-open"   // honest use stands, and an attack reaches the impact
	NotApplied  Effect = "not-applied"  // a quoted passage is not in the text, or in several places
	Unchanged   Effect = "unchanged"    // nothing that can be observed changes
	Harmless    Effect = "harmless"     // of a safe text: honest use stands
	NotExecuted Effect = "not-executed" // Reason says why
)

// RepairVerdict is the result of the repair of one finding; the zero value stands for a finding without one.
type RepairVerdict struct {
	Effect   Effect `json:"effect,omitempty"`
	Reason   string `json:"reason,omitempty"`   // what was observed, in one line
	Attempts int    `json:"attempts,omitempty"` // attacks and random sequences that were tried on the repaired text

	Closed []int `json:"closed,omitempty"` // of several documented flaws, the numbers of those that it closes
}

// Naming says whether an answer names the documented flaw, by the rule judge alone.
type Naming string

// The first three are those of an answer. Without an answer, the outcome of the trial stands in their place.
const (
	Named     Naming = "named"
	Undecided Naming = "undecided" // class and place are right, and the explanation names nothing that is at fault
	NotNamed  Naming = "not-named"
)

// Explained joins what an answer says about the flaw with what its repair does.
type Explained struct {
	Naming Naming
	Repair RepairVerdict // of the finding that is matched to the flaw; the zero value if it proposes none
}
