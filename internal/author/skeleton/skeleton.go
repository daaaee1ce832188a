// Package skeleton creates the skeletons of extensions: a folder for a user's own program
// or text, or code for a new member of a kind in a checkout of this program,
// with a test that fails until the work is done, and its line in the list.
//
// Each folder of kinds is one kind of skeleton: new.yaml states what goes where, the other
// files are templates. To add a kind, add a folder.
package skeleton

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"
)

// ErrNoCheckout means that the skeleton is code of this program, and the directory is not
// in a checkout of it.
var ErrNoCheckout = errors.New("it is Go code in assay itself: run it inside a checkout of the repository")

// List writes the kinds of skeletons, one per line.
func List(out io.Writer) error {
	kinds, err := loadKinds()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, k := range kinds {
		where := "a folder here"
		if k.Checkout {
			where = "in a checkout"
		}
		fmt.Fprintf(w, "%s %s\t%s\t%s\n", k.name, k.Argument, where, k.Doc)
	}
	return w.Flush()
}

// Make creates the skeleton of a kind below dir, or in the checkout of this program that
// contains dir, and writes to out what it created and what to do next. now is the date of
// samples. It overwrites nothing, and on an error it creates nothing.
func Make(dir, name, argument string, out io.Writer, now time.Time) error {
	kinds, err := loadKinds()
	if err != nil {
		return err
	}
	for _, k := range kinds {
		if k.name != name {
			continue
		}
		if argument == "" {
			return fmt.Errorf("assay new %s %s: the argument is missing", k.name, k.Argument)
		}
		if k.Checkout {
			if dir, err = checkout(dir); err != nil {
				return err
			}
		}
		return k.make(dir, argument, out, now)
	}
	return fmt.Errorf("there is no kind %q; assay new can make %s", name, names(kinds))
}

// checkout returns the directory of this program's go.mod: dir or one above it.
func checkout(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(text, []byte("module assay\n")) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ErrNoCheckout
		}
		dir = up
	}
}
