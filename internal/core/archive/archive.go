// Package archive keeps one run in one file, which can be sent, published and read elsewhere with the same
// numbers: everything that the store has of it, including raw requests and responses, and never a key.
//
// The file is a zip, which every system opens, of JSON Lines, with one member for each kind of record
// (docs/exchange.md). Equal runs give equal bytes. Reading is strict: a missing or unknown member, a wrong hash
// or a size above the limit ends it, and nothing is stored.
package archive

import (
	"encoding/json"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/core/store"
)

// Version is raised when a member or field changes its meaning or is removed.
const Version = 1

const kind = "assay archive"

// Member is a file in an archive, with one record as JSON on each line.
type Member string

// Members, in the order in which they are written and read.
const (
	Variants   Member = "variants.jsonl"   // [bench.Variant], whose hash is its id
	Plan       Member = "plan.jsonl"       // [store.PlannedRecord]
	Trials     Member = "trials.jsonl"     // [store.TrialRecord], in order of trial and round
	Judgements Member = "judgements.jsonl" // [store.JudgementRecord]
	Reviews    Member = "reviews.jsonl"    // [store.ReviewRecord]
)

// indexFile is written last, since it contains the hashes of the members.
const indexFile = "archive.json"

var members = []Member{Variants, Plan, Trials, Judgements, Reviews}

// maxLine bounds one record, maxIndex the index, in bytes.
const (
	maxLine  = 256 << 20
	maxIndex = 32 << 20
)

// index describes the contents of an archive.
type index struct {
	Archive string            `json:"archive"` // kind
	Version int               `json:"version"`
	Run     runRecord         `json:"run"`
	Members map[Member]member `json:"members"`
}

type member struct {
	Bytes   int64  `json:"bytes"`
	Records int    `json:"records"`
	SHA256  string `json:"sha256"`
}

type runRecord struct {
	ID        string         `json:"id"`
	Plan      string         `json:"plan"`
	Round     int            `json:"round"`
	Status    string         `json:"status"`
	StartedUS int64          `json:"started_us"`
	EndedUS   *int64         `json:"ended_us"`
	Manifest  bench.Manifest `json:"manifest"`
}

func recordOf(r store.Run) runRecord {
	out := runRecord{ID: r.ID, Plan: r.Plan, Round: r.Round, Status: r.Status, StartedUS: r.Started.UnixMicro(),
		Manifest: r.Manifest}
	if !r.Ended.IsZero() {
		us := r.Ended.UnixMicro()
		out.EndedUS = &us
	}
	return out
}

func (r runRecord) run() store.Run {
	out := store.Run{ID: r.ID, Plan: r.Plan, Round: r.Round, Status: r.Status, Started: time.UnixMicro(r.StartedUS).UTC(),
		Manifest: r.Manifest}
	if r.EndedUS != nil {
		out.Ended = time.UnixMicro(*r.EndedUS).UTC()
	}
	return out
}

// line encodes a record as one line of JSON.
func line(record any) ([]byte, error) {
	b, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	if len(b) >= maxLine {
		return nil, fmt.Errorf("a record of %d bytes; an archive allows %d", len(b), maxLine)
	}
	return append(b, '\n'), nil
}
