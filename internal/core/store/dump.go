package store

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"assay/internal/bench"
)

// Receiver receives all stored data of a run, record by record, in the order of its
// methods: a record comes after the records that it refers to. The first error ends the
// dump.
type Receiver interface {
	Variant(meta []byte) error // JSON of a bench.Variant, whose hash is its id
	Planned(PlannedRecord) error
	Trial(TrialRecord) error
	Judgement(JudgementRecord) error
	Review(ReviewRecord) error
}

// Raw holds bytes that usually are text. In JSON it is a string, or an object with the
// bytes in base64 if it is not UTF-8; nil is null, which is different from empty.
type Raw []byte

// MarshalJSON implements [json.Marshaler].
func (r Raw) MarshalJSON() ([]byte, error) {
	switch {
	case r == nil:
		return []byte("null"), nil
	case utf8.Valid(r):
		return json.Marshal(string(r))
	}
	return json.Marshal(map[string]string{"base64": base64.StdEncoding.EncodeToString(r)})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Raw) UnmarshalJSON(b []byte) error {
	var text *string
	if err := json.Unmarshal(b, &text); err == nil {
		*r = nil
		if text != nil {
			*r = Raw(*text)
		}
		return nil
	}
	var coded map[string]string
	if err := json.Unmarshal(b, &coded); err != nil || len(coded) != 1 {
		return fmt.Errorf(`%.40q is neither a string, null nor {"base64": …}`, b)
	}
	data, err := base64.StdEncoding.DecodeString(coded["base64"])
	if err != nil {
		return err
	}
	*r = data
	return nil
}

// Scan implements [sql.Scanner].
func (r *Raw) Scan(column any) error {
	switch c := column.(type) {
	case nil:
		*r = nil
	case string:
		*r = Raw(c)
	case []byte:
		*r = append(Raw{}, c...)
	default:
		return fmt.Errorf("a column of text or bytes holds %T", column)
	}
	return nil
}

// PlannedRecord is one trial of a plan, in its order.
type PlannedRecord struct {
	Key        string          `json:"trial"`
	Subject    string          `json:"subject"`
	Variant    string          `json:"variant"` // id
	Repetition int             `json:"repetition"`
	Parts      *bench.TrialKey `json:"parts,omitempty"` // preimage of the key; nil if only an old version knew it
}

// TrialRecord is one ending of a trial.
type TrialRecord struct {
	Key        string `json:"trial"`
	Round      int    `json:"round"`
	Subject    string `json:"subject"`
	Variant    string `json:"variant"` // id
	Repetition int    `json:"repetition"`
	exchangeRecord
	Parser  string         `json:"parser"`
	Judge   string         `json:"judge"`
	Answer  *bench.Answer  `json:"answer,omitempty"`
	Verdict *bench.Verdict `json:"verdict,omitempty"`
}

// exchangeRecord is the common part of trials and judgements: an ending, and the sent and
// received data.
type exchangeRecord struct {
	Outcome         string   `json:"outcome"`
	Reason          Raw      `json:"reason"`
	Finish          string   `json:"finish"`
	FinishRaw       Raw      `json:"finish_raw"`
	Model           Raw      `json:"model"`
	Attempts        int      `json:"attempts"`
	InputTokens     int64    `json:"input_tokens"`
	OutputTokens    int64    `json:"output_tokens"`
	ReasoningTokens int64    `json:"reasoning_tokens"`
	CachedTokens    int64    `json:"cached_tokens"`
	CostUSD         *float64 `json:"cost_usd"`
	StartedUS       int64    `json:"started_us"`
	ElapsedUS       int64    `json:"elapsed_us"`
	Cached          bool     `json:"cached"`
	Text            Raw      `json:"text"`
	Request         Raw      `json:"request"`
	Response        Raw      `json:"response"`
}

// JudgementRecord is a judge's verdict on an ending of a trial, or on a gold answer, whose
// Key is "".
type JudgementRecord struct {
	Key      string         `json:"trial"`
	Round    int            `json:"round"`
	Gold     string         `json:"gold"`
	Variant  string         `json:"variant"` // key of the gold answer's variant
	Judge    string         `json:"judge"`
	Question string         `json:"question"`
	Injected Raw            `json:"injected"`
	Verdict  *bench.Verdict `json:"verdict,omitempty"`
	Asked    bool           `json:"asked"`
	exchangeRecord
}

