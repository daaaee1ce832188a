package bench

// ContinuationSuffix marks the keys of variants that subjects are asked to continue.
const ContinuationSuffix = "?continuation"

// ContinuationFormat is the format of variants that are the beginning of a text.
const ContinuationFormat = "continuation"

// Continuation is the ground truth of a variant that is the beginning of a text. Its task
// has one file, the beginning. It measures memorisation of the text, not detection of flaws.
type Continuation struct {
	Of     string `json:"of"`               // key of the text
	Rest   string `json:"rest"`             // text that follows the beginning
	Null   bool   `json:"null,omitempty"`   // of the text with other names, which is in no training data
	Canary bool   `json:"canary,omitempty"` // of the sample's canary, which cannot be guessed
}
