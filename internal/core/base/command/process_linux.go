package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Self identifies this process, for [Ended], among all processes of this machine since
// it was booted; "" if this cannot be known.
func Self() string {
	start, _, err := started(os.Getpid())
	space := space()
	if err != nil || space == "" {
		return ""
	}
	return fmt.Sprintf("%s %d %s", space, os.Getpid(), start)
}

// Ended reports whether the process with an id from [Self] has certainly ended.
// It is false for a process of another machine or container, and if it cannot be
// known.
func Ended(id string) bool {
	at, rest, ok := strings.Cut(id, " ")
	pid, start, ok2 := strings.Cut(rest, " ")
	n, err := strconv.Atoi(pid)
	if !ok || !ok2 || err != nil || n <= 0 || at != space() || at == "" {
		return false
	}
	if err := syscall.Kill(n, 0); errors.Is(err, syscall.ESRCH) {
		return true
	}
	// A process of another user may be hidden in /proc: it exists, and may be this one.
	now, state, err := started(n)
	return err == nil && (now != start || state == "Z" || state == "X")
}

// space identifies the scope in which process numbers are unique: one boot of one machine,
// and in it one namespace; containers have their own.
func space() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	namespace, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(boot)) + "/" + namespace
}

// started returns the start time of a process, in the kernel's unit, and the letter of
// its state.
func started(pid int) (at, state string, err error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", "", err
	}
	// The second field is a name in parentheses, which may contain any character.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 20 {
		return "", "", fmt.Errorf("/proc/%d/stat is too short", pid)
	}
	return fields[19], fields[0], nil // fields 22 and 3
}

// Hide keeps the variables and the memory of this process from other processes of its user, except root's.
func Hide() { _, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0) }
