package bench

import "time"

// Preregistration fixes hypotheses, their tests and the plan of the run before any
// subject is asked.
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

// Hypothesis is one statement that the run tests.
type Hypothesis struct {
	ID     string          `json:"id"`
	Family string          `json:"family"` // name of its [TestFamily]
	Text   string          `json:"text"`
	Test   *HypothesisTest `json:"test,omitempty"` // nil for a statement without an automatic test
}

// HypothesisTest is the test of a hypothesis: it compares a metric under two chains, or of
// two subjects. It sets either Against or AgainstSubject, and either Direction or
// Equivalent.
type HypothesisTest struct {
	Metric         string   `json:"metric"`
	Suite          string   `json:"suite,omitempty"`           // always set in a preregistration
	Chain          string   `json:"chain,omitempty"`           // "" for the original texts, when subjects are compared
	Against        string   `json:"against,omitempty"`         // a chain, or [OriginalTexts]
	Subject        string   `json:"subject,omitempty"`         // "" for every subject of the plan
	AgainstSubject string   `json:"against_subject,omitempty"` // that Subject is compared with
	Direction      string   `json:"direction,omitempty"`       // of Chain or Subject: "lower", "higher" or "different"
	Equivalent     *float64 `json:"equivalent,omitempty"`      // margin of equivalence, in points
}

// OriginalTexts is the value of [HypothesisTest.Against] for untransformed texts.
const OriginalTexts = "original"

// TestFamily is a set of tests whose p values are adjusted together.
type TestFamily struct {
	Name       string `json:"name"`
	Text       string `json:"text,omitempty"` // the tested claim
	Correction string `json:"correction"`     // "holm" or "none"
}

// RegisteredPlan identifies a plan by its hash. The other fields explain how another plan
// deviates.
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

// Registered is the preregistration of a run with the deviations of the run from it.
type Registered struct {
	Preregistration
	Deviations []string `json:"deviations"`
}
