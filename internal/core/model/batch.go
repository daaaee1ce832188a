package model

import (
	"context"
	"time"

	"assay/internal/bench"
)

// A Batcher is a Model whose provider also answers many requests together: hours later,
// at a lower price. Implementations are safe for concurrent use, keep no state between
// calls except which settings a model does not accept, and never retry.
type Batcher interface {
	Model

	// Encode returns the body that is sent for a request. Its error is an *Error.
	Encode(r Request) (Encoded, error)

	// Submit sends a batch and returns the provider's id of it. name is unique to the
	// batch and is the suffix of the id of every item. After an *Error with a status
	// from 400 to 499 there is no such batch; after any other error there may be one.
	Submit(ctx context.Context, name string, items []BatchItem) (id string, err error)

	// Find returns the ids of batches that may be the one with this name and number of
	// items, submitted after since by this computer's clock. There can be several,
	// since a provider's list may not identify it.
	Find(ctx context.Context, name string, items int, since time.Time) (ids []string, err error)

	// Fetch requests the state of a batch. When the batch is over, each is called with
	// every result, in any order; an error of each ends the call and is returned.
	Fetch(ctx context.Context, id string, each func(BatchResult) error) (BatchState, error)

	// Read converts the result of an encoded request to a response, as Generate does.
	// Another process may have encoded the request.
	Read(e Encoded, r BatchResult) (bench.Response, error)
}

// Encoded is a request as it is sent, with the data that Read needs.
type Encoded struct {
	Body []byte
	Memo []byte // JSON, private to the provider
}

// BatchItem is one request of a batch.
type BatchItem struct {
	ID   string // unique in the batch: letters, digits, dashes; at most 64 bytes
	Body []byte
}

// BatchResult is the result of one request of a batch.
type BatchResult struct {
	ID     string
	Status int    // HTTP status
	Body   []byte // of the answer, or of the failure
	Lapsed string // "expired" or "cancelled" when the request was never processed; else ""
}

// BatchState is the progress of a batch.
type BatchState struct {
	Over bool
	Word string // the provider's name of the state
	Done int    // requests with a result, as reported by the provider

	// Err is an *Error when the provider rejected the whole batch, which is then over.
	Err error
}

// Batch is a batch as a [Journal] stores it.
type Batch struct {
	Name    string
	Account string    // provider, address and model: the key by which batches are looked up
	Remote  string    // the provider's id, "" while it is not known
	Size    int       // number of requests
	At      time.Time // a time before the submission
	Trials  []string  // keys of the trials of this run that it holds
}

// BatchEntry is one trial in a batch.
type BatchEntry struct {
	Trial string
	Encoded
	Reserved Reservation // its reservation in the ledger
}

// Reservation is an entry of a [Ledger] that is not settled; the zero value is none.
type Reservation struct{ ID, Amount int64 }

// A Journal stores batches durably, so that after the death of a process the next one
// neither loses nor repeats a batch. A trial is in one batch at a time: until it is
// dropped, or asked in another round. It is safe for concurrent use.
type Journal interface {
	// Open records durably that a batch is about to be submitted, with those of its
	// entries that no other batch holds, and returns the keys of the others.
	Open(b Batch, entries []BatchEntry) (taken []string, err error)

	// Sent records durably the provider's id of a batch, or "" when the id recorded
	// before belongs to another batch.
	Sent(name, remote string) error

	// Drop removes a trial from a batch, if the batch holds it: the batch is known to
	// have no result for it. The removal is durable before any result that is stored
	// later.
	Drop(batch, trial string) error

	// Held returns the batches of an account that hold trials of this run, oldest
	// first, with the unsettled reservations of these trials.
	Held(account string) ([]Batch, map[string]Reservation, error)

	// Requests returns the requests of a batch, those of all runs, ordered by trial and
	// without reservations.
	Requests(name string) ([]BatchEntry, error)

	// Entry returns the request that was sent for a trial that a batch holds.
	Entry(trial string) (Encoded, error)

	// Owner returns the name of the batch with the provider's id remote, "" for none.
	Owner(remote string) (name string, err error)
}

type trialKey struct{}

// WithTrial sets the key of the trial that the calls with ctx are made for.
func WithTrial(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, trialKey{}, key)
}

// TrialOf returns the key of the trial that the calls with ctx are made for, "" for
// none.
func TrialOf(ctx context.Context) string {
	key, _ := ctx.Value(trialKey{}).(string)
	return key
}

type reservationKey struct{}

// ReservationOf returns the reservation of a [Budget] for the call with ctx.
func ReservationOf(ctx context.Context) Reservation {
	r, _ := ctx.Value(reservationKey{}).(Reservation)
	return r
}
