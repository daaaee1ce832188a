//go:build unix && !linux

package main

import "syscall"

// attributes put a child into its own process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// inMemory reports whether a directory is on a file system in memory; this is not known on this system.
func inMemory(string) bool { return false }
