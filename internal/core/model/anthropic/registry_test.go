package anthropic_test

import (
	"slices"
	"testing"

	"assay/internal/core/model/anthropic"
	"assay/internal/core/model/registry"
)

// Ids in the registry are constants of anthropic-sdk-go 1.84.
func TestRegistry(t *testing.T) {
	r, err := registry.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	listed := []string{
		"claude-opus-4-5-20251101", "claude-opus-4-5", "claude-haiku-4-5-20251001", "claude-haiku-4-5",
		"claude-sonnet-4-5-20250929", "claude-sonnet-4-5",
		"claude-opus-4-6", "claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-4-6", "claude-fable-5", "claude-sonnet-5",
		"claude-opus-5",
		"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-fable-5-1",
	}
	n := 0
	for _, e := range r.All() {
		if e.Provider != anthropic.Name {
			continue
		}
		for _, id := range append([]string{e.ID}, e.Aliases...) {
			if n++; !slices.Contains(listed, id) {
				t.Errorf("models/anthropic.yaml: %s is no constant of the SDK", id)
			}
		}
	}
	if n != len(listed) {
		t.Errorf("%d ids, %d constants", n, len(listed))
	}
}
