// Package archtest holds the rules of the house as tests: which package may
// import which, that what decides a number sees no clock and no network, that
// every package says what it is for, and that no question asked of a subject
// contains its answer. The files are read in the test process: a test that
// asked the go command would be answered from its cache.
package archtest
