package registry_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/model/registry"
	"assay/internal/test/modeltest"
)

const own = `
provider: acme
models:
  - id: rocket-2026-01-02
    aliases: [rocket]
    family: rocket
    pinned: true
    context: 200000
    max_output: 8192
    parameters: [temperature, schema]
    cutoff: {date: 2025-08, source: the vendor's page}
    price:
      date: 2026-11-20
      source: the vendor's page
      input: 3
      output: 15
      cache_read: 0.3
      cache_write: 3.75
    source: the vendor's page
  - provider: other
    id: rocket
`

func add(t *testing.T, texts ...string) *registry.Registry {
	t.Helper()
	r := registry.New()
	for _, text := range texts {
		if err := r.Add("own.yaml", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func p(v float64) *float64 { return &v }

func TestLookup(t *testing.T) {
	r := add(t, own)
	want := registry.Entry{
		Provider: "acme", ID: "rocket-2026-01-02", Aliases: []string{"rocket"}, Family: "rocket", Pinned: true,
		Context: 200000, MaxOutput: 8192,
		Parameters: []string{"temperature", "schema"}, Cutoff: &registry.Dated{Date: "2025-08", Source: "the vendor's page"},
		Price: &registry.Price{Date: "2026-11-20", Source: "the vendor's page", Input: p(3), Output: p(15),
			CacheRead: p(0.3), CacheWrite: p(3.75)},
		Source: "the vendor's page",
	}
	for _, id := range []string{"rocket-2026-01-02", "rocket"} {
		got, ok := r.Lookup("acme", id)
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Errorf("%s: (-want +got)\n%s", id, diff)
		}
	}
	if got, ok := r.Lookup("other", "rocket"); !ok || got.Price != nil || got.String() != "other/rocket" {
		t.Errorf("%+v %v", got, ok)
	}
	if _, ok := r.Lookup("acme", "rocke"); ok {
		t.Error("a part of an id is found")
	}
	var names []string
	for _, e := range r.All() {
		names = append(names, e.String())
	}
	if !slices.Equal(names, []string{"acme/rocket-2026-01-02", "other/rocket"}) {
		t.Errorf("listed as %v", names)
	}
}

func TestPrice(t *testing.T) {
	full := registry.Price{Input: p(3), Output: p(15), CacheRead: p(0.3), CacheWrite: p(3.75)}
	thinks := registry.Price{Input: p(3), Output: p(15), Reasoning: p(20)}
	free := registry.Price{Input: p(0), Output: p(0)}
	for _, tt := range []struct {
		name  string
		price registry.Price
		usage bench.Usage
		want  float64 // -1 is unknown
	}{
		{"input and output", full, bench.Usage{InputTokens: 1e6, OutputTokens: 1e6}, 18},
		{"caches are part of the input", full, bench.Usage{InputTokens: 1e6, CachedTokens: 5e5, CacheWriteTokens: 2e5,
			OutputTokens: 0}, 0.9 + 0.15 + 0.75},
		{"reasoning is output", full, bench.Usage{InputTokens: 1e6, OutputTokens: 1e6, ReasoningTokens: 4e5}, 18},
		{"reasoning at its own price", thinks, bench.Usage{InputTokens: 1e6, OutputTokens: 1e6, ReasoningTokens: 5e5}, 3 +
			7.5 + 10},
		{"free is known", free, bench.Usage{InputTokens: 5, OutputTokens: 5}, 0},
		{"no usage", full, bench.Usage{}, -1},
		{"output alone", full, bench.Usage{OutputTokens: 5}, -1},
		{"cached without a price for it", thinks, bench.Usage{InputTokens: 10, CachedTokens: 1, OutputTokens: 5}, -1},
		{"written without a price for it", thinks, bench.Usage{InputTokens: 10, CacheWriteTokens: 1, OutputTokens: 5}, -1},
		{"more parts than whole", full, bench.Usage{InputTokens: 10, CachedTokens: 11}, -1},
		{"no price at all", registry.Price{}, bench.Usage{InputTokens: 10}, -1},
	} {
		got, known := tt.price.Of(tt.usage)
		if known != (tt.want >= 0) || known && math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v %v, want %v", tt.name, got, known, tt.want)
		}
	}
	r := add(t, own)
	if _, known := r.Price("acme", "rocket", registry.Batched, bench.Usage{InputTokens: 1e6}); known {
		t.Error("a batch price that nobody gave")
	}
	b := add(t, "provider: acme\nmodels:\n  - id: rocket\n    price: {date: 2026-11-21, source: s, input: 3, output: "+
		"15, batch: {input: 1.5, output: 7.5}}\n")
	if usd, known := b.Price("acme", "rocket", registry.Batched,
		bench.Usage{InputTokens: 1e6, OutputTokens: 1e6}); !known || usd != 9 {
		t.Errorf("in batches %v %v", usd, known)
	}
	if usd, known := b.Price("acme", "rocket", registry.Direct,
		bench.Usage{InputTokens: 1e6, OutputTokens: 1e6}); !known || usd != 18 {
		t.Errorf("directly %v %v", usd, known)
	}
	if usd, known := r.Price("acme", "rocket", registry.Direct,
		bench.Usage{InputTokens: 1e6, OutputTokens: 1e6}); !known || usd != 18 {
		t.Errorf("%v %v", usd, known)
	}
	for _, id := range []string{"other/rocket", "acme/other"} {
		provider, id, _ := strings.Cut(id, "/")
		if _, known := r.Price(provider, id, registry.Direct, bench.Usage{InputTokens: 1}); known {
			t.Errorf("%s/%s has a price", provider, id)
		}
	}
}

func TestPriced(t *testing.T) {
	r := add(t, own)
	said := modeltest.Step{Response: bench.Response{Usage: bench.Usage{InputTokens: 1e6, OutputTokens: 1e6,
		CostUSD: p(0.5)}}}
	silent := modeltest.Step{Response: bench.Response{Usage: bench.Usage{InputTokens: 1e6, OutputTokens: 1e6}}}
	failed := modeltest.Step{Response: silent.Response, Err: &model.Error{Kind: model.ErrProtocol,
		Err: errors.New("half")}}
	m := r.Priced(modeltest.Scripted(said, silent, failed, silent), "acme", registry.Direct)
	for i, tt := range []struct {
		id   string
		cost *float64
		date string
	}{
		{"rocket", p(0.5), ""}, {"rocket", p(18), "2026-11-20"}, {"rocket", p(18), "2026-11-20"}, {"unknown", nil, ""},
	} {
		resp, err := m.Generate(t.Context(), model.Request{Model: tt.id, User: "?"})
		if (err != nil) != (i == 2) || !cmp.Equal(resp.Usage.CostUSD, tt.cost) || resp.Usage.PriceDate != tt.date {
			t.Errorf("%d: usage %+v, error %v", i, resp.Usage, err)
		}
	}
}

// A later file overrides field by field, and its price as a whole.
func TestOverride(t *testing.T) {
	r := add(t, own, `
models:
  - provider: acme
    id: rocket
    max_output: 64000
    price: {date: 2026-11-21, source: an invoice, input: 1, output: 2}
  - provider: acme
    id: new
    pinned: false
`)
	e, _ := r.Lookup("acme", "rocket-2026-01-02")
	if e.MaxOutput != 64000 || e.Context != 200000 || e.Family != "rocket" || !e.Pinned || e.Cutoff == nil {
		t.Errorf("%+v", e)
	}
	if e.Price.Date != "2026-11-21" || *e.Price.Input != 1 || e.Price.CacheRead != nil {
		t.Errorf("price %+v", e.Price)
	}
	if n := len(r.All()); n != 3 {
		t.Errorf("%d entries", n)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "own.yaml: the file contains no models",
		"provider: x":                         "own.yaml: the file contains no models",
		"provider: x\nmodells: []":            `own.yaml:2: unknown field "modells"`,
		"models:\n  - id: a":                  "own.yaml:2: provider is missing",
		"provider: x\nmodels:\n  - family: f": "own.yaml:3: id is missing",
		"provider: x\nmodels:\n  - id: a\n    colour: red":                                                                  `own.yaml:4: unknown field "colour"`,
		"provider: x\nmodels:\n  - id: a\n    context: many":                                                                "own.yaml:4: ",
		"provider: x\nmodels:\n  - id: a\n    context: 0":                                                                   "own.yaml:3: context",
		"provider: x\nmodels:\n  - id: a\n    max_output: -1":                                                               "own.yaml:3: max_output",
		"provider: x\nmodels:\n  - id: a\n  - id: b\n    aliases: [a]":                                                      "own.yaml:4: x/a is in line 3",
		"provider: x\nmodels:\n  - id: a\n    parameters: [heat]":                                                           `own.yaml:3: parameter "heat"`,
		"provider: x\nmodels:\n  - id: a\n    cutoff: {date: 2025-08}":                                                      "own.yaml:3: cutoff",
		"provider: x\nmodels:\n  - id: a\n    cutoff: {date: last year, source: s}":                                         "own.yaml:3: cutoff",
		"provider: x\nmodels:\n  - id: a\n    price: {input: 1, output: 1}":                                                 "own.yaml:3: price needs the date",
		"provider: x\nmodels:\n  - id: a\n    price: {date: 2026-01-02, source: s, input: 1}":                               "own.yaml:3: price needs input and output",
		"provider: x\nmodels:\n  - id: a\n    price: {date: 2026-01-02, source: s, input: -1, output: 1}":                   "own.yaml:3: -1 is not a price",
		"provider: x\nmodels:\n  - id: a\n    price: {date: 2026-01-02, source: s, input: .nan, output: 1}":                 "own.yaml:3: NaN is not a price",
		"provider: x\nmodels:\n  - id: a\n    price: {date: 2026-01-02, source: s, input: 1, output: 1, batch: {input: 1}}": "own.yaml:3: price: batch has prices alone",
		"provider: x\nmodels:\n  - id: a\n    price: {date: 2026-01-02, source: s, input: 1, output: 1, " +
			"batch: {input: 1, output: -2}}": "own.yaml:3: -2 is not a price",
		"provider: x\nmodels:\n  - id: a\n    price: {date: 2026-01-02, source: s, input: 1, output: 1, inputs: 1}": `own.yaml:4: unknown field "inputs"`,
		"provider: x\nmodels: [\n": "own.yaml:",
	} {
		r := registry.New()
		err := r.Add("own.yaml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
		if len(r.All()) != 0 {
			t.Errorf("%q: the registry holds something", text)
		}
	}
}

// Embedded entries name their source, and state nothing without one.
func TestEmbedded(t *testing.T) {
	r, err := registry.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.All()) < 60 {
		t.Errorf("only %d models", len(r.All()))
	}
	vendors := map[string]bool{}
	for _, e := range r.All() {
		vendors[e.Family] = true
		if !strings.HasPrefix(e.Source, "https://") || e.Family == "" || e.Read == "" {
			t.Errorf("%s has no address of a source, no day or no family: %+v", e, e)
		}
		if e.Context > 0 && e.MaxOutput > e.Context || e.Price != nil && *e.Price.Output < *e.Price.Input {
			t.Errorf("%s: an answer is larger than the context, or cheaper than the prompt: %+v", e, e)
		}
	}
	for _, family := range []string{"gpt", "claude", "gemini", "deepseek", "qwen", "llama", "mistral", "grok"} {
		if !vendors[family] {
			t.Errorf("no model of the family %s", family)
		}
	}
	if e, ok := r.Lookup("anthropic", "claude-opus-4-5"); !ok || !e.Pinned || e.ID != "claude-opus-4-5-20251101" {
		t.Errorf("%+v %v", e, ok)
	}
}

// An entry is stale 90 days after its oldest part was read; without a day its age is
// unknown.
func TestStale(t *testing.T) {
	r := registry.New()
	if err := r.Add("f", []byte("models:\n  - {provider: p, id: a, source: s, read: 2026-05-01, price: {date: "+
		"2026-03-01, source: s, input: 1, output: 2}}\n  - {provider: p, id: b}\n")); err != nil {
		t.Fatal(err)
	}
	a, _ := r.Lookup("p", "a")
	b, _ := r.Lookup("p", "b")
	for day, want := range map[string]bool{"2026-03-01": false, "2026-05-30": false, "2026-05-31": true,
		"2027-01-01": true} {
		at, _ := time.Parse(time.DateOnly, day)
		if _, stale := a.Stale(at); stale != want {
			t.Errorf("on %s: %v", day, stale)
		}
		if _, stale := b.Stale(at); stale {
			t.Error("an entry without a day is stale")
		}
	}
	at, _ := time.Parse(time.DateOnly, "2026-06-09")
	if days, _ := a.Stale(at); days != 100 || a.LastRead() != "2026-03-01" {
		t.Errorf("%d days since %s", days, a.LastRead())
	}
}

// A written registry is read back unchanged, and merging reports its changes.
func TestMerge(t *testing.T) {
	mine, theirs := registry.New(), registry.New()
	if err := mine.Add("mine", []byte(own)); err != nil {
		t.Fatal(err)
	}
	if err := theirs.Add("theirs", []byte(`{"models": [
		{"provider": "acme", "id": "rocket-2026-01-02", "context": 4096, "read": "2026-10-01"},
		{"provider": "new", "id": "m", "pinned": true, "parameters": ["seed"], "cutoff": {"date": "2026-01", "source": "s"},
		 "price": {"date": "2026-10-01", "source": "s", "input": 0.25, "output": 0, "batch": {"input": 0.1, "output": 0}}}]}`)); err != nil {
		t.Fatal(err)
	}
	before, _ := mine.Lookup("acme", "rocket")
	done := mine.Merge(theirs)
	if !slices.Equal(done.New, []string{"new/m"}) || !slices.Equal(done.Changed, []string{"acme/rocket-2026-01-02"}) ||
		len(done.Same) != 0 {
		t.Errorf("%+v", done)
	}
	after, _ := mine.Lookup("acme", "rocket")
	if after.Context != 4096 || after.Read != "2026-10-01" || after.Family != before.Family ||
		after.Price != before.Price {
		t.Errorf("%+v", after)
	}
	if again := mine.Merge(theirs); len(again.New)+len(again.Changed) != 0 || len(again.Same) != 2 {
		t.Errorf("the second time: %+v", again)
	}
	var b, c strings.Builder
	if err := mine.Write(&b); err != nil {
		t.Fatal(err)
	}
	back := registry.New()
	if err := back.Add("written", []byte(b.String())); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if diff := cmp.Diff(mine.All(), back.All()); diff != "" {
		t.Error(diff)
	}
	if err := back.Write(&c); err != nil || b.String() != c.String() {
		t.Errorf("written again it differs: %v\n%s\n%s", err, b.String(), c.String())
	}
}

func FuzzAdd(f *testing.F) {
	f.Add([]byte(own))
	f.Add([]byte("models:\n  - {id: a, provider: b, price: {date: 2026-01-02, source: s, input: 1e400, output: 1}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := registry.New()
		if err := r.Add("f", text); err == nil && len(r.All()) == 0 {
			t.Error("nothing was read, and no error")
		}
	})
}
