package model_test

import (
	"errors"
	"fmt"
	"testing"

	"assay/internal/model"
)

func TestFatal(t *testing.T) {
	for kind, want := range map[model.ErrorKind]bool{
		model.ErrAuth: true, model.ErrNoModel: true,
		model.ErrRateLimit: false, model.ErrUnavailable: false, model.ErrInvalid: false, model.ErrProtocol: false, model.ErrMissing: false,
	} {
		err := fmt.Errorf("asking: %w", &model.Error{Kind: kind, Err: errors.New("no")})
		if model.Fatal(err) != want {
			t.Errorf("%s: fatal is %v", kind, !want)
		}
	}
	if model.Fatal(nil) || model.Fatal(errors.New("auth")) {
		t.Error("what is no *Error is fatal")
	}
}

func TestPromptHash(t *testing.T) {
	seen := map[string]model.Request{}
	for _, r := range []model.Request{{User: "ab"}, {System: "a", User: "b"}, {System: "ab"}, {System: "a", User: "b2:cc"}, {System: "a1:b", User: "cc"}} {
		h := r.PromptHash()
		if other, ok := seen[h]; ok || len(h) != 64 {
			t.Errorf("%+v and %+v have the hash %s", r, other, h)
		}
		seen[h] = r
	}
	if (model.Request{User: "a", Model: "m", MaxTokens: 3}).PromptHash() != (model.Request{User: "a"}).PromptHash() {
		t.Error("settings change the hash of the words")
	}
}
