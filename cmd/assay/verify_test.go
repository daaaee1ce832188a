package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/core/base/exit"
	"assay/internal/test/solctest"
)

// A user's directory is verified and its evidence stored; the second time
// no compiler is needed. A broken twin is a failure with its reason.
func TestVerify(t *testing.T) {
	compilers := solctest.Dir(t)
	dir := t.TempDir()
	sample := filepath.Join(dir, "mine", "ds", "harbourlight-coop-treasury")
	if err := os.CopyFS(sample, os.DirFS("../../suites/blockbench/ds/harbourlight-coop-treasury")); err != nil {
		t.Fatal(err)
	}
	evidence := filepath.Join(sample, "evidence.json")
	want, err := os.ReadFile(evidence)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(evidence); err != nil {
		t.Fatal(err)
	}
	verify := func(args ...string) (string, int) {
		cmd, out := program(t, dir, "http://127.0.0.1:1/v1", append([]string{"verify", "--suite", "mine", "--cache", "cache"},
			args...)...)
		cmd.Run()
		return out.String(), cmd.ProcessState.ExitCode()
	}
	out, code := verify("--compilers", compilers, "--write")
	got, _ := os.ReadFile(evidence)
	if code != 0 || !strings.Contains(out, "1 of 1 proved") || string(got) != string(want) {
		t.Errorf("exit %d, evidence as checked in: %v\n%s", code, string(got) == string(want), out)
	}
	if out, code := verify("--compilers", filepath.Join(dir, "none"), "--json"); code != 0 ||
		!strings.Contains(out, `"proved": true`) {
		t.Errorf("the second time: exit %d\n%s", code, out)
	}
	if out, code := verify("-v", "--compilers", compilers); code != 0 || !strings.Contains(out, "exploit on vulnerable") ||
		!strings.Contains(out, "recover") {
		t.Errorf("no call tree: exit %d\n%s", code, out)
	}

	// The run uses the evidence; with another twin it no longer does.
	run, out2 := program(t, dir, "http://127.0.0.1:1/v1", "run", "--suite", "mine", "--model", "builtin/oracle")
	if err := run.Run(); err != nil || !strings.Contains(out2.String(), "all proved") {
		t.Errorf("%v\n%s", err, out2)
	}
	names, err := filepath.Glob(filepath.Join(sample, "fixed", "*.sol"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	twin := names[0]
	text, err := os.ReadFile(filepath.Join(sample, filepath.Base(twin)))
	if err != nil {
		t.Fatal(err)
	}
	unrepaired := strings.ReplaceAll(string(text), "ROOT_CAUSE", "BENIGN")
	unrepaired = strings.Replace(unrepaired, "block.timestamp >= lastActed + SILENCE", "block.timestamp >= SILENCE + lastActed", 1)
	if err := os.WriteFile(twin, []byte(unrepaired), 0o644); err != nil {
		t.Fatal(err)
	}
	out, code = verify("--compilers", compilers)
	if code != 1 || !strings.Contains(out, "exploit on the fixed source: the attack still reaches its impact") ||
		!strings.Contains(out, "1 of 1 samples are not proved") {
		t.Errorf("an unrepaired twin: exit %d\n%s", code, out)
	}
	run, out2 = program(t, dir, "http://127.0.0.1:1/v1", "run", "--suite", "mine", "--model", "builtin/oracle")
	if err := run.Run(); err != nil || !strings.Contains(out2.String(), "is out of date") ||
		!strings.Contains(out2.String(), "No sample of this suite is proved") {
		t.Errorf("%v\n%s", err, out2)
	}
}

// SQL tests are executed on a real PostgreSQL; without one, a single line explains
// how to get it, and nothing passes.
func TestVerifySQL(t *testing.T) {
	dir := t.TempDir()
	verify := func(args ...string) (string, int) {
		cmd, out := program(t, dir, "http://127.0.0.1:1/v1", append([]string{"verify"}, args...)...)
		cmd.Run()
		return out.String(), cmd.ProcessState.ExitCode()
	}
	out, code := verify("approve-order")
	if strings.Contains(out, "no PostgreSQL 15 or later found: install it") {
		if code == 0 {
			t.Error("nothing was executed, and the exit code is 0")
		}
		if os.Getenv("ASSAY_TEST_POSTGRES") == "required" {
			t.Fatal(out)
		}
		t.Skip("SKIPPED, NO SQL WAS EXECUTED: " + out)
	}
	if code != 0 || !strings.Contains(out, "purchase-orders/approve-order") ||
		!strings.Contains(out, "application purchase-orders  6 of 6 proved") {
		t.Errorf("exit %d\n%s", code, out)
	}

	// What is missing keeps nothing else from being executed, in no part of verify.
	out, code = verify("account-overview", "my-tokens", "--adequacy", "--compilers", "none")
	if code != exit.Lacking || !strings.Contains(out, "24 checks deleted, one at a time: 24 detected by the proof") ||
		!strings.Contains(out, "6 of 12 samples were not executed, since these are missing: knex@") {
		t.Errorf("without packages: exit %d\n%s", code, out)
	}

	// A good file made bad is detected, by the oracle and the rows that show it.
	app := filepath.Join(dir, "mine", "purchase-orders")
	if err := os.CopyFS(app, os.DirFS("../../suites/tenantsql/purchase-orders")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(app, "approve-order-01-good.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// of the surface, and of the minimal text
	const code1, code2 = "('submitted', :version) = (po_o.status, po_o.version)", "po.status = 'submitted'"
	leaky := strings.NewReplacer(code1, ":version = po_o.version AND po_o.status <> 'approved'", code2,
		"po.status <> 'approved'").Replace(string(text))
	if !strings.Contains(string(text), code1) || !strings.Contains(string(text), code2) {
		t.Fatal("the test does not know approve-order-01-good.md any more")
	}
	if err := os.WriteFile(file, []byte(leaky), 0o644); err != nil {
		t.Fatal(err)
	}
	out, code = verify("--suite", "mine", "approve-order")
	if code != 1 || !strings.Contains(out, "approve-order-01-good, set") ||
		!strings.Contains(out, "unexpected row 1 (104, approved") {
		t.Errorf("a good file that leaks: exit %d\n%s", code, out)
	}
}
