//go:build unix && !linux

package pgserver

func place() string { return "" }
