package jsonl_test

import (
	"encoding/json"
	"testing"

	"assay/internal/core/base/jsonl"
)

func TestFinite(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":NaN,"b":[-Infinity, Infinity ],"c":1}`:  `{"a":null,"b":[null, null ],"c":1}`,
		`{"NaN":"Infinity \" NaN","x":"-Infinity\\"}`: `{"NaN":"Infinity \" NaN","x":"-Infinity\\"}`,
		`NaN`:                `null`,
		`{"a":"\\","b":NaN}`: `{"a":"\\","b":null}`,
		`{"a":1}`:            `{"a":1}`,
	} {
		if got := string(jsonl.Finite([]byte(in))); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}

// What is JSON already stays as it is.
func FuzzFinite(f *testing.F) {
	f.Add([]byte(`{"a":"NaN\\","b":"\u0022 Infinity"}`))
	f.Add([]byte("\"NaN\\"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if out := jsonl.Finite(text); json.Valid(text) && string(out) != string(text) {
			t.Errorf("%q became %q", text, out)
		}
	})
}
