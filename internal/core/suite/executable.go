package suite

import (
	"maps"
	"math/big"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
)

// Executable is the part of a Solidity sample that the proof engine needs: texts without markers, by the path at
// which they import each other, and the rules.
type Executable struct {
	ID         string
	Main       string            // path of the file under review in both trees
	Vulnerable map[string]string // the tree with the vulnerable source, Proof.sol included
	Fixed      map[string]string // the same with the fixed twin at the same path
	// Fixed is a clean contract, and Vulnerable is the same contract without one of its guards, which no subject sees
	Clean bool
	Rules evidence.Rules
	Parts []Part // the label sets, where there are several; nil for rewritten sources
	// of a project: other combinations of its flaws; nil for rewritten sources
	Among []Among
	Joint bool // the attack needs several flaws of a project: with one of them repaired it fails
}

// Among is a project with some of its flaws, or after a change, on which an attack has to work or to fail.
type Among struct {
	Source evidence.Source
	Works  bool
	Files  map[string]string // as in Executable.Fixed
	Equal  bool              // honest use has the effects that it has on Executable.Fixed
}

// Executable returns the sample for execution; ok is false for SQL tests
// and imported samples.
func (s *Suite) Executable(sample *Sample) (x Executable, ok bool) {
	if sample.Meta == nil || sample.Meta.Imported() || sample.whole {
		return x, false
	}
	if sample.program != nil {
		return *sample.program, true
	}
	f, ok := s.Variant(sample.Keys[len(sample.Keys)-1])
	if !ok {
		return x, false
	}
	v := *f
	if sample.Meta.Clean() {
		v.Task.Files = []bench.File{{Path: sample.Meta.Main, Text: sample.weak}}
		return executable(sample, &v, f), true
	}
	vulnerable, ok := s.Variant(sample.Keys[0])
	if !ok {
		return x, false
	}
	return executable(sample, vulnerable, f), true
}

func executable(s *Sample, v, f *bench.Variant) Executable {
	tree := func(v *bench.Variant) map[string]string {
		t := map[string]string{proofSol: s.proof, s.Meta.Main: v.Task.Files[0].Text}
		for _, c := range v.Task.Context {
			t[c.Path] = c.Text
		}
		return t
	}
	return Executable{
		ID: s.ID, Main: s.Meta.Main, Vulnerable: tree(v), Fixed: tree(f), Clean: s.Meta.Clean(), Parts: s.parts,
		Rules: rules(s.Meta),
	}
}

// rules returns the conditions of the executions of a sample.
func rules(m *Meta) evidence.Rules {
	// Through decimal text: 0.1 ether is 10^17 wei, not the value of its binary fraction.
	eth, _ := new(big.Rat).SetString(strconv.FormatFloat(m.Attacker.CapitalETH, 'f', -1, 64))
	wei := new(big.Rat).Mul(eth, new(big.Rat).SetInt64(1e18))
	return evidence.Rules{
		Compiler: m.Compiler, Contract: m.Contract,
		Impact: m.Impact.Kind, Asset: m.Impact.Asset, Minimum: m.Impact.Minimum,
		CapitalWei: wei.FloatString(0),
		Tokens:     capital(m.Attacker.Tokens),
		Uncalled:   strings.Join(slices.Sorted(maps.Keys(m.HonestUse.Uncalled)), "; "),
		Changed:    strings.Join(slices.Sorted(maps.Keys(m.HonestUse.Changed)), "; "),
		Parts:      strings.Join(slices.Sorted(maps.Keys(m.FixParts)), "; "),
		Holds:      strings.Join(slices.Sorted(maps.Keys(m.Attacker.Holds)), "; "),
		Further:    further(m.Further),
	}
}

// anybodyRE matches who gains from holding nothing.
var anybodyRE = regexp.MustCompile(`^any(body| account)(, no role)?(, no funds)?$`)

// What an account can have or borrow: a hundredth of all ether, and 10^15 tokens of 18 decimals.
const (
	maxCapital = 1.2e6
	maxDigits  = 33
)

