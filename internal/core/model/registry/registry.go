// Package registry holds facts about models: prices with the day on which they were
// read, limits, training cut-offs, families. An unknown value is absent, and an absent
// price makes a cost unknown, never 0.
//
// The embedded files hold ids; a user's file extends and overrides them.
package registry

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/models"
)

// Entry holds the facts about one model. Zero values and nil are unknown.
type Entry struct {
	Provider   string   // "anthropic"
	ID         string   // the provider's id of the model
	Aliases    []string // other ids of the model at the same provider
	Family     string   // models of one family are not independent judges of each other
	Pinned     bool     // the id identifies one fixed snapshot
	Context    int64    // tokens of prompt and answer
	MaxOutput  int64    // tokens of an answer
	Parameters []string // those of [Parameters] that the model accepts; nil is unknown
	Cutoff     *Dated   // end of the training data
	Price      *Price
	Source     string // source of the id and the limits
	Read       string // YYYY-MM-DD, when the source was read
}

// Dated is a day or month with its source.
type Dated struct {
	Date   string `yaml:"date"` // YYYY-MM or YYYY-MM-DD
	Source string `yaml:"source"`
}

// Price is in USD for a million tokens. A nil part is unknown, except that a nil
// Reasoning is the price of output, of which reasoning is a part.
type Price struct {
	Date       string   `yaml:"date,omitempty"` // YYYY-MM-DD, when the price was read
	Source     string   `yaml:"source,omitempty"`
	Input      *float64 `yaml:"input,omitempty"`
	Output     *float64 `yaml:"output,omitempty"`
	CacheRead  *float64 `yaml:"cache_read,omitempty"`
	CacheWrite *float64 `yaml:"cache_write,omitempty"`
	Reasoning  *float64 `yaml:"reasoning,omitempty"`

	// Batch is the price of batch requests; nil is unknown. Its own Batch,
	// Date and Source are not set.
	Batch *Price `yaml:"batch,omitempty"`
}

// Mode is a way to send requests that has its own prices.
type Mode string

const (
	Direct  Mode = ""
	Batched Mode = "batch"
)

// In returns the price in a mode, nil when it is not known.
func (p *Price) In(m Mode) *Price {
	if p == nil || m == Direct {
		return p
	}
	return p.Batch
}

// Parameters returns the names that an entry's Parameters may hold.
func Parameters() []string {
	return []string{"temperature", "max_tokens", "reasoning_effort", "seed", "schema", "cache"}
}

// Registry holds entries by provider and id. Once built it is read-only, and safe for
// concurrent use.
type Registry struct {
	entries map[string]*Entry // by "provider/id"
	aliases map[string]string // "provider/alias" to "provider/id"
}

// New returns an empty registry.
func New() *Registry { return &Registry{entries: map[string]*Entry{}, aliases: map[string]string{}} }

// Embedded returns a registry of the embedded files, which the caller may add to.
func Embedded() (*Registry, error) {
	r := New()
	names, err := fs.Glob(models.FS, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("embedded models: %w", err)
	}
	for _, name := range names {
		text, err := models.FS.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("embedded models: %w", err)
		}
		if err := r.Add("models/"+name, text); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Lookup returns the facts about a model, by its id or an alias.
func (r *Registry) Lookup(provider, id string) (Entry, bool) {
	key := provider + "/" + id
	e, ok := r.entries[cmp.Or(r.aliases[key], key)]
	if !ok {
		return Entry{}, false
	}
	return *e, true
}

// All returns every entry in the order of provider and id.
func (r *Registry) All() []Entry {
	out := make([]Entry, 0, len(r.entries))
	for _, key := range slices.Sorted(maps.Keys(r.entries)) {
		out = append(out, *r.entries[key])
	}
	return out
}

// Price returns the cost of a response in a mode, and whether it is known.
func (r *Registry) Price(provider, id string, m Mode, u bench.Usage) (usd float64, known bool) {
	e, ok := r.Lookup(provider, id)
	if !ok || e.Price.In(m) == nil {
		return 0, false
	}
	return e.Price.In(m).Of(u)
}

// Of returns the cost of a usage at the price. It is unknown when the usage is, or when
// some of the tokens have no price.
func (p Price) Of(u bench.Usage) (usd float64, known bool) {
	if u.InputTokens <= 0 { // no prompt is empty
		return 0, false
	}
	for _, part := range []struct {
		tokens int64
		price  *float64
	}{
		{u.InputTokens - u.CachedTokens - u.CacheWriteTokens, p.Input},
		{u.CachedTokens, p.CacheRead},
		{u.CacheWriteTokens, p.CacheWrite},
		{u.OutputTokens - u.ReasoningTokens, p.Output},
		{u.ReasoningTokens, cmp.Or(p.Reasoning, p.Output)},
	} {
		switch {
		case part.tokens < 0:
			return 0, false
		case part.tokens == 0:
		case part.price == nil:
			return 0, false
		default:
			usd += float64(part.tokens) * *part.price / 1e6
		}
	}
	return usd, true
}

// String is the entry's name on the command line.
func (e Entry) String() string { return e.Provider + "/" + e.ID }

// Fresh is the time for which an entry counts as up to date.
const Fresh = 90 * 24 * time.Hour

// LastRead returns the day on which the oldest part of an entry was read, in the form
// YYYY-MM-DD; "" when no day is known.
func (e Entry) LastRead() string {
	day := e.Read
	if p := e.Price; p != nil && (day == "" || p.Date < day) {
		day = p.Date
	}
	return day
}

// Stale reports whether an entry was last read more than [Fresh] before a moment, and
// how many days before. An entry without a day is not stale: its age is unknown.
func (e Entry) Stale(at time.Time) (days int, stale bool) {
	looked, err := time.Parse(time.DateOnly, e.LastRead())
	if err != nil {
		return 0, false
	}
	age := at.Sub(looked)
	return int(age / (24 * time.Hour)), age > Fresh
}
