// Package stats converts counts to intervals and tests, finds what a number of items can show (power), and bets in
// tests that may stop early: numbers in, numbers and warnings out. It does not depend on models or samples.
//
// It has fixed methods: one rate gets a Wilson interval, everything else gets a bias-corrected and accelerated
// (BCa) bootstrap that resamples clusters, and paired differences get an exact sign-flip test. A warning never
// stops a computation, and must be shown with its number.
//
// Nothing here reads a clock or global randomness: equal arguments give equal results, bit for bit.
package stats
