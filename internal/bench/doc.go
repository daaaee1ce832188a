// Package bench is the vocabulary of assay: samples, labels, variants, findings,
// outcomes, verdicts, trials. Every other package speaks these words; none of
// them is defined twice.
//
// The package does no I/O, imports nothing but the standard library, and holds
// no policy: how files become samples is package suite's business, how answers
// become verdicts is package judge's. docs/glossary.md is the same vocabulary
// in prose.
package bench
