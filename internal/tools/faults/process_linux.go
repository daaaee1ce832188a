package main

import "syscall"

// attributes put a child into a process group of its own and end it when this
// program ends, however that comes about.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// inMemory tells whether a directory is on no disk.
func inMemory(dir string) bool {
	const tmpfs = 0x01021994
	var fs syscall.Statfs_t
	return syscall.Statfs(dir, &fs) == nil && fs.Type == tmpfs
}
