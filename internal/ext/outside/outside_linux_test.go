package outside_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/command"
	"assay/internal/core/model"
	"assay/internal/ext/outside"
)

// An agent of another user owns its directory, which nobody else can read and it cannot move, and what it leaves
// running is ended before the next trial.
func TestOtherUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a program as another user")
	}
	as := &command.User{Name: "agent", Home: "/nonexistent", UID: 61234, GID: 61234}
	if list, err := as.Processes(); err != nil || len(list) > 0 {
		t.Fatalf("user %d is used: %v, %v", as.UID, list, err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(os.TempDir(), "program")
	if err := os.WriteFile(copied, program, 0o755); err != nil {
		t.Fatal(err)
	}
	if !as.Reads(copied) || as.Reads(self) && filepath.Dir(self) == os.TempDir() {
		t.Error("what the user can read is not known")
	}
	var modes []string
	d := detector(t, &world{}, "", func(c *outside.Config) {
		c.Isolation, c.As = outside.User, as
		c.Command, c.Relay = "'"+copied+"' as-agent other", []string{copied, "as-relay"}
		c.Check = func(bench.Task, string) (string, bool) { // while the trial goes on
			list, err := filepath.Glob(filepath.Join(os.TempDir(), "trial-*", "files", "*"))
			if err != nil || len(list) < 3 {
				t.Errorf("files %q, error %v", list, err)
			}
			for _, p := range append(list, filepath.Dir(list[0]), filepath.Dir(filepath.Dir(list[0]))) {
				info, err := os.Stat(p)
				if err != nil {
					t.Error(err)
					continue
				}
				modes = append(modes, fmt.Sprintf("%s %v %d", filepath.Base(p), info.Mode().Perm(),
					info.Sys().(*syscall.Stat_t).Uid))
			}
			return "", true
		}
	})
	resp, err := d.Detect(t.Context(), task)
	if err != nil || resp.Text != "uid 61234, home /nonexistent, moved false" {
		t.Errorf("the answer is %q, error %v", resp.Text, err)
	}
	for _, m := range modes {
		if strings.HasPrefix(m, "trial-") && !strings.HasSuffix(m, "-rwx--x--x 0") ||
			!strings.HasPrefix(m, "trial-") && !strings.HasPrefix(m, ".assay-mcp ") && !strings.HasSuffix(m, "------ 61234") {
			t.Errorf("in the trial: %s", m)
		}
	}
	if len(modes) < 5 {
		t.Errorf("only %q were seen", modes)
	}
	if list, err := as.Processes(); err != nil || len(list) > 0 {
		t.Errorf("after the trial processes %v go on (%v)", list, err)
	}
	other := exec.Command("sleep", "600")
	other.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: as.UID, Gid: as.GID}}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Detect(t.Context(), task); model.KindOf(err) != model.ErrUnavailable ||
		!strings.Contains(err.Error(), "runs processes already") {
		t.Errorf("beside another process of the user: %v", err)
	}
	if err := as.End(); err != nil {
		t.Error(err)
	}
	if err := other.Wait(); err == nil {
		t.Error("the other process ended by itself")
	}
}
