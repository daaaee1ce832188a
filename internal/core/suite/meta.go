package suite

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

// Meta is a sample.yaml (docs/add-a-sample.md). Unknown keys are an error.
type Meta struct {
	ID         string      `yaml:"id" json:"id"`
	Subset     string      `yaml:"subset" json:"subset"`
	Tier       int         `yaml:"tier,omitempty" json:"tier"`
	Class      bench.Class `yaml:"class" json:"class"`
	Severity   string      `yaml:"severity,omitempty" json:"severity"`
	Compiler   string      `yaml:"compiler,omitempty" json:"compiler"`
	Main       string      `yaml:"main" json:"main"`
	Language   string      `yaml:"language,omitempty" json:"language,omitempty"` // of an imported text; "" is Solidity
	Contract   string      `yaml:"contract,omitempty" json:"contract"`
	Attacker   Attacker    `yaml:"attacker,omitempty" json:"attacker"`
	Impact     Impact      `yaml:"impact,omitempty" json:"impact"`
	HonestUse  HonestUse   `yaml:"honest_use,omitempty" json:"honest_use,omitzero"`
	Provenance Provenance  `yaml:"provenance" json:"provenance"`
	// public reports that the facts can be checked against
	Sources   []bench.Source `yaml:"sources,omitempty" json:"sources,omitempty"`
	Voice     string         `yaml:"voice,omitempty" json:"voice,omitempty"` // the house style, docs/audit.md
	RootCause string         `yaml:"root_cause,omitempty" json:"root_cause"`
	Attack    string         `yaml:"attack,omitempty" json:"attack"`
	Fix       string         `yaml:"fix,omitempty" json:"fix"`
	Further   []Flaw         `yaml:"further,omitempty" json:"further,omitempty"` // label sets 2, 3, …
	// by function: the reason why the repair changes it, where the attack works no better without that change
	FixParts map[string]string `yaml:"fix_parts,omitempty" json:"fix_parts,omitempty"`
	// guards whose removal does no harm, "Contract.function: condition"
	Equivalent map[string]Harmless `yaml:"equivalent,omitempty" json:"equivalent,omitempty"`
	Knowledge  []Fact              `yaml:"knowledge,omitempty" json:"knowledge,omitempty"`
	Reading    *Reading            `yaml:"reading,omitempty" json:"reading,omitempty"` // by a second author
	Canary     string              `yaml:"canary,omitempty" json:"canary"`
	Licence    string              `yaml:"licence" json:"licence"`
}

// Flaw is a label set after the first: a further documented flaw, whose markers are ROOT_CAUSE#2 …, or a real one
// that is not documented, SECONDARY_VULN#2 …
type Flaw struct {
	Class     bench.Class `yaml:"class" json:"class"`
	Severity  string      `yaml:"severity,omitempty" json:"severity,omitempty"`
	Impact    Impact      `yaml:"impact,omitempty" json:"impact,omitzero"`
	RootCause string      `yaml:"root_cause,omitempty" json:"root_cause,omitempty"`
	Attack    string      `yaml:"attack,omitempty" json:"attack,omitempty"`
	Fix       string      `yaml:"fix,omitempty" json:"fix,omitempty"`
	Incident  string      `yaml:"incident,omitempty" json:"incident,omitempty"` // or finding, where it has a name of its own
	Date      string      `yaml:"date,omitempty" json:"date,omitempty"`         // of the incident; "" is not known
}

// Attacker describes who can carry out the attack, and with which means.
type Attacker struct {
	Who        string  `yaml:"who,omitempty" json:"who"`
	CapitalETH float64 `yaml:"capital_eth,omitempty" json:"capital_eth"`
	// decimal, in the smallest unit, by the contract of the token
	Tokens map[string]string `yaml:"capital_tokens,omitempty" json:"capital_tokens,omitempty"`
	Holds  map[string]string `yaml:"holds,omitempty" json:"holds,omitempty"` // why it has what setUp gives it beyond that
}

// HonestUse lists what honest use does not cover, each with a reason.
type HonestUse struct {
	Uncalled map[string]string `yaml:"uncalled,omitempty" json:"uncalled,omitempty"` // functions that it does not call
	Changed  map[string]string `yaml:"changed,omitempty" json:"changed,omitempty"`   // what it reveals of the repair
}

