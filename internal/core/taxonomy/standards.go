package taxonomy

import (
	_ "embed"
	"sync"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

// standardsYAML is apart from taxonomy.yaml, since it names no class and so is not in [Digest].
//
//go:embed standards.yaml
var standardsYAML []byte

// Listed is where a class stands in lists beside those of [bench.ClassInfo.Refs]. It decides nothing.
type Listed struct {
	OWASP    []string `yaml:"owasp"`         // identifiers with year: "SC08:2026"
	EthTrust []string `yaml:"ethtrust"`      // requirements that exclude it: "[S] No tx.origin"
	None     []string `yaml:"none" json:"-"` // the lists that have no entry for it
}

type standards struct {
	OWASP   map[string]string      `yaml:"owasp"` // title by identifier without year
	Classes map[bench.Class]Listed `yaml:"classes"`
}

var listed = sync.OnceValue(func() *standards {
	var s standards
	if err := yaml.UnmarshalWithOptions(standardsYAML, &s, yaml.Strict()); err != nil {
		panic("taxonomy: standards.yaml: " + err.Error())
	}
	for _, l := range s.Classes {
		for i := range l.OWASP {
			l.OWASP[i] += ":2026"
		}
	}
	return &s
})

// ListedAs returns the entries of a class in the OWASP Smart Contract Top 10 of 2026 and in EthTrust. It is empty for
// classes of SQL statements: both lists are of contracts. The caller does not change it.
func ListedAs(c bench.Class) Listed { return listed().Classes[c] }
