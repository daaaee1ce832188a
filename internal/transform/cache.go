package transform

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/solidity"
)

// cache remembers what was read of texts: most texts of a step are those of the
// step before, and both halves of a pair share all but one. What belongs to the
// texts of the program itself is kept in base, for every chain that is applied
// to it; base is nil in a base. A base is safe for concurrent use, other caches
// are not.
type cache struct {
	base     *cache
	mu       sync.Mutex
	own      map[string]bool // of a base: the texts it remembers
	files    map[string]*solidity.File
	outlines map[string]*solidity.Outline
	names    map[string]*solidity.Names
	lists    map[string]*Names
}

func newCache(base *cache) *cache {
	return &cache{base: base, own: map[string]bool{}, files: map[string]*solidity.File{}, outlines: map[string]*solidity.Outline{},
		names: map[string]*solidity.Names{}, lists: map[string]*Names{}}
}

// remember returns what m holds for the key, or what make makes.
func remember[T any](m map[string]T, key string, make func() T) T {
	if x, ok := m[key]; ok {
		return x
	}
	x := make()
	m[key] = x
	return x
}

// of returns the cache for something made of the texts, locked.
func (c *cache) of(texts ...string) *cache {
	if c.base != nil && !slices.ContainsFunc(texts, func(t string) bool { return !c.base.own[t] }) {
		c = c.base
	}
	c.mu.Lock()
	return c
}

// parse returns the tree of a Solidity text.
func (c *cache) parse(text string) *solidity.File {
	c = c.of(text)
	defer c.mu.Unlock()
	return c.tree(text)
}

func (c *cache) tree(text string) *solidity.File {
	return remember(c.files, text, func() *solidity.File { return solidity.Parse(text) })
}

// outline returns the outline of a Solidity text.
func (c *cache) outline(text string) *solidity.Outline {
	c = c.of(text)
	defer c.mu.Unlock()
	return remember(c.outlines, text, func() *solidity.Outline {
		if c.base == nil { // its tree is needed sooner or later
			return c.tree(text).Outline()
		}
		return solidity.Survey(text)
	})
}

// resolve returns the names in the sources of a task with what is hidden.
func (c *cache) resolve(t bench.Task, hidden []bench.File) *solidity.Names {
	var all []bench.File
	var texts []string
	for _, files := range [][]bench.File{t.Files, t.Context, hidden} {
		for _, f := range files {
			all, texts = append(all, f), append(texts, f.Text)
		}
	}
	trees := make(map[string]*solidity.File, len(all))
	var key strings.Builder
	for _, f := range all {
		trees[f.Path] = c.parse(f.Text)
		fmt.Fprintf(&key, "%q %p ", f.Path, trees[f.Path])
	}
	c = c.of(texts...)
	defer c.mu.Unlock()
	return remember(c.names, key.String(), func() *solidity.Names { return solidity.ResolveFiles(trees) })
}

// list returns what may be renamed in both halves of the program as it stands.
func (st *state) list() *Names {
	var all []*solidity.Names
	var texts []string
	var key strings.Builder
	for _, s := range st.sides {
		n := st.cache.resolve(s.v.Task, st.hidden)
		s.names = n
		all = append(all, n)
		fmt.Fprintf(&key, "%p ", n)
		for _, p := range n.Paths {
			texts = append(texts, n.File(p).Src)
		}
	}
	fmt.Fprintf(&key, "%q", st.keep)
	c := st.cache.of(texts...)
	defer c.mu.Unlock()
	return remember(c.lists, key.String(), func() *Names { return newNames(all, st.hidden, st.keep) })
}
