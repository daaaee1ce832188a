package anthropic_test

import (
	"slices"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"assay/internal/model/anthropic"
	"assay/internal/model/registry"
)

// Ids in the registry are those that the SDK lists.
func TestRegistry(t *testing.T) {
	r, err := registry.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	listed := []string{
		sdk.ModelClaudeOpus4_5_20251101, sdk.ModelClaudeOpus4_5, sdk.ModelClaudeHaiku4_5_20251001, sdk.ModelClaudeHaiku4_5,
		sdk.ModelClaudeOpus5_5, sdk.ModelClaudeSonnet5_5, sdk.ModelClaudeHaiku5_5,
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
