package chat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/model/exchange"
)

// nameKey is the member of a batch's metadata that holds assay's name of the batch.
const nameKey = "assay"

// batches adds OpenAI's batches to a model: a file of requests, a batch that
// names it, and one or two files of results.
type batches struct {
	*exchange.Caller
	server *exchange.Endpoint
}

var _ model.Batcher = (*batches)(nil)

// NewBatcher is New for a server that has OpenAI's files and batches too.
func NewBatcher(c Config) (model.Batcher, error) {
	server, err := c.server()
	if err != nil {
		return nil, err
	}
	return &batches{c.caller(server), server}, nil
}

// line is one request in a file.
type line struct {
	ID     string          `json:"custom_id"`
	Method string          `json:"method"`
	URL    string          `json:"url"`
	Body   json.RawMessage `json:"body"`
}

// asked is the path in the requests of a batch, independent of the server's address.
const requestPath = "/v1/chat/completions"

// Submit implements [model.Batcher].
func (b *batches) Submit(ctx context.Context, name string, items []model.BatchItem) (string, error) {
	contentType, form, err := upload(name, items)
	if err != nil {
		return "", &model.Error{Kind: model.ErrInvalid, Err: err}
	}
	body, err := b.Post(ctx, b.server.At("files"), contentType, form)
	if err != nil {
		return "", err
	}
	var got struct{ ID string }
	if json.Unmarshal(body, &got) != nil || got.ID == "" {
		return "", unreadable("a file")
	}
	ask, err := json.Marshal(newBatch{Window: "24h", Endpoint: requestPath, File: got.ID,
		Metadata: map[string]string{nameKey: name}})
	if err != nil {
		return "", &model.Error{Kind: model.ErrInvalid, Err: err}
	}
	body, err = b.Post(ctx, b.server.At("batches"), "", ask)
	if err != nil {
		return "", err
	}
	got.ID = ""
	if json.Unmarshal(body, &got) != nil || got.ID == "" {
		return "", unreadable("a batch")
	}
	return got.ID, nil
}

// newBatch asks for a batch of the requests in a file.
type newBatch struct {
	Window   string            `json:"completion_window"`
	Endpoint string            `json:"endpoint"`
	File     string            `json:"input_file_id"`
	Metadata map[string]string `json:"metadata"`
}

// upload returns the multipart form with a file of requests.
func upload(name string, items []model.BatchItem) (contentType string, form []byte, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	file, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {multipart.FileContentDisposition("file", name+".jsonl")},
		"Content-Type":        {"application/jsonl"},
	})
	if err != nil {
		return "", nil, err
	}
	out := json.NewEncoder(file)
	out.SetEscapeHTML(false) // the bodies are sent unchanged
	for _, it := range items {
		if err := out.Encode(line{it.ID, http.MethodPost, requestPath, it.Body}); err != nil {
			return "", nil, err
		}
	}
	if err := errors.Join(w.WriteField("purpose", "batch"), w.Close()); err != nil {
		return "", nil, err
	}
	return w.FormDataContentType(), b.Bytes(), nil
}

// maxPages bounds the pages read of a list of batches, with a hundred batches each.
const maxPages = 50

// skew is the largest assumed difference between two clocks.
const skew = 24 * time.Hour

// Find implements [model.Batcher]. The name is in the metadata of a batch.
func (b *batches) Find(ctx context.Context, name string, _ int, since time.Time) ([]string, error) {
	query := url.Values{"limit": {"100"}}
	for range maxPages {
		body, err := b.Get(ctx, b.server.At("batches").Query(query))
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
				return nil, nil // newest first
			}
			query.Set("after", x.ID)
		}
		if !page.HasMore || len(page.Data) == 0 {
			return nil, nil
		}
	}
	return nil, nil
}

// batch holds the fields of a batch that are read.
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
	body, err := b.Get(ctx, b.server.At("batches", url.PathEscape(id)))
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
	case "failed": // none of its requests was accepted
		state.Over, state.Err = true, rejected(x)
		return state, nil
	default:
		return state, nil
	}
	for _, file := range []string{x.Output, x.Failed} {
		if file == "" {
			continue
		}
		err := b.Lines(ctx, b.server.At("files", url.PathEscape(file), "content"), func(text []byte) error {
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

// rejected returns the reason why a batch was not accepted. A full queue is a temporary
// reason.
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

// result reads one line of results. A line that cannot be read is skipped: its request
// then has no result.
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
