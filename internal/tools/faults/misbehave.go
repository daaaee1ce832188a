//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// fault is one way in which a server answers badly.
type fault struct {
	name    string
	charged bool // an answer was made and charged
	good    bool // the answer is still readable
	serve   func(p *provider, w http.ResponseWriter, r *http.Request, a *answer)
}

// faults lists all faults. An answer with a failure status, or one that reports an error,
// is free; an answer lost in transit is charged.
var faults = []fault{
	{"429", false, false, status(429, `{"error":{"message":"slow down"}}`)},
	{"429 with Retry-After", false, false, status(429, `{"error":{"message":"slow down"}}`, "Retry-After", "1")},
	{"500", false, false, status(500, `{"error":{"message":"overloaded"}}`)},
	{"503 in HTML", false, false, status(503, `<html>out of order</html>`, "Content-Type", "text/html")},
	{"redirect to another host", false, false, func(p *provider, w http.ResponseWriter, r *http.Request, _ *answer) {
		http.Redirect(w, r, "http://"+p.stranger+r.URL.Path, http.StatusTemporaryRedirect)
	}},
	{"error in 200", false, false, status(200, `{"error":{"message":"overloaded","code":500}}`)},
	{"HTML in 200", true, false, status(200, `<html>log in first</html>`, "Content-Type", "text/html")},
	{"empty 200", true, false, status(200, ``)},
	{"no choices", true, false, status(200, `{"id":"c","object":"chat.completion","choices":[]}`)},
	{"null", true, false, status(200, `null`)},
	{"truncated JSON", true, false, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		w.Write(a.body[:len(a.body)/2])
	}},
	{"events instead of JSON", true, false, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", a.body)
	}},
	{"50 MB", true, false, func(_ *provider, w http.ResponseWriter, _ *http.Request, _ *answer) {
		spaces := bytes.Repeat([]byte(" "), 1<<20)
		for range 50 {
			if _, err := w.Write(spaces); err != nil {
				return
			}
		}
	}},
	{"gzip bomb", true, false, func(_ *provider, w http.ResponseWriter, _ *http.Request, _ *answer) {
		w.Header().Set("Content-Encoding", "gzip")
		spaces := bytes.Repeat([]byte(" "), 1<<20)
		z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		for range 1 << 10 { // a gigabyte, unless the client stops reading
			if err == nil {
				_, err = z.Write(spaces)
			}
		}
	}},
	{"bad gzip", true, false, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(a.body)
	}},
	{"12 MB of headers", true, false, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		for i := range 1200 {
			w.Header().Set(fmt.Sprint("X-Padding-", i), strings.Repeat("x", 10<<10))
		}
		w.Write(a.body)
	}},
	{"bad chunk", true, false, raw(func(conn *net.TCPConn, a *answer) {
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n%s\r\nzz\r\n", a.body[:4])
	})},
	{"no answer, closed", true, false, raw(func(*net.TCPConn, *answer) {})},
	{"reset in the body", true, false, raw(func(conn *net.TCPConn, a *answer) {
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(a.body),
			a.body[:len(a.body)/2])
		conn.SetLinger(0)
	})},
	{"hangs", true, false, func(_ *provider, _ http.ResponseWriter, r *http.Request, _ *answer) {
		<-r.Context().Done()
	}},
	{"drop by drop", true, false, func(_ *provider, w http.ResponseWriter, r *http.Request, _ *answer) {
		for tick := time.NewTicker(20 * time.Millisecond); r.Context().Err() == nil; <-tick.C {
			if _, err := io.WriteString(w, " "); err != nil || http.NewResponseController(w).Flush() != nil {
				return
			}
		}
	}},
	{"wrong type of content", true, true, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		w.Header().Set("Content-Type", "text/plain")
		w.Write(a.body)
	}},
	{"negative usage", true, true, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		w.Write(bytes.Replace(a.body, []byte(`"prompt_tokens":`), []byte(`"prompt_tokens":-`), 1))
	}},
	{"good gzip", true, true, func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		z.Write(a.body)
		z.Close()
	}},
}

// status returns a handler that sends a status and a body; headers are pairs.
func status(code int, body string, headers ...string) func(*provider, http.ResponseWriter, *http.Request, *answer) {
	return func(_ *provider, w http.ResponseWriter, _ *http.Request, _ *answer) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// raw hijacks the connection from the HTTP server, and closes it after f.
func raw(f func(conn *net.TCPConn, a *answer)) func(*provider, http.ResponseWriter, *http.Request, *answer) {
	return func(_ *provider, w http.ResponseWriter, _ *http.Request, a *answer) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		if tcp, ok := conn.(*net.TCPConn); ok {
			f(tcp, a)
		}
	}
}
