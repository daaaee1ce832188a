package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// policy lets a page use this server's style, script, images and data, and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// maxForm bounds the size of a form, in bytes.
const maxForm = 64 << 10

// secure sets the headers of every response. It refuses requests from other sites and, without a token, requests
// under a foreign host name: a name that an attacker made point to this machine.
func (s *Server) secure(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	return cross.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cache-Control", "no-store")
		if s.token == "" && !Loopback(r.Host) {
			http.Error(w, "this server answers under localhost only", http.StatusMisdirectedRequest)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		next.ServeHTTP(w, r)
	}))
}

// Loopback reports whether host, with or without a port, names the loopback interface of this machine.
func Loopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// cached lets a browser keep the embedded files for a while.
func cached(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, max-age=300")
		next.ServeHTTP(w, r)
	})
}

const (
	sessionCookie = "assay_session"
	sessionLength = 12 * time.Hour
)

// guarded passes on only requests with a session, if one is needed.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.token == "" || s.hasSession(r) {
			next.ServeHTTP(w, r)
			return
		}
		if r.Method != http.MethodGet {
			http.Error(w, "log in first", http.StatusUnauthorized)
			return
		}
		http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
	})
}

// session returns a cookie value that is valid until end: a signed time.
func (s *Server) session(end time.Time) string {
	at := strconv.FormatInt(end.Unix(), 10)
	mac := hmac.New(sha256.New, s.secret[:])
	mac.Write([]byte(at))
	return at + "." + hex.EncodeToString(mac.Sum(nil))
}

func (s *Server) hasSession(r *http.Request) bool {
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return false
	}
	at, _, _ := strings.Cut(c.Value, ".")
	end, err := strconv.ParseInt(at, 10, 64)
	return err == nil && s.now().Unix() < end && subtle.ConstantTimeCompare([]byte(c.Value),
		[]byte(s.session(time.Unix(end, 0)))) == 1
}

func (s *Server) loginPage(w http.ResponseWriter, r *http.Request) {
	s.write(w, http.StatusOK, &page{Name: "login", Title: "Log in", Bare: true,
		Data: map[string]any{"Next": r.URL.Query().Get("next")}})
}

// login exchanges the token for a session. The token arrives in the body of a request, which is never logged.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	next := r.PostFormValue("next")
	again := func(status int, wrong string) {
		s.write(w, status, &page{Name: "login", Title: "Log in", Bare: true,
			Data: map[string]any{"Next": next, "Wrong": wrong}})
	}
	given, want := sha256.Sum256([]byte(r.PostFormValue("token"))), sha256.Sum256([]byte(s.token))
	right := s.token != "" && subtle.ConstantTimeCompare(given[:], want[:]) == 1
	if wait := s.tries.take(sender(r), right, s.now()); wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds(wait)))
		again(http.StatusTooManyRequests, fmt.Sprintf("Too many wrong tokens. Try again in %d s; this one was not looked at.",
			seconds(wait)))
		return
	}
	if !right {
		again(http.StatusForbidden, "That is not the token.")
		return
	}
	end := s.now().Add(sessionLength)
	http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: s.session(end), Path: "/", HttpOnly: true,
		Secure:   encrypted(r),
		SameSite: http.SameSiteStrictMode, MaxAge: int(sessionLength.Seconds())})
	http.Redirect(w, r, local(next), http.StatusSeeOther)
}

// local returns a path on this server, or "/" for a path that could lead elsewhere.
func local(next string) string {
	if u, err := url.Parse(next); err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(next, "/") ||
		strings.HasPrefix(next, "//") || strings.Contains(next, `\`) {
		return "/"
	}
	return next
}
