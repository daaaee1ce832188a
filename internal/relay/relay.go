// Package relay carries the bytes between an agent's MCP client, which speaks on
// standard input and output of a child, and the process that runs the trial, which
// listens on a Unix socket. It knows neither the protocol nor the trial, and holds
// nothing that an agent may not see: it imports the standard library alone, so that a
// program made of it holds no suite either.
package relay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// Variables that tell a relay where to go.
const (
	SocketVar = "ASSAY_MCP_SOCKET" // path of the socket
	TokenVar  = "ASSAY_MCP_TOKEN"  // opens one trial
)

// greeting begins the first line of a connection; the token follows.
const greeting = "assay-mcp 1 "

// welcome is what the first line is answered with; anything else says why not.
const welcome = "ok"

// maxLine bounds the first lines of both sides.
const maxLine = 1024

// patience is how long either side waits for the other's first line.
const patience = 10 * time.Second

// Run connects to a socket, opens the trial of a token, and carries bytes until the
// harness ends the connection. The end of in is passed on, and what still comes back is
// carried. The error is one line for the agent's log.
func Run(ctx context.Context, socket, token string, in io.Reader, out io.Writer) error {
	if socket == "" || token == "" {
		return fmt.Errorf("%s and %s name no trial: this command is started by an agent, with what .mcp.json says", SocketVar,
			TokenVar)
	}
	if strings.ContainsAny(token, "\r\n") {
		return errors.New("the token is not one line")
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
	if err != nil {
		return errors.New("nobody listens on the trial's socket any more: the trial is over, or its run has ended")
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()

	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(conn, greeting+token+"\n"); err != nil {
		return fmt.Errorf("the trial's socket takes nothing: %w", err)
	}
	back := bufio.NewReaderSize(conn, 64<<10)
	line, err := firstLine(back)
	if err != nil {
		return fmt.Errorf("the trial's socket says nothing: %w", err)
	}
	if line != welcome {
		return errors.New("the harness refuses: " + line)
	}
	_ = conn.SetDeadline(time.Time{})

	go func() { // ends with the connection, or with the process that reads in
		_, _ = io.Copy(conn, in)
		if half, ok := conn.(*net.UnixConn); ok {
			_ = half.CloseWrite()
		}
	}()
	_, err = io.Copy(out, back)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Accept reads the first line of a connection and returns its token. When admit
// returns an error, it is the answer, and the connection is closed. What follows is
// read from the returned connection.
func Accept(conn net.Conn, admit func(token string) error) (net.Conn, error) {
	_ = conn.SetDeadline(time.Now().Add(patience))
	r := bufio.NewReaderSize(conn, 64<<10)
	line, err := firstLine(r)
	token, ok := strings.CutPrefix(line, greeting)
	switch {
	case err != nil:
		conn.Close()
		return nil, err
	case !ok:
		conn.Close()
		return nil, errors.New("a connection that is not a relay's")
	}
	if err := admit(token); err != nil {
		_, _ = io.WriteString(conn, oneLine(err.Error())+"\n")
		conn.Close()
		return nil, err
	}
	if _, err := io.WriteString(conn, welcome+"\n"); err != nil {
		conn.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return &begun{conn, r}, nil
}

// begun is a connection of which some bytes are read already.
type begun struct {
	net.Conn
	rest *bufio.Reader
}

// Read implements [io.Reader].
func (b *begun) Read(p []byte) (int, error) { return b.rest.Read(p) }

func firstLine(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for b.Len() <= maxLine {
		c, err := r.ReadByte()
		if err != nil {
			return "", err
		}
		if c == '\n' {
			return b.String(), nil
		}
		b.WriteByte(c)
	}
	return "", errors.New("the first line is too long")
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return s[:min(len(s), maxLine)]
}
