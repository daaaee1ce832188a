//go:build !unix

package command

import "os/exec"

// group does not change the command: only the program is killed, not its descendants.
func group(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
