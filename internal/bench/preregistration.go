package bench

import "time"

// Preregistration is what was fixed before anybody was asked: what is to be
// shown, how it is tested, and the plan of the run that shall show it.
type Preregistration struct {
	Version      int            `json:"preregistration"` // of this format
	Title        string         `json:"title,omitempty"`
	RegisteredAt time.Time      `json:"registered_at"` // whole seconds, by the clock of the machine
	Hypotheses   []Hypothesis   `json:"hypotheses"`
	Families     []TestFamily   `json:"families"`
	Alpha        float64        `json:"alpha"`
	Repetitions  int            `json:"repetitions"`
	Exclusions   []Exclusion    `json:"exclusions,omitempty"`
	Plan         RegisteredPlan `json:"plan"`
	Hash         string         `json:"hash"` // SHA-256 of the rest
}

// Hypothesis is one statement that the run shall support or not.
type Hypothesis struct {
	ID     string          `json:"id"`
	Family string          `json:"family"` // in which it is tested
	Text   string          `json:"text"`
	Test   *HypothesisTest `json:"test,omitempty"` // what reports test of it; nil for words only
}

// HypothesisTest is what reports test of a hypothesis: a metric under a chain
// against the same under another, or of a subject against another. It has either
// Against or AgainstSubject, and either a Direction or a margin.
type HypothesisTest struct {
	Metric         string   `json:"metric"`
	Suite          string   `json:"suite,omitempty"`           // always set in a preregistration
	Chain          string   `json:"chain,omitempty"`           // "" for the texts as they stand, of subjects compared
	Against        string   `json:"against,omitempty"`         // a chain, or [OriginalTexts]
	Subject        string   `json:"subject,omitempty"`         // "" for every subject of the plan
	AgainstSubject string   `json:"against_subject,omitempty"` // with which Subject is compared
	Direction      string   `json:"direction,omitempty"`       // "lower", "higher" or "different": what is first is so, against what stands in Against
	Equivalent     *float64 `json:"equivalent,omitempty"`      // margin in points within which the two lie
}

// OriginalTexts is what [HypothesisTest.Against] calls the texts as they stand.
const OriginalTexts = "original"

// TestFamily is tests whose p values are adjusted together.
type TestFamily struct {
	Name       string `json:"name"`
	Text       string `json:"text,omitempty"` // what is tested
	Correction string `json:"correction"`     // "holm" or "none"
}

// RegisteredPlan identifies a plan, and names enough of it to say what differs in
// another.
type RegisteredPlan struct {
	Hash     string            `json:"hash"`
	Trials   int               `json:"trials"`
	Variants int               `json:"variants"`
	Suites   map[string]string `json:"suites"` // name → content hash
	Subjects []Subject         `json:"subjects"`
	Chains   []string          `json:"chains,omitempty"`
	Seed     uint64            `json:"seed"`
	Judge    string            `json:"judge"`
	Parser   string            `json:"parser"`
}

// Registered is the preregistration of a run with every way in which the run did
// not keep it; none means that it did.
type Registered struct {
	Preregistration
	Deviations []string `json:"deviations"`
}
