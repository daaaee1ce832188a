package knex

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"assay/internal/proof/sqlproof"
)

//go:embed driver.cjs
var driver string

// The packages that run the tests; evidence holds for these versions.
const (
	version = "3.3.0"  // of knex
	sucrase = "3.35.1" // strips types
)

// limit is the time limit of one call, including the start of Node.
const limit = 20 * time.Second

// Maker calls functions. It is safe for concurrent use and holds no resources until
// the first call.
type Maker struct {
	dir string // holds node_modules

	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// New returns a Maker that uses the packages below a directory; "" means the directory
// of the Solidity compilers, <user cache>/assay/solc. It starts nothing.
func New(dir string) (*Maker, error) {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("finding a directory for npm packages: %w", err)
		}
		dir = filepath.Join(user, "assay", "solc")
	}
	dir, err := filepath.Abs(dir)
	return &Maker{dir: dir}, err
}

// Engine implements [sqlproof.Maker].
func (*Maker) Engine() string { return "Knex " + version }

// Packages returns what npm installs for it.
func (*Maker) Packages() []string { return []string{"knex@" + version, "sucrase@" + sucrase} }

// MissingError means that Node.js or the packages are not installed; it names the command that gets them.
type MissingError struct{ text string }

func (e *MissingError) Error() string { return e.text }

// Ready implements [sqlproof.Maker]. The error is a *MissingError.
func (m *Maker) Ready() error {
	command := fmt.Sprintf("npm install --prefix '%s' %s", strings.ReplaceAll(m.dir, "'", `'\''`),
		strings.Join(m.Packages(), " "))
	if _, err := exec.LookPath("node"); err != nil {
		return &MissingError{"tests in TypeScript need Node.js 18 or later, which is not on PATH, and then: " + command}
	}
	for name, want := range map[string]string{"knex": version, "sucrase": sucrase} {
		var have struct{ Version string }
		b, err := os.ReadFile(filepath.Join(m.dir, "node_modules", name, "package.json"))
		if err != nil || json.Unmarshal(b, &have) != nil || have.Version != want {
			return &MissingError{fmt.Sprintf("tests in TypeScript need Knex %s and sucrase %s, which are missing; "+
				"this gets them: %s", version, sucrase, command)}
		}
	}
	return nil
}

// Make implements [sqlproof.Maker].
func (m *Maker) Make(ctx context.Context, code string,
	params map[string]sqlproof.Value) (text string, values []sqlproof.Value, err error) {
	line, err := json.Marshal(map[string]any{"code": code, "params": params})
	if err != nil {
		return "", nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return "", nil, err
	}
	var reply struct {
		SQL           string
		Bindings      []sqlproof.Value
		Thrown, Error string
	}
	if err := m.call(append(line, '\n'), &reply); err != nil {
		m.stop()
		return "", nil, fmt.Errorf("running TypeScript: %w", err)
	}
	switch {
	case reply.Error != "":
		return "", nil, &sqlproof.SQLError{Code: sqlproof.Thrown, Message: "the code does not load: " + reply.Error}
	case reply.Thrown != "":
		return "", nil, &sqlproof.SQLError{Code: sqlproof.Thrown, Message: reply.Thrown}
	}
	return reply.SQL, reply.Bindings, nil
}

// call sends a line and reads the answer. After an error the process cannot be used any more.
func (m *Maker) call(line []byte, reply any) error {
	if m.cmd == nil {
		if err := m.Ready(); err != nil {
			return err
		}
		if err := m.start(); err != nil {
			return err
		}
	}
	process := m.cmd.Process
	stop := time.AfterFunc(limit, func() { process.Kill() })
	defer stop.Stop()
	if _, err := m.in.Write(line); err != nil {
		return err
	}
	answer, err := m.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("no answer of Node within %s: %w", limit, err)
	}
	return json.Unmarshal(answer, reply)
}

func (m *Maker) start() (err error) {
	m.cmd = exec.Command("node", "-e", driver, filepath.Join(m.dir, "node_modules"))
	m.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC"} // no keys, no options for other programs
	m.cmd.WaitDelay = time.Second
	if m.in, err = m.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := m.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	m.out = bufio.NewReader(out)
	return m.cmd.Start()
}

// stop ends the process, if there is one.
func (m *Maker) stop() {
	if m.cmd != nil && m.cmd.Process != nil {
		m.in.Close()
		m.cmd.Process.Kill()
		m.cmd.Wait() // it was killed
	}
	m.cmd = nil
}

// Close ends the process. The Maker can be used again.
func (m *Maker) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stop()
}
