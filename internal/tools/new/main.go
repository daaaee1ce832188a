// Command new makes the skeleton of an extension: a folder that compiles, a test
// that fails until the work is done, and its line in the list.
//
//	go run ./internal/tools/new                      lists what it can make
//	go run ./internal/tools/new transformation shout
//	go run ./internal/tools/new sample ds/spice-market
//	go run ./internal/tools/new decoy postcard
//
// What it can make are the folders of kinds: new.yaml says what goes where, the
// other files are templates. One more kind is one more folder.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

func main() {
	root, err := findRoot()
	if err == nil {
		err = run(root, os.Args[1:], os.Stdout, time.Now())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
}

// findRoot returns the directory of go.mod, the working directory or one above it.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("there is no go.mod here or above; run it inside the repository")
		}
		dir = up
	}
}

// run makes what the arguments name below root, or changes nothing.
func run(root string, args []string, out io.Writer, now time.Time) error {
	kinds, err := loadKinds()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		for _, k := range kinds {
			fmt.Fprintf(out, "%-30s %s\n", k.name+" "+k.Argument, k.Doc)
		}
		return nil
	}
	for _, k := range kinds {
		if k.name != args[0] {
			continue
		}
		if len(args) != 2 {
			return fmt.Errorf("usage: go run ./internal/tools/new %s %s", k.name, k.Argument)
		}
		return k.make(root, args[1], out, now)
	}
	return fmt.Errorf("there is no kind %q; it can make %s", args[0], names(kinds))
}
