//go:build race

package audit

// raced: the simulations have one goroutine, and would take minutes.
const raced = true
