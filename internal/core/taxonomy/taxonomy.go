// Package taxonomy knows the classes of flaws by their names and by the words in
// which they are explained. It reads texts; it decides nothing about answers.
//
// The names and definitions are in taxonomy.yaml, with their entries in SWC, CWE,
// DASP and the OWASP Smart Contract Top 10. The model of words, words.tsv, was
// computed from them and from what the embedded suite says about its samples; it changes
// only with the weights of the rule judge, which are fitted with it.
package taxonomy

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

//go:embed taxonomy.yaml
var source []byte

// Version of the taxonomy. It changes with everything in it that moves a decision.
func Version() int { return table().version }

// Digest returns the SHA-256 of the names, definitions and words of the taxonomy, in hex.
func Digest() string {
	h := sha256.New()
	h.Write(source)
	h.Write(wordsTSV)
	return hex.EncodeToString(h.Sum(nil))
}

// A Part is one list of names: of the flaws of contracts, or of SQL statements.
type Part int

const (
	Solidity Part = iota
	SQL
)

// other is the class of flaws that are in no other class.
const other bench.Class = "other"

// entry is one class in taxonomy.yaml.
type entry struct {
	Standard map[string]string `yaml:"standard"` // title by identifier
	Names    []string          `yaml:"names"`
	Is       []string          `yaml:"is"`
}

// name is one name of a class as a sequence of lower-case words.
type name struct {
	words string // with one blank before, between and after: " re entrancy "
	class bench.Class
}

// notFlaw is a word for something that does not claim exploitable harm.
type notFlaw struct {
	words string
	class bench.FindingClass
}

type tables struct {
	version int
	entries map[bench.Class]entry
	names   [2][]name // by Part
	notFlaw []notFlaw
}

// table parses the embedded taxonomy once. It is part of the program, so an error
// in it is a programming error.
var table = sync.OnceValue(func() *tables {
	t, err := parse(source)
	if err != nil {
		panic("taxonomy: taxonomy.yaml: " + err.Error())
	}
	return t
})

func parse(b []byte) (*tables, error) {
	var doc struct {
		Version  int                             `yaml:"version"`
		Solidity map[bench.Class]entry           `yaml:"solidity"`
		SQL      map[bench.Class]entry           `yaml:"sql"`
		NotAFlaw map[bench.FindingClass][]string `yaml:"not_a_flaw"`
	}
	if err := yaml.UnmarshalWithOptions(b, &doc, yaml.Strict()); err != nil {
		return nil, err
	}
	t := &tables{version: doc.Version, entries: map[bench.Class]entry{}}
	for _, part := range []struct {
		entries map[bench.Class]entry
		format  bench.Format
		to      *[]name
	}{{doc.Solidity, bench.Contracts, &t.names[Solidity]}, {doc.SQL, bench.Queries, &t.names[SQL]}} {
		owner := map[string]bench.Class{}
		for _, k := range bench.Classes() {
			e := part.entries[k.ID]
			delete(part.entries, k.ID)
			if k.Format != part.format || k.ID == other {
				continue
			}
			t.entries[k.ID] = e
			for _, r := range k.Refs {
				if e.Standard[r] == "" {
					return nil, fmt.Errorf("%s has no title of its entry %s", k.ID, r)
				}
			}
			for _, n := range slices.Concat(e.Names, []string{k.Title, string(k.ID)}) {
				w := normalise(n)
				if first, taken := owner[w]; taken && first != k.ID {
					return nil, fmt.Errorf("name %q of %s belongs to %s already", n, k.ID, first)
				} else if !taken {
					owner[w] = k.ID
					*part.to = append(*part.to, name{w, k.ID})
				}
			}
		}
		for _, k := range bench.Classes() {
			if k.Format != part.format {
				continue
			}
			for _, n := range t.entries[k.ID].titles() {
				if w := normalise(n); owner[w] == "" { // classes share entries: the first in display order has it
					owner[w] = k.ID
					*part.to = append(*part.to, name{w, k.ID})
				}
			}
		}
		for c := range part.entries {
			return nil, fmt.Errorf("%q is not a class of the taxonomy", c)
		}
	}
	for _, c := range bench.FindingClasses() {
		for _, n := range doc.NotAFlaw[c] {
			t.notFlaw = append(t.notFlaw, notFlaw{normalise(n), c})
		}
	}
	return t, nil
}

// titles returns the identifiers and titles of a class's entries, in order.
func (e entry) titles() []string {
	var out []string
	for id, title := range e.Standard {
		out = append(out, id, title)
	}
	slices.Sort(out)
	return out
}

var notWord = regexp.MustCompile(`[^a-z0-9_]+`)

// normalise lower-cases s and reduces everything between words to one blank.
func normalise(s string) string {
	return " " + strings.TrimSpace(notWord.ReplaceAllString(strings.ToLower(s), " ")) + " "
}

// Named returns the class whose name a text contains, or "": of several names the
// longest decides, and of equally long ones the first. Only a text that is nothing
// but "other" names the class of all other flaws.
func Named(p Part, text string) bench.Class {
	text = normalise(text)
	if p == Solidity && text == normalise(string(other)) {
		return other
	}
	var best name
	at := -1
	for _, n := range table().names[p] {
		i := strings.Index(text, n.words)
		if i < 0 {
			continue
		}
		if len(n.words) > len(best.words) || len(n.words) == len(best.words) && i < at {
			best, at = n, i
		}
	}
	return best.class
}

// AllNamed returns every class whose name a text contains, in display order.
func AllNamed(p Part, text string) []bench.Class {
	text = normalise(text)
	var out []bench.Class
	for _, n := range table().names[p] {
		if strings.Contains(text, n.words) && !slices.Contains(out, n.class) {
			out = append(out, n.class)
		}
	}
	return out
}

// NotAFlaw returns what a finding is whose type says that it claims no exploitable
// harm, and whether it says so.
func NotAFlaw(claimed string) (bench.FindingClass, bool) {
	text := normalise(claimed)
	for _, n := range table().notFlaw {
		if strings.Contains(text, n.words) {
			return n.class, true
		}
	}
	return "", false
}
