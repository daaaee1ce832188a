// Package run plans a run and carries it out: it selects texts, makes subjects and
// judges, asks and judges what is left of the plan, and says what became of it. Package
// engine, below it, schedules the calls.
package run
