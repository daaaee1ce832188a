//go:build !linux

package command

// Self identifies this process for [Ended]; "" if this cannot be known, as on this system.
func Self() string { return "" }

// Ended reports whether the process with an id from [Self] has certainly ended,
// which cannot be known on this system.
func Ended(string) bool { return false }

// Hide does nothing on this system.
func Hide() {}
