//go:build unix

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The price of a request, in billionths of a dollar per token: assay is given
// the same in dollars per million tokens (see prices).
const (
	inputPrice  = 3000
	outputPrice = 15000
	maxOutput   = 2000 // tokens of one answer
)

// provider is a server of chat completions on loopback. It counts every request by its
// question, and records the charge for each answer that it finished, even if no client
// received it. It is safe for concurrent use.
type provider struct {
	URL      string
	faulty   float64       // share of the requests that meet a fault
	latency  time.Duration // of an answer, on average
	most     int           // requests that are served at all; this stops a plan that never ends
	stranger string        // address of the server that redirects lead to; no request may reach it
	strayed  atomic.Int64  // requests to it

	mu        sync.Mutex
	rnd       *rand.Rand
	questions map[string]*question
	arrived   int
	charged   int64 // billionths of a dollar
	turn      []int // faults to inject before any is repeated
	met       map[string]int
	news      chan struct{} // receives a value for each request, if there is room
}

// question holds the counts of one question.
type question struct {
	arrived int             // requests
	good    int             // answers that were finished and are readable
	texts   map[string]bool // of all answers sent
}

// newProvider starts a server that ends with the context.
func newProvider(ctx context.Context, rnd *rand.Rand, most int) (*provider, error) {
	p := &provider{latency: usual, most: most, rnd: rnd, questions: map[string]*question{}, met: map[string]int{},
		news: make(chan struct{}, 1<<16)}
	serve := func(h http.Handler) (address string, err error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return "", err
		}
		s := &http.Server{Handler: h}
		go s.Serve(l)
		context.AfterFunc(ctx, func() { s.Close() })
		return l.Addr().String(), nil
	}
	address, err := serve(p)
	if err != nil {
		return nil, err
	}
	p.URL = "http://" + address + "/v1"
	p.stranger, err = serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { p.strayed.Add(1) }))
	return p, err
}

// asked is the part of a request body that identifies the question.
type asked struct {
	Model    string
	Messages []struct{ Role, Content string }
}

// identify returns the name of the question in a request body, "" if there is none.
func identify(body []byte) (id string, length int) {
	var a asked
	if json.Unmarshal(body, &a) != nil || len(a.Messages) == 0 {
		return "", 0
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q", a.Model)
	for _, m := range a.Messages {
		fmt.Fprintf(h, "%q%q", m.Role, m.Content)
		length += len(m.Content)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), length
}

var answerName = regexp.MustCompile(`answer ([0-9a-f]{16})-\d+`)

// answer is the provider's response to a question, and its charge.
type answer struct {
	text string
	body []byte // of the whole response
	cost int64
}

// newAnswer makes the n-th answer to a question; each has a distinct text and cost.
func newAnswer(id string, n int, input, output int64) answer {
	text := fmt.Sprintf(`{"explanation":"answer %s-%d","assessment":"good","violated_requirements":[]}`, id, n)
	body, err := json.Marshal(map[string]any{
		"id": "c", "object": "chat.completion", "created": 1, "model": "m",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop",
			"message": map[string]any{"role": "assistant", "content": text}}},
		"usage": map[string]any{"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output},
	})
	if err != nil {
		panic("faults: maps of strings and numbers cannot fail to encode: " + err.Error())
	}
	return answer{text, body, input*inputPrice + output*outputPrice}
}

// ServeHTTP implements [http.Handler].
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	id, length := identify(body)
	if err != nil || id == "" || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.Error(w, `{"error":{"message":"this is no question"}}`, http.StatusBadRequest)
		return
	}
	a, f, wait := p.take(id, int64(length))
	if a == nil {
		http.Error(w, `{"error":{"message":"too many requests for one campaign"}}`, http.StatusForbidden)
		return
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.Context().Done(): // the client has left: make and charge nothing
		return
	}
	if f == nil {
		p.finish(id, a, true, true)
		w.Header().Set("Content-Type", "application/json")
		w.Write(a.body)
		return
	}
	p.finish(id, a, f.charged, f.good)
	f.serve(p, w, r, a)
}

// take counts a request and decides the answer and the fault; nil is none.
func (p *provider) take(id string, length int64) (*answer, *fault, time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.arrived >= p.most {
		return nil, nil, 0
	}
	p.arrived++
	q := p.questions[id]
	if q == nil {
		q = &question{texts: map[string]bool{}}
		p.questions[id] = q
	}
	q.arrived++
	select {
	case p.news <- struct{}{}:
	default:
	}
	a := newAnswer(id, q.arrived, 1+p.rnd.Int64N(max(1, length/4)), 1+p.rnd.Int64N(maxOutput))
	var f *fault
	if p.rnd.Float64() < p.faulty {
		if len(p.turn) == 0 {
			p.turn = p.rnd.Perm(len(faults))
		}
		f = &faults[p.turn[0]]
		p.turn = p.turn[1:]
		p.met[f.name]++
	}
	return &a, f, time.Duration(p.rnd.Float64() * 2 * float64(p.latency))
}

// usual is the average latency of an answer, unless a campaign sets another.
const usual = 30 * time.Millisecond

// behave sets how the server answers from now on.
func (p *provider) behave(faulty float64, latency time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faulty, p.latency = faulty, latency
}

// finish records in the books that an answer was made, before a client can receive it.
func (p *provider) finish(id string, a *answer, charged, good bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.questions[id]
	if charged {
		p.charged += a.cost
	}
	if good {
		q.good++
		q.texts[a.text] = true
	}
}

// books are the provider's counts at one point in time.
type books struct {
	arrived, twice int // requests; finished answers beyond the first of each question
	charged        int64
	over           bool // requests were refused because there were too many
}

func (p *provider) books() books {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := books{arrived: p.arrived, charged: p.charged, over: p.arrived >= p.most}
	for _, q := range p.questions {
		b.twice += max(0, q.good-1)
	}
	return b
}

// requests returns how often a question arrived.
func (p *provider) requests(id string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if q := p.questions[id]; q != nil {
		return q.arrived
	}
	return 0
}

// sent reports whether a text was an answer to the question that it names.
func (p *provider) sent(text string) (id string, ok bool) {
	m := answerName.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.questions[m[1]]
	return m[1], q != nil && q.texts[text]
}

// forget drains the news.
func (p *provider) forget() {
	for {
		select {
		case <-p.news:
		default:
			return
		}
	}
}
