package solc

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// libraryBytes is how many bytes one file of a library may have.
const libraryBytes = 4 << 20

// Versions returns the versions of the compilers that are installed under
// node_modules, newest first; nil when there is none. A native compiler is not listed.
func (c *Compiler) Versions() []string {
	type known struct {
		name string
		v    version
	}
	var all []known
	for _, dir := range c.dirs {
		found, _ := filepath.Glob(filepath.Join(dir, "node_modules", "solc*")) // the pattern is well-formed
		for _, p := range found {
			name := packageVersion(p)
			if base := filepath.Base(p); base != "solc" && base != "solc-"+name {
				continue
			}
			if v, err := parseVersion(name); err == nil && exists(filepath.Join(p, "soljson.js")) {
				all = append(all, known{name, v})
			}
		}
	}
	slices.SortFunc(all, func(a, b known) int { return -slices.Compare(a.v[:], b.v[:]) })
	var out []string
	for _, k := range slices.Compact(all) {
		out = append(out, k.name)
	}
	return out
}

// WithLibraries returns the sources and, under the paths of their imports, the files
// of npm packages that they import and that are installed beside the compilers, with
// what these import. missing holds each import that is found in neither, sorted.
// The given map is not changed.
func (c *Compiler) WithLibraries(sources map[string]string) (all map[string]string, missing []string) {
	all = map[string]string{}
	var open []string
	add := func(name, text string) {
		all[name] = text
		open = append(open, name)
	}
	for name, text := range sources {
		add(name, text)
	}
	for len(open) > 0 {
		file := open[len(open)-1]
		open = open[:len(open)-1]
		for _, imp := range imports(all[file]) {
			target := imp.path
			if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
				target = path.Join(path.Dir(file), target)
			}
			if _, ok := all[target]; ok {
				continue
			}
			if text, ok := c.library(target); ok {
				add(target, text)
			} else {
				missing = append(missing, target)
			}
		}
	}
	slices.Sort(missing)
	return all, slices.Compact(missing)
}

// library reads a file of an npm package, such as "@openzeppelin/contracts/access/Ownable.sol".
func (c *Compiler) library(name string) (string, bool) {
	if !filepath.IsLocal(name) || path.Clean(name) != name || !strings.HasSuffix(name, ".sol") {
		return "", false
	}
	for _, dir := range c.dirs {
		if b, err := readFile(filepath.Join(dir, "node_modules"), name); err == nil {
			return string(b), true
		}
	}
	return "", false
}

// readFile reads a regular file below root; no link leads out of it.
func readFile(root, name string) ([]byte, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	info, err := r.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > libraryBytes:
		return nil, fmt.Errorf("%s is no file of at most %d bytes", name, libraryBytes)
	}
	return r.ReadFile(name)
}
