package evidence

// AdequacyVersion is raised when an adequacy run asks different questions of a proof.
const AdequacyVersion = 3

// Adequacy records for each guard of a sample whether the proof notices its loss. It
// contains no time and no machine name: the same texts give the same bytes.
type Adequacy struct {
	Version int               `json:"version"`
	Sample  string            `json:"sample"`
	Rules   Rules             `json:"rules"`
	Files   map[string]string `json:"files"` // as in Evidence
	Guards  []Guard           `json:"guards"`
}

// Guard is a check that was removed from both sources, or from the one that has it.
type Guard struct {
	File       string `json:"file,omitempty"`       // of context that it is in, "" for the file under review
	In         string `json:"in"`                   // "Jar.take", with the modifier if the guard is in one
	Without    string `json:"without"`              // the condition
	Vulnerable int    `json:"vulnerable,omitempty"` // its line in the vulnerable source, 0 if it has none
	Fixed      int    `json:"fixed,omitempty"`      // its line in the twin
	Caller     bool   `json:"caller,omitempty"`     // it checks the caller
	Noticed    string `json:"noticed,omitempty"`    // what fails without it, "" if nothing does
}

// Name identifies the guard, in the form that a sample uses under `equivalent`.
func (g *Guard) Name() string { return g.In + ": " + g.Without }

// Rate counts the guards on the caller, or the other guards, and how many of them the
// proof notices.
func (a *Adequacy) Rate(caller bool) (noticed, all int) {
	for i := range a.Guards {
		if g := &a.Guards[i]; g.Caller == caller {
			all++
			if g.Noticed != "" {
				noticed++
			}
		}
	}
	return noticed, all
}

// Stale returns why the result does not apply to the given texts and rules, "" if it does.
func (a *Adequacy) Stale(rules Rules, files map[string]string) string {
	return stale(a.Version, AdequacyVersion, a.Rules.runLike(rules), a.Files, files)
}

// Encode returns the bytes of an adequacy.json, with one guard per line.
func (a *Adequacy) Encode() ([]byte, error) {
	head := *a
	head.Guards = []Guard{}
	return encodeLines(head, a.Guards, "adequacy of "+a.Sample)
}

// DecodeAdequacy reads an adequacy.json; unknown fields are an error.
func DecodeAdequacy(b []byte) (*Adequacy, error) { return decode[Adequacy](b, "an adequacy.json") }
