package recall

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Parts of invented names. To the knowledge of the authors, no combination is the name of a project that had an
// incident.
var (
	heads = []string{"Quillmere", "Tarnwood", "Osprelle", "Vantage Nine", "Halyx", "Brindlewick", "Corvane", "Mosswater",
		"Ninefold Harbor", "Pellucid Rook",
		"Sablefin", "Thistledown Vault", "Umberline", "Wickstead", "Yarrowgate", "Zephyrine", "Elderquay", "Fernhollow",
		"Glasswing Nine", "Juniper Spire"}
	tails = []string{"Finance", "Protocol", "Bridge", "Lend", "Swap", "Vaults", "Markets", "DAO", "Staking", "Router"}
)

// Foils returns n invented incidents. Their names are distinct, and none is the name of a true one. The same
// seed gives the same names. It returns fewer when the names run out, at 200.
func Foils(seed uint64, n int, truths []string) []Incident {
	taken := map[string]bool{}
	for _, t := range truths {
		taken[strings.ToLower(t)] = true
	}
	rng := rand.New(rand.NewPCG(seed, 0x666f696c))
	var out []Incident
	for _, i := range rng.Perm(len(heads) * len(tails)) {
		if len(out) == n {
			break
		}
		name := fmt.Sprintf("%s %s", heads[i%len(heads)], tails[i/len(heads)])
		if !taken[strings.ToLower(name)] {
			out = append(out, Incident{Name: name, Foil: true})
		}
	}
	return out
}
