//go:build unix && !linux

package main

import "syscall"

// attributes put a child into a process group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// inMemory tells whether a directory is on no disk, as far as the system says.
func inMemory(string) bool { return false }
