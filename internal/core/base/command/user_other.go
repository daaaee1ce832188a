//go:build !linux

package command

import (
	"errors"
	"syscall"
)

var errOtherUser = errors.New("programs run as another user on Linux alone: use a container")

// OtherUser returns why no program can run as another user on this system.
func OtherUser(string) (*User, error) { return nil, errOtherUser }

// Processes is for Linux alone.
func (*User) Processes() ([]int, error) { return nil, errOtherUser }

// Reads is for Linux alone.
func (*User) Reads(string) bool { return true }

// End is for Linux alone.
func (*User) End() error { return errOtherUser }

func (*User) attributes() *syscall.SysProcAttr { return nil }
