//go:build unix

package command

import (
	"os/exec"
	"syscall"
)

// group puts the command into its own process group, which is killed as a whole
// when its context ends.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// killGroup kills the remaining processes of the group. It is called only while a member
// is known to be alive, so that the number cannot have been reused.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
