// Package relay copies bytes between an agent's MCP client, which uses the standard input
// and output of a child process, and the process that runs the trial, which
// listens on a Unix socket. It knows neither the protocol nor the trial, and contains
// nothing that an agent may not see: it imports only the standard library, so that a
// program built from it contains no suite either.
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

// Environment variables that configure a relay.
const (
	SocketVar = "ASSAY_MCP_SOCKET" // path of the socket
	TokenVar  = "ASSAY_MCP_TOKEN"  // identifies the trial and admits to it
)

// greeting begins the first line of a connection; the token follows.
const greeting = "assay-mcp 1 "

// welcome is the reply to an accepted first line; any other reply is the reason for a refusal.
const welcome = "ok"

// maxLine bounds the first lines of both sides.
const maxLine = 1024

// patience is how long each side waits for the other's first line.
const patience = 10 * time.Second

// Run connects to a socket, opens the trial of a token, and copies bytes until the
// harness closes the connection. It passes on EOF of in, and still copies the replies that
// follow. The error is one line for the agent's log.
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
		return errors.New("nothing listens on the trial's socket any more: the trial is over, or its run has ended")
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()

	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(conn, greeting+token+"\n"); err != nil {
		return fmt.Errorf("cannot write to the trial's socket: %w", err)
	}
	back := bufio.NewReaderSize(conn, 64<<10)
	line, err := firstLine(back)
	if err != nil {
		return fmt.Errorf("no reply from the trial's socket: %w", err)
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

// Accept reads the first line of a connection and returns its token. If admit
// returns an error, Accept sends it as the reply and closes the connection. Read all
// further data from the returned connection.
func Accept(conn net.Conn, admit func(token string) error) (_ net.Conn, err error) {
	defer func() {
		if err != nil {
			conn.Close()
		}
	}()
	_ = conn.SetDeadline(time.Now().Add(patience))
	r := bufio.NewReaderSize(conn, 64<<10)
	line, err := firstLine(r)
	token, ok := strings.CutPrefix(line, greeting)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errors.New("the connection is not from a relay")
	}
	if err := admit(token); err != nil {
		_, _ = io.WriteString(conn, oneLine(err.Error())+"\n")
		return nil, err
	}
	if _, err := io.WriteString(conn, welcome+"\n"); err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return &accepted{conn, r}, nil
}

// accepted is a connection whose first line has been read.
type accepted struct {
	net.Conn
	rest *bufio.Reader
}

// Read implements [io.Reader].
func (a *accepted) Read(p []byte) (int, error) { return a.rest.Read(p) }

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
