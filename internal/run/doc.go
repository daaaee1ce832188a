// Package run plans a run and carries it out: it selects texts, makes subjects and
// judges, asks and judges the rest of the plan, and says what became of it. Package
// engine, below it, schedules the calls.
package run
