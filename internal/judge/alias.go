package judge

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

//go:embed aliases.yaml
var aliasYAML []byte

// alias is one name of a class as a sequence of lower-case words.
type alias struct {
	words string // with one blank before, between and after: " re entrancy "
	class bench.Class
}

type aliasTable struct {
	version  int
	solidity []alias
	sql      []alias
	notAFlaw []struct {
		words string
		class bench.FindingClass
	}
}

// table parses the embedded aliases once. They are part of the program, so an
// error in them is a programming error.
var table = sync.OnceValue(func() *aliasTable {
	t, err := parseAliases(aliasYAML)
	if err != nil {
		panic("judge: aliases.yaml: " + err.Error())
	}
	return t
})

func parseAliases(b []byte) (*aliasTable, error) {
	var doc struct {
		Version  int                             `yaml:"version"`
		Solidity map[bench.Class][]string        `yaml:"solidity"`
		SQL      map[bench.Class][]string        `yaml:"sql"`
		NotAFlaw map[bench.FindingClass][]string `yaml:"not_a_flaw"`
	}
	if err := yaml.UnmarshalWithOptions(b, &doc, yaml.Strict()); err != nil {
		return nil, err
	}
	t := &aliasTable{version: doc.Version}
	for _, part := range []struct {
		names map[bench.Class][]string
		suite string
		to    *[]alias
	}{{doc.Solidity, "blockbench", &t.solidity}, {doc.SQL, "tenantsql", &t.sql}} {
		owner := map[string]bench.Class{}
		for _, k := range bench.Classes() {
			names := part.names[k.ID]
			delete(part.names, k.ID)
			if k.Suite != part.suite {
				continue
			}
			for _, n := range append(append(slices.Clone(names), k.Title, string(k.ID)), k.Refs...) {
				w := normalise(n)
				if first, taken := owner[w]; taken {
					if first != k.ID && slices.Contains(names, n) {
						return nil, fmt.Errorf("alias %q of %s belongs to %s already", n, k.ID, first)
					}
					continue // classes share SWC and CWE entries: the first in display order has it
				}
				owner[w] = k.ID
				*part.to = append(*part.to, alias{w, k.ID})
			}
		}
		for c := range part.names {
			return nil, fmt.Errorf("%q is not a class of the taxonomy", c)
		}
	}
	for _, c := range bench.FindingClasses() {
		for _, n := range doc.NotAFlaw[c] {
			t.notAFlaw = append(t.notAFlaw, struct {
				words string
				class bench.FindingClass
			}{normalise(n), c})
		}
	}
	return t, nil
}

var notWord = regexp.MustCompile(`[^a-z0-9_]+`)

// normalise lower-cases s and reduces everything between words to one blank.
func normalise(s string) string {
	return " " + strings.TrimSpace(notWord.ReplaceAllString(strings.ToLower(s), " ")) + " "
}

// classOf returns the class that a claimed type names, or "".
func classOf(aliases []alias, claimed string) bench.Class {
	text := normalise(claimed)
	var best alias
	at := -1
	for _, a := range aliases {
		i := strings.Index(text, a.words)
		if i < 0 {
			continue
		}
		if len(a.words) > len(best.words) || len(a.words) == len(best.words) && i < at {
			best, at = a, i
		}
	}
	return best.class
}

// classesIn returns every class that a text mentions, in the table's order.
func classesIn(aliases []alias, text string) []bench.Class {
	text = normalise(text)
	var out []bench.Class
	for _, a := range aliases {
		if strings.Contains(text, a.words) && !slices.Contains(out, a.class) {
			out = append(out, a.class)
		}
	}
	return out
}

// notAFlaw returns the class of a finding whose type says that it claims no exploitable harm.
func (t *aliasTable) notFlaw(claimed string) (bench.FindingClass, bool) {
	text := normalise(claimed)
	for _, n := range t.notAFlaw {
		if strings.Contains(text, n.words) {
			return n.class, true
		}
	}
	return "", false
}

// ClassOf returns the class of a Solidity flaw that a text names, in the words
// of the alias table, or "".
func ClassOf(claimed string) bench.Class { return classOf(table().solidity, claimed) }
