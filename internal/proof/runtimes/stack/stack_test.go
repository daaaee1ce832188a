package stack

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/proof/sqlproof"
)

// shell is an adapter in the shell: it answers by what a line contains.
const shell = `echo '{"packages": {"shell": "1"}}'
while read -r line; do case "$line" in
*signature*) echo '{"params": ["id", "size"], "optional": ["size"]}' ;;
*die*) exit 1 ;;
*refuse*) echo '{"error": {"code": "refused", "message": "404"}}' ;;
*environment*) printf '{"columns": ["x"], "rows": [["%s"]]}\n' "$ASSAY_SECRET$HOME" ;;
*network*) printf '{"columns": ["x"], "rows": [["%s"]]}\n' "$(grep -c : /proc/net/dev)" ;;
*) echo '{"columns": ["id", "body"], "rows": [["1", null]]}' ;;
esac; done`

func runner(t *testing.T, s sqlapp.Stack) *Runner {
	t.Helper()
	s.Name, s.Adapter = "sh", shell
	r, err := New(t.TempDir(), &s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func call(t *testing.T, r *Runner, code string) (string, error) {
	t.Helper()
	_, rows, err := r.Call(t.Context(), sqlproof.Request{Code: code})
	if err != nil {
		return "", err
	}
	return *rows[0][0], nil
}

// A child answers calls, fails where the handler fails, and is started again after it has ended.
func TestCalls(t *testing.T) {
	t.Setenv("ASSAY_SECRET", "key")
	r := runner(t, sqlapp.Stack{Run: []string{"/bin/sh", "-c"}, Packages: map[string]string{"shell": "1"}})
	params, optional, err := r.Signature("x")
	if err != nil || strings.Join(params, " ") != "id size" || strings.Join(optional, " ") != "size" {
		t.Errorf("signature: %v %v %v", params, optional, err)
	}
	columns, rows, err := r.Call(t.Context(), sqlproof.Request{Code: "x"})
	if err != nil || strings.Join(columns, " ") != "id body" || *rows[0][0] != "1" || rows[0][1] != nil {
		t.Errorf("a call: %v %v %v", columns, rows, err)
	}
	var refused *sqlproof.SQLError
	if _, err := call(t, r, "refuse"); !errors.As(err, &refused) || refused.Code != "refused" || refused.Message != "404" {
		t.Errorf("a refusal: %v", err)
	}
	if got, err := call(t, r, "environment"); err != nil || got != "" {
		t.Errorf("the environment of the child is not empty: %q, %v", got, err)
	}
	if _, err := call(t, r, "die"); err == nil || errors.As(err, &refused) {
		t.Errorf("a child that ends is a problem of the machine: %v", err)
	}
	if got, err := call(t, r, "x"); err != nil || got != "1" {
		t.Errorf("after it ended: %q, %v", got, err)
	}
}

// The child has no network device but the loopback of its own name space, where the system allows that.
func TestNetwork(t *testing.T) {
	if err := exec.Command("unshare", "-U", "-n", "true").Run(); err != nil {
		t.Skip("SKIPPED: this system does not let a user make a name space of the network: ", err)
	}
	r := runner(t, sqlapp.Stack{Run: []string{"/bin/sh", "-c"}, Packages: map[string]string{"shell": "1"}})
	if got, err := call(t, r, "network"); err != nil || got != "1" {
		t.Errorf("%s devices, %v", got, err)
	}
	if b, err := os.ReadFile("/proc/net/dev"); err == nil && strings.Count(string(b), ":") < 2 {
		t.Skip("SKIPPED: this machine has no network device either")
	}
}

// What is missing is said in one line, with the commands that get it.
func TestMissing(t *testing.T) {
	for name, s := range map[string]sqlapp.Stack{
		"no program":      {Run: []string{"{dir}/bin/python", "-c"}, Packages: map[string]string{"shell": "1"}},
		"another version": {Run: []string{"/bin/sh", "-c"}, Packages: map[string]string{"shell": "2"}},
		"no adapter":      {Run: []string{"/bin/sh", "-c", "exit 1"}, Packages: map[string]string{"shell": "1"}},
	} {
		s.Get = []string{"python3 -m venv {dir}", "{dir}/bin/pip install shell==1"}
		r := runner(t, s)
		err := r.Ready()
		var missing *MissingError
		want := "this gets them: python3 -m venv " + r.dir + " && " + r.dir + "/bin/pip install shell==1"
		if !errors.As(err, &missing) || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A handler in TypeScript finds nothing that an earlier one left: each is loaded in a realm of its own, with its own
// copies of the packages.
func TestRealms(t *testing.T) {
	list, problems, err := suite.Load(os.DirFS("../../../../suites/tenancy"), ".", suite.Tenancy, "")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	const code = `import * as %s from '%s';
import { route } from 'web';
const left = [globalThis, Array.prototype, console, %s, route] as any[];
if (left.some((object) => 'left' in object)) throw new Error('something is left');
left.forEach((object) => { object.left = true; });
route('GET', '/', async (db: any, me: any, q: { id: number; size?: number }) => []);
`
	tested := map[string]bool{}
	for i := range list[0].Apps {
		s := list[0].Apps[i].Stack
		if s == nil || !s.Handles("ts") || tested[s.Name] {
			continue
		}
		tested[s.Name] = true
		r, err := New("", s)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		if err := r.Ready(); err != nil {
			t.Log("SKIPPED: ", err)
			continue
		}
		of := map[string][]any{
			"drizzle": {"orm", "drizzle-orm", "orm.SQL.prototype, orm.eq"}, "kysely": {"orm", "kysely", "orm.Kysely.prototype, orm.sql"},
		}[s.Name]
		for range 2 {
			params, optional, err := r.Signature(fmt.Sprintf(code, of...))
			if err != nil || strings.Join(params, " ") != "id size" || strings.Join(optional, " ") != "size" {
				t.Errorf("%s: %v %v %v", s.Name, params, optional, err)
			}
		}
	}
	if len(tested) == 0 {
		t.Error("no stack has handlers in TypeScript")
	}
}
