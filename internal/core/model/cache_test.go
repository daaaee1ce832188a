package model_test

import (
	"context"
	"reflect"
	"sync"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

type memory struct {
	mu sync.Mutex
	m  map[string]bench.Response
}

func (c *memory) Get(_ context.Context, key string) (bench.Response, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.m[key]
	return r, ok, nil
}

func (c *memory) Put(key string, r bench.Response) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[key] = r
	return nil
}

func TestCached(t *testing.T) {
	usd := 0.5
	first := modeltest.Step{Response: bench.Response{Text: "one", Finish: bench.Answered, Attempts: 3,
		Usage: bench.Usage{OutputTokens: 7, CostUSD: &usd}}}
	s := modeltest.Scripted(first, modeltest.Answer("two"),
		modeltest.Step{Response: bench.Response{Finish: bench.Refused}},
		modeltest.Step{Response: bench.Response{Finish: bench.Truncated}},
		modeltest.Fail(model.ErrUnavailable), modeltest.Answer("three"))
	m := model.Cached(s, "", &memory{m: map[string]bench.Response{}})
	ask := func(q string, rep int) bench.Response {
		r, _ := m.Generate(model.WithRepetition(t.Context(), rep), model.Request{User: q})
		return r
	}
	ask("q", 0)
	hit := ask("q", 0)
	if hit.Text != "one" || !hit.Cached || hit.Attempts != 0 || *hit.Usage.CostUSD != 0 || hit.Usage.OutputTokens != 7 {
		t.Errorf("from the cache: %+v", hit)
	}
	if usd != 0.5 || *first.Response.Usage.CostUSD != 0.5 {
		t.Error("the hit changed the cost of the original")
	}
	if r := ask("q", 1); r.Text != "two" || r.Cached {
		t.Errorf("another repetition: %+v", r)
	}
	for _, want := range []string{"", "", "", "three"} { // refused, cut, failed, and at last an answer
		if r := ask("hard", 0); r.Text != want || r.Cached {
			t.Errorf("%+v, want a new answer %q", r, want)
		}
	}
	if r := ask("hard", 0); r.Text != "three" || !r.Cached {
		t.Errorf("%+v", r)
	}
}

// Every field of a request, the server and the repetition change the key.
func TestCacheKeyCoversTheRequest(t *testing.T) {
	key := func(server string, r model.Request, repetition int) string {
		k, err := model.CacheKey(server, r, repetition)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	keys := map[string]string{key("", model.Request{}, 0): "nothing", key("s", model.Request{}, 0): "server",
		key("", model.Request{}, 1): "repetition"}
	typ := reflect.TypeFor[model.Request]()
	for i := range typ.NumField() {
		var r model.Request
		set(t, reflect.ValueOf(&r).Elem().Field(i), typ.Field(i).Name)
		keys[key("", r, 0)] = typ.Field(i).Name
	}
	if len(keys) != typ.NumField()+3 {
		t.Errorf("%d keys for %d differences: %v", len(keys), typ.NumField()+3, keys)
	}
}

// Keys of requests without tools are unchanged since tools were added, so that stored
// answers are found. A request that cannot be encoded is an error, and does not share a
// key with others.
func TestCacheKeyOfTools(t *testing.T) {
	hot, seed := 0.7, int64(3)
	r := model.Request{
		Model: "m", System: "Be <brief>.", User: "a<b && \u2028 é", Temperature: &hot, Seed: &seed, MaxTokens: 64,
		CacheSystem:     true,
		ReasoningEffort: "high", Schema: []byte(`{"type": "object"}`), SchemaName: "n", Task: "t",
	}
	if k, err := model.CacheKey("s", r, 2); err != nil ||
		k != "cad999e54005155a08743245518563f6b1cefeb65ef4d9f23aaadbf15a7ef41e" {
		t.Errorf("the key is %s, error %v", k, err)
	}
	turn := func(raw string) model.Request {
		return model.Request{User: "?", History: []model.Message{{Turn: &bench.Turn{Text: "x", Raw: []byte(raw)}},
			{User: "go on"}}}
	}
	s := modeltest.Scripted(modeltest.Answer("one"), modeltest.Answer("two"))
	m := model.Cached(s, "", &memory{m: map[string]bench.Response{}})
	for i, r := range []model.Request{turn(`{"a":1}`), turn(`{"a":2}`), turn(`{"a":1}`)} {
		resp, err := m.Generate(t.Context(), r)
		if err != nil || resp.Cached != (i == 2) || resp.Text != []string{"one", "two", "one"}[i] {
			t.Errorf("%d: %+v, error %v", i, resp, err)
		}
	}
	if _, err := m.Generate(t.Context(), turn(`{"a":`)); model.KindOf(err) != model.ErrInvalid || len(s.Requests()) != 2 {
		t.Errorf("a raw turn that is no JSON: %v", err)
	}
}

// set sets a value to something other than its zero value.
func set(t *testing.T, v reflect.Value, name string) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint64, reflect.Uint32:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if k := v.Type().Elem().Kind(); k != reflect.Uint8 {
			set(t, v.Index(0), name)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		set(t, k, name)
		v.SetMapIndex(k, e)
	case reflect.Struct:
		set(t, v.Field(0), name)
	default:
		t.Fatalf("field %s is of kind %v; teach this test", name, v.Kind())
	}
}
