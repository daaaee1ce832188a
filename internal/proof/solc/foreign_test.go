package solc

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/test/corpustest"
)

// running returns the process for trusted sources.
func running(c *Compiler) *worker {
	l := <-c.trustedLanes
	defer func() { c.trustedLanes <- l }()
	return l.node
}

func foreign(what string) Input {
	in := do(what)
	in.Foreign = true
	return in
}

// Foreign sources that take too much processor time, or fill the memory, are rejected, and do not make others
// wait. Only what does not depend on the speed of the machine is remembered.
func TestForeign(t *testing.T) {
	corpustest.Turn(t, 3)
	c := fake(t, Options{Foreign: time.Second, Memory: 300 << 20})
	dir := t.TempDir()
	for what, want := range map[string]string{
		"hang " + filepath.Join(dir, "started"): "more than 1s of processor time",
		"fill":                                  "more than 300 MiB of memory",
	} {
		done := make(chan error)
		go func() {
			_, err := c.Compile(t.Context(), foreign(what))
			done <- err
		}()
		if strings.HasPrefix(what, "hang") {
			waitFor(t, filepath.Join(dir, "started"))
			for _, in := range []Input{foreign("well, foreign"), do("well")} {
				began := time.Now()
				said(t, c, in)
				select {
				case err := <-done:
					t.Errorf("%q was waited for, %v long: %v", what, time.Since(began), err)
				default:
				}
			}
		}
		var limit *LimitError
		if err := <-done; !errors.As(err, &limit) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want a limit: %s", what, err, want)
			continue
		}
		again, err := New(Options{Dir: filepath.Dir(filepath.Dir(c.modules)), CacheDir: c.cache.Path})
		if err != nil {
			t.Fatal(err)
		}
		if timed := errors.Is(limit, errCPU); timed != strings.HasPrefix(what, "hang") {
			t.Errorf("%q: %v, time ran out: %v", what, limit, timed)
		} else if timed {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			if _, err := again.Compile(ctx, foreign(what)); errors.As(err, &limit) {
				t.Errorf("%q at the next start: %v, want another attempt", what, err)
			}
			cancel()
		} else if _, err := again.Compile(t.Context(), foreign(what)); !errors.As(err, &limit) {
			t.Errorf("%q at the next start: %v, want what is remembered", what, err)
		}
	}
}

// A compilation that gets no processor time is a failure of the machine, not a limit of the sources.
func TestForeignIdle(t *testing.T) {
	c := fake(t, Options{Timeout: 2 * time.Second})
	var limit *LimitError
	_, err := c.Compile(t.Context(), foreign("idle"))
	if !isCrash(err) || errors.As(err, &limit) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want a crash for lack of time", err)
	}
}

// A compilation that crashes once is repeated.
func TestForeignAgain(t *testing.T) {
	c := fake(t, Options{Foreign: 2 * time.Second})
	mark := filepath.Join(t.TempDir(), "once")
	if got := said(t, c, foreign("once "+mark)); !strings.HasPrefix(got, "compilation ") {
		t.Error(got)
	}
}

// No source can turn the model checker on.
func TestModelChecker(t *testing.T) {
	for text, at := range map[string]int{
		"pragma solidity 0.8.30;\npragma experimental SMTChecker;":           2,
		"pragma experimental /* no */ SMTChecker;":                           1,
		"pragma\nexperimental\n\"SMTChecker\";":                              3,
		"// pragma experimental SMTChecker;\ncontract A {}":                  0,
		"pragma experimental ABIEncoderV2; contract SMTChecker {}":           0,
		"contract A { string s = \"pragma experimental SMTChecker;\"; }":     0,
		"pragma solidity 0.8.30; contract A { uint SMTChecker; } // pragma ": 0,
	} {
		if got := modelChecker(text); got != at {
			t.Errorf("%q: line %d, want %d", text, got, at)
		}
	}
	c, err := New(Options{Dir: t.TempDir(), CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var input *InputError
	_, err = c.Compile(t.Context(),
		Input{Version: "0.8.30", Sources: map[string]string{"a.sol": "pragma experimental SMTChecker;"}})
	if !errors.As(err, &input) || input.Line != 1 || !strings.Contains(err.Error(), "model checker") {
		t.Error(err)
	}
}
