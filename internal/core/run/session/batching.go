package session

import (
	"fmt"
	"time"

	"assay/internal/core/base/exit"
	"assay/internal/core/model"
	"assay/internal/core/model/batch"
	"assay/internal/core/model/registry"
)

// Batching holds the flags for batches, which are cheaper than single requests.
type Batching struct {
	Batch     bool `help:"Use the provider's batch API (openai, anthropic): about half the price, answers within a day. Ctrl-C leaves batches running; the same command fetches the answers. Judges are asked directly."`
	BatchPoll int  `name:"batch-poll" help:"Maximum interval between two polls of a batch, in seconds." default:"60" placeholder:"N"`
}

// batchConnections is the maximum number of concurrent trials of a model in batches: each
// waits in memory, with its question.
const batchConnections = 5_000

// Mode returns the mode in which trials are asked.
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
	q := batch.New(batch.Config{Provider: provider, Account: accountName(c.provider, c.Server) + ": " + c.ID,
		Items: a.Flags.MaxConnections, Poll: time.Duration(a.Batching.BatchPoll) * time.Second,
		Report: func(what string) {
			a.Log.Info("batch", "subject", c.Name, "message", what)
			a.tell(what)
		}})
	a.queues = append(a.queues, q)
	return q, nil
}

// Resume makes the queues use a journal and continue the batches in progress.
func (a *Accounts) Resume(j model.Journal) error {
	for _, q := range a.queues {
		standing, err := q.Use(j)
		if err != nil {
			return err
		}
		a.Budget.Inherit(standing)
	}
	return nil
}

// Land waits until no queue writes to its journal any more.
func (a *Accounts) Land() {
	for _, q := range a.queues {
		q.Close()
	}
}

// flying describes the trials in batches; "" for none.
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
