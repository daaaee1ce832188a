package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"assay/internal/model"
	"assay/internal/model/exchange"
)

// nameKey is the member of a batch's metadata that holds our name of it.
const nameKey = "assay"

// batches adds OpenAI's batches to a model: a file of requests, a batch that
// names it, and one or two files of results.
type batches struct {
	*exchange.Caller
	files   openai.FileService
	batches openai.BatchService
}

var _ model.Batcher = (*batches)(nil)

// NewBatcher is New for a server that has OpenAI's files and batches too.
func NewBatcher(c Config) (model.Batcher, error) {
	caller, err := newCaller(c)
	if err != nil {
		return nil, err
	}
	opts := options(c)
	return &batches{caller, openai.NewFileService(opts...), openai.NewBatchService(opts...)}, nil
}

// line is one request in a file.
type line struct {
	ID     string          `json:"custom_id"`
	Method string          `json:"method"`
	URL    string          `json:"url"`
	Body   json.RawMessage `json:"body"`
}

const endpoint = openai.BatchNewParamsEndpointV1ChatCompletions

// Submit implements [model.Batcher].
func (b *batches) Submit(ctx context.Context, name string, items []model.BatchItem) (string, error) {
	var file bytes.Buffer
	out := json.NewEncoder(&file)
	out.SetEscapeHTML(false) // the bodies are sent as they are
	for _, it := range items {
		if err := out.Encode(line{it.ID, http.MethodPost, string(endpoint), it.Body}); err != nil {
			return "", &model.Error{Kind: model.ErrInvalid, Err: err}
		}
	}
	var got struct{ ID string }
	body, err := b.Manage(ctx, func(ctx context.Context) error {
		_, err := b.files.New(ctx, openai.FileNewParams{File: openai.File(&file, name+".jsonl", "application/jsonl"), Purpose: openai.FilePurposeBatch})
		return err
	})
	if err != nil {
		return "", err
	}
	if json.Unmarshal(body, &got) != nil || got.ID == "" {
		return "", unreadable("a file")
	}
	body, err = b.Manage(ctx, func(ctx context.Context) error {
		_, err := b.batches.New(ctx, openai.BatchNewParams{
			CompletionWindow: openai.BatchNewParamsCompletionWindow24h, Endpoint: endpoint, InputFileID: got.ID, Metadata: map[string]string{nameKey: name},
		})
		return err
	})
	if err != nil {
		return "", err
	}
	got.ID = ""
	if json.Unmarshal(body, &got) != nil || got.ID == "" {
		return "", unreadable("a batch")
	}
	return got.ID, nil
}

// maxPages bounds how much of a list of batches is read, a hundred on a page.
const maxPages = 50

// skew is how far clocks may be apart.
const skew = 24 * time.Hour

// Find implements [model.Batcher]: batches carry their names.
func (b *batches) Find(ctx context.Context, name string, _ int, since time.Time) ([]string, error) {
	query := openai.BatchListParams{Limit: openai.Int(100)}
	for range maxPages {
		body, err := b.Manage(ctx, func(ctx context.Context) error {
			_, err := b.batches.List(ctx, query)
			return err
		})
		if err != nil {
			return nil, err
		}
		var page struct {
			Data    []batch `json:"data"`
			HasMore bool    `json:"has_more"`
		}
		if json.Unmarshal(body, &page) != nil {
			return nil, unreadable("a list of batches")
		}
		for _, x := range page.Data {
			if x.Metadata[nameKey] == name {
				return []string{x.ID}, nil
			}
			if time.Unix(x.Created, 0).Before(since.Add(-skew)) {
				return nil, nil // the newest come first
			}
			query.After = openai.String(x.ID)
		}
		if !page.HasMore || len(page.Data) == 0 {
			return nil, nil
		}
	}
	return nil, nil
}

// batch is what is read of a batch.
type batch struct {
	ID       string                          `json:"id"`
	Status   string                          `json:"status"`
	Created  int64                           `json:"created_at"`
	Metadata map[string]any                  `json:"metadata"`
	Output   string                          `json:"output_file_id"`
	Failed   string                          `json:"error_file_id"`
	Counts   struct{ Completed, Failed int } `json:"request_counts"`
	Errors   struct {
		Data []struct{ Code, Message string }
	} `json:"errors"`
}

// Fetch implements [model.Batcher].
func (b *batches) Fetch(ctx context.Context, id string, each func(model.BatchResult) error) (model.BatchState, error) {
	body, err := b.Manage(ctx, func(ctx context.Context) error {
		_, err := b.batches.Get(ctx, id)
		return err
	})
	if err != nil {
		return model.BatchState{}, err
	}
	var x batch
	if json.Unmarshal(body, &x) != nil || x.Status == "" {
		return model.BatchState{}, unreadable("a batch")
	}
	state := model.BatchState{Word: x.Status, Done: x.Counts.Completed + x.Counts.Failed}
	switch x.Status {
	case "completed", "expired", "cancelled":
		state.Over = true
	case "failed": // none of its requests was taken
		state.Over, state.Err = true, rejected(x)
		return state, nil
	default:
		return state, nil
	}
	for _, file := range []string{x.Output, x.Failed} {
		if file == "" {
			continue
		}
		err := b.Lines(ctx, func(ctx context.Context) (*http.Response, error) { return b.files.Content(ctx, file) }, func(text []byte) error {
			if r, ok := result(text); ok {
				return each(r)
			}
			return nil
		})
		if err != nil {
			return state, err
		}
	}
	return state, nil
}

// rejected says why a batch was not taken. Too much in the queue is a matter of time.
func rejected(x batch) error {
	e := &model.Error{Kind: model.ErrInvalid, Free: true, Err: errors.New("the batch was not taken")}
	for i, d := range x.Errors.Data {
		if i == 0 {
			e.Err = errors.New("the batch was not taken: " + exchange.Clip(d.Message))
		}
		if d.Code == "token_limit_exceeded" {
			e.Kind = model.ErrRateLimit
		}
	}
	return e
}

// result reads one line of results. One that cannot be read is none: what it was
// about is then missing.
func result(text []byte) (model.BatchResult, bool) {
	var l struct {
		ID       string `json:"custom_id"`
		Response *struct {
			Status int             `json:"status_code"`
			Body   json.RawMessage `json:"body"`
		} `json:"response"`
		Error *struct{ Code, Message string } `json:"error"`
	}
	if json.Unmarshal(text, &l) != nil || l.ID == "" {
		return model.BatchResult{}, false
	}
	r := model.BatchResult{ID: l.ID}
	switch {
	case l.Error != nil && l.Error.Code == "batch_expired":
		r.Lapsed = "expired"
	case l.Error != nil && l.Error.Code == "batch_cancelled":
		r.Lapsed = "cancelled"
	case l.Response != nil && l.Response.Status != 0:
		r.Status, r.Body = l.Response.Status, l.Response.Body
	case l.Error != nil:
		r.Status, r.Body = http.StatusInternalServerError, bytes.Clone(text)
	default:
		return r, false
	}
	return r, true
}

func unreadable(what string) error {
	return &model.Error{Kind: model.ErrProtocol, Err: errors.New("what came back is not " + what)}
}

// options are how the services of the SDK reach the server.
func options(c Config) []option.RequestOption {
	opts := []option.RequestOption{
		option.WithBaseURL(c.BaseURL), option.WithMaxRetries(0), option.WithHTTPClient(exchange.Client(c.Transport)),
	}
	if key := c.key(); key != "" {
		opts = append(opts, option.WithAPIKey(key))
	}
	return opts
}
