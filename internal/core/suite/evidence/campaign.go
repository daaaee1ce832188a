package evidence

import "fmt"

// CampaignVersion is raised when campaigns of older versions no longer try what the
// current one tries.
const CampaignVersion = 1

// Campaign is the result of a long search for attacks on a twin: the neighbourhood of
// the attack, and sequences guided by coverage. It contains no time and no machine
// name: the same sources, seed and number give the same bytes.
type Campaign struct {
	Version      int               `json:"version"`
	Sample       string            `json:"sample"`
	Engine       string            `json:"engine"`
	Rules        Rules             `json:"rules"`
	Files        map[string]string `json:"files"` // as in Evidence
	Seed         uint64            `json:"seed"`
	Asked        int               `json:"asked"` // sequences
	Sequences    int               `json:"sequences"`
	Transactions int               `json:"transactions"`
	Landed       int               `json:"landed"` // number of Transactions that did not revert
	// sides of conditional jumps in the code under review that landed sequences took
	Sides      int              `json:"sides"`
	AllSides   int              `json:"all_sides"` // number of all such sides
	Neighbours map[string]Edits `json:"neighbours"`
	// number of sequences that reach the impact but are not attacks, by reason
	SetAside map[string]int `json:"set_aside,omitempty"`
	Found    []string       `json:"found,omitempty"`   // an attack on the twin, step by step
	As       string         `json:"as,omitempty"`      // the guise of the attacker of Found
	Failure  string         `json:"failure,omitempty"` // why the campaign did not finish
}

// Edits counts the neighbours of one kind: those tried, and those with at least one
// transaction that did not revert.
type Edits struct {
	Tried  int `json:"tried"`
	Landed int `json:"landed"`
}

// Resists reports whether the campaign finished and found no attack.
func (c *Campaign) Resists() bool { return c.Failure == "" && len(c.Found) == 0 }

// Stale returns why a campaign does not apply to the given texts and rules, or differs
// from the requested one, "" if neither is so.
func (c *Campaign) Stale(rules Rules, files map[string]string, seed uint64, asked int) string {
	switch {
	case c.Version != CampaignVersion:
		return fmt.Sprintf("it has version %d, this program needs %d", c.Version, CampaignVersion)
	case c.Seed != seed:
		return fmt.Sprintf("it has seed %d", c.Seed)
	case c.Asked < asked:
		return fmt.Sprintf("it has %d sequences", c.Asked)
	case c.Failure != "":
		return "it did not finish"
	case !c.Rules.runLike(rules):
		return "compiler, contract, attacker or impact in sample.yaml changed"
	}
	return changed(c.Files, files)
}

// Encode returns the bytes of a campaign.json.
func (c *Campaign) Encode() ([]byte, error) { return encode(c, "  ", "campaign on "+c.Sample) }

// DecodeCampaign reads a campaign.json; unknown fields are an error.
func DecodeCampaign(b []byte) (*Campaign, error) { return decode[Campaign](b, "a campaign.json") }
