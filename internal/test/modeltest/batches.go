package modeltest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Batches is an in-memory server with the batches of OpenAI (files and batches, below
// /v1) and of Anthropic (message batches, below /v1/messages). The zero value completes
// a batch when it is first polled. It is safe for concurrent use.
type Batches struct {
	// Answer returns the result of a request: the HTTP status and the body, or a status
	// of 0 and "expired" or "cancelled". It must not be nil.
	Answer func(id string, body []byte) (status int, text string)

	// Before, when not nil, is called first for each request, and reports whether it
	// has handled it; what is "file", "create", "list", "get" or "results". After is
	// called before the response is sent, and may panic with http.ErrAbortHandler to
	// lose the response.
	Before func(what string, w http.ResponseWriter) bool
	After  func(what string)

	// Over reports whether the n-th batch, from 0, is over; nil means always.
	Over func(n int) bool

	mu    sync.Mutex
	files map[string][]byte
	all   []*Submitted
}

// Submitted is a batch on the server.
type Submitted struct {
	ID       string
	Metadata map[string]string
	Created  time.Time
	Items    []Item
	Status   string // instead of in_progress and completed, for OpenAI
	Errors   any    // of the batch as a whole, for OpenAI
	file     string
	failures string // content of the second file of results, set when the first is read
}

// Item is one request in a batch.
type Item struct {
	ID   string
	Body json.RawMessage
}

// All returns the batches in the order of their submission.
func (s *Batches) All() []*Submitted {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// Add adds a batch of another client.
func (s *Batches) Add(items int, created time.Time) *Submitted {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &Submitted{ID: fmt.Sprintf("batch_other_%d", len(s.all)), Created: created}
	for i := range items {
		b.Items = append(b.Items, Item{ID: fmt.Sprintf("somebody-elses-%d", i), Body: []byte("{}")})
	}
	s.all = append(s.all, b)
	return b
}

// ServeHTTP implements [http.Handler].
func (s *Batches) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/v1")
	native := strings.HasPrefix(path, "/messages/batches")
	path = strings.TrimPrefix(path, "/messages")
	id, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, "/batches"), "/"), "/")
	what := ""
	switch {
	case path == "/files" && r.Method == http.MethodPost:
		what = "file"
	case strings.HasPrefix(path, "/files/"), rest == "results":
		what = "results"
	case path == "/batches" && r.Method == http.MethodPost:
		what = "create"
	case path == "/batches":
		what = "list"
	case strings.HasPrefix(path, "/batches/"):
		what = "get"
	default:
		http.Error(w, `{"error":{"message":"what is this?"}}`, http.StatusNotFound)
		return
	}
	body, _ := io.ReadAll(r.Body)
	if s.Before != nil && s.Before(what, w) {
		return
	}
	status, text := http.StatusOK, ""
	switch what {
	case "file":
		status, text = s.upload(r.Header.Get("Content-Type"), body)
	case "create":
		status, text = s.create(native, body)
	case "list":
		text = s.list(native, r)
	case "get":
		status, text = s.get(native, id)
	case "results":
		if !native {
			id = strings.TrimSuffix(strings.TrimPrefix(path, "/files/results-"), "/content")
		}
		status, text = s.results(native, id)
	}
	if s.After != nil {
		s.After(what)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, text)
}

func (s *Batches) upload(contentType string, body []byte) (int, string) {
	req := &http.Request{Method: http.MethodPost, Header: http.Header{"Content-Type": {contentType}},
		Body: io.NopCloser(bytes.NewReader(body))}
	f, _, err := req.FormFile("file")
	if err != nil || req.FormValue("purpose") != "batch" {
		return http.StatusBadRequest, `{"error":{"message":"no file for a batch"}}`
	}
	text, _ := io.ReadAll(f)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		s.files = map[string][]byte{}
	}
	id := fmt.Sprintf("file-%d", len(s.files))
	s.files[id] = text
	return 200, Encode(map[string]any{"id": id, "object": "file", "purpose": "batch"})
}

