// Package session holds the open resources of one command that asks models: accounts with
// their limits and the budget, connections with keys and prices, batches, traces, the log.
package session
