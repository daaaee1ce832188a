package anthropic

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// batches adds Message Batches to the model, and the output limit that the API
// requires.
type batches struct {
	*exchange.Caller
	endpoint *exchange.Endpoint // of batches
}

var _ model.Batcher = (*batches)(nil)

// Generate implements [model.Model].
func (b *batches) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	r.MaxTokens = cmp.Or(r.MaxTokens, DefaultMaxTokens)
	return b.Caller.Generate(ctx, r)
}

// Encode implements [model.Batcher].
func (b *batches) Encode(r model.Request) (model.Encoded, error) {
	r.MaxTokens = cmp.Or(r.MaxTokens, DefaultMaxTokens)
	return b.Caller.Encode(r)
}

// Submit implements [model.Batcher]. The API stores no name of a batch: it is
// identified only by the ids of its requests, once it is over.
func (b *batches) Submit(ctx context.Context, _ string, items []model.BatchItem) (string, error) {
	type request struct {
		ID     string          `json:"custom_id"`
		Params json.RawMessage `json:"params"`
	}
	var body struct {
		Requests []request `json:"requests"`
	}
	for _, it := range items {
		body.Requests = append(body.Requests, request{it.ID, it.Body})
	}
	text, err := exchange.JSON(body)
	if err != nil {
		return "", &model.Error{Kind: model.ErrInvalid, Err: err}
	}
	x, err := readBatch(b.Post(ctx, b.endpoint, "", text))
	return x.ID, err
}

// readBatch reads a batch from the response to a request. A non-nil err is returned.
func readBatch(text []byte, err error) (batch, error) {
	var x batch
	if err != nil {
		return x, err
	}
	if json.Unmarshal(text, &x) != nil || x.ID == "" || x.Status == "" {
		return batch{}, unreadable("a batch")
	}
	return x, nil
}

// batch holds the fields of a batch that are read.
type batch struct {
	ID      string                                                          `json:"id"`
	Status  string                                                          `json:"processing_status"`
	Created time.Time                                                       `json:"created_at"`
	Counts  struct{ Processing, Succeeded, Errored, Canceled, Expired int } `json:"request_counts"`
}

func (x batch) done() int {
	return x.Counts.Succeeded + x.Counts.Errored + x.Counts.Canceled + x.Counts.Expired
}

// maxPages bounds the pages read of a list of batches, with a hundred batches each.
const maxPages = 50

// skew is the largest assumed difference between two clocks.
const skew = 24 * time.Hour

// Find implements [model.Batcher]. It returns all batches with this number of requests
// that are not older than since; the oldest, which are nearest to since, come first.
func (b *batches) Find(ctx context.Context, _ string, items int, since time.Time) ([]string, error) {
	var ids []string
	after := ""
	for range maxPages {
		query := url.Values{"limit": {"100"}}
		if after != "" {
			query.Set("after_id", after)
		}
		text, err := b.Get(ctx, b.endpoint.Query(query))
		if err != nil {
			return nil, err
		}
		var page struct {
			Data    []batch `json:"data"`
			HasMore bool    `json:"has_more"`
		}
		if json.Unmarshal(text, &page) != nil {
			return nil, unreadable("a list of batches")
		}
		for _, x := range page.Data { // newest first
			after = x.ID
			if x.Created.Before(since.Add(-skew)) {
				return ids, nil
			}
			if x.Counts.Processing+x.done() == items {
				ids = append([]string{x.ID}, ids...)
			}
		}
		if !page.HasMore || len(page.Data) == 0 {
			break
		}
	}
	return ids, nil
}

// Fetch implements [model.Batcher].
func (b *batches) Fetch(ctx context.Context, id string, each func(model.BatchResult) error) (model.BatchState, error) {
	own := b.endpoint.At(url.PathEscape(id))
	x, err := readBatch(b.Get(ctx, own))
	state := model.BatchState{Word: x.Status, Done: x.done(), Over: x.Status == "ended"}
	if err != nil || !state.Over {
		return state, err
	}
	// Not results_url, which may be on any host: the request contains the key.
	err = b.Lines(ctx, own.At("results"), func(line []byte) error {
		if r, ok := result(line); ok {
			return each(r)
		}
		return nil
	})
	return state, err
}

// statuses maps types of errors to the HTTP status that they have outside batches.
var statuses = map[string]int{
	"invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
	"not_found_error":   404,
	"request_too_large": 413, "rate_limit_error": 429, "timeout_error": 504, "overloaded_error": 529,
}

// result reads one line of results. A line that cannot be read is skipped: its request
// then has no result.
func result(line []byte) (model.BatchResult, bool) {
	var l struct {
		ID     string `json:"custom_id"`
		Result struct {
			Type    string          `json:"type"`
			Message json.RawMessage `json:"message"`
			Error   json.RawMessage `json:"error"`
		} `json:"result"`
	}
	if json.Unmarshal(line, &l) != nil || l.ID == "" {
		return model.BatchResult{}, false
	}
	r := model.BatchResult{ID: l.ID}
	switch l.Result.Type {
	case "succeeded":
		r.Status, r.Body = http.StatusOK, l.Result.Message
	case "errored": // in the envelope of other failures
		var e struct{ Error struct{ Type string } }
		_ = json.Unmarshal(l.Result.Error, &e) // unreadable errors count as failures of the service
		r.Status, r.Body = cmp.Or(statuses[e.Error.Type], http.StatusInternalServerError), bytes.Clone(l.Result.Error)
	case "expired":
		r.Lapsed = "expired"
	case "canceled":
		r.Lapsed = "cancelled"
	default:
		return r, false
	}
	return r, true
}

func unreadable(what string) error {
	return &model.Error{Kind: model.ErrProtocol, Err: errors.New(Name + ": what came back is not " + what)}
}
