package stack

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate gives the child a process group of its own. With separate it also gets a network without any device, and a
// name space of users in which it has no rights beyond those on this user's files.
func isolate(cmd *exec.Cmd, separate bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if separate {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getgid(), Size: 1}}
	}
}

const nobody = 65534

// kill ends the child and what it started.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // it may have ended
