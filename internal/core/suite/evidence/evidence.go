// Package evidence defines the data model of execution: what was run for a sample, what
// the host observed, and which bytes the result covers. Its subpackages do the work:
// solc compiles, evm executes, verify runs a whole sample.
//
// Evidence never claims that code is safe. A fixed twin resists the attempts that are
// counted, and nothing more.
package evidence

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Version is raised when evidence of older versions no longer shows what the current
// one requires.
const Version = 3

// Source names the source of a sample on which a cell was run.
type Source string

const (
	Vulnerable Source = "vulnerable"
	Fixed      Source = "fixed"
)

// Only is the source in which just one of several label sets is repaired; Left is the
// one in which just that label set remains.
func Only(set int) Source { return Source(fmt.Sprintf("only-%d-repaired", set)) }

// Left is described with [Only].
func Left(set int) Source { return Source(fmt.Sprintf("only-%d-left", set)) }

// AllFlaws is the source of a project with all its flaws.
const AllFlaws Source = "all-flaws"

// AllBut is the source of a project with all flaws but one, by its id.
func AllBut(id string) Source { return Source("all-but-" + id) }

// NotOf is the source of a project with the flaws that an attack needs, without one of them.
func NotOf(id string) Source { return Source("without-" + id) }

// TwinOf is the twin of a text of a project with several flaws, by the id of its claim or of the whole.
func TwinOf(id string) Source { return Source("twin-of-" + id) }

// Kind is what a cell did.
type Kind string

const (
	Regular Kind = "regular" // honest use, with its results required
	Exploit Kind = "exploit" // the sample's own attack
	Null    Kind = "null"    // only the time that passes during the attack
	Cross   Kind = "cross"   // attacks of other samples with the same interface
	Near    Kind = "near"    // the neighbourhood of the attack
	Fuzz    Kind = "fuzz"    // random call sequences of the attacker

	Honest    Kind = "honest use" // what honest use calls, and that both sources show it the same results
	Invariant Kind = "invariant"  // state_corrupted: the invariant under honest use
	Asking    Kind = "asking"     // the attacker requests tokens from the contracts that the proof brings
	Authority Kind = "authority"  // the attack by a stranger, who has nothing that setUp gives the attacker
	Minimal   Kind = "minimal"    // each part of the repair is needed
	Surface   Kind = "surface"    // a reworded SQL text shows what its minimal text shows
)

// Rules are the conditions of an execution, as the sample states them.
type Rules struct {
	Compiler   string `json:"compiler"`
	Contract   string `json:"contract"`
	Impact     string `json:"impact"` // kind
	Asset      string `json:"asset,omitempty"`
	Minimum    string `json:"minimum,omitempty"`
	CapitalWei string `json:"capital_wei"`
	Tokens     string `json:"capital_tokens,omitempty"` // "Contract amount; …", sorted
	// functions that honest use leaves out, "Contract.function(types); …"
	Uncalled string `json:"uncalled,omitempty"`
	Changed  string `json:"changed,omitempty"`   // what honest users may see of the repair, in the same form
	Parts    string `json:"fix_parts,omitempty"` // functions with a change that the attack alone does not require

	// what the attacker holds after setUp beyond its capital, as "Contract.variable; …"; declared, and not executed
	Holds string `json:"holds,omitempty"`

	// Further holds the label sets beyond the first, as "2 impact asset minimum; …"; a
	// missing value is -. Flaw is the number of the label set that the rules are about,
	// 0 for the first.
	Further string `json:"further,omitempty"`
	Flaw    int    `json:"-"`
}

// Flaws returns the rules for each label set, in order of number.
func (r Rules) Flaws() []Rules {
	first := r
	first.Further, first.Flaw = "", 0
	out := []Rules{first}
	for _, entry := range Entries(r.Further) {
		f := strings.Fields(entry)
		if len(f) != 4 {
			continue
		}
		next := first
		for i, to := range []*string{&next.Impact, &next.Asset, &next.Minimum} {
			if *to = f[i+1]; *to == "-" {
				*to = ""
			}
		}
		next.Flaw, _ = strconv.Atoi(f[0])
		out = append(out, next)
	}
	return out
}

// Entry formats the rules of a label set as in Further.
func (r Rules) Entry() string {
	return fmt.Sprintf("%d %s %s %s", r.Flaw, r.Impact, cmp.Or(r.Asset, "-"), cmp.Or(r.Minimum, "-"))
}

// runLike reports whether both rules have equal executions: all but what the attacker is declared to hold are equal.
func (r Rules) runLike(o Rules) bool {
	r.Holds, o.Holds = "", ""
	return r == o
}

// Renamed returns the rules for a program with other names.
func (r Rules) Renamed(name func(string) string) Rules {
	r.Contract, r.Asset, r.Holds = name(r.Contract), name(r.Asset), ""
	var tokens []string
	for _, entry := range Entries(r.Tokens) {
		contract, amount, _ := strings.Cut(entry, " ")
		tokens = append(tokens, name(contract)+" "+amount)
	}
	slices.Sort(tokens)
	r.Tokens = strings.Join(tokens, "; ")
	if r.Further != "" {
		var further []string
		for _, f := range r.Flaws()[1:] {
			f.Asset = name(f.Asset)
			further = append(further, f.Entry())
		}
		r.Further = strings.Join(further, "; ")
	}
	return r
}

