package main

import (
	"database/sql"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// assay explain names the part of the key that made a trial new, and shows the exchange.
func TestExplain(t *testing.T) {
	srv := httptest.NewServer(&fakeServer{})
	defer srv.Close()
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd, out := program(t, dir, srv.URL+"/v1", args...)
		if err := cmd.Run(); err != nil && args[0] != "run" { // no trial is answered, so the run fails
			t.Fatalf("%v\n%s", err, out)
		}
		return out.String()
	}
	args := []string{"run", "--model", "openai/prose", "--suite", "tenantsql", "--filter", "account-overview-01"}
	run(args...)
	run(append(slices.Clone(args), "--temperature", "1")...)
	db, err := sql.Open("sqlite", filepath.Join(dir, "results.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var key string
	if err := db.QueryRow(`SELECT key FROM trial ORDER BY id DESC LIMIT 1`).Scan(&key); err != nil {
		t.Fatal(err)
	}
	out := run("explain", key[:16], "--raw")
	for _, want := range []string{"trial " + key, "round 0: unparsed", "most similar", "params.temperature  0  -> 1",
		"account-overview-01", `"temperature":1`, "It looks fine to me."} {
		if !strings.Contains(out, want) {
			t.Errorf("the explanation does not say %q:\n%.3000s", want, out)
		}
	}
	for _, not := range []string{"  prompt ", "  task ", "  strategy "} {
		if strings.Contains(out, not) {
			t.Errorf("the explanation blames %q:\n%.3000s", not, out)
		}
	}
}
