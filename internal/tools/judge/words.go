package main

import (
	"fmt"
	"io"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/taxonomy"
	"assay/suites"
)

// words writes the model of words that our own texts give: the definitions of the
// taxonomy, and what the embedded samples say of their flaws.
func words(out io.Writer) error {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s", problems[0])
	}
	documents := taxonomy.Definitions()
	for _, s := range list {
		if s.Format.ByRequirement() {
			continue
		}
		for i := range s.Variants {
			v := &s.Variants[i]
			if v.Truth != bench.Vulnerable {
				continue
			}
			for _, set := range v.Documented() {
				var notes []string
				for _, l := range v.TargetsOf(set.Number) {
					notes = append(notes, l.Note)
				}
				for _, text := range []string{set.RootCause, set.Attack, set.Fix, strings.Join(notes, ". ")} {
					documents = append(documents, taxonomy.Document{Class: set.Class, Text: text, Weight: 1})
				}
			}
		}
	}
	return taxonomy.Learn(out, documents)
}
