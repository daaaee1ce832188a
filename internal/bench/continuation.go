package bench

// ContinuationSuffix is in the keys of what subjects are asked to continue.
const ContinuationSuffix = "?continuation"

// ContinuationFormat is the format of variants that are the beginning of a text.
const ContinuationFormat = "continuation"

// Continuation is what is true of a beginning that a subject is asked to continue: its
// task shows the beginning alone, with its one file. It says what a subject has learnt by
// heart, and nothing about flaws.
type Continuation struct {
	Of     string `json:"of"`               // key of the text
	Rest   string `json:"rest"`             // what follows
	Null   bool   `json:"null,omitempty"`   // of the text in other names, which is nowhere to be learnt
	Canary bool   `json:"canary,omitempty"` // of the sample's canary, which nobody can guess
}
