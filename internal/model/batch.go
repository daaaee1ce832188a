package model

import (
	"context"
	"time"

	"assay/internal/bench"
)

// A Batcher is a Model whose provider also answers many requests together: hours
// later, for less. Implementations are safe for concurrent use, keep nothing
// between calls but what a model does not take, and try nothing twice.
type Batcher interface {
	Model

	// Encode returns the body that is sent for a request. Its error is an *Error.
	Encode(r Request) (Encoded, error)

	// Submit sends a batch and returns the provider's id of it. name tells it
	// apart from all others; it ends the id of every item. After an *Error with a
	// status from 400 to 499 there is no such batch; after any other error there
	// may be one.
	Submit(ctx context.Context, name string, items []BatchItem) (id string, err error)

	// Find returns the ids of batches that may be the one of a name, with so many
	// items, submitted after since by this computer's clock: what the provider
	// lists may not tell.
	Find(ctx context.Context, name string, items int, since time.Time) (ids []string, err error)

	// Fetch looks at a batch. When it is over, each is called with every result,
	// in any order; an error of it ends the call and is returned.
	Fetch(ctx context.Context, id string, each func(BatchResult) error) (BatchState, error)

	// Read makes a response of the result of what was encoded, by this process or
	// another, as Generate does.
	Read(e Encoded, r BatchResult) (bench.Response, error)
}

// Encoded is a request as it is sent, and what Read must know of it.
type Encoded struct {
	Body []byte
	Memo []byte // JSON, the provider's own
}

// BatchItem is one request of a batch.
type BatchItem struct {
	ID   string // unique in the batch: letters, digits, dashes; at most 64 bytes
	Body []byte
}

// BatchResult is what became of one request of a batch.
type BatchResult struct {
	ID     string
	Status int    // as of HTTP
	Body   []byte // of the answer, or of the failure
	Lapsed string // "expired" or "cancelled" when the request was never asked; "" else
}

// BatchState is how far a batch is.
type BatchState struct {
	Over bool
	Word string // the provider's
	Done int    // requests with a result, as far as the provider says

	// Err is an *Error when the provider took nothing of the batch; it is over then.
	Err error
}

// Batch is a batch as a [Journal] keeps it.
type Batch struct {
	Name    string
	Account string    // who was asked for what: batches of one account can be looked up there
	Remote  string    // the provider's id, "" while it is not known
	Size    int       // requests it was submitted with
	At      time.Time // before it was submitted
	Trials  []string  // keys of those in this run that it holds
}

// BatchEntry is one trial in a batch.
type BatchEntry struct {
	Trial string
	Encoded
	Reserved Reservation // what stands for it in the ledger
}

// Reservation is an entry of a [Ledger] that is not settled; the zero value is none.
type Reservation struct{ ID, Amount int64 }

// A Journal remembers batches, so that whenever a process dies, the next one
// neither loses nor repeats one. A trial is in one batch at a time: until it is
// dropped, or asked in another round. It is safe for concurrent use.
type Journal interface {
	// Open notes durably that a batch is about to be submitted, with those of its
	// entries that no other batch holds, and returns the keys of the others.
	Open(b Batch, entries []BatchEntry) (taken []string, err error)

	// Sent notes durably the provider's id of a batch, or "" when what was taken
	// for it is another.
	Sent(name, remote string) error

	// Drop takes a trial out of a batch, if that holds it: its result is known to be
	// none. It is durable before any result that is stored later.
	Drop(batch, trial string) error

	// Held returns the batches of an account that hold trials of this run, oldest
	// first, with the reservations that still stand for these.
	Held(account string) ([]Batch, map[string]Reservation, error)

	// Requests returns the requests of a batch, for whichever run, by trial; without what
	// is reserved.
	Requests(name string) ([]BatchEntry, error)

	// Entry returns what was sent for a trial that a batch holds.
	Entry(trial string) (Encoded, error)

	// Owner returns the name of the batch with an id of the provider, "" for none.
	Owner(remote string) (name string, err error)
}

type trialKey struct{}

// WithTrial says which trial the calls with ctx are made for: its key.
func WithTrial(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, trialKey{}, key)
}

// TrialOf returns the key of the trial, "" when the calls are made for none.
func TrialOf(ctx context.Context) string {
	key, _ := ctx.Value(trialKey{}).(string)
	return key
}

type reservationKey struct{}

// ReservationOf returns what a [Budget] has reserved for the call with ctx.
func ReservationOf(ctx context.Context) Reservation {
	r, _ := ctx.Value(reservationKey{}).(Reservation)
	return r
}
