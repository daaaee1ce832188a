//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// group puts the command into a process group of its own, which is killed whole
// when its context ends.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// killGroup kills the rest of the group. It is called only while a member is
// known to live, so that the number cannot have been given to others.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
