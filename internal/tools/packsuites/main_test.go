package main

import (
	"bytes"
	"os"
	"testing"
)

// The embedded suites equal the folders.
func TestCurrent(t *testing.T) {
	want, err := pack(os.DirFS("../../../suites"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../suites/suites.zip.zst")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("suites/suites.zip.zst differs from the folders beside it: go generate ./suites")
	}
}
