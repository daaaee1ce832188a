package transform

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// cache holds what was parsed of texts. Most texts of a step are those of the previous
// step, and both halves of a pair share all but one. Results for the texts of the
// program itself are kept in base, for every chain that is applied to it; base is nil
// in a base. A base is safe for concurrent use, other caches are not.
type cache struct {
	base     *cache
	mu       sync.Mutex
	own      byText[struct{}] // of a base: the texts that it covers
	sound    byText[string]   // the language in which a text has passed checkText
	files    byText[*solidity.File]
	outlines byText[*solidity.Outline]
	names    map[string]*solidity.Names
	lists    map[string]*Names
}

func newCache(base *cache) *cache {
	return &cache{base: base, own: byText[struct{}]{}, sound: byText[string]{}, files: byText[*solidity.File]{},
		outlines: byText[*solidity.Outline]{},
		names:    map[string]*solidity.Names{}, lists: map[string]*Names{}}
}

// byText stores a value for each of a few texts. It finds them by length and then by
// comparison, which takes no time if both are the same memory, as is mostly so: a map
// would hash the whole text each time.
type byText[T any] map[int][]ofText[T]

type ofText[T any] struct {
	text string
	is   T
}

func (m byText[T]) get(text string) (is T, ok bool) {
	for _, e := range m[len(text)] {
		if e.text == text {
			return e.is, true
		}
	}
	return is, false
}

// remember returns the value that m holds for the text, or that of make.
func (m byText[T]) remember(text string, make func() T) T {
	if is, ok := m.get(text); ok {
		return is
	}
	is := make()
	m[len(text)] = append(m[len(text)], ofText[T]{text, is})
	return is
}

// owns reports whether the base caches the results for the text.
func (c *cache) owns(text string) bool {
	_, ok := c.own.get(text)
	return ok
}

// of returns the cache for results derived from the texts, locked.
func (c *cache) of(texts ...string) *cache {
	if c.base != nil && !slices.ContainsFunc(texts, func(t string) bool { return !c.base.owns(t) }) {
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
	return c.files.remember(text, func() *solidity.File { return solidity.Parse(text) })
}

// outline returns the outline of a Solidity text.
func (c *cache) outline(text string) *solidity.Outline {
	c = c.of(text)
	defer c.mu.Unlock()
	return c.outlines.remember(text, func() *solidity.Outline { return c.tree(text).Outline() })
}

// resolve returns the names in the sources of a task and in the hidden ones.
func (c *cache) resolve(t bench.Task, hidden []bench.File) *solidity.Names {
	var texts []string
	trees := map[string]*solidity.File{}
	var key strings.Builder
	for _, files := range [][]bench.File{t.Files, t.Context, hidden} {
		for _, f := range files {
			trees[f.Path] = c.parse(f.Text)
			texts = append(texts, f.Text)
			fmt.Fprintf(&key, "%q %p ", f.Path, trees[f.Path])
		}
	}
	c = c.of(texts...)
	defer c.mu.Unlock()
	return remember(c.names, key.String(), func() *solidity.Names { return solidity.ResolveFiles(trees) })
}

// list returns what may be renamed in both halves of the program in its current state.
func (st *state) list() *Names {
	var all []*solidity.Names
	var texts []string
	var key strings.Builder
	for _, s := range st.sides {
		n := st.cache.resolve(s.v.Task, st.hidden)
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

// remember returns the value that m holds for the key, or that of make.
func remember[T any](m map[string]T, key string, make func() T) T {
	if x, ok := m[key]; ok {
		return x
	}
	x := make()
	m[key] = x
	return x
}
