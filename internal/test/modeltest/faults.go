package modeltest

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// bodies tests successes whose body is not one short answer in JSON.
func (e exercise) bodies(t *testing.T) {
	whole := e.wire.Answer("It is safe.")
	spaces := bytes.Repeat([]byte(" "), 1<<20)
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
		kind    model.ErrorKind
		text    string
	}{
		{"truncated", reply(200, whole[:len(whole)-9]), model.ErrProtocol, ""},
		{"doubled", reply(200, whole+whole), model.ErrProtocol, ""},
		{"empty", reply(200, ""), model.ErrProtocol, ""},
		{"another type of content", reply(200, whole, "Content-Type", "text/plain"), "", "It is safe."},
		{"no type of content", reply(200, whole, "Content-Type", ""), "", "It is safe."},
		{"not UTF-8", reply(200, strings.Replace(whole, "safe", "s\xff\xed\xa0\x80e", 1)), "",
			"It is s\ufffd\ufffd\ufffd\ufffde."},
		{"lone surrogate", reply(200, strings.Replace(whole, "safe", `s\ud800e`, 1)), "", "It is s\ufffde."},
		{"with the key", reply(200, e.wire.Answer("Your key is "+Key)), "", "Your key is [key]"},
		{"50 MB", func(w http.ResponseWriter, r *http.Request) {
			for range 50 {
				if _, err := w.Write(spaces); err != nil {
					return
				}
			}
			io.WriteString(w, whole)
		}, model.ErrProtocol, ""},
		{"gzip bomb", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
			for { // until the client stops reading
				if _, err := z.Write(spaces); err != nil {
					return
				}
			}
		}, model.ErrProtocol, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := e.serve(t, tt.handler).Generate(t.Context(), ask())
			if model.KindOf(err) != tt.kind || resp.Text != tt.text {
				t.Errorf("answered %q, error %v", resp.Text, err)
			}
			if err == nil && (resp.Finish != bench.Answered || !utf8.ValidString(resp.Text)) {
				t.Errorf("ended %q with the text %q", resp.Finish, resp.Text)
			}
			if len(resp.RawResponse) > 1<<17 {
				t.Errorf("%d bytes were kept", len(resp.RawResponse))
			}
			secretFree(t, err, resp)
		})
	}
}

// broken resets the connection at every phase of a response.
func (e exercise) broken(t *testing.T) {
	body := e.wire.Answer("It is safe.")
	half := body[:len(body)/2]
	head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
	for _, tt := range []struct {
		name, sent, kept string
		read, reset      bool
	}{
		{"closed before the request was read", "", "", false, false},
		{"reset before the request was read", "", "", false, true},
		{"reset before the status", "", "", true, true},
		{"cut in the status", "HTTP/1.1 20", "", true, false},
		{"cut in the header", head[:40], "", true, false},
		{"cut after the header", head, "", true, false},
		{"cut in the body", head + half, half, true, false},
		{"cut in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n" + body[:4] + "\r\nff\r\n", body[:4],
			true, false},
		{"no HTTP", "SSH-2.0-OpenSSH_9.9\r\n", "", true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
				if tt.read {
					io.Copy(io.Discard, r.Body)
				}
				conn, rw, err := w.(http.Hijacker).Hijack()
				if err != nil {
					return
				}
				defer conn.Close()
				io.WriteString(rw, tt.sent)
				rw.Flush()
				if tcp, ok := conn.(*net.TCPConn); ok && tt.reset {
					tcp.SetLinger(0)
				}
			})
			resp, err := s.Generate(t.Context(), ask())
			if model.KindOf(err) != model.ErrUnavailable {
				t.Errorf("error is %v", err)
			}
			if string(resp.RawResponse) != tt.kept || resp.Attempts != 1 || len(resp.RawRequest) == 0 {
				t.Errorf("%d requests, recorded %q", resp.Attempts, resp.RawResponse)
			}
			secretFree(t, err, resp)
		})
	}
}

// timeout tests servers that take longer than the model waits, in three ways.
func (e exercise) timeout(t *testing.T) {
	body := e.wire.Answer("It is safe.")
	for name, begin := range map[string]func(http.ResponseWriter, *http.Request){
		"before the status": func(http.ResponseWriter, *http.Request) {},
		"in the body": func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, body[:10])
			http.NewResponseController(w).Flush()
		},
		"drop by drop": func(w http.ResponseWriter, r *http.Request) {
			for tick := time.NewTicker(time.Millisecond); r.Context().Err() == nil; <-tick.C {
				if _, err := io.WriteString(w, " "); err != nil || http.NewResponseController(w).Flush() != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := e.impatient(t, 40*time.Millisecond, func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				begin(w, r)
				<-r.Context().Done() // until the client is gone
			})
			resp, err := s.Generate(t.Context(), ask())
			var me *model.Error
			if !errors.As(err, &me) || me.Kind != model.ErrUnavailable || resp.Attempts != 1 || s.requests.Load() != 1 {
				t.Errorf("%d requests, error %v", resp.Attempts, err)
			}
		})
	}
}
