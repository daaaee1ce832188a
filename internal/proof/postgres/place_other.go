//go:build unix && !linux

package postgres

func place() string { return "" }
