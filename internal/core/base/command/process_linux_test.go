package command

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A process is known to have ended once it has: not while it is stopped, not if it is
// on another machine, and not by another process with the same number.
func TestEnded(t *testing.T) {
	self := Self()
	if self == "" || Ended(self) {
		t.Fatalf("%q has ended", self)
	}
	for _, other := range []string{"", "x", "a b c", "another-boot" + self, strings.Replace(self, " ", "0 ", 1)} {
		if Ended(other) {
			t.Errorf("%q has ended, of which nothing is known", other)
		}
	}
	if !Ended(self + "1") {
		t.Error("an earlier process with our number goes on")
	}
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	start, _, err := started(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(self)
	id := strings.Join([]string{fields[0], strconv.Itoa(cmd.Process.Pid), start}, " ")
	if Ended(id) {
		t.Error("a process that sleeps has ended")
	}
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil || Ended(id) {
		t.Errorf("a process that was stopped has ended (%v)", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for !Ended(id) { // its parent has not reaped it yet
		if _, _, err := started(cmd.Process.Pid); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Wait()
	if !Ended(id) {
		t.Error("a process that is gone goes on")
	}
}

// A program of the same user cannot read the variables of a process that hides them; root can.
func TestHide(t *testing.T) {
	Hide()
	if r, _, err := syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_GET_DUMPABLE, 0, 0); r != 0 || err != 0 {
		t.Errorf("the process is readable: %d, %v", r, err)
	}
	if Self() == "" || Ended(Self()) {
		t.Error("the process does not know itself any more")
	}
}
