package session

import (
	"fmt"
	"time"

	"assay/internal/exit"
	"assay/internal/model"
	"assay/internal/model/batch"
	"assay/internal/model/registry"
)

// Batching is whether trials are asked together, for less.
type Batching struct {
	Batch     bool `help:"Use the provider's batch API (openai, anthropic): about half the price, answers within a day. Ctrl-C leaves batches running; the same command fetches the answers. Judges are asked directly."`
	BatchPoll int  `name:"batch-poll" help:"Maximum interval between two polls of a batch, in seconds." default:"60" placeholder:"N"`
}

// batchConnections is how many trials of a model are in batches at once: each
// waits in memory, with its question.
const batchConnections = 5_000

// Mode is the way in which trials are asked.
func (b Batching) Mode() registry.Mode {
	if b.Batch {
		return registry.Batched
	}
	return registry.Direct
}

// queue returns a queue for the trials of a model.
func (a *Accounts) queue(c Connected) (*batch.Queue, error) {
	provider, ok := c.model.(model.Batcher)
	if !ok {
		return nil, exit.Usage("--batch: no batch API of %s is supported, only those of openai and anthropic; omit "+
			"it, or choose other models", c.provider.Prefix)
	}
	items := a.Flags.MaxConnections
	q := batch.New(batch.Config{Provider: provider, Account: accountName(c.provider, c.Server) + ": " + c.ID, Items: items,
		Poll: time.Duration(a.Batching.BatchPoll) * time.Second,
		Tell: func(what string) {
			a.Log.Info("batch", "subject", c.Name, "message", what)
			a.tell(what)
		}})
	a.queues = append(a.queues, q)
	return q, nil
}

// Resume has the queues keep their books in a journal and go on with batches
// that are on their way.
func (a *Accounts) Resume(j model.Journal) error {
	for _, q := range a.queues {
		standing, err := q.Use(j)
		if err != nil {
			return err
		}
		a.Budget.Stand(standing)
	}
	return nil
}

// Land waits until no queue writes to its journal any more.
func (a *Accounts) Land() {
	for _, q := range a.queues {
		q.Close()
	}
}

// flying counts the trials in batches, "" for nothing.
func (a *Accounts) flying() string {
	batches, requests := 0, 0
	for _, q := range a.queues {
		b, r := q.Flying()
		batches, requests = batches+b, requests+r
	}
	if batches == 0 {
		return ""
	}
	return fmt.Sprintf("%d in %d batches", requests, batches)
}
