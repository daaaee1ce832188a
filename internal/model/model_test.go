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
