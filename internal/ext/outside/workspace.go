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
	"assay/internal/core/base/command"
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
	outer  string // which holds Dir alone, and which the agent's user cannot change
	server *server
	once   sync.Once
}

// newWorkspace fills a directory with a random name and starts the server in it: a single place to mount or hand
// over, and nothing outside it. No other user can read it, except that another user who runs the agent owns it, and
// that the user of a container may be any.
func newWorkspace(ctx context.Context, c Config, files []bench.File, s *session) (w *workspace, err error) {
	outer, err := os.MkdirTemp("", "trial-")
	if err != nil {
		return nil, err
	}
	w = &workspace{outer: outer}
	defer func() {
		if err != nil {
			w.Close()
		}
	}()
	if outer, err = filepath.Abs(outer); err != nil {
		return nil, err
	}
	w.Dir = filepath.Join(outer, "files")
	if err := os.Mkdir(w.Dir, 0o700); err != nil {
		return nil, err
	}
	if c.As != nil { // who must pass through it
		if err := os.Chmod(outer, 0o711); err != nil {
			return nil, err
		}
	}
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
	if err := age(root); err != nil {
		return err
	}
	if c.As != nil {
		return give(root, c.As)
	} else if c.Isolation == Container {
		return share(root, socketFile)
	}
	return nil
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

// give makes a user the owner of the files.
func give(root *os.Root, to *command.User) error {
	return fs.WalkDir(root.FS(), ".", func(p string, _ fs.DirEntry, err error) error {
		return errors.Join(err, root.Lchown(p, int(to.UID), int(to.GID)))
	})
}

// share lets the user in a container read the files and use the socket.
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
		if os.RemoveAll(w.outer) != nil { // an agent may have removed its own permissions
			_ = os.Chmod(w.Dir, 0o700)
			_ = os.RemoveAll(w.outer)
		}
	})
}
