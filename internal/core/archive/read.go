package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"assay/internal/core/store"
)

// Read stores the run of an archive of size bytes, completely or not at all. limit bounds what the archive
// expands to.
func Read(ctx context.Context, r io.ReaderAt, size, limit int64, s *store.Store) (*Archive, error) {
	a, err := Open(r, size, limit)
	if err != nil {
		return nil, err
	}
	return a, s.Restore(ctx, a.Run(), a.fill)
}

// Archive is an archive with a valid index and list of members. The contents of its members are checked while
// they are read.
type Archive struct {
	files map[Member]file // and the index
	index index
}

// Run returns the run as the index describes it.
func (a *Archive) Run() store.Run { return a.index.Run.run() }

// Records returns how many records a member has according to the index.
func (a *Archive) Records(m Member) int { return a.index.Members[m].Records }

// file is a [zip.File], or a text in its place in tests of the records alone.
type file interface {
	Open() (io.ReadCloser, error)
}

// Open reads the index of an archive of size bytes. limit bounds what the archive expands to.
func Open(r io.ReaderAt, size, limit int64) (*Archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("it is not an archive of a run: %w", err)
	}
	a := &Archive{files: map[Member]file{}}
	for _, f := range z.File {
		name := Member(f.Name)
		if name != indexFile && !slices.Contains(members, name) {
			return nil, fmt.Errorf("%.60q is not a member of an archive of a run", f.Name)
		}
		if a.files[name] != nil {
			return nil, fmt.Errorf("%s appears twice", name)
		}
		a.files[name] = f
	}
	for _, name := range slices.Concat(members, []Member{indexFile}) {
		if a.files[name] == nil {
			return nil, fmt.Errorf("it has no %s", name)
		}
	}
	if err := a.readIndex(); err != nil {
		return nil, fmt.Errorf("%s: %w", indexFile, err)
	}
	var total int64
	for _, name := range members {
		m, ok := a.index.Members[name]
		if !ok || m.Bytes < 0 || m.Bytes > limit {
			return nil, fmt.Errorf("%s would expand to %d bytes; --max-bytes allows %d", name, m.Bytes, limit)
		}
		if total += m.Bytes; total > limit {
			return nil, fmt.Errorf("it expands to more than %d bytes; --max-bytes allows more", limit)
		}
	}
	return a, nil
}

func (a *Archive) readIndex() error {
	f, err := a.files[indexFile].Open()
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxIndex+1))
	if err != nil {
		return err
	}
	if len(b) > maxIndex {
		return fmt.Errorf("it is larger than %d bytes", maxIndex)
	}
	var probe struct {
		Archive string `json:"archive"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(b, &probe); err != nil {
		return err
	}
	switch {
	case probe.Archive != kind:
		return errors.New("it is not an archive of a run")
	case probe.Version != Version:
		return fmt.Errorf("version %d; this program reads version %d", probe.Version, Version)
	}
	if err := strict(b, &a.index); err != nil {
		return err
	}
	if len(a.index.Members) != len(members) {
		return fmt.Errorf("it lists %d members, not %d", len(a.index.Members), len(members))
	}
	if a.index.Run.ID == "" {
		return errors.New("the run has no id")
	}
	return nil
}

// fill passes the records of all members to a receiver.
func (a *Archive) fill(to store.Receiver) error {
	for _, m := range []struct {
		name Member
		each func([]byte) error
	}{
		{Variants, to.Variant},
		{Plan, decoded(to.Planned)},
		{Trials, decoded(to.Trial)},
		{Judgements, decoded(to.Judgement)},
		{Reviews, decoded(to.Review)},
	} {
		if err := a.Lines(m.name, m.each); err != nil {
			return err
		}
	}
	return nil
}

// decoded decodes a line into a record and refuses unknown fields.
func decoded[T any](to func(T) error) func([]byte) error {
	return func(b []byte) error {
		var record T
		if err := strict(b, &record); err != nil {
			return err
		}
		return to(record)
	}
}

// strict reads one JSON value without unknown fields and with nothing after it.
func strict(b []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more follows the JSON value")
	}
	return nil
}

// Lines calls each for every record of a member, a line of JSON that may be kept, and compares the whole member
// with the index: an error may come after records were passed on.
func (a *Archive) Lines(name Member, each func(line []byte) error) error {
	f, err := a.files[name].Open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer f.Close()
	want := a.index.Members[name]
	counted := &counter{r: io.LimitReader(f, want.Bytes+1), sum: sha256.New()} // one extra byte detects more data
	scan := bufio.NewScanner(counted)
	scan.Buffer(nil, maxLine)
	n := 0
	for scan.Scan() && counted.n <= want.Bytes {
		n++
		if err := each(bytes.Clone(scan.Bytes())); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	got := member{Bytes: counted.n, Records: n, SHA256: hex.EncodeToString(counted.sum.Sum(nil))}
	switch err := scan.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: a record of more than %d bytes", name, n+1, maxLine)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	case got != want:
		return fmt.Errorf("%s is not what %s says: %d records and %d bytes with hash %.12s, not %d and %d with %.12s",
			name, indexFile, got.Records, got.Bytes, got.SHA256, want.Records, want.Bytes, want.SHA256)
	}
	return nil
}

// counter counts and hashes the bytes read.
type counter struct {
	r   io.Reader
	n   int64
	sum hash.Hash
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	c.sum.Write(p[:n])
	return n, err
}
