package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestRunAndTrial(t *testing.T) {
	s := newSite(t, 20, 70, "")
	want(t, get(t, s, "/", 200), s.run.ID, "running", "120")
	base := runURL(s.run.ID)
	want(t, get(t, s, base, 200), "data-live=", "70 of 120 trials", "lab/alpha", `class="num">60<`, "lab/beta",
		`class="num">10<`, `class="num">50<`, "1–50 of 120", "Next")
	want(t, get(t, s, base+"?page=3", 200), "101–120 of 120")
	want(t, get(t, s, base+"?page=9999", 200), "101–120 of 120")
	want(t, get(t, s, base+"?subject=lab/beta&outcome=answered", 200), "1–10 of 10")
	want(t, get(t, s, base+"?outcome=pending", 200), "1–50 of 50")
	want(t, get(t, s, base+"?q=s003", 200), "1–6 of 6")
	want(t, get(t, s, base+"/trials/"+key(0), 200), "blockbench/s000", "hit", "rule/1", "Reentrancy", "TARGET_MATCH",
		"I looked.", "{&#34;ask&#34;:1}", "100 in", "$0.0010")
	want(t, get(t, s, base+"/trials/"+key(119), 200), "pending")
	want(t, get(t, s, base+"/trials/ffff", 404), "plans no trial")
	want(t, get(t, s, "/runs/nope", 404), "there is no run")
	get(t, s, "/nope", 404)
	s.answer(t, 70, 120, "")
	if err := s.store.End(t.Context(), s.run.ID, true, day.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if page := get(t, s, base, 200); strings.Contains(page, "data-live=") || !strings.Contains(page, "120 of 120 trials") {
		t.Errorf("a run that has ended:\n%s", page)
	}
}

func TestHeadersAndForeignNames(t *testing.T) {
	s := newSite(t, 1, 0, "")
	for _, path := range []string{"/", "/static/assay.js", "/nope", "/login"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost:8484"+path, nil))
		if got := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") ||
			strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", path, got)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: headers %v", path, w.Header())
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "http://rebound.example/", nil))
	if w.Code != http.StatusMisdirectedRequest {
		t.Errorf("a foreign name was answered with %d", w.Code)
	}
	for host, ok := range map[string]bool{"127.0.0.1:8484": true, "[::1]:80": true, "localhost": true, "0.0.0.0:1": false,
		":8484": false, "10.0.0.1": false, "127.0.0.1.example.com": false} {
		if Loopback(host) != ok {
			t.Errorf("Loopback(%q) is %v", host, !ok)
		}
	}
}

func TestToken(t *testing.T) {
	s := newSite(t, 1, 0, "")
	const token = "0123456789abcdef-secret"
	srv := httptest.NewServer(New(Config{Store: s.store, Token: token}).Handler())
	defer srv.Close()
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar}
	fetch := func(do func() (*http.Response, error)) (int, string, string) {
		t.Helper()
		r, err := do()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		return r.StatusCode, r.Request.URL.Path, string(b)
	}
	path := "/runs/" + s.run.ID
	if _, at, body := fetch(func() (*http.Response, error) { return c.Get(srv.URL + path) }); at != "/login" ||
		strings.Contains(body, "lab/alpha") {
		t.Errorf("without a session: at %s", at)
	}
	if code, _, _ := fetch(func() (*http.Response, error) {
		return c.PostForm(srv.URL+"/login", url.Values{"token": {"wrong"}})
	}); code != http.StatusForbidden {
		t.Errorf("a wrong token: %d", code)
	}
	for next, want := range map[string]string{path: path, "//evil.example/": "/", "https://evil.example/": "/",
		`/\evil.example`: "/"} {
		if code, at, _ := fetch(func() (*http.Response, error) {
			return c.PostForm(srv.URL+"/login", url.Values{"token": {token}, "next": {next}})
		}); code != 200 || at != want {
			t.Errorf("next %q leads to %s (%d)", next, at, code)
		}
	}
	u, _ := url.Parse(srv.URL)
	for _, ck := range jar.Cookies(u) {
		at, sign, _ := strings.Cut(ck.Value, ".")
		r := httptest.NewRequest("GET", srv.URL+path, nil)
		r.AddCookie(&http.Cookie{Name: ck.Name, Value: at + "0." + sign})
		w := httptest.NewRecorder()
		srv.Config.Handler.ServeHTTP(w, r)
		if w.Code != http.StatusSeeOther {
			t.Errorf("a session made longer was taken: %d", w.Code)
		}
	}
}

func TestForeignPostsAreRefused(t *testing.T) {
	s := newSite(t, 1, 0, "")
	for name, header := range map[string][2]string{"fetch": {"Sec-Fetch-Site", "cross-site"},
		"origin": {"Origin", "https://evil.example"}} {
		r := httptest.NewRequest("POST", "http://127.0.0.1/login", strings.NewReader("token=x"))
		r.Header.Set(header[0], header[1])
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "<html") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// A reader of events is notified of changes, and the server stops although one is connected.
func TestEventsAndShutdown(t *testing.T) {
	s := newSite(t, 2, 0, "")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.web.Serve(ctx, l) }()
	r, err := http.Get("http://" + l.Addr().String() + runURL(s.run.ID, "events"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	buf := make([]byte, 256)
	for i := range 2 {
		n, err := r.Body.Read(buf)
		if err != nil || !strings.HasPrefix(string(buf[:n]), "event: change\n") {
			t.Fatalf("event %d: %q, %v", i, buf[:n], err)
		}
		if i == 0 {
			s.answer(t, 0, 1, "")
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := io.ReadAll(r.Body); err != nil {
		t.Errorf("the stream was cut: %v", err)
	}
}

// The static files are served, without a directory listing.
func TestNoListOfFiles(t *testing.T) {
	s := newSite(t, 1, 0, "")
	h := New(Config{Store: s.store, Token: rightToken}).Handler() // no session is needed for these
	get(t, h, "/static/style.css", 200)
	for _, path := range []string{"/static/", "/static/x/", "/static/nope", "/static/style.css/"} {
		if page := get(t, h, path, 404); strings.Contains(page, "style.css") {
			t.Errorf("%s: %s", path, page)
		}
	}
}
