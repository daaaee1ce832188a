package outside

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
)

// Names in a workspace that do not come from the sample.
const (
	taskFile   = "TASK.md"
	configFile = ".mcp.json"
	socketFile = ".assay-mcp"
)

// modified is the time of every file: real times would show who wrote which file.
var modified = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// workspace is the directory of one trial, with its MCP server.
type workspace struct {
	Dir    string
	server *server
	once   sync.Once
}

// newWorkspace fills a directory with a random name and starts the server in it: a single place to mount or hand
// over, and nothing outside it.
func newWorkspace(ctx context.Context, c Config, files []bench.File, s *session) (w *workspace, err error) {
	dir, err := os.MkdirTemp("", "trial-")
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	w = &workspace{Dir: dir}
	defer func() {
		if err != nil {
			w.Close()
		}
	}()
	return w, w.fill(ctx, c, files, s)
}

// fill writes the files that the agent may see and starts the server.
func (w *workspace) fill(ctx context.Context, c Config, files []bench.File, s *session) error {
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	socket := filepath.Join(w.Dir, socketFile)
	if w.server, err = listen(ctx, socket, s); err != nil {
		return err
	}
	config, err := w.server.config(c.Relay, socket)
	if err != nil {
		return err
	}
	written := map[string]bool{socketFile: true}
	put := func(name, text string) error {
		if written[name] {
			return fmt.Errorf("two files are called %s", name)
		}
		written[name] = true
		return write(root, name, text)
	}
	for _, f := range files {
		if err := put(f.Path, f.Text); err != nil {
			return err
		}
	}
	if err := put(taskFile, s.request.User); err != nil {
		return err
	}
	if err := put(configFile, string(config)+"\n"); err != nil {
		return err
	}
	if c.Isolation != NoIsolation { // other users must be able to read it; the token controls access
		if err := share(root, socketFile); err != nil {
			return err
		}
	}
	return age(root)
}

// write writes one file below a root, with its directories.
func write(root *os.Root, name, text string) error {
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\\x00") {
		return fmt.Errorf("%q is no path of a file in a directory", name)
	}
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	return root.WriteFile(name, []byte(text), 0o600)
}

// share lets other users read the files and use the socket.
func share(root *os.Root, socket string) error {
	return fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return root.Chmod(p, 0o755)
		case p == socket:
			return root.Chmod(p, 0o666)
		}
		return root.Chmod(p, 0o644)
	})
}

// age sets one time for all files and directories, innermost first.
func age(root *os.Root) error {
	var names []string
	err := fs.WalkDir(root.FS(), ".", func(p string, _ fs.DirEntry, err error) error {
		names = append(names, p)
		return err
	})
	slices.Reverse(names)
	for _, p := range names {
		err = errors.Join(err, root.Chtimes(p, modified, modified))
	}
	return err
}

// Close ends the trial for the agent and deletes the directory. It may be called repeatedly.
func (w *workspace) Close() {
	w.once.Do(func() {
		if w.server != nil {
			w.server.Close()
		}
		if os.RemoveAll(w.Dir) != nil { // an agent may have removed its own permissions
			_ = os.Chmod(w.Dir, 0o700)
			_ = os.RemoveAll(w.Dir)
		}
	})
}
