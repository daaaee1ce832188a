// Package session is what one command holds open to ask models: accounts with their
// limits and the budget, connections with keys and prices, batches, traces, the log.
package session