func (s *Batches) create(native bool, body []byte) (int, string) {
	b := &Submitted{Created: time.Now()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if native {
		var q struct {
			Requests []struct {
				ID     string `json:"custom_id"`
				Params json.RawMessage
			}
		}
		if json.Unmarshal(body, &q) != nil || len(q.Requests) == 0 {
			return http.StatusBadRequest, `{"type":"error","error":{"type":"invalid_request_error","message":"no requests"}}`
		}
		for _, it := range q.Requests {
			b.Items = append(b.Items, Item{it.ID, it.Params})
		}
	} else {
		var q struct {
			File     string `json:"input_file_id"`
			Endpoint string
			Window   string `json:"completion_window"`
			Metadata map[string]string
		}
		if json.Unmarshal(body, &q) != nil || s.files[q.File] == nil || q.Endpoint != "/v1/chat/completions" ||
			q.Window != "24h" {
			return http.StatusBadRequest, `{"error":{"message":"no such file"}}`
		}
		b.file, b.Metadata = q.File, q.Metadata
		for lines := bufio.NewScanner(bytes.NewReader(s.files[q.File])); lines.Scan(); {
			var it struct {
				ID          string `json:"custom_id"`
				Method, URL string
				Body        json.RawMessage
			}
			if json.Unmarshal(lines.Bytes(), &it) != nil || it.Method != http.MethodPost || it.URL != q.Endpoint {
				return http.StatusBadRequest, `{"error":{"message":"a bad line"}}`
			}
			b.Items = append(b.Items, Item{it.ID, it.Body})
		}
	}
	for _, it := range b.Items {
		if it.ID == "" || len(it.ID) > 64 || strings.Trim(it.ID,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			return http.StatusBadRequest, `{"error":{"message":"a bad custom_id"}}`
		}
	}
	b.ID = fmt.Sprintf("batch_%d", len(s.all))
	s.all = append(s.all, b)
	return 200, s.show(native, b)
}

// show returns a batch in the form of its API.
func (s *Batches) show(native bool, b *Submitted) string {
	over := s.Over == nil || s.Over(slices.Index(s.all, b))
	n := len(b.Items)
	if native {
		v := map[string]any{"id": b.ID, "type": "message_batch", "created_at": b.Created.UTC().Format(time.RFC3339Nano),
			"processing_status": "in_progress",
			"request_counts":    map[string]int{"processing": n, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0},
			"results_url":       nil}
		if over {
			v["processing_status"] = "ended"
			v["request_counts"] = map[string]int{"processing": 0, "succeeded": n, "errored": 0, "canceled": 0, "expired": 0}
			v["results_url"] = "http://127.0.0.1:1/not-to-be-used"
		}
		return Encode(v)
	}
	v := map[string]any{"id": b.ID, "object": "batch", "created_at": b.Created.Unix(), "status": "in_progress",
		"metadata": b.Metadata, "input_file_id": b.file,
		"request_counts": map[string]int{"total": n, "completed": 0, "failed": 0}, "errors": b.Errors}
	switch {
	case b.Status == "failed":
		v["status"] = b.Status
	case over:
		v["status"], v["output_file_id"], v["error_file_id"] = "completed", "results-"+b.ID, "results-"+b.ID+"-failed"
		if b.Status != "" {
			v["status"] = b.Status
		}
		v["request_counts"] = map[string]int{"total": n, "completed": n, "failed": 0}
	}
	return Encode(v)
}

func (s *Batches) find(id string) *Submitted {
	i := slices.IndexFunc(s.all, func(b *Submitted) bool { return b.ID == id })
	if i < 0 {
		return nil
	}
	return s.all[i]
}

func (s *Batches) get(native bool, id string) (int, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.find(id)
	if b == nil {
		return http.StatusNotFound, `{"error":{"message":"no such batch"}}`
	}
	return 200, s.show(native, b)
}

// list returns a page of two batches, so that there are several pages.
func (s *Batches) list(native bool, r *http.Request) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	after := r.URL.Query().Get("after") + r.URL.Query().Get("after_id")
	all := slices.Clone(s.all)
	slices.Reverse(all) // newest first
	if i := slices.IndexFunc(all, func(b *Submitted) bool { return b.ID == after }); i >= 0 {
		all = all[i+1:]
	}
	page := []json.RawMessage{}
	for _, b := range all[:min(2, len(all))] {
		page = append(page, json.RawMessage(s.show(native, b)))
	}
	return Encode(map[string]any{"object": "list", "data": page, "has_more": len(all) > 2})
}

func (s *Batches) results(native bool, id string) (int, string) {
	id, failures := strings.CutSuffix(id, "-failed")
	s.mu.Lock()
	b := s.find(id)
	s.mu.Unlock()
	if b == nil {
		return http.StatusNotFound, `{"error":{"message":"no such file"}}`
	}
	if failures {
		s.mu.Lock()
		defer s.mu.Unlock()
		return 200, b.failures
	}
	var out, failed strings.Builder
	for i := range b.Items {
		it := b.Items[len(b.Items)-1-i] // in another order
		status, text := s.Answer(it.ID, it.Body)
		if native {
			v := map[string]any{}
			switch {
			case status == 200:
				v = map[string]any{"type": "succeeded", "message": json.RawMessage(text)}
			case text == "expired":
				v["type"] = "expired"
			case text == "cancelled":
				v["type"] = "canceled"
			case status != 0:
				v = map[string]any{"type": "errored", "error": json.RawMessage(text)}
			default:
				continue
			}
			fmt.Fprintln(&out, Encode(map[string]any{"custom_id": it.ID, "result": v}))
			continue
		}
		v := map[string]any{"id": "x", "custom_id": it.ID, "response": nil, "error": nil}
		switch {
		case status != 0:
			v["response"] = map[string]any{"status_code": status, "request_id": "r", "body": json.RawMessage(text)}
			if status == 200 {
				fmt.Fprintln(&out, Encode(v))
				continue
			}
		case text != "":
			v["error"] = map[string]any{"code": "batch_" + text, "message": "This request could not be executed."}
		default:
			continue
		}
		fmt.Fprintln(&failed, Encode(v))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b.failures = failed.String()
	return 200, out.String()
}