// Entries splits one of the lists of Rules.
func Entries(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, "; ")
}

// Cell is one execution. Shown is what the host measured, as text; Failure is why the
// cell is not as required, "" if it is.
type Cell struct {
	Kind     Kind   `json:"kind"`
	Source   Source `json:"source"`
	Shown    string `json:"shown"`
	Gas      uint64 `json:"gas,omitempty"`
	Attempts int    `json:"attempts,omitempty"` // cross: attacks; near: sequences; fuzz: transactions
	Seed     uint64 `json:"seed,omitempty"`
	Failure  string `json:"failure,omitempty"`
	Flaw     int    `json:"flaw,omitempty"` // number of the label set that was attacked; 0 is the first
}

// Title names what a cell did, with the label set if it is not the first.
func (c Cell) Title() string {
	if c.Flaw > 0 {
		return fmt.Sprintf("%s of flaw %d", c.Kind, c.Flaw)
	}
	return string(c.Kind)
}

// Evidence is what was shown for one sample. It contains no time and no machine name:
// the same sources give the same bytes.
type Evidence struct {
	Version int               `json:"version"`
	Sample  string            `json:"sample"`
	Engine  string            `json:"engine"` // EVM and its fork
	Rules   Rules             `json:"rules"`
	Files   map[string]string `json:"files"` // SHA-256 of every executed text, by path, without label markers
	Cells   []Cell            `json:"cells"`
	Proved  bool              `json:"proved"`
}

// Digest returns the SHA-256 of every text, by path.
func Digest(files map[string]string) map[string]string {
	out := make(map[string]string, len(files))
	for path, text := range files {
		sum := sha256.Sum256([]byte(text))
		out[path] = hex.EncodeToString(sum[:])
	}
	return out
}

// Failures returns the failed checks, one per line.
func (e *Evidence) Failures() []string {
	var out []string
	for _, c := range e.Cells {
		if c.Failure != "" {
			out = append(out, fmt.Sprintf("%s on the %s source: %s", c.Title(), c.Source, c.Failure))
		}
	}
	return out
}

// Cell returns the cell of a kind on a source; the second result is false if there is none.
func (e *Evidence) Cell(k Kind, s Source) (Cell, bool) {
	i := slices.IndexFunc(e.Cells, func(c Cell) bool { return c.Kind == k && c.Source == s })
	if i < 0 {
		return Cell{}, false
	}
	return e.Cells[i], true
}

// Summary returns in one line what was shown of a source: the cells that a reader
// cannot guess.
func (e *Evidence) Summary(s Source) string {
	var parts []string
	for _, c := range e.Cells {
		switch {
		case c.Source != s, c.Kind == Cross && c.Attempts == 0:
		case c.Kind == Null && c.Failure == "" && c.Flaw > 0: // mentioned for the first only
		case c.Kind == Null && c.Failure == "":
			parts = append(parts, "time alone: harmless")
		default:
			parts = append(parts, c.Title()+": "+c.Shown)
		}
	}
	return strings.Join(parts, "; ")
}

// Stale returns why evidence does not apply to the given texts and rules, "" if it does.
func (e *Evidence) Stale(rules Rules, files map[string]string) string {
	return stale(e.Version, Version, e.Rules == rules, e.Files, files)
}

// stale returns why stored data do not apply: their version, their rules or their texts.
func stale(version, want int, sameRules bool, digests, files map[string]string) string {
	switch {
	case version != want:
		return fmt.Sprintf("it has version %d, this program needs %d", version, want)
	case !sameRules:
		return "compiler, contract, attacker or impact in sample.yaml changed"
	}
	return changed(digests, files)
}

// changed returns how texts differ from the digested ones, "" if they do not: the
// first text that changed or is new, otherwise that one is missing.
func changed(digests, files map[string]string) string {
	now := Digest(files)
	for _, path := range slices.Sorted(maps.Keys(now)) {
		if digests[path] != now[path] {
			return path + " changed"
		}
	}
	if len(digests) != len(now) {
		return "a file went away"
	}
	return ""
}

// Encode returns the bytes of an evidence.json.
func (e *Evidence) Encode() ([]byte, error) { return encode(e, "  ", "evidence of "+e.Sample) }

// Decode reads an evidence.json; unknown fields are an error.
func Decode(b []byte) (*Evidence, error) { return decode[Evidence](b, "an evidence.json") }

// encode returns v as JSON with a final line break, < and > unchanged. what names it in an error.
func encode(v any, indent, what string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding the %s: %w", what, err)
	}
	return b.Bytes(), nil
}

// encodeLines returns head with one element of list per line, so that diffs are readable. The list is head's last
// field, and empty there.
func encodeLines[T any](head any, list []T, what string) ([]byte, error) {
	out, err := encode(head, "", what)
	if err != nil {
		return nil, err
	}
	out = bytes.TrimSuffix(out, []byte("]}\n"))
	for i := range list {
		line, err := encode(&list[i], "", what)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, '\n'), bytes.TrimSuffix(line, []byte("\n"))...)
	}
	return append(out, "\n]}\n"...), nil
}

// decode reads a value from JSON; unknown fields are an error. what names the file in an error.
func decode[T any](b []byte, what string) (*T, error) {
	v := new(T)
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return nil, fmt.Errorf("not %s: %w", what, err)
	}
	return v, nil
}
