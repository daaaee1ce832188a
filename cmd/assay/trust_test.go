package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// asked is the script command that counts the requests to the script's model server.
func asked(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: asked N")
	}
	want, err := strconv.ParseInt(args[0], 10, 64)
	ts.Check(err)
	if n := ts.Value("fake").(*fakeServer).requests.Load(); (n == want) == neg {
		ts.Fatalf("the server was asked %d times", n)
	}
}

// holds is the script command that searches for a text.
func holds(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: holds TEXT PATH...")
	}
	for _, arg := range args[1:] {
		var where []string
		files := 0
		look := func(name string, text []byte) {
			files++
			if bytes.Contains(text, []byte(args[0])) {
				where = append(where, name)
			}
		}
		err := filepath.WalkDir(ts.MkAbs(arg), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			look(path, text)
			if err != nil || filepath.Ext(path) != ".zip" {
				return err
			}
			z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
			if err != nil {
				return err
			}
			for _, m := range z.File {
				r, err := m.Open()
				if err != nil {
					return err
				}
				text, err := io.ReadAll(r)
				if err != nil {
					return err
				}
				look(path+"/"+m.Name, text)
			}
			return nil
		})
		ts.Check(err)
		if (len(where) > 0) == neg || files == 0 {
			ts.Fatalf("%s", fmt.Sprintf("%q is in %q, of %d files in %s", args[0], where, files, arg))
		}
	}
}
