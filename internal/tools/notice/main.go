// Command notice rewrites the list of libraries in NOTICE: every module that the programs for Linux contain, with the
// licences that its own files name. It is run in the root of the module.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The lines of NOTICE around the list.
const before, after = "The programs for Linux contain these libraries, under their own licences:\n\n",
	"\nPrograms for other systems"

func main() {
	text, err := os.ReadFile("NOTICE")
	if err == nil {
		if text, err = update(text, "."); err == nil {
			err = os.WriteFile("NOTICE", text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
}

// update returns the text of NOTICE with a new list for the module in dir.
func update(notice []byte, dir string) ([]byte, error) {
	head, rest, found := bytes.Cut(notice, []byte(before))
	_, tail, ends := bytes.Cut(rest, []byte(after))
	if !found || !ends {
		return nil, fmt.Errorf("NOTICE has no list between %q and %q", before, after)
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}",
		"./cmd/assay", "./cmd/assay-mcp")
	list.Dir, list.Stderr = dir, os.Stderr
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	lines := strings.Fields(string(out))
	names := map[string]string{} // path of a module -> directory
	for i := 0; i+1 < len(lines); i += 2 {
		names[lines[i]] = lines[i+1]
	}
	var b bytes.Buffer
	b.Write(head)
	b.WriteString(before)
	var paths []string
	for path := range names {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		licences, err := licencesOf(names[path])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintf(&b, "    %-46s %s\n", path, licences)
	}
	b.WriteString(after)
	b.Write(tail)
	return b.Bytes(), nil
}

var licenceFile = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying`)

// licencesOf names the licences in the files of a module: those that are called so or, without one, its sources.
func licencesOf(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return "", err
	}
	own := slices.DeleteFunc(slices.Clone(files), func(f string) bool {
		return !licenceFile.MatchString(filepath.Base(f))
	})
	note := ""
	if len(own) == 0 {
		own = slices.DeleteFunc(files, func(f string) bool { return filepath.Ext(f) != ".go" })
		note = " (named in its sources)"
	}
	var found []string
	for _, f := range own {
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		found = append(found, licencesIn(strings.Join(strings.Fields(string(text)), " "))...)
	}
	if len(found) == 0 {
		return "", fmt.Errorf("no known licence in %v", own)
	}
	slices.Sort(found)
	return strings.Join(slices.Compact(found), ", ") + note, nil
}

// phrases are texts by which licences are known.
var phrases = []struct {
	name   string
	phrase *regexp.Regexp
}{
	{"Apache-2.0", regexp.MustCompile(`Apache License,? Version 2\.0`)},
	{"BSD-3-Clause", regexp.MustCompile(`Redistribution and use .*(Neither the name|names of)`)},
	{"ISC", regexp.MustCompile(`Permission to use, copy, modify, and(/or)? distribute`)},
	{"LGPL-3.0", regexp.MustCompile(`GNU LESSER GENERAL PUBLIC LICENSE`)},
	{"MIT", regexp.MustCompile(`Permission is hereby granted, free of charge.*subject to the following|// MIT license`)},
	{"MIT-0", regexp.MustCompile(`MIT No Attribution`)},
	{"MPL-2.0", regexp.MustCompile(`Mozilla Public License,? [Vv]ersion 2\.0`)},
	{"Unlicense", regexp.MustCompile(`free and unencumbered software`)},
	{"public domain", regexp.MustCompile(`SQLite Is Public Domain`)},
}

// licencesIn names the licences in a text without line breaks.
func licencesIn(text string) (out []string) {
	for _, p := range phrases {
		if p.phrase.MatchString(text) {
			out = append(out, p.name)
		}
	}
	if len(out) == 0 && strings.Contains(text, "Redistribution and use ") {
		out = []string{"BSD-2-Clause"}
	}
	return out
}