// Harmless gives the reason why the removal of a guard does no harm.
type Harmless struct {
	Because string `yaml:"because" json:"because"`
	Input   string `yaml:"input" json:"input"` // the call that the guard refuses, and its effect without the guard
}

// Reading is what a second author found in a sample from its source alone, without labels, class or tier. The
// points are those of the rubric in docs/add-a-sample.md, 0 to 2 each.
type Reading struct {
	Distance  int         `yaml:"distance" json:"distance"`   // from the cause to its effect
	Functions int         `yaml:"functions" json:"functions"` // number that a reader must keep in mind together
	Guards    int         `yaml:"guards" json:"guards"`       // that seem to prevent it
	Knowledge int         `yaml:"knowledge" json:"knowledge"` // that the language alone does not give
	Class     bench.Class `yaml:"class" json:"class"`
}

// Tier returns the tier, 1 to 4, that follows from the points of a reading.
func (r Reading) Tier() int { return max(1, (r.Distance+r.Functions+r.Guards+r.Knowledge+1)/2) }

// Impact is the quantity that the host measures before and after the attack.
type Impact struct {
	Kind    string `yaml:"kind" json:"kind"`
	Asset   string `yaml:"asset,omitempty" json:"asset,omitempty"`     // a getter of Proof or of the target
	Minimum string `yaml:"minimum,omitempty" json:"minimum,omitempty"` // decimal, in the asset's smallest unit
}

// Provenance describes the origin of the idea of a sample.
type Provenance struct {
	Kind        string `yaml:"kind" json:"kind"`
	Incident    string `yaml:"incident,omitempty" json:"incident,omitempty"`
	Finding     string `yaml:"finding,omitempty" json:"finding,omitempty"`
	Date        string `yaml:"date,omitempty" json:"date,omitempty"` // YYYY-MM-DD or YYYY-MM
	LossUSD     int64  `yaml:"loss_usd,omitempty" json:"loss_usd,omitempty"`
	Chain       string `yaml:"chain,omitempty" json:"chain,omitempty"`
	FirstPublic string `yaml:"first_public,omitempty" json:"first_public,omitempty"`

	Imported *Imported `yaml:"imported,omitempty" json:"imported,omitempty"` // with kind "imported" only
	// with kind "generated" only
	Generated *GeneratedFrom `yaml:"generated,omitempty" json:"generated,omitempty"`
}

// GeneratedFrom describes how a generated sample was made; the same version of the program makes the same sample
// from it.
type GeneratedFrom struct {
	Seed     uint64 `yaml:"seed" json:"seed"`         // of the sample
	Operator string `yaml:"operator" json:"operator"` // that inserted the flaw
	// id of the sample into whose correct text the flaw was inserted
	Host string `yaml:"host" json:"host"`
	// of transformations that were applied to both halves
	Chain string `yaml:"chain" json:"chain"`
	// edits without an effect, so that the form of the flaw does not distinguish the halves
	Harmless []string `yaml:"harmless,omitempty" json:"harmless,omitempty"`
}

// Generated is the kind of provenance of a sample that a program made and proved.
const Generated = "generated"

// Imported identifies the piece of external data that a sample is.
type Imported struct {
	From     string `yaml:"from" json:"from"`                             // the data set
	Path     string `yaml:"path" json:"path"`                             // of the text in it
	Category string `yaml:"category,omitempty" json:"category,omitempty"` // the data set's own name of the class
	// the cluster; the sample itself when empty
	Base string `yaml:"base,omitempty" json:"base,omitempty"`
	// id of the sample whose safe text is the counterpart of this one
	Twin string `yaml:"twin,omitempty" json:"twin,omitempty"`

	Chains []ImportedChain `yaml:"chains,omitempty" json:"chains,omitempty"` // other forms in the data set
}

// ImportedChain is a text that the data set made from a sample, in chains/<chain>.
type ImportedChain struct {
	Chain string `yaml:"chain" json:"chain"` // the name of assay's own transformation where it is one
	Path  string `yaml:"path" json:"path"`   // in the data set
}

// Fact is one fact that a model may recall about an incident.
type Fact struct {
	Question  string `yaml:"question" json:"question"`
	Answer    string `yaml:"answer" json:"answer"`
	Inferable bool   `yaml:"inferable" json:"inferable"` // could be guessed from the name alone
}

