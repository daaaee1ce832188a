package web

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Limits of wrong tokens.
const (
	freeTries    = 5               // of one address before it must wait
	longestWait  = 5 * time.Minute // of one address
	triesForget  = time.Hour       // after the last wrong attempt of an address
	maxAddresses = 10_000          // in memory
	allTries     = 50              // in the bucket shared by all addresses with wrong attempts
	allRefill    = 2 * time.Second // until the bucket allows one more
)

// tries limits how often a token can be guessed. An address waits twice as long after each wrong attempt beyond the
// first few, and all addresses with wrong attempts share a bucket. A first attempt is always checked, so that the
// guesses of others lock out no reader, unless they come from more addresses than are remembered. It is safe for
// concurrent use.
type tries struct {
	mu     sync.Mutex
	erred  map[netip.Prefix]erring
	swept  time.Time // when expired entries were last removed from erred
	used   float64   // of the bucket
	usedAt time.Time // when used was computed
}

// erring is the record of an address that sent a wrong token.
type erring struct {
	wrong int
	last  time.Time
	until time.Time // attempts before this time are not checked
}

// take counts an attempt. A wait above 0 means that the token was not checked: the caller
// must not reveal whether it was right, and it has no effect.
func (l *tries) take(from netip.Prefix, right bool, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.erred == nil {
		l.erred = map[netip.Prefix]erring{}
	}
	e, known := l.erred[from]
	if known && now.Sub(e.last) >= triesForget {
		e, known = erring{}, false
	}
	if wait = e.until.Sub(now); wait > 0 {
		return wait
	}
	if !known && len(l.erred) >= maxAddresses && now.Sub(l.swept) >= time.Minute { // the map is full
		l.swept = now
		for a, e := range l.erred {
			if now.Sub(e.last) >= triesForget {
				delete(l.erred, a)
			}
		}
	}
	full := len(l.erred) >= maxAddresses
	if known || full {
		l.used = max(0, l.used-now.Sub(l.usedAt).Seconds()/allRefill.Seconds())
		l.usedAt = now
		if over := l.used + 1 - allTries; over > 0 {
			return time.Duration(over * float64(allRefill))
		}
		l.used++
	}
	switch {
	case right:
		delete(l.erred, from)
	case known || !full:
		e.wrong++
		e.last = now
		if n := e.wrong - freeTries; n >= 0 {
			e.until = now.Add(min(time.Second<<min(n, 20), longestWait))
		}
		l.erred[from] = e
	}
	return 0
}

// seconds returns a wait in the unit of Retry-After.
func seconds(wait time.Duration) int { return int(math.Ceil(wait.Seconds())) }

// sender returns the address that a request comes from: for IPv6 the network, of which one sender has all
// addresses. A proxy on this machine is trusted to name the client; other senders are not.
func sender(r *http.Request) netip.Prefix {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	if Loopback(host) {
		all := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		if last := strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:]); last != "" {
			host = last
		}
	}
	a, _ := netip.ParseAddr(host)
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // for text that is not an address: the zero prefix, which all such texts share
	return p
}

// encrypted reports whether the reader's browser uses TLS, as far as a proxy on this machine reports it.
func encrypted(r *http.Request) bool {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return r.TLS != nil || Loopback(host) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}
