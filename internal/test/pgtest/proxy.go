package pgtest

import (
	"bytes"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Proxy is a proxy between clients and the server, on the loopback interface, that breaks connections on
// request. It is safe for concurrent use.
type Proxy struct {
	URL string // of the database behind it

	listener net.Listener
	network  string
	address  string

	mu    sync.Mutex
	cut   bool
	after []byte // break the connection on which a client sends this, without the answer
	hits  int
	conns map[net.Conn]bool
}

// NewProxy returns a proxy to the database at a URL. It is closed after the test.
func NewProxy(t testing.TB, at string) *Proxy {
	t.Helper()
	cfg, err := pgx.ParseConfig(at)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{conns: map[net.Conn]bool{}}
	p.network, p.address = pgconn.NetworkAddress(cfg.Host, cfg.Port)
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	u := url.URL{Scheme: "postgres", User: url.UserPassword(cfg.User, cfg.Password), Host: p.listener.Addr().String(),
		Path: "/" + cfg.Database, RawQuery: "sslmode=disable"}
	p.URL = u.String()
	go p.serve()
	t.Cleanup(func() {
		p.listener.Close()
		p.Cut()
	})
	return p
}

// Cut breaks all connections and refuses new ones.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
	for c := range p.conns {
		c.Close()
	}
}

// Restore accepts connections again.
func (p *Proxy) Restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = false
}

// CutAfter breaks the next connection on which a client sends the word, after the server has received it and
// before the client receives the result.
func (p *Proxy) CutAfter(word string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.after = []byte(word)
}

// Hits returns how often CutAfter has broken a connection.
func (p *Proxy) Hits() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hits
}

func (p *Proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.connect(client)
	}
}

func (p *Proxy) connect(client net.Conn) {
	defer client.Close()
	p.mu.Lock()
	if p.cut {
		p.mu.Unlock()
		return
	}
	server, err := net.Dial(p.network, p.address)
	if err != nil {
		p.mu.Unlock()
		return
	}
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	defer func() {
		server.Close()
		p.mu.Lock()
		delete(p.conns, client)
		delete(p.conns, server)
		p.mu.Unlock()
	}()
	mute, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		p.answers(client, server, mute)
	}()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if n > 0 {
			p.mu.Lock()
			last := p.after != nil && bytes.Contains(buf[:n], p.after)
			if last {
				p.after = nil
				p.hits++
				close(mute)
			}
			p.mu.Unlock()
			if _, err := server.Write(buf[:n]); err != nil {
				return
			}
			if last {
				<-ended // the answer, which is dropped
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// answers forwards what the server sends, until it is muted.
func (p *Proxy) answers(client, server net.Conn, mute <-chan struct{}) {
	defer client.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := server.Read(buf)
		select {
		case <-mute:
			return
		default:
		}
		if n > 0 {
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
