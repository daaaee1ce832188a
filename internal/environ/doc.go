// Package environ is the surroundings of a command: streams, environment variables and
// where each is from, interrupts, and what files that nobody named may do.
package environ
