package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The page is what its archives give when they are scored again.
func TestPage(t *testing.T) {
	t.Chdir("../../..")
	want, err := os.ReadFile("docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := page("internal/ext/recorded", &got); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("docs/results.md is not what its archives give: go run ./internal/tools/results > docs/results.md")
	}
	for _, part := range []string{"| openai/smollm2-135m-instruct |", "Balanced accuracy",
		"b179c9523d0e6a0f98a330c7562b682750a6f8c8", "| blockbench | wrong-mechanism |", "| tenantsql | correct |"} {
		if !strings.Contains(got.String(), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}
