// Package rename replaces declared names by others that are as natural.
package rename

import (
	_ "embed"
	"fmt"
	"sync"

	"assay/internal/lang/transform"
	"assay/internal/lang/wording"
)

// Transformation is a placebo.
var Transformation = transform.Transformation{
	Name: "rename",
	Doc: `rename to other natural names of the same field

A deposit becomes a contribution, a fee a charge: nothing is hidden, and the field stays the same.`,
	Kind:     transform.Placebo,
	Letter:   "P",
	Promises: transform.C3,
	Run:      run,
}

//go:embed defi.yaml
var text []byte

var dictionary = sync.OnceValues(func() (*wording.Dictionary, error) { return wording.ParseDictionary(text) })

func run(in *transform.Input) (*transform.Output, error) {
	dict, err := dictionary()
	if err != nil {
		return nil, err
	}
	names := in.Names()
	out := &transform.Output{Note: "renamed naturally"}
	out.Renames = names.Assign(func(n transform.Name, attempt int) string {
		now, ok := dict.Ident(n.Name, n.Callable() && !n.Type(), func(word string, count int) int {
			return (in.Dice.IntN(count, "word", word) + attempt) % count
		})
		switch {
		case !ok:
			return ""
		case attempt > 2:
			return fmt.Sprintf("%s%d", now, attempt-1)
		}
		return now
	})
	if out.Empty() {
		return nil, transform.NotApplicable("it declares no name for which another is as natural")
	}
	return out, nil
}
