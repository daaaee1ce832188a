package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

const rightToken = "0123456789abcdef-secret"

// try sends a token from an address, with headers in pairs.
func try(h http.Handler, token, from string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://assay.example/login",
		strings.NewReader(url.Values{"token": {token}, "next": {"/review"}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.RemoteAddr = from
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A client that guesses waits longer and longer; others do not wait.
func TestLoginIsLimited(t *testing.T) {
	s := newSite(t, 1, 0, "")
	now := day
	h := New(Config{Store: s.store, Token: rightToken, Now: func() time.Time { return now }}).Handler()
	const guesser = "192.0.2.7:1"
	for i := range freeTries {
		if w := try(h, fmt.Sprint("guess ", i), guesser); w.Code != http.StatusForbidden ||
			!strings.Contains(w.Body.String(), "That is not the token.") {
			t.Fatalf("try %d: %d %s", i, w.Code, w.Body)
		}
	}
	var waits []int
	for range 11 {
		w := try(h, rightToken, guesser)
		wait, _ := strconv.Atoi(w.Header().Get("Retry-After"))
		if w.Code != http.StatusTooManyRequests || wait < 1 || len(w.Result().Cookies()) > 0 ||
			!strings.Contains(w.Body.String(), fmt.Sprintf("in %d s", wait)) ||
			!strings.Contains(w.Body.String(), `value="/review"`) {
			t.Fatalf("too early: %d, %v, %s", w.Code, w.Header(), w.Body)
		}
		waits = append(waits, wait)
		now = now.Add(time.Duration(wait) * time.Second)
		if w := try(h, "guess", guesser); w.Code != http.StatusForbidden {
			t.Fatalf("after %d s: %d", wait, w.Code)
		}
	}
	if got := fmt.Sprint(waits); got != "[1 2 4 8 16 32 64 128 256 300 300]" {
		t.Errorf("waits %s", got)
	}
	if w := try(h, rightToken, "192.0.2.8:1"); w.Code != http.StatusSeeOther {
		t.Errorf("another address: %d", w.Code)
	}
	now = now.Add(longestWait)
	if w := try(h, rightToken, guesser); w.Code != http.StatusSeeOther {
		t.Errorf("the right token after the wait: %d", w.Code)
	}
	if w := try(h, "typing error", guesser); w.Code != http.StatusForbidden {
		t.Errorf("after a right token: %d", w.Code)
	}
}

// Many addresses together are limited too; a first attempt from a further one is still checked.
func TestLoginIsLimitedForAll(t *testing.T) {
	var l tries
	looked := 0
	guess := func(n, of int) {
		for i := range n {
			a := netip.AddrFrom4([4]byte{10, byte(i % of >> 16), byte(i % of >> 8), byte(i % of)})
			if l.take(netip.PrefixFrom(a, 32), false, day) == 0 {
				looked++
			}
		}
	}
	guess(5000, 1000)
	if looked != 1000+allTries {
		t.Errorf("%d tries of 1000 addresses were looked at", looked)
	}
	one := netip.MustParsePrefix("192.0.2.7/32")
	if wait := l.take(one, true, day); wait != 0 {
		t.Errorf("a right token waits for %v", wait)
	}
	looked = 0
	guess(40_000, 40_000)
	if looked != maxAddresses-1000 || len(l.erred) != maxAddresses {
		t.Errorf("%d tries of 40000 addresses were looked at, %d are remembered", looked, len(l.erred))
	}
	if wait := l.take(one, true, day); wait <= 0 || wait > allRefill {
		t.Errorf("under a guess from everywhere a right token waits for %v", wait)
	}
	if wait := l.take(one, true, day.Add(allRefill)); wait != 0 {
		t.Errorf("and then for %v", wait)
	}
	if l.take(one, false, day.Add(triesForget)); len(l.erred) != 1 {
		t.Errorf("%d addresses are remembered after an hour", len(l.erred))
	}
}

func TestSender(t *testing.T) {
	for _, c := range []struct{ remote, forwarded, want string }{
		// headers from strangers are not trusted
		{"192.0.2.7:80", "", "192.0.2.7/32"}, {"192.0.2.7:80", "198.51.100.1", "192.0.2.7/32"},
		{"127.0.0.1:80", "", "127.0.0.1/32"}, {"127.0.0.1:80", "203.0.113.9, 198.51.100.1", "198.51.100.1/32"},
		{"[::1]:80", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"}, {"[2001:db8::1]:80", "", "2001:db8::/64"},
		{"[::ffff:192.0.2.7]:80", "", "192.0.2.7/32"}, {"127.0.0.1:80", "unknown", "invalid Prefix"},
		{"", "", "invalid Prefix"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := sender(r).String(); got != c.want {
			t.Errorf("%q for %q: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
	}
}

// The cookie of a session that was requested over TLS is never sent without TLS.
func TestSecureCookie(t *testing.T) {
	s := newSite(t, 1, 0, "")
	h := New(Config{Store: s.store, Token: rightToken}).Handler()
	for _, c := range []struct {
		from, proto string
		secure      bool
	}{{"127.0.0.1:1", "https", true}, {"[::1]:1", "HTTPS", true}, {"127.0.0.1:1", "http", false},
		{"127.0.0.1:1", "", false}, {"192.0.2.7:1", "https", false}} {
		cookies := try(h, rightToken, c.from, "X-Forwarded-Proto", c.proto).Result().Cookies()
		if len(cookies) != 1 || cookies[0].Secure != c.secure || !cookies[0].HttpOnly ||
			cookies[0].SameSite != http.SameSiteStrictMode {
			t.Errorf("%+v: %v", c, cookies)
		}
	}
}
