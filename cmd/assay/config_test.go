package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The example of docs/guide.md runs verbatim, against a model server
// on loopback.
func TestExampleConfig(t *testing.T) {
	example, err := filepath.Abs("../../docs/assay.yaml")
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(new(fakeServer))
	defer srv.Close()
	dir := t.TempDir()
	cmd, out := program(t, dir, srv.URL+"/v1", "run", "--config", example)
	cmd.Env = append(cmd.Env, "OPENROUTER_API_KEY=k", "OPENROUTER_BASE_URL="+srv.URL+"/v1")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"settings from " + example, "openai/gpt-mini@context-enhanced",
		"openrouter/vendor/model@sql-adversarial",
		"@context=yes,protocol=yes,framing=adversarial,override=yes", "builtin/keyword"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "matrix.db")); err != nil {
		t.Error("the file's database was not used:", err)
	}
}
