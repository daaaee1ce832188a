package cli

import (
	"fmt"
	"time"

	"assay/internal/exit"
	"assay/internal/model"
	"assay/internal/model/batch"
	"assay/internal/model/registry"
)

// batching is whether trials are asked together, for less.
type batching struct {
	Batch     bool `help:"Ask in the provider's batches (openai, anthropic): half the price or so, and up to a day later. Ctrl-C leaves them going, and the same command fetches the answers. Judges are asked directly."`
	BatchPoll int  `name:"batch-poll" help:"Longest pause between two looks at a batch, in seconds." default:"60" placeholder:"N"`
}

// batchConnections is how many trials of a model are in batches at once: each
// waits in memory, with its question.
const batchConnections = 5_000

// mode is the way in which trials are asked.
func (b batching) mode() registry.Mode {
	if b.Batch {
		return registry.Batched
	}
	return registry.Direct
}

// queue returns a queue for the trials of a model.
func (a *accounts) queue(c connected) (*batch.Queue, error) {
	provider, ok := c.model.(model.Batcher)
	if !ok {
		return nil, exit.Usage("--batch: %s has no batches that are known here, which openai and anthropic have; leave it out, or name other models", c.provider.prefix)
	}
	items := a.flags.MaxConnections
	q := batch.New(batch.Config{Provider: provider, Account: accountName(c.provider, c.server) + ": " + c.id, Items: items, Poll: time.Duration(a.batching.BatchPoll) * time.Second,
		Tell: func(what string) {
			a.log.Info("batch", "subject", c.name, "message", what)
			a.tell(what)
		}})
	a.queues = append(a.queues, q)
	return q, nil
}

// resume has the queues keep their books in a journal and go on with what is on
// its way already.
func (a *accounts) resume(j model.Journal) error {
	for _, q := range a.queues {
		standing, err := q.Use(j)
		if err != nil {
			return err
		}
		a.budget.Stand(standing)
	}
	return nil
}

// land waits until no queue writes to its journal any more.
func (a *accounts) land() {
	for _, q := range a.queues {
		q.Close()
	}
}

// flying says what is in batches, "" for nothing.
func (a *accounts) flying() string {
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
