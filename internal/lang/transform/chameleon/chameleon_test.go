package chameleon_test

import (
	"testing"

	"assay/internal/lang/transform"
	"assay/internal/lang/transform/chameleon"
	"assay/internal/test/transformtest"
)

func TestGolden(t *testing.T) { transformtest.Run(t, chameleon.Transformation) }

// Another trade changes the names too: at least seven in ten of all that may be
// renamed, over the embedded samples. The others are short or technical words.
func TestShareOfNames(t *testing.T) {
	all, now := 0, 0
	counting := chameleon.Transformation
	counting.Run = func(in *transform.Input) (*transform.Output, error) {
		out, err := chameleon.Transformation.Run(in)
		if err == nil {
			all, now = all+len(in.Names().List), now+len(out.Renames)
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
	if now*10 < all*7 {
		t.Errorf("%d of %d names are renamed", now, all)
	}
	t.Logf("%d of %d names", now, all)
}
