// Package archive keeps one run in one file, to be sent, published and read back
// elsewhere with the same numbers: everything that the store has of it, raw
// requests and responses included, and never a key.
//
// The file is a zip, which every system opens, of JSON Lines, one member a kind
// of record (docs/archive.md). Equal runs give equal bytes. Reading is strict:
// a member that is missing, unknown, of another hash or larger than allowed ends it, and
// nothing is stored.
package archive

import (
	"encoding/json"
	"fmt"
	"time"

	"assay/internal/bench"
	"assay/internal/store"
)

// Version is raised when a member or field changes its meaning or goes.
const Version = 1

const kind = "assay archive"

// Members, in the order in which they are written and read. The index comes
// last, since it has the hashes of the others.
const (
	variantsFile   = "variants.jsonl"
	planFile       = "plan.jsonl"
	trialsFile     = "trials.jsonl"
	judgementsFile = "judgements.jsonl"
	reviewsFile    = "reviews.jsonl"
	indexFile      = "archive.json"
)

// Member names a kind of records in an archive, for those who read them one by one.
type Member string

const (
	Variants Member = variantsFile // JSON of a [bench.Variant] each, whose hash is its id
	Plan     Member = planFile     // a [store.PlannedRecord] each
	Trials   Member = trialsFile   // a [store.TrialRecord] each, in order of trial and round

	Judgements Member = judgementsFile // a [store.JudgementRecord] each
	Reviews    Member = reviewsFile    // a [store.ReviewRecord] each
)

func members() []string {
	return []string{variantsFile, planFile, trialsFile, judgementsFile, reviewsFile}
}

// maxLine bounds one record, maxIndex the index, in bytes.
const (
	maxLine  = 256 << 20
	maxIndex = 32 << 20
)

// index says what an archive is of.
type index struct {
	Archive string            `json:"archive"` // kind
	Version int               `json:"version"`
	Run     runRecord         `json:"run"`
	Members map[string]member `json:"members"`
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

// line writes a record as one line of JSON.
func line(record any) ([]byte, error) {
	b, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	if len(b) >= maxLine {
		return nil, fmt.Errorf("a record of %d bytes; an archive takes %d", len(b), maxLine)
	}
	return append(b, '\n'), nil
}