var (
	subsets = map[string]string{"ds": "difficulty-stratified", "tc": "temporal-contamination", "gs": "gold-standard",
		Recent: "recent incidents and findings", Clean: "clean", Project: "projects"}
	impactKinds = []string{"ether_gained", "token_gained", "ownership_taken", "value_destroyed", "service_denied",
		"state_corrupted"}
	chainRE    = regexp.MustCompile(`^[a-z0-9]+([-+:=,][a-z0-9]+)*$`)
	idRE       = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	compilerRE = regexp.MustCompile(`^0\.[4-8]\.\d{1,2}$`)
	dateRE     = regexp.MustCompile(`^\d{4}(-\d{2}(-\d{2})?)?$`)
	amountRE   = regexp.MustCompile(`^[0-9]+$`)
	voiceRE    = regexp.MustCompile(`^[a-z]+$`)
	canaryRE   = regexp.MustCompile(`^assay-canary-[0-9a-f-]{36}$`)
)

// Recent is the subset of reconstructions of incidents since 2025, and of findings of audits that are not in gs. It is
// not part of the paper's composition, whose tc ends with 2024.
const Recent = "recent"

// recentFrom is the first year of Recent.
const recentFrom = "2025"

// Clean is the subset of contracts without a flaw and without a twin.
const Clean = "clean"

// Clean reports whether the sample is a contract without a flaw.
func (m *Meta) Clean() bool { return m != nil && m.Subset == Clean }

// Imported reports whether the sample is external data: without a proof, perhaps without a twin or a place of its
// flaw, and never proved.
func (m *Meta) Imported() bool { return m != nil && m.Provenance.Kind == importedKind }

const importedKind = "imported"

var languageRE = regexp.MustCompile(`^[a-z][a-z0-9+#.-]{0,19}$`)

// CheckLanguage returns the reason why texts of this format cannot be in a language, nil when they can.
func CheckLanguage(name string) error {
	switch {
	case !languageRE.MatchString(name) || name == bench.IncidentLanguage:
		return fmt.Errorf("%q is not a language: one word in small letters, such as python", name)
	case slices.Contains([]string{"sql", "postgresql", "pgsql", "plpgsql"}, name):
		return fmt.Errorf("%q: queries are tests of an application, with a SPEC.md (docs/add-a-sample.md)", name)
	}
	return nil
}

// Solidity reports whether the sample is in Solidity.
func (m *Meta) Solidity() bool { return m.Language == "" || m.Language == "solidity" }

// SubsetTitle returns the paper's name of a subset, or the subset itself.
func SubsetTitle(subset string) string {
	if t, ok := subsets[subset]; ok {
		return t
	}
	return subset
}

// parseMeta decodes a sample.yaml. An error carries the line where it is known.
func parseMeta(text string) (*Meta, int, error) {
	var m Meta
	line, err := decodeYAML(text, &m)
	if err != nil {
		return nil, line, err
	}
	return &m, 0, nil
}

// decodeYAML decodes a text into a struct; unknown keys are an error. The line of an error is 0 where it is not
// known.
func decodeYAML(text string, into any) (int, error) {
	err := yaml.UnmarshalWithOptions([]byte(text), into, yaml.Strict())
	var ye yaml.Error
	switch {
	case err == nil:
		return 0, nil
	case errors.As(err, &ye):
		line := 0
		if tok := ye.GetToken(); tok != nil && tok.Position != nil {
			line = tok.Position.Line
		}
		return line, errors.New(firstLine(ye.GetMessage()))
	default:
		return 0, errors.New(firstLine(err.Error()))
	}
}

func firstLine(s string) string { line, _, _ := strings.Cut(strings.TrimSpace(s), "\n"); return line }