// check reports what is wrong with the means of an attacker.
func (a *Attacker) check(bad func(format string, args ...any)) {
	if !(a.CapitalETH >= 0 && a.CapitalETH <= maxCapital) {
		bad("capital_eth %v is not an amount of ether that an account can have or borrow, at most %v", a.CapitalETH,
			maxCapital)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Tokens)) {
		switch {
		case !amountRE.MatchString(a.Tokens[name]):
			bad("capital_tokens: %s: %q is not a decimal amount in the smallest unit", name, a.Tokens[name])
		case len(a.Tokens[name]) > maxDigits:
			bad("capital_tokens: %s: more than %d digits; no token has so many units", name, maxDigits)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(a.Holds)) {
		if strings.TrimSpace(a.Holds[what]) == "" || strings.Contains(what, ";") {
			bad("holds: %s: needs a reason", what)
		}
		if !strings.HasSuffix(what, "()") && anybodyRE.MatchString(a.Who) { // anybody may call a function
			bad("who: %q holds %s; say what the account is", a.Who, what)
		}
	}
}

// capital formats amounts of tokens as [proof.Rules] stores them.
func capital(tokens map[string]string) string {
	var out []string
	for contract, amount := range tokens {
		out = append(out, contract+" "+amount)
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// further formats label sets as [proof.Rules] stores them.
func further(list []Flaw) string {
	var out []string
	for i, f := range list {
		out = append(out, evidence.Rules{Flaw: i + 2, Impact: f.Impact.Kind, Asset: f.Impact.Asset,
			Minimum: f.Impact.Minimum}.Entry())
	}
	return strings.Join(out, "; ")
}

// Files returns every text that evidence covers, by path. The twin's text is under fixed/, and a clean contract
// without a guard is under weak/.
func (x Executable) Files() map[string]string {
	if x.Vulnerable == nil { // rewritten
		return maps.Clone(x.Fixed)
	}
	out := maps.Clone(x.Vulnerable)
	add := func(folder string, tree map[string]string) {
		for file, text := range tree {
			if file == x.Main || text != out[file] {
				out[folder+"/"+file] = text
			}
		}
	}
	if x.Clean {
		out = maps.Clone(x.Fixed)
		add("weak", x.Vulnerable)
	} else {
		add("fixed", x.Fixed)
	}
	for _, a := range x.Among {
		add(string(a.Source), a.Files)
	}
	for _, p := range x.Parts {
		if p.Number > 1 {
			out[folderOf(p.Number)+"/"+x.Main] = p.Only
		}
	}
	return out
}

// evidence attaches a stored evidence.json to a sample and reports whether it proves the sample. Evidence on other
// texts proves nothing about these: the sample is then unproved, and Stale holds the reason.
func (l *loader) evidence(s *Sample, x Executable, dir string) (proved bool) {
	file := path.Join(dir, "evidence.json")
	text, ok := l.optional(file)
	if !ok {
		return false
	}
	e, err := evidence.Decode([]byte(text))
	if err != nil {
		l.problem(file, 0, "%v; renew it with `assay verify --suite %s --write`", err, l.show(dir))
		return false
	}
	if s.Stale = e.Stale(x.Rules, x.Files()); s.Stale != "" {
		l.notes = append(l.notes, l.show(file)+" is out of date ("+s.Stale+"): the sample counts as unproved")
		return false
	}
	s.Evidence = e
	return e.Proved
}

// campaign reads a sample's campaign.json. The code that uses a campaign checks whether it matches these texts:
// nothing else depends on that.
func (l *loader) campaign(dir string) *evidence.Campaign {
	file := path.Join(dir, "campaign.json")
	text, ok := l.optional(file)
	if !ok {
		return nil
	}
	c, err := evidence.DecodeCampaign([]byte(text))
	if err != nil {
		l.problem(file, 0, "%v; remove it and renew it with `assay verify --suite %s --campaign 10000 --write`", err,
			l.show(dir))
		return nil
	}
	return c
}

// adequacy attaches a stored adequacy.json to a sample. One on other texts is ignored.
func (l *loader) adequacy(s *Sample, x Executable, dir string) {
	file := path.Join(dir, "adequacy.json")
	text, ok := l.optional(file)
	if !ok {
		return
	}
	a, err := evidence.DecodeAdequacy([]byte(text))
	if err != nil {
		l.problem(file, 0, "%v; renew it with `assay verify --adequacy --suite %s --write`", err, l.show(dir))
		return
	}
	if a.Stale(x.Rules, x.Files()) == "" {
		s.Adequacy = a
	}
}
