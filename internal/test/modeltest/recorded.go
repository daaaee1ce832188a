package modeltest

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
)

// recorded is a request as sent by the official SDK of a provider.
type recorded struct {
	Method, Path string
	Header       map[string]string // those that the provider documents
	Body         any               // JSON
	Form         string            // or multipart text, with BOUNDARY as its boundary
}

// Recorded checks that ask sends the requests in a file, in order. The server answers
// the n-th of them, from 0, with reply(n).
func Recorded(t *testing.T, file string, reply func(n int) string, ask func(Server)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want []recorded
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	n := 0
	hs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if n < len(want) {
			want[n].compare(t, n, r, string(body))
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, reply(n))
		n++
	}))
	defer hs.Close()
	ask(Server{URL: hs.URL})
	if n != len(want) {
		t.Errorf("%d requests were sent, want %d", n, len(want))
	}
}

func (want recorded) compare(t *testing.T, n int, r *http.Request, body string) {
	if r.Method != want.Method || r.URL.RequestURI() != want.Path {
		t.Errorf("request %d is %s %s, want %s %s", n, r.Method, r.URL.RequestURI(), want.Method, want.Path)
	}
	header := r.Header.Clone()
	if want.Form != "" {
		_, params, _ := mime.ParseMediaType(header.Get("Content-Type"))
		if b := params["boundary"]; b != "" {
			header.Set("Content-Type", strings.ReplaceAll(header.Get("Content-Type"), b, "BOUNDARY"))
			body = strings.ReplaceAll(body, b, "BOUNDARY")
		}
	}
	for k, v := range want.Header {
		if got := header.Get(k); got != v {
			t.Errorf("request %d has the header %s: %q, want %q", n, k, got, v)
		}
	}
	if _, ok := want.Header["Content-Type"]; !ok && header.Get("Content-Type") != "" {
		t.Errorf("request %d without a body says what is in it: %q", n, header.Get("Content-Type"))
	}
	var got any
	_ = json.Unmarshal([]byte(body), &got) // text that is not JSON is not equal
	switch {
	case want.Form != "" && body != want.Form:
		t.Errorf("request %d has the parts\n%q\nwant\n%q", n, body, want.Form)
	case want.Form == "" && want.Body == nil && body != "", want.Body != nil && !reflect.DeepEqual(got, want.Body):
		t.Errorf("request %d has the body\n%s\nwant\n%s", n, body, Encode(want.Body))
	}
}
