// Package subject makes the detectors that --model names: models with every way of
// asking, agents, built-in subjects and static analysers.
package subject
