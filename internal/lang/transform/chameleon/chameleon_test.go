package chameleon_test

import (
	"testing"

	"assay/internal/lang/transform"
	"assay/internal/lang/transform/chameleon"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, chameleon.Transformation) }

// Another trade changes the names too: at least 73 % of all that may be renamed and have more than
// one letter, over the embedded samples. The others are short or technical words.
func TestShareOfNames(t *testing.T) {
	all, now := 0, 0
	counting := chameleon.Transformation
	counting.Run = func(in *transform.Input) (*transform.Output, error) {
		out, err := chameleon.Transformation.Run(in)
		if err == nil {
			for _, n := range in.Names().List {
				if len(n.Name) > 1 { // a letter has no word
					all++
				}
			}
			for n := range out.Renames {
				if len(n) > 1 {
					now++
				}
			}
		}
		return out, err
	}
	chain, err := transform.ParseChain("chameleon", []transform.Transformation{counting})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range transformtest.Corpus(t) {
		if c.Executable == nil {
			continue
		}
		if _, err := transform.Apply(chain, 1, c.Program); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	if now*100 < all*73 {
		t.Errorf("%d of %d names are renamed", now, all)
	}
	t.Logf("%d of %d names", now, all)
}
