package generate

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// A Journal keeps, in a file, the outcome of each mutant of a batch that is being made, so that an interrupted
// batch continues where it stopped. An entry found in it is equivalent to a new computation, since the key of
// an entry names everything that determines it. A nil *Journal finds nothing and keeps nothing. It is safe for
// concurrent use.
type Journal struct {
	path string

	mu      sync.Mutex
	file    *os.File // nil until the first note
	entries map[string]json.RawMessage
	begun   bool // the file existed
}

// entry is a line of a journal.
type entry struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// openJournal reads a journal, which need not exist. An incomplete last line is not an entry.
func openJournal(path string) (*Journal, error) {
	j := &Journal{path: path, entries: map[string]json.RawMessage{}}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return j, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	j.begun = true
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return j, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
		var e entry
		if json.Unmarshal(line, &e) == nil {
			j.entries[e.Key] = e.Value
		}
	}
}

// Find fills value with the entry under a key, and reports whether there is one.
func (j *Journal) Find(key string, value any) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	text, ok := j.entries[key]
	j.mu.Unlock()
	return ok && json.Unmarshal(text, value) == nil
}

// Note stores a value under a key, as JSON.
func (j *Journal) Note(key string, value any) error {
	if j == nil {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	line, err := json.Marshal(entry{key, text})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		// An incomplete line of an interrupted run is ended first.
		if j.file, err = os.OpenFile(j.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
			return err
		}
		if j.begun {
			line = append([]byte{'\n'}, line...)
		}
	}
	j.entries[key] = text
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// close closes the file; with remove, it deletes it.
func (j *Journal) close(remove bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file != nil {
		j.file.Close()
		j.file = nil
	}
	if remove {
		os.Remove(j.path)
	}
}
