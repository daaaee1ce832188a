package npmtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestStale(t *testing.T) {
	dir := t.TempDir()
	write := func(file, text string) {
		t.Helper()
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := isStale(dir); err == nil {
		t.Error("no package.json, no error")
	}
	write("package.json", `{"dependencies":{}}`)
	if _, err := isStale(dir); err == nil {
		t.Error("no dependency, no error")
	}
	write("package.json", `{"dependencies":{"solc":"0.8.37","solc-0.7.6":"npm:solc@0.7.6"}}`)
	for _, step := range []struct {
		file, text string
		stale      bool // after this file too
	}{
		{"node_modules/solc/package.json", `{"version":"0.8.37"}`, true},
		{"node_modules/solc-0.7.6/package.json", `{"version":"0.7.6"}`, true},
		{"node_modules/.package-lock.json", `{}`, false},
		{"node_modules/solc/package.json", `{"version":"0.8.36"}`, true},
	} {
		write(step.file, step.text)
		if got, err := isStale(dir); got != step.stale || err != nil {
			t.Errorf("after %s: stale %t, %v", step.file, got, err)
		}
	}
}

// The committed files pin exact versions and contain no download addresses.
func TestPinned(t *testing.T) {
	for _, folder := range []string{"solc", "solhint"} {
		dir, err := toolsDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(lock, []byte(`"resolved"`)) {
			t.Errorf("%s: package-lock.json carries download addresses; npm install with the .npmrc next to it leaves them out",
				folder)
		}
		if !bytes.Contains(lock, []byte(`"integrity"`)) {
			t.Errorf("%s: package-lock.json carries no checksums", folder)
		}
	}
}
