package suite

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A damaged dictionary is told by its own name, and not by that of the first entry which needs it.
func TestDamagedDictionary(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{variantsIndex: fmt.Sprintf(`{"version":%d}`, VariantsVersion),
		variantsDict: `["cut`} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadVariants(b.Bytes(), "variants.zip"); err == nil || !strings.HasPrefix(err.Error(),
		"variants.zip: dictionary: ") {
		t.Error(err)
	}
}
