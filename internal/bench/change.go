package bench

// TaskChange is the task to review changes of projects, as in pull requests, and the name of the suite of changes.
const TaskChange = "change"

// AidChange is the key of [Task.Aids] of a change: title, description and diff. The code under review is that after it.
const AidChange = "change"

// What a change does with a flaw. One that claims leaves it; a harmless one changes nothing that proofs see.
const (
	ChangeIntroduces = "introduces"
	ChangeRepairs    = "repairs"
	ChangeClaims     = "claims"
	ChangeHarmless   = "harmless"
)

// ChangeTellings lists how title and description tell a change.
var ChangeTellings = []string{"honest", "neutral", "misleading"}

// Change is the ground truth of a change.
type Change struct {
	Kind string `json:"kind"` // ChangeIntroduces, …
	Told string `json:"told"` // one of ChangeTellings
}
