//go:build !linux

package command

// Self identifies this process for [Ended]; "" where that cannot be told, as here.
func Self() string { return "" }

// Ended reports whether the process that [Self] identified so has certainly ended,
// which is not known here.
func Ended(string) bool { return false }
