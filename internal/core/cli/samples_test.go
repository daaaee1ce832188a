package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What an imported sample does not have is not shown as an empty word.
func TestSamplesShowImported(t *testing.T) {
	dir := t.TempDir()
	csv := "id,code,truth,class,lines\na,contract C { uint x; },vulnerable,reentrancy,1\n"
	if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte(csv), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "own")
	if code, _, errs := assay(t, nil, "import", "csv", dir, "--output", out); code != 0 {
		t.Fatal(errs)
	}
	code, shown, errs := assay(t, nil, "samples", "show", "a", "--suite", out)
	if code != 0 || !strings.Contains(shown, "tier -, severity -, compiler") || strings.Contains(shown, "Root cause") {
		t.Errorf("exit %d: %s\n%s", code, errs, shown)
	}
}
