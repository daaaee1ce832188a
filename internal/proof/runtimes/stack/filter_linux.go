package stack

import (
	"encoding/binary"
	"runtime"

	"golang.org/x/sys/unix"
)

// forbidden are the system calls that fail in a box: they make name spaces, reach into other processes or into the
// kernel, or get memory that counts for no process.
var forbidden = []uint32{unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
	unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT,
	unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_MEMFD_CREATE, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_MSGGET,
	unix.SYS_SEMGET, unix.SYS_MQ_OPEN, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_BPF,
	unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
	unix.SYS_IO_URING_REGISTER, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_KEXEC_LOAD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_SWAPON, unix.SYS_REBOOT,
	unix.SYS_SYSLOG, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_PERSONALITY}

// filter returns the program for seccomp that the kernel runs before each system call in a box, nil where it is not
// known how.
func filter() []byte {
	const load, equal, atLeast, anyOf, end = 0x20, 0x15, 0x35, 0x45, 0x06 // of the machine in linux/bpf_common.h
	const spaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	arch := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if arch == 0 {
		return nil
	}
	var out []byte
	add := func(code uint16, yes, no uint8, k uint32) {
		out = binary.NativeEndian.AppendUint16(out, code)
		out = binary.NativeEndian.AppendUint32(append(out, yes, no), k)
	}
	fails := func(errno unix.Errno) { add(end, 0, 0, unix.SECCOMP_RET_ERRNO|uint32(errno)) }
	add(load, 0, 0, 4) // the architecture of the call
	add(equal, 1, 0, arch)
	add(end, 0, 0, unix.SECCOMP_RET_KILL_PROCESS)
	add(load, 0, 0, 0) // its number
	add(atLeast, 0, 1, 1<<30)
	fails(unix.EPERM) // numbers of another interface of the same architecture
	for _, number := range forbidden {
		add(equal, 0, 1, number)
		fails(unix.EPERM)
	}
	add(equal, 0, 1, unix.SYS_CLONE3) // its flags cannot be seen here; programs then use clone
	fails(unix.ENOSYS)
	add(equal, 0, 3, unix.SYS_CLONE)
	add(load, 0, 0, 16) // the flags
	add(anyOf, 0, 1, spaces)
	fails(unix.EPERM)
	add(end, 0, 0, unix.SECCOMP_RET_ALLOW)
	return out
}
