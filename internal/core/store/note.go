package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/internal/core/database"
)

// Note is the name, tags and note that users give a run.
type Note struct {
	Name string   // "" without a name
	Tags []string // sorted, without duplicates
	Text string
}

const (
	maxRunName = 80
	maxTags    = 12
	maxTag     = 30
	maxText    = 2000
)

// NewNote parses a user's input; tags are separated by commas or spaces. The error
// describes the problem in one line.
func NewNote(name, tags, text string) (Note, error) {
	n := Note{Name: strings.TrimSpace(name), Text: strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))}
	n.Tags = slices.Compact(slices.Sorted(strings.FieldsFuncSeq(tags,
		func(r rune) bool { return r == ',' || unicode.IsSpace(r) })))
	switch {
	case !utf8.ValidString(name + tags + text):
		return n, errors.New("name, tags and note are UTF-8 text")
	case len(n.Name) > maxRunName:
		return n, fmt.Errorf("a name has at most %d bytes; this one has %d", maxRunName, len(n.Name))
	case strings.ContainsFunc(n.Name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return n, errors.New("a name has printable characters only")
	case len(n.Tags) > maxTags:
		return n, fmt.Errorf("a run has at most %d tags; these are %d", maxTags, len(n.Tags))
	case len(n.Text) > maxText:
		return n, fmt.Errorf("a note has at most %d bytes; this one has %d", maxText, len(n.Text))
	case strings.ContainsFunc(n.Text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }):
		return n, errors.New("a note has printable characters only")
	}
	for _, t := range n.Tags {
		if len(t) > maxTag || strings.ContainsFunc(t, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.:/+", r)
		}) {
			return n, fmt.Errorf("a tag has at most %d bytes: letters, digits and - _ . : / +, not %q", maxTag, t)
		}
	}
	return n, nil
}

// PutNote stores the note on a run and replaces an earlier one.
func (s *Store) PutNote(ctx context.Context, run string, n Note, at time.Time) error {
	tags, err := json.Marshal(slices.Concat([]string{}, n.Tags))
	if err != nil {
		return err
	}
	err = s.exec(ctx, `INSERT INTO run_note (run_id, name, tags, note, at_us) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (run_id) DO UPDATE SET name = excluded.name, tags = excluded.tags, note = excluded.note, at_us = excluded.at_us`,
		run, n.Name, string(tags), n.Text, at.UnixMicro())
	if err != nil {
		return fmt.Errorf("storing the note on run %s: %w", run, err)
	}
	return nil
}

// Notes returns the notes on runs, by id; runs without a note are omitted.
func (s *Store) Notes(ctx context.Context) (map[string]Note, error) {
	out := map[string]Note{}
	return out, each(ctx, s.db.R, "reading notes on runs", `SELECT run_id, name, tags, note FROM run_note`, nil,
		func(rows *sql.Rows) error {
			var n Note
			var id, tags string
			if err := rows.Scan(&id, &n.Name, &tags, &n.Text); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(tags), &n.Tags); err != nil {
				return fmt.Errorf("the tags of run %s cannot be read: %w", id, err)
			}
			out[id] = n
			return nil
		})
}

// ErrBusy means that a run cannot be deleted because it is in progress.
var ErrBusy = errors.New("the run is in progress")

// DeleteRun removes a run from the database: its plan, its manifest and its note. Answers,
// judgements and reviews are kept: other runs may show them, they may have been paid for,
// and the same command finds them again. If a process or a worker is working on the run,
// it returns ErrBusy and changes nothing.
func (s *Store) DeleteRun(ctx context.Context, r Run) error {
	h, err := s.Hold(ctx, r.Plan, false)
	var held *HeldError
	if errors.As(err, &held) {
		return fmt.Errorf("%w: %v", ErrBusy, held)
	}
	if err != nil {
		return fmt.Errorf("deleting run %s: %w", r.ID, err)
	}
	busy := false
	err = s.db.Write(ctx, never, func(tx *database.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx,
			`SELECT count(*) FROM dispatch d JOIN run r ON r.id = d.run_id WHERE r.id = $1 AND r.status = 'running'`,
			r.ID).Scan(&n); err != nil {
			return err
		}
		if busy = n > 0; busy {
			return nil
		}
		for _, statement := range []string{
			`DELETE FROM halt WHERE run_id = $1`, `DELETE FROM dispatch WHERE run_id = $1`,
			`DELETE FROM run_note WHERE run_id = $1`,
			`DELETE FROM planned WHERE run_id = $1`, `DELETE FROM run WHERE id = $1`,
		} {
			if _, err := tx.ExecContext(ctx, statement, r.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if end := h.Release(ctx); err == nil {
		err = end
	}
	switch {
	case err != nil:
		return fmt.Errorf("deleting run %s: %w", r.ID, err)
	case busy:
		return fmt.Errorf("%w: workers ask its trials", ErrBusy)
	}
	return nil
}

// Mark returns a text that changes whenever the [Store.Snapshot] of a run changes.
func (s *Store) Mark(ctx context.Context, r Run) (string, error) {
	var ended, newest, asked, derived int64
	err := s.db.R.QueryRowContext(ctx,
		`SELECT count(t.id), coalesce(max(t.id), 0), coalesce(max(t.started_us), 0), (SELECT coalesce(max(count), 0) FROM derivation) FROM planned p
		JOIN trial t ON t.key = p.trial_key AND t.round >= $2 WHERE p.run_id = $1`, r.ID, r.Round).Scan(&ended, &newest, &asked, &derived)
	if err != nil {
		return "", fmt.Errorf("looking at run %s: %w", r.ID, err)
	}
	return fmt.Sprint(r.Round, " ", r.Status, " ", ended, " ", newest, " ", asked, " ", derived), nil
}