// check returns the problems with the values, as (key, complaint) pairs. For imported samples it requires only
// facts that any data set knows.
func (m *Meta) check(folder, subsetFolder string) [][2]string {
	var out [][2]string
	bad := func(key, format string, args ...any) { out = append(out, [2]string{key, fmt.Sprintf(format, args...)}) }
	oneOf := func(key, v string, allowed []string) {
		for _, a := range allowed {
			if v == a {
				return
			}
		}
		bad(key, "%q is not one of %s", v, strings.Join(allowed, ", "))
	}
	need := func(key, v string) {
		if strings.TrimSpace(v) == "" {
			bad(key, "is empty; write one or two sentences")
		}
	}
	match := func(key, v string, re *regexp.Regexp, want string) {
		if !re.MatchString(v) {
			bad(key, "%q is not %s", v, want)
		}
	}

	match("id", m.ID, idRE, "lower-case words joined by dashes")
	if m.ID != folder {
		bad("id", "%q differs from its folder %q", m.ID, folder)
	}
	oneOf("subset", m.Subset, []string{"ds", "tc", "gs", Recent, Clean, Project})
	if _, isSubset := subsets[subsetFolder]; isSubset && m.Subset != subsetFolder {
		bad("subset", "%q differs from its folder %q", m.Subset, subsetFolder)
	}
	if m.Tier < 1 && !m.Imported() || m.Tier < 0 || m.Tier > 4 {
		bad("tier", "%d is not 1, 2, 3 or 4", m.Tier)
	}
	if k, ok := m.Class.Info(); !ok || k.Format != bench.Contracts {
		bad("class", "%q is not a class of the taxonomy; `assay samples classes` lists them", m.Class)
	}
	need("licence", m.Licence)
	if r := m.Reading; r != nil {
		for _, points := range []int{r.Distance, r.Functions, r.Guards, r.Knowledge} {
			if points < 0 || points > 2 {
				bad("reading", "distance, functions, guards and knowledge have 0, 1 or 2 points each, not %d", points)
			}
		}
		if k, ok := r.Class.Info(); !ok || k.Format != bench.Contracts {
			bad("reading", "class %q is not a class of the taxonomy; `assay samples classes` lists them", r.Class)
		}
	}
	for i, f := range m.Further {
		if k, ok := f.Class.Info(); !ok || k.Format != bench.Contracts {
			bad("further", "label set %d: class %q is not a class of the taxonomy; `assay samples classes` lists them", i+2,
				f.Class)
		}
		if f.Severity != "" && !slices.Contains(bench.Severities, f.Severity) {
			bad("further", "label set %d: severity %q is not one of %s", i+2, f.Severity, strings.Join(bench.Severities, ", "))
		}
	}
	if m.Language != "" {
		if err := CheckLanguage(m.Language); err != nil {
			bad("language", "%v", err)
		} else if !m.Solidity() && !m.Imported() {
			bad("language", "only an imported sample can be in %s: a proof executes Solidity", m.Language)
		}
	}
	if m.Imported() {
		if m.Severity != "" {
			oneOf("severity", m.Severity, bench.Severities)
		}
		if m.Compiler != "" {
			match("compiler", m.Compiler, compilerRE, "an exact version such as 0.8.30")
		}
		if i := m.Provenance.Imported; i == nil || i.From == "" || i.Path == "" {
			bad("provenance", "an imported sample needs imported: {from, path}")
		}
		return out
	}
	if m.Provenance.Imported != nil {
		bad("provenance", "imported: belongs to kind: imported")
	}
	if !m.Clean() {
		oneOf("severity", m.Severity, bench.Severities)
	}
	match("compiler", m.Compiler, compilerRE, "an exact version such as 0.8.30")
	need("attacker", m.Attacker.Who)
	m.Attacker.check(func(format string, args ...any) { bad("attacker", format, args...) })
	for _, list := range []map[string]string{m.HonestUse.Uncalled, m.HonestUse.Changed, m.FixParts} {
		for _, what := range slices.Sorted(maps.Keys(list)) {
			if strings.TrimSpace(list[what]) == "" || strings.Contains(what, ";") {
				bad("honest_use", "%s: needs a reason", what)
			}
		}
	}
	for i, f := range m.Further {
		for _, k := range [][2]string{{"severity", f.Severity}, {"root_cause", f.RootCause}, {"attack", f.Attack},
			{"fix", f.Fix}} {
			if strings.TrimSpace(k[1]) == "" {
				bad("further", "label set %d: %s is empty", i+2, k[0])
			}
		}
		if !slices.Contains(impactKinds, f.Impact.Kind) || f.Impact.Minimum != "" &&
			!amountRE.MatchString(f.Impact.Minimum) || strings.ContainsAny(f.Impact.Asset, " ;") {
			bad("further", "label set %d: impact: needs a kind, one of %s, and what it measures", i+2,
				strings.Join(impactKinds, ", "))
		}
	}
	if m.Clean() && len(m.Further) > 0 {
		bad("further", "a clean contract has no flaw; remove the key")
	}
	for _, name := range slices.Sorted(maps.Keys(m.Equivalent)) {
		if e := m.Equivalent[name]; strings.TrimSpace(e.Because) == "" || strings.TrimSpace(e.Input) == "" {
			bad("equivalent", "%s: needs because, and an input that shows it to be harmless", name)
		}
	}
	oneOf("impact", m.Impact.Kind, impactKinds)
	if m.Impact.Minimum != "" {
		match("impact", m.Impact.Minimum, amountRE, "a decimal amount in the smallest unit")
	}
	oneOf("provenance", m.Provenance.Kind, []string{"original", "reconstruction", importedKind, Generated})
	generated := m.Provenance.Kind == Generated
	if g := m.Provenance.Generated; (g != nil) != generated || g != nil && (g.Operator == "" || g.Host == "") {
		bad("provenance", "generated: {seed, operator, host, chain} belongs to kind: generated, and to no other")
	}
	if !generated || m.Provenance.FirstPublic != "" { // fresh samples are not public
		match("provenance", m.Provenance.FirstPublic, dateRE, "a first_public date YYYY-MM-DD")
	}
	if m.Provenance.Date != "" {
		match("provenance", m.Provenance.Date, dateRE, "a date YYYY-MM-DD or YYYY-MM")
	}
	m.checkSources(bad)
	switch m.Subset {
	case "tc", Recent:
		audited := m.Subset == Recent && m.Provenance.Incident == "" && m.Provenance.Finding != ""
		if m.Provenance.Date == "" || !audited && (m.Provenance.Incident == "" || len(m.Knowledge) < 2) {
			needs := "needs incident, date and at least two knowledge facts"
			if m.Subset == Recent {
				needs += ", or finding and date"
			}
			bad("provenance", "a %s sample %s", m.Subset, needs)
		}
		if d := m.Provenance.Date; d != "" && (d >= recentFrom) != (m.Subset == Recent) {
			bad("subset", "%s is of %s; incidents up to 2024 belong in tc and later ones in %s", m.ID, d, Recent)
		}
	case "gs":
		if m.Provenance.Finding == "" || m.Provenance.Date == "" && !generated {
			bad("provenance", "a gs sample needs finding and its disclosure date")
		}
	}
	need("attack", m.Attack)
	if m.Clean() {
		for _, k := range [][2]string{{"severity", m.Severity}, {"root_cause", m.RootCause}, {"fix", m.Fix}} {
			if k[1] != "" {
				bad(k[0], "a clean contract has none; remove the key")
			}
		}
	} else {
		need("root_cause", m.RootCause)
		need("fix", m.Fix)
	}
	if m.Voice != "" {
		match("voice", m.Voice, voiceRE, "the name of a voice, one lower-case word of docs/audit.md")
	}
	match("canary", m.Canary, canaryRE, "assay-canary- and a UUID")
	return out
}

