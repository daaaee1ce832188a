// Package bench is the vocabulary of assay: samples, labels, variants, tasks, findings,
// outcomes, verdicts, trials, and the steps of what was executed. Every other package uses these types; none of them
// is defined twice.
//
// The package does no I/O, imports only the standard library, and holds no
// policy: package suite turns files into samples, package judge turns answers
// into verdicts. docs/glossary.md is the same vocabulary
// in prose.
package bench
