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

// Names in a workspace that are not the sample's.
const (
	taskFile   = "TASK.md"
	configFile = ".mcp.json"
	socketFile = ".assay-mcp"
)

// modified is the time of every file: real ones tell which was written by whom.
var modified = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// workspace is the directory of one trial, and the door into it.
type workspace struct {
	Dir  string
	door *door
	once sync.Once
}

// newWorkspace lays out a directory of a random name and opens the door in it: one
// place to be mounted or handed over, and nothing beside it.
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

// fill writes what the agent may see and opens the door.
func (w *workspace) fill(ctx context.Context, c Config, files []bench.File, s *session) error {
	root, err := os.OpenRoot(w.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	socket := filepath.Join(w.Dir, socketFile)
	if w.door, err = listen(ctx, socket, s); err != nil {
		return err
	}
	config, err := w.door.config(c.Relay, socket)
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
	if c.Isolation != NoIsolation { // others are to read it, and the token is what lets them in
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

// share lets other users read files, and use the socket.
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

// age gives all files and directories one time, innermost first.
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

// Close ends the trial for the agent and deletes the directory. It may be called again.
func (w *workspace) Close() {
	w.once.Do(func() {
		if w.door != nil {
			w.door.Close()
		}
		remove(w.Dir)
	})
}
