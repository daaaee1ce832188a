package session

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever the number of models, the files that describe them are read once.
func TestRegistriesAreReadOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(path, []byte("provider: openai\nmodels:\n  - id: rocket\n    family: rockets\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	s := &Settings{ModelsFile: path}
	known, own, err := s.Registries()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	again, ownAgain, err := s.Registries()
	if err != nil || again != known || ownAgain != own {
		t.Errorf("read again: %v", err)
	}
	if e, ok := again.Lookup("openai", "rocket"); !ok || e.Family != "rockets" {
		t.Errorf("%+v", e)
	}
}
