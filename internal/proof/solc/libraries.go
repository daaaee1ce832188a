package solc

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// libraryBytes is the maximum size of one library file.
const libraryBytes = 4 << 20

// Versions returns the versions of the compilers installed under node_modules, newest
// first; nil if there are none. A native compiler is not listed.
func (c *Compiler) Versions() []string {
	type installed struct {
		name string
		v    version
	}
	var all []installed
	found, _ := filepath.Glob(filepath.Join(c.modules, "solc*")) // the pattern is well-formed
	for _, p := range found {
		name := packageVersion(p)
		if base := filepath.Base(p); base != "solc" && base != "solc-"+name {
			continue
		}
		if v, err := parseVersion(name); err == nil && exists(filepath.Join(p, "soljson.js")) {
			all = append(all, installed{name, v})
		}
	}
	slices.SortFunc(all, func(a, b installed) int { return -slices.Compare(a.v[:], b.v[:]) })
	var out []string
	for _, k := range slices.Compact(all) {
		out = append(out, k.name)
	}
	return out
}

// pinnedRE matches the path of a file of a library with a version, such as
// "@openzeppelin/contracts@5.4.0/access/Ownable.sol".
var pinnedRE = regexp.MustCompile(`^(@[a-z0-9._-]+/[a-z0-9._-]+)@([0-9][0-9A-Za-z.+-]*)/(.+)$`)

// pinned splits the path of a file of a library with a version; ok is false for any
// other path. In imports the version follows the package, as in Remix.
func pinned(name string) (pkg, version, file string, ok bool) {
	m := pinnedRE.FindStringSubmatch(name)
	if m == nil {
		return "", "", "", false
	}
	return m[1], m[2], m[3], true
}

// versioned returns the directory below node_modules in which npm installs a version of a
// package, so that several versions can be installed.
func versioned(pkg, version string) string { return pkg + "-" + version }

// Libraries returns the libraries with a version that sources import themselves, "package@version", sorted.
func Libraries(sources map[string]string) []string {
	var out []string
	for name, text := range sources {
		for _, imp := range imports(text) {
			target := imp.path
			if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
				target = path.Join(path.Dir(name), target)
			}
			if pkg, v, _, ok := pinned(target); ok {
				out = append(out, pkg+"@"+v)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// WithLibraries returns the sources and, under the paths of their imports, the files
// of npm packages installed with the compilers that they import, directly or through
// these files. missing holds each import found in neither, sorted. The given map is
// not changed.
func (c *Compiler) WithLibraries(sources map[string]string) (all map[string]string, missing []string) {
	return c.follow(sources, func(string) bool { return true })
}

// pinnedLibraries does the same for imports with a version, which any source may have.
// It fails with a *MissingError if one of the libraries is not installed, or an
// *InputError if the library has no such file.
func (c *Compiler) pinnedLibraries(version string, sources map[string]string) (map[string]string, error) {
	all, missing := c.follow(sources, func(target string) bool { return pinnedRE.MatchString(target) })
	var libraries []string
	for _, target := range missing {
		pkg, v, file, ok := pinned(target)
		switch {
		case !ok: // a library's file imports a missing file; the compiler reports it
		case packageVersion(filepath.Join(c.modules, filepath.FromSlash(versioned(pkg, v)))) == v:
			return nil, &InputError{Message: fmt.Sprintf("%s@%s has no file %q", pkg, v, file)}
		default:
			libraries = append(libraries, pkg+"@"+v)
		}
	}
	if libraries = slices.Compact(libraries); len(libraries) > 0 { // missing is sorted
		return nil, &MissingError{Version: version, Needs: libraries,
			Command: c.Install(append([]string{version}, libraries...))}
	}
	return all, nil
}

// follow adds the library files that sources import, directly or through these files.
// A source's own import is followed if wanted accepts it.
func (c *Compiler) follow(sources map[string]string, wanted func(target string) bool) (
	all map[string]string, missing []string) {
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
		_, own := sources[file]
		for _, imp := range imports(all[file]) {
			target := imp.path
			if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
				target = path.Join(path.Dir(file), target)
			}
			if _, ok := all[target]; ok || own && !wanted(target) {
				continue
			}
			if text, ok := c.library(target, file); ok {
				add(target, text)
			} else {
				missing = append(missing, target)
			}
		}
	}
	slices.Sort(missing)
	return all, slices.Compact(missing)
}

// library reads a file of an npm package, such as
// "@openzeppelin/contracts/access/Ownable.sol", which file imports. If file belongs to
// a library with a version and imports another package without one, that package gets
// the same version: this is how upgradeable contracts import the plain ones.
func (c *Compiler) library(name, file string) (string, bool) {
	if !filepath.IsLocal(name) || path.Clean(name) != name || !strings.HasSuffix(name, ".sol") {
		return "", false
	}
	at := name
	if pkg, version, rest, ok := pinned(name); ok {
		at = path.Join(versioned(pkg, version), rest)
	} else if _, version, _, ok := pinned(file); ok {
		if parts := strings.SplitN(name, "/", 3); strings.HasPrefix(name, "@") && len(parts) == 3 {
			at = path.Join(versioned(parts[0]+"/"+parts[1], version), parts[2])
		}
	}
	b, err := readFile(c.modules, at)
	return string(b), err == nil
}

// readFile reads a regular file below root; links cannot lead outside it.
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
		return nil, fmt.Errorf("%s is not a file of at most %d bytes", name, libraryBytes)
	}
	return r.ReadFile(name)
}
