package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"assay/internal/core/base/redact"
	"assay/internal/core/store"
)

// Write writes a run to w. Keys in records are replaced by [key]. redacted is the number of records that
// contained one.
func Write(ctx context.Context, w io.Writer, s *store.Store, r store.Run, keys *redact.Keys) (redacted int, err error) {
	out := &writer{zip: zip.NewWriter(w), keys: keys, index: index{Archive: kind, Version: Version, Run: recordOf(r),
		Members: map[Member]member{}}}
	if err := s.Dump(ctx, r, out); err != nil {
		return 0, err
	}
	if err := out.close(); err != nil {
		return 0, fmt.Errorf("writing the archive: %w", err)
	}
	return out.redacted, nil
}

// writer is a [store.Receiver] that writes one member after the other.
type writer struct {
	zip      *zip.Writer
	keys     *redact.Keys
	redacted int
	index    index

	at   int // index in members, one more than that of the open member
	w    io.Writer
	sum  hash.Hash
	open member
}

// Variant implements [store.Receiver].
func (w *writer) Variant(meta []byte) error {
	if w.clean(meta) != nil {
		return errors.New("a sample holds a key that is set in the environment; take it out of the sample")
	}
	return w.line(Variants, append(meta, '\n')) // unchanged: its hash is its id
}

// Planned implements [store.Receiver].
func (w *writer) Planned(p store.PlannedRecord) error { return w.put(Plan, p, false) }

// Trial implements [store.Receiver].
func (w *writer) Trial(t store.TrialRecord) error {
	raw := w.bodies(&t.Request, &t.Response, &t.Text, &t.Reason, &t.Model, &t.FinishRaw)
	return w.put(Trials, t, raw)
}

// Judgement implements [store.Receiver].
func (w *writer) Judgement(j store.JudgementRecord) error {
	raw := w.bodies(&j.Request, &j.Response, &j.Text, &j.Reason, &j.Model, &j.FinishRaw, &j.Injected)
	return w.put(Judgements, j, raw)
}

// Review implements [store.Receiver].
func (w *writer) Review(r store.ReviewRecord) error { return w.put(Reviews, r, false) }

// bodies removes keys from bytes that are encoded in a line, and reports whether there was one.
func (w *writer) bodies(list ...*store.Raw) bool {
	found := false
	for _, r := range list {
		if b := w.clean(*r); b != nil {
			*r, found = b, true
		}
	}
	return found
}

// clean returns b without keys, nil when it contains none.
func (w *writer) clean(b []byte) []byte {
	out := w.keys.Body(b)
	if bytes.Equal(out, b) {
		return nil
	}
	return out
}

// put writes a record; redacted means that a key was removed from it.
func (w *writer) put(name Member, record any, redacted bool) error {
	b, err := line(record)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if clean := w.clean(b); clean != nil {
		b, redacted = clean, true
	}
	if redacted {
		w.redacted++
	}
	return w.line(name, b)
}

func (w *writer) line(name Member, b []byte) error {
	if err := w.to(name); err != nil {
		return err
	}
	w.open.Bytes += int64(len(b))
	w.open.Records++
	w.sum.Write(b)
	_, err := w.w.Write(b)
	return err
}

// to opens members up to the one with the given name.
func (w *writer) to(name Member) error {
	for w.at == 0 || members[w.at-1] != name {
		w.end()
		if w.at == len(members) {
			return fmt.Errorf("a record of %s is out of order", name)
		}
		var err error
		if w.w, err = w.create(members[w.at]); err != nil {
			return err
		}
		w.at++
		w.sum, w.open = sha256.New(), member{}
	}
	return nil
}

// end records the member that was open.
func (w *writer) end() {
	if w.at > 0 {
		w.open.SHA256 = hex.EncodeToString(w.sum.Sum(nil))
		w.index.Members[members[w.at-1]] = w.open
	}
}

// create starts a member, always with the same time: equal runs give equal bytes.
func (w *writer) create(name Member) (io.Writer, error) {
	return w.zip.CreateHeader(&zip.FileHeader{Name: string(name), Method: zip.Deflate,
		Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
}

func (w *writer) close() error {
	if err := w.to(members[len(members)-1]); err != nil {
		return err
	}
	w.end()
	b, err := json.MarshalIndent(w.index, "", "  ")
	if err != nil {
		return err
	}
	if clean := w.clean(b); clean != nil {
		b = clean
		w.redacted++
	}
	if len(b) > maxIndex {
		return fmt.Errorf("an index of %d bytes; an archive allows %d", len(b), maxIndex)
	}
	f, err := w.create(indexFile)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(b, '\n')); err != nil {
		return err
	}
	return w.zip.Close()
}