// ReviewRecord is an expert's decision on an ending of a trial.
type ReviewRecord struct {
	Key      string   `json:"trial"`
	Round    int      `json:"round"`
	Expert   string   `json:"expert"`
	AtUS     int64    `json:"at_us"`
	Found    *bool    `json:"found"`
	Type     *bool    `json:"type_right"`
	Location *bool    `json:"location_right"`
	RCIR     *float64 `json:"rcir"`
	AVA      *float64 `json:"ava"`
	FSV      *float64 `json:"fsv"`
	Note     string   `json:"note"`
	Seconds  *float64 `json:"seconds,omitempty"`
}

// Dump passes all stored data of a run to a receiver, as of one moment: the variants, the
// plan, every ending of its trials, the judgements of these and, by the judges of the run,
// of gold answers, and the decisions of experts. Equal runs give equal sequences. The
// ledger and the cache belong to the database, not to the run.
func (s *Store) Dump(ctx context.Context, r Run, to Receiver) error {
	tx, err := s.db.Snapshot(ctx)
	if err != nil {
		return fmt.Errorf("reading run %s: %w", r.ID, err)
	}
	defer tx.Rollback()
	d := dump{ctx, s, tx, to}
	for _, step := range []func(Run) error{d.variants, d.plan, d.trials, d.judgements, d.reviews} {
		if err := step(r); err != nil {
			return fmt.Errorf("reading run %s: %w", r.ID, err)
		}
	}
	return nil
}

type dump struct {
	ctx context.Context
	s   *Store
	tx  querier
	to  Receiver
}

// each calls f for every row of a query.
func (d dump) each(f func(*sql.Rows) error, query string, args ...any) error {
	return each(d.ctx, d.tx, "querying", query, args, f)
}

func (d dump) variants(r Run) error {
	return d.each(func(rows *sql.Rows) error {
		var meta string
		if err := rows.Scan(&meta); err != nil {
			return err
		}
		return d.to.Variant([]byte(meta))
	}, `SELECT meta FROM variant WHERE id IN (SELECT variant_id FROM planned WHERE run_id = $1 UNION
		SELECT t.variant_id FROM trial t JOIN planned p ON p.trial_key = t.key WHERE p.run_id = $1) ORDER BY key, id`, r.ID)
}

func (d dump) plan(r Run) error {
	return d.each(func(rows *sql.Rows) error {
		var p PlannedRecord
		var parts sql.NullString
		if err := rows.Scan(&p.Key, &p.Subject, &p.Variant, &p.Repetition, &parts); err != nil {
			return err
		}
		if parts.Valid {
			p.Parts = new(bench.TrialKey)
			if err := json.Unmarshal([]byte(parts.String), p.Parts); err != nil {
				return fmt.Errorf("the parts of key %s: %w", p.Key, err)
			}
		}
		return d.to.Planned(p)
	}, `SELECT p.trial_key, p.subject, p.variant_id, p.repetition, k.parts FROM planned p LEFT JOIN trial_key k ON k.key = p.trial_key
		WHERE p.run_id = $1 ORDER BY p.seq`, r.ID)
}

// exchangeColumns are read by exchangeRecord.into, in this order.
const exchangeColumns = `x.outcome, x.reason, x.finish, x.finish_raw, x.model, x.attempts, x.input_tokens, x.output_tokens, x.reasoning_tokens,
	x.cached_tokens, x.cost_usd, x.started_us, x.elapsed_us, x.cached`

// into returns the destinations for scanning a row, and a function that then completes the record.
func (e *exchangeRecord) into(s *Store) (to []any, finish func() error) {
	var cached, codec int64
	var cost sql.NullFloat64
	to = []any{&e.Outcome, &e.Reason, &e.Finish, &e.FinishRaw, &e.Model, &e.Attempts, &e.InputTokens, &e.OutputTokens,
		&e.ReasoningTokens,
		&e.CachedTokens, &cost, &e.StartedUS, &e.ElapsedUS, &cached, &e.Text, &codec, &e.Request, &e.Response}
	return to, func() (err error) {
		e.Cached = cached == 1
		if cost.Valid {
			e.CostUSD = &cost.Float64
		}
		if e.Request, err = s.pack.unpack(int(codec), e.Request); err != nil {
			return err
		}
		e.Response, err = s.pack.unpack(int(codec), e.Response)
		return err
	}
}

