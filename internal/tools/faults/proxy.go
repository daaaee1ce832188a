//go:build unix

package main

import (
	"bytes"
	"context"
	"net"
	"sync"
)

// proxy is between assay and a server, on loopback, and simulates a bad network on
// demand. It is safe for concurrent use.
type proxy struct {
	Address string

	network, target string
	mu              sync.Mutex
	links           map[*link]bool
	refuses         bool          // new connections are closed immediately
	gate            chan struct{} // closed while bytes pass; replaced while they are held
	word            []byte        // from a client, springs the trap; nil for none
	sprung          chan struct{}
	hurt            int // connections that were closed, reset or held
}

// link is one connection through the proxy.
type link struct {
	client, server net.Conn
	over           chan struct{}
	once           sync.Once
	hurt           bool
}

func (l *link) close() {
	l.once.Do(func() {
		l.client.Close()
		l.server.Close()
		close(l.over)
	})
}

// newProxy starts a proxy that ends with the context.
func newProxy(ctx context.Context, network, target string) (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{Address: listener.Addr().String(), network: network, target: target, links: map[*link]bool{},
		gate: make(chan struct{})}
	close(p.gate)
	context.AfterFunc(ctx, func() {
		listener.Close()
		p.drop()
	})
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.connect(client)
		}
	}()
	return p, nil
}

func (p *proxy) connect(client net.Conn) {
	server, err := net.Dial(p.network, p.target)
	if err != nil {
		client.Close()
		return
	}
	l := &link{client: client, server: server, over: make(chan struct{})}
	defer l.close()
	p.mu.Lock()
	if p.refuses {
		p.mu.Unlock()
		return
	}
	p.links[l] = true
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.links, l)
	}()
	go func() {
		defer l.close()
		p.pass(l, server, client, false)
	}()
	p.pass(l, client, server, true)
}

// pass copies bytes in one direction until either end is closed.
func (p *proxy) pass(l *link, from, to net.Conn, asks bool) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if asks && p.trapped(buf[:n]) {
				<-l.over // the word never arrives
				return
			}
			if !p.wait(l) {
				return
			}
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// wait returns when bytes may pass, and reports whether the link still exists.
func (p *proxy) wait(l *link) bool {
	p.mu.Lock()
	gate := p.gate
	select {
	case <-gate:
	default:
		p.harm(l)
	}
	p.mu.Unlock()
	select {
	case <-gate:
		return true
	case <-l.over:
		return false
	}
}

// harm counts a disturbed link, once. The caller holds the lock.
func (p *proxy) harm(l *link) {
	if !l.hurt {
		l.hurt = true
		p.hurt++
	}
}

// drop closes all connections and refuses new ones.
func (p *proxy) drop() { p.end(true, func(*link) {}) }

// reset breaks all connections with an RST; new ones are accepted.
func (p *proxy) reset() {
	p.end(false, func(l *link) {
		if tcp, ok := l.client.(*net.TCPConn); ok {
			tcp.SetLinger(0)
		}
	})
}

func (p *proxy) end(refuse bool, before func(*link)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuses = refuse
	for l := range p.links {
		p.harm(l)
		before(l)
		l.close()
	}
}

// stall holds all bytes until [proxy.restore].
func (p *proxy) stall() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.gate:
		p.gate = make(chan struct{})
	default: // it already stalls
	}
}

// restore ends the disturbance.
func (p *proxy) restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuses, p.word = false, nil
	select {
	case <-p.gate:
	default:
		close(p.gate)
	}
}

// trap waits for a client to send a word and does not pass it on: the
// connection hangs until the server or the proxy ends it. The channel is closed
// when the word has been sent.
func (p *proxy) trap(word string) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.word, p.sprung = []byte(word), make(chan struct{})
	return p.sprung
}

func (p *proxy) trapped(said []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.word == nil || !bytes.Contains(said, p.word) {
		return false
	}
	p.word = nil
	close(p.sprung)
	return true
}

// harmed returns how many connections were closed, reset or held.
func (p *proxy) harmed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hurt
}
