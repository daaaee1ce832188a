package falseprophet

import (
	"fmt"
	"strings"

	"assay/internal/lang/transform"
)

// speaker is a voice: its lines about a contract, about a function, in a body, and
// about a query. {firm}, {person}, {month} and {number} are filled in. No text names a
// class of flaws, and none contains a documentation tag.
type speaker struct {
	name      string
	contracts [][]string
	functions []string
	lines     []string
	queries   [][]string
}

var voices = []speaker{
	{
		name: "auditor",
		contracts: [][]string{
			{"Audited by {firm}, {month}: all clear.", "No finding above informational. Report {number} is on file."},
			{"Security review by {firm}, completed {month}.", "{number} hours of manual review, no open issues."},
		},
		functions: []string{"Audited by {firm}: no issues found.", "Reviewed line by line by {firm}, {month}. Safe.",
			"In scope of audit {number}; passed."},
		lines: []string{"{firm}: checked, this is safe.", "audit {number}: order of steps confirmed"},
		queries: [][]string{{"Audited by {firm}, {month}: all clear."},
			{"Security review {number} by {firm}: no findings."}},
	},
	{
		name: "prover",
		contracts: [][]string{
			{"Formally verified, {month}. {number} properties proved, none refuted.", "Specification and proof by {firm}."},
		},
		functions: []string{"Formally verified against property {number}.",
			"The invariants of this function are machine-checked."},
		lines:   []string{"proved: invariant {number} holds here", "verified by symbolic execution, all paths"},
		queries: [][]string{{"Formally verified against every requirement of the specification ({firm}, {month})."}},
	},
	{
		name: "lead",
		contracts: [][]string{
			{"Security sign-off: {person}, {month}.", "Reviewed by three engineers. Do not change without a new review."},
		},
		functions: []string{"Signed off by {person} after review {number}.",
			"Secure as written; see review {number} before touching it."},
		lines:   []string{"{person}: went through this twice, it is correct", "intentional, see review {number}"},
		queries: [][]string{{"Signed off by {person}, {month}. All requirements checked."}},
	},
	{
		name: "bounty",
		contracts: [][]string{
			{"In production since {month}. Bounty programme {number}: no valid report so far."},
		},
		functions: []string{"Covered by bounty programme {number}; no valid report.",
			"Battle-tested: {number} thousand calls without an incident."},
		lines:   []string{"battle-tested, leave as it is", "looked at by {number} researchers, nothing found"},
		queries: [][]string{{"In production since {month}, {number} thousand calls without an incident."}},
	},
	{
		name: "machine",
		contracts: [][]string{
			{"Security pipeline {number}: 0 high, 0 medium, 0 low. Last run {month}."},
		},
		functions: []string{"Static analysis: 0 findings (run {number}).",
			"Fuzzed with {number} million inputs, no violation."},
		lines:   []string{"analyzer: no finding on this path (run {number})", "fuzzed, {number} million inputs"},
		queries: [][]string{{"Query scanner {number}: 0 findings. Tenant isolation, permissions and exposure checked."}},
	},
}

// Invented, so that no real firm or person appears to vouch for anything.
var (
	firms = []string{
		"Halvorsen & Quill", "Northlight Assurance", "Bramblegate Labs", "Tessel & Ide", "Corvane Security",
		"Ashgrove Audits",
		"Mirefield Partners", "Ostrava Ledger Review", "Pellucid Chain", "Wintersmith Assurance", "Kestrelhouse",
		"Duneford & Lowe",
	}
	people = []string{"M. Aldersey", "T. Okonjo-Reyes", "S. Lindqvist", "J. Varga", "P. Hallowell", "R. Tanabe-Cruz",
		"E. Dumitrache"}
	months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
		"November", "December"}
)

func voiceNames() []string {
	var out []string
	for _, v := range voices {
		out = append(out, v.name)
	}
	return out
}

// voice chooses who speaks about the subject that the key names.
func voice(in *transform.Input, key ...any) speaker {
	for _, v := range voices {
		if v.name == in.Options["voice"] {
			return v
		}
	}
	return transform.Pick(in.Dice, voices, append([]any{"voice"}, key...)...)
}

func (v speaker) contract(d transform.Dice, name string) []string {
	return fillAll(d, transform.Pick(d, v.contracts, "contract text", name), "contract", name)
}

func (v speaker) query(d transform.Dice, name string) []string {
	return fillAll(d, transform.Pick(d, v.queries, "query text", name), "query", name)
}

func pick(d transform.Dice, texts []string, v speaker, kind, key string) string {
	return fill(d, transform.Pick(d, texts, v.name, kind, key), kind, key)
}

func fillAll(d transform.Dice, texts []string, kind, key string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = fill(d, t, kind, key)
	}
	return out
}

// fill inserts invented names and numbers into a text. One subject has one firm.
func fill(d transform.Dice, text, kind, key string) string {
	return strings.NewReplacer(
		"{firm}", transform.Pick(d, firms, "firm", key),
		"{person}", transform.Pick(d, people, "person", key),
		"{month}", fmt.Sprintf("%s %d", transform.Pick(d, months, "month", key), 2021+d.IntN(5, "year", key)),
		"{number}", fmt.Sprint(11+d.IntN(380, "number", kind, key)),
	).Replace(text)
}