// checkSources reports sources that cannot be looked up, and missing sources where the facts come from a report.
func (m *Meta) checkSources(bad func(key, format string, args ...any)) {
	if len(m.Sources) == 0 && m.Provenance.Kind != Generated && slices.Contains([]string{"tc", Recent, "gs"}, m.Subset) {
		bad("sources", "a %s sample needs at least one public report: title, by, date and, if it exists, its address",
			m.Subset)
	}
	for i, s := range m.Sources {
		if strings.TrimSpace(s.Title) == "" || strings.TrimSpace(s.By) == "" {
			bad("sources", "source %d needs a title, and in by: its author or firm", i+1)
		}
		if !dateRE.MatchString(s.Date) {
			bad("sources", "source %d: date %q is not YYYY-MM-DD, YYYY-MM or YYYY", i+1, s.Date)
		}
		if s.Address == "" {
			continue
		}
		if u, err := url.Parse(s.Address); err != nil || u.Host == "" || strings.ContainsAny(s.Address, " \t") ||
			u.Scheme != "http" && u.Scheme != "https" {
			bad("sources", "source %d: address %q is not an http or https address; omit it if there is none", i+1,
				s.Address)
		}
	}
}

// lineOf returns the 1-based line of a top-level key, or 0.
func lineOf(yamlText, key string) int {
	for i, line := range strings.Split(yamlText, "\n") {
		if strings.HasPrefix(line, key+":") {
			return i + 1
		}
	}
	return 0
}