const dumpTrial = `SELECT x.key, x.round, x.subject, x.variant_id, x.repetition, d.parser, d.judge, d.answer, d.verdict, ` + exchangeColumns + `,
	b.text, b.codec, b.request, b.response FROM trial x JOIN body b ON b.trial_id = x.id JOIN derived d ON d.trial_id = x.id `

func scanTrialRecord(s *Store, rows *sql.Rows) (t TrialRecord, err error) {
	var answer, verdict sql.NullString
	to, finish := t.into(s)
	if err = rows.Scan(append([]any{&t.Key, &t.Round, &t.Subject, &t.Variant, &t.Repetition, &t.Parser, &t.Judge, &answer,
		&verdict}, to...)...); err != nil {
		return t, err
	}
	if err = decode(answer, &t.Answer); err == nil {
		err = decode(verdict, &t.Verdict)
	}
	if err == nil {
		err = finish()
	}
	if err != nil {
		err = fmt.Errorf("trial %s: %w", t.Key, err)
	}
	return t, err
}

// decode reads a JSON column; to stays nil for NULL.
func decode[T any](column sql.NullString, to **T) error {
	if !column.Valid {
		return nil
	}
	*to = new(T)
	return json.Unmarshal([]byte(column.String), *to)
}

func (d dump) trials(r Run) error {
	return d.each(func(rows *sql.Rows) error {
		t, err := scanTrialRecord(d.s, rows)
		if err != nil {
			return err
		}
		return d.to.Trial(t)
	}, dumpTrial+`WHERE x.key IN (SELECT trial_key FROM planned WHERE run_id = $1) ORDER BY x.key, x.round`, r.ID)
}

const dumpJudgement = `SELECT coalesce(t.key, ''), coalesce(t.round, 0), x.gold, x.variant, x.judge, x.question, x.injected, x.verdict, x.asked, ` + exchangeColumns + `,
	x.text, x.codec, x.request, x.response FROM judgement x LEFT JOIN trial t ON t.id = x.trial_id `

func scanJudgementRecord(s *Store, rows *sql.Rows) (j JudgementRecord, err error) {
	var verdict sql.NullString
	var asked int64
	to, finish := j.into(s)
	if err = rows.Scan(append([]any{&j.Key, &j.Round, &j.Gold, &j.Variant, &j.Judge, &j.Question, &j.Injected, &verdict,
		&asked}, to...)...); err != nil {
		return j, err
	}
	j.Asked = asked == 1
	if err = decode(verdict, &j.Verdict); err == nil {
		err = finish()
	}
	if err != nil {
		err = fmt.Errorf("judgement of %s on trial %q: %w", j.Judge, j.Key, err)
	}
	return j, err
}

func (d dump) judgements(r Run) error {
	pass := func(rows *sql.Rows) error {
		j, err := scanJudgementRecord(d.s, rows)
		if err != nil {
			return err
		}
		return d.to.Judgement(j)
	}
	if err := d.each(pass, dumpJudgement+`WHERE t.key IN (SELECT trial_key FROM planned WHERE run_id = $1) ORDER BY x.id`,
		r.ID); err != nil {
		return err
	}
	for _, judge := range r.Manifest.Judging.Others() {
		if err := d.each(pass, dumpJudgement+`WHERE x.trial_id = 0 AND x.judge = $1 ORDER BY x.id`, judge); err != nil {
			return err
		}
	}
	return nil
}

func (d dump) reviews(r Run) error {
	return d.each(func(rows *sql.Rows) error {
		var w ReviewRecord
		var found, kind, place sql.NullBool
		if err := rows.Scan(&w.Key, &w.Round, &w.Expert, &w.AtUS, &found, &kind, &place, &w.RCIR, &w.AVA, &w.FSV, &w.Note,
			&w.Seconds); err != nil {
			return err
		}
		for i, to := range []**bool{&w.Found, &w.Type, &w.Location} {
			if b := []sql.NullBool{found, kind, place}[i]; b.Valid {
				*to = &b.Bool
			}
		}
		return d.to.Review(w)
	}, `SELECT t.key, t.round, w.expert, w.at_us, w.found, w.type_right, w.location_right, w.rcir, w.ava, w.fsv, w.note, w.seconds
		FROM review w JOIN trial t ON t.id = w.trial_id WHERE t.key IN (SELECT trial_key FROM planned WHERE run_id = $1) ORDER BY t.key, t.round, w.expert`, r.ID)
}
