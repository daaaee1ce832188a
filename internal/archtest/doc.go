// Package archtest checks the architecture rules as tests: which package may
// import which, that code that decides a number uses no clock and no network, that
// every package states its purpose, and that no question to a subject
// contains its answer. The tests read the files in their own process: the results of a test
// that ran the go command would come from its cache.
package archtest
