// Package stats turns counts into intervals and tests: numbers in, numbers and
// warnings out. It knows nothing of models or samples.
//
// It is opinionated: one rate gets a Wilson interval, everything else a
// bias-corrected and accelerated (BCa) bootstrap that resamples clusters, and
// paired differences get an exact sign-flip test. A warning never stops a
// computation, and must be shown with the number it belongs to.
//
// Nothing here reads a clock or global randomness: equal arguments give equal
// results, bit for bit.
package stats
