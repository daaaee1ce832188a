//go:build !unix

package command

import "os/exec"

// group leaves the command as it is: only it is killed, not what it started.
func group(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
