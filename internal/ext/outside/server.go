package outside

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/bench"
	"assay/internal/ext/agent"
	"assay/internal/ext/outside/relay"
)

// Limits of a server. A frame is one message of an agent: a longer one ends its connection.
const (
	maxConnections = 8
	maxFrame       = 16 << 20
)

// server is the MCP server of one trial: it listens on a socket, and serves the agents that have the trial's token.
// It handles the calls of all connections one at a time.
type server struct {
	token    string
	session  *session
	listener net.Listener

	ctx   context.Context // of the trial
	close context.CancelFunc
	calls chan struct{} // semaphore of capacity one
	runs  sync.WaitGroup

	mu    sync.Mutex
	open  int  // connections
	shut  bool // accept no more connections
	count int  // number of calls so far
}

// listen starts the server of a trial at a path that must not exist yet.
func listen(ctx context.Context, path string, s *session) (*server, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	srv := &server{token: rand.Text(), session: s, listener: l, calls: make(chan struct{}, 1)}
	srv.ctx, srv.close = context.WithCancel(ctx)
	srv.runs.Go(srv.accept)
	return srv, nil
}

// Close ends all connections and waits for the call being handled.
func (srv *server) Close() {
	srv.mu.Lock()
	srv.shut = true
	srv.mu.Unlock()
	srv.close()
	srv.listener.Close()
	srv.runs.Wait()
}

// accept accepts connections until the listener is closed.
func (srv *server) accept() {
	for {
		conn, err := srv.listener.Accept()
		if err != nil {
			return
		}
		srv.runs.Go(func() {
			defer context.AfterFunc(srv.ctx, func() { conn.Close() })()
			in, err := relay.Accept(conn, srv.admit)
			if err != nil {
				return // the agent's side was informed, or is gone
			}
			srv.serve(in)
			srv.mu.Lock()
			srv.open--
			srv.mu.Unlock()
		})
	}
}

// admit counts a new connection, or returns why it is refused.
func (srv *server) admit(token string) error {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	switch {
	case token != srv.token:
		return errors.New("this token opens no trial")
	case srv.shut:
		return errors.New("the trial is over")
	case srv.open >= maxConnections:
		return errors.New("the trial has " + strconv.Itoa(maxConnections) + " connections already: close one")
	}
	srv.open++
	return nil
}

// serve speaks MCP until the connection ends.
func (srv *server) serve(conn net.Conn) {
	s := mcp.NewServer(&mcp.Implementation{Name: ServerName, Version: Version}, &mcp.ServerOptions{
		Instructions: "Read TASK.md in the working directory. These tools are the only way to answer: end with " +
			agent.Submit + ".",
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	offered := map[string]bool{}
	for _, t := range srv.session.request.Tools {
		s.AddTool(&mcp.Tool{Name: t.Name, Description: t.Doc, InputSchema: t.Params}, srv.handle)
		offered[t.Name] = true
	}
	// A call of an unknown tool gives a result that the agent sees, and an event of the trial, like any other
	// call; the library would answer with a protocol error.
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if call, ok := r.(*mcp.CallToolRequest); ok && call.Params != nil && !offered[call.Params.Name] {
				ctx = context.WithValue(ctx, nameKey{}, call.Params.Name)
				call.Params.Name = agent.Submit // which leads to handle
			}
			return next(ctx, method, r)
		}
	})
	// Errors of the connection concern only the agent.
	_ = s.Run(srv.ctx, &mcp.IOTransport{Reader: conn, Writer: conn, MaxLineLength: maxFrame})
	conn.Close()
}

// nameKey is the context key for the name of a tool as an agent wrote it.
type nameKey struct{}

// handle makes one call of the trial.
func (srv *server) handle(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(srv.ctx, cancel)()
	select {
	case srv.calls <- struct{}{}:
		defer func() { <-srv.calls }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	srv.count++ // guarded by srv.calls
	c := bench.ToolCall{ID: "call_" + strconv.Itoa(srv.count), Name: r.Params.Name, Args: string(r.Params.Arguments)}
	if name, ok := ctx.Value(nameKey{}).(string); ok {
		c.Name = name
	}
	if c.Args == "" || c.Args == "null" {
		c.Args = "{}" // a call without arguments
	}
	if len(c.Args) > 2*agent.MaxArgs { // it is refused and need not be stored in full
		c.Args = c.Args[:2*agent.MaxArgs]
	}
	res, err := srv.session.Call(ctx, c)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // the agent must not learn the reason
		res.Text, res.Error = "error: the harness has failed, and the trial ends here; stop", true
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: res.Text}}, IsError: res.Error}, nil
}

// config returns the content of .mcp.json: how a client connects to the server.
func (srv *server) config(command []string, socket string) ([]byte, error) {
	type entry struct {
		Type    string            `json:"type"`
		Command string            `json:"command"`
		Args    []string          `json:"args"`
		Env     map[string]string `json:"env"`
	}
	return json.MarshalIndent(map[string]any{"mcpServers": map[string]entry{ServerName: {
		Type: "stdio", Command: command[0], Args: append([]string{}, command[1:]...),
		Env: map[string]string{relay.SocketVar: socket, relay.TokenVar: srv.token},
	}}}, "", "  ")
}
