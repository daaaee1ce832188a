package redact_test

import (
	"strings"
	"testing"

	"assay/internal/core/base/redact"
)

func TestDistinct(t *testing.T) {
	for key, want := range map[string]bool{
		"sk-1234": true, "abc123": true, "no-key": true, "sk-or-v1-0123456789abcdef": true, "averylongpassphrase": true,
		"1234567890123456": true,
		"a":                false, "none": false, "ollama": false, "dummy": false, "123456": false, "a1": false,
		"-_/+=.": false, "": false,
	} {
		if got := redact.Distinct(key); got != want {
			t.Errorf("Distinct(%q) is %v", key, got)
		}
	}
}

func TestKeys(t *testing.T) {
	for _, tt := range []struct{ key, in, body, failure string }{
		{"sk-1234", `a sk-1234 bsk-1234c`, `a [key] b[key]c`, `a [key] b[key]c`},
		{" sk-1234\n", `{"sk-1234":1}`, `{"[key]":1}`, `{"[key]":1}`},
		{"sk-1234", `{"e":"sk\u002d12\u00334 \u002D"}`, `{"e":"[key] \u002D"}`, `{"e":"[key] \u002D"}`},
		{"ab/cd1", `{"e":"ab\/cd1"}`, `{"e":"[key]"}`, `{"e":"[key]"}`},
		{"a.c-12", `abc-12`, `abc-12`, `abc-12`},
		{"schlüssel-1", `{"e":"schl\u00fcssel-1 schlüssel-1"}`, `{"e":"[key] [key]"}`, `{"e":"[key] [key]"}`},
		// Words.
		{"none", `{"verdict":"none","why":"none of them"}`, `{"verdict":"none","why":"none of them"}`,
			`{"verdict":"[key]","why":"[key] of them"}`},
		{"none", `{"api_key":"none","x":"Authorization: Bearer none"}`,
			`{"api_key":"[key]","x":"Authorization: Bearer [key]"}`, `{"api_key":"[key]","x":"Authorization: Bearer [key]"}`},
		{"none", `{\"api_key\": \"none\"} nonesuch`, `{\"api_key\": \"[key]\"} nonesuch`,
			`{\"api_key\": \"[key]\"} nonesuch`},
		{"a", `bearer a key is a b-a a_b`, `bearer [key] key is a b-a a_b`, `bearer [key] key is [key] b-a a_b`},
		{"error", `{"error" : {"message":"error in error_code"}}`, `{"error" : {"message":"error in error_code"}}`,
			`{"error" : {"message":"[key] in error_code"}}`},
		{"ollama", `exec:ollama run --api-key ollama --key=ollama`, `exec:ollama run --api-key [key] --key=[key]`,
			`exec:[key] run --api-key [key] --key=[key]`},
		{"1234", `1234 123456`, `1234 123456`, `[key] 123456`},
		{"a$1", `--token a$1`, `--token [key]`, `--token [key]`},
		{"", "text", "text", "text"},
		{"x", strings.Repeat("x=x: ", 900) + `--token x`, strings.Repeat("x=x: ", 900) + `--token [key]`,
			strings.Repeat("[key]=[key]: ", 900) + `--token [key]`},
		{"x", `"api_key":` + strings.Repeat(" ", 400) + `"x"`, `"api_key":` + strings.Repeat(" ", 400) + `"[key]"`,
			`"api_key":` + strings.Repeat(" ", 400) + `"[key]"`},
		{"x", `xx --token \x`, `xx --token \x`, `xx --token \[key]`},
		{"x", `api_key: \x`, `api_key: \[key]`, `api_key: \[key]`},
	} {
		k := redact.New(tt.key)
		in := []byte(tt.in)
		if got := string(k.Body(in)); got != tt.body {
			t.Errorf("%q in a body: %s\nwant %s", tt.key, got, tt.body)
		}
		if got := string(k.Failure(in)); got != tt.failure {
			t.Errorf("%q in a failure: %s\nwant %s", tt.key, got, tt.failure)
		}
		if string(in) != tt.in {
			t.Errorf("%q: the input was changed to %s", tt.key, in)
		}
	}
	var none *redact.Keys
	if none.Text("x") != "x" || none.Message("x") != "x" {
		t.Error("no keys take something out")
	}
	if got := redact.New("sk-1234", "other-9").Text("sk-1234 other-9"); got != "[key] [key]" {
		t.Error(got)
	}
}

// No distinct key is left, whatever surrounds it.
func FuzzKeys(f *testing.F) {
	f.Add("sk-1234", `{"a":"sk-1234\u002d"}`)
	f.Add("none", `"none" bearer none`)
	f.Add("\xff(", `\u00ff`)
	f.Fuzz(func(t *testing.T, key, text string) {
		k := redact.New(key)
		_ = k.Message(text)
		key = strings.TrimSpace(key)
		if strings.ContainsAny(key, redact.Mark) || !redact.Distinct(key) { // a mark may complete another key
			return
		}
		if got := k.Text(text + key + text); strings.Contains(got, key) {
			t.Errorf("%q is left in %q", key, got)
		}
	})
}
