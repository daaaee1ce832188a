// Package run plans and executes a run. It selects texts, makes subjects and judges, asks
// and judges the remaining trials of the plan, and reports the result. Package engine,
// below it, schedules the calls.
package run
