package board

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/archive"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/prompt"
	"assay/internal/core/store"
)

// reader reads archives one after the other. It keeps a text that several of them have only once.
type reader struct {
	opt      Options
	variants map[string]*bench.Variant            // by id
	prints   map[*bench.Variant]string            // see print
	truths   map[string]map[string]*bench.Variant // by name and hash of a suite, then by key
}

func newReader(opt Options) *reader {
	r := &reader{opt, map[string]*bench.Variant{}, map[*bench.Variant]string{}, map[string]map[string]*bench.Variant{}}
	for _, s := range opt.Suites {
		of := map[string]*bench.Variant{}
		for i := range s.Variants {
			of[s.Variants[i].Key] = &s.Variants[i]
		}
		r.truths[s.Name+"\n"+s.Hash] = of
	}
	return r
}

// truth returns the texts of a suite at a version, nil when the suite is not available.
func (r *reader) truth(name, version string) map[string]*bench.Variant {
	return r.truths[name+"\n"+version]
}

// print is the hash of everything in a variant that can change a result.
func (r *reader) print(v *bench.Variant) string {
	if p, ok := r.prints[v]; ok {
		return p
	}
	c := *v
	c.Task.Aids, c.Evidence, c.Certificate, c.Sources, c.Source = nil, "", "", nil, ""
	b, err := json.Marshal(c)
	if err != nil {
		panic("board: a variant of strings and numbers cannot fail to encode: " + err.Error())
	}
	sum := sha256.Sum256(b)
	r.prints[v] = string(sum[:])
	return r.prints[v]
}

// read checks one file. An error means the end of ctx: every other problem is recorded in the archive.
func (r *reader) read(ctx context.Context, in Input) (*Archive, error) {
	a := &Archive{Name: in.Name, Bytes: in.Size}
	reject := func(err error) (*Archive, error) {
		a.entries = nil
		a.Rejected = err.Error()
		return a, ctx.Err()
	}
	at, size := in.At, in.Size
	sub, inner, innerSize, err := unpack(in.At, in.Size)
	switch {
	case err != nil:
		a.SHA256, _ = sum(at, size)
		return reject(err)
	case sub != nil:
		a.Submission, at, size = sub, inner, innerSize
	}
	if a.SHA256, err = sum(at, size); err != nil {
		return reject(err)
	}
	a.Bytes = size
	file, err := archive.Open(at, size, r.opt.Limit)
	if err != nil {
		return reject(err)
	}
	a.Run = file.Run()
	if err := a.Run.Manifest.FixedSize(); err != nil {
		return reject(err)
	}
	if sub != nil {
		if err := sub.check(a); err != nil {
			return reject(err)
		}
	}
	s := &sheet{r: r, a: a, file: file, plan: sha256.New(), index: map[string]int32{},
		variants: map[string]*bench.Variant{}, subjects: map[string]int32{}}
	for _, step := range []func(context.Context) error{s.readVariants, s.readPlan, s.readTrials} {
		if err := step(ctx); err != nil {
			return reject(err)
		}
	}
	for _, m := range []archive.Member{archive.Judgements, archive.Reviews} { // hashed, not used: one judge for all
		if err := file.Lines(m, func([]byte) error { return ctx.Err() }); err != nil {
			return reject(err)
		}
	}
	s.entries()
	return a, nil
}

// sum returns the SHA-256 of a file.
func sum(at io.ReaderAt, size int64) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(at, 0, size)); err != nil {
		return hex.EncodeToString(h.Sum(nil)), err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sheet holds the trials of one archive while it is read.
type sheet struct {
	r        *reader
	a        *Archive
	file     *archive.Archive
	plan     hash.Hash
	variants map[string]*bench.Variant // by id
	subjects map[string]int32          // by name, in asked
	asked    []asked
	trials   []trial
	index    map[string]int32 // of the last trial with a key; next links to the others
}

// asked is a subject with what it was asked to produce.
type asked struct {
	subject bench.Subject
	asks    prompt.Asks
	limit   int64
	leftOut string // why its trials are on no table, "" if they are
}

// trial is a planned trial with its last ending.
type trial struct {
	variant    *bench.Variant
	next       int32 // index of another trial with the same key, -1 without one
	subject    int32
	repetition int32
	round      int32 // of the ending, -1 without one
	derived
	answered bool // in any round
	again    bool // … and repeated after that
	cost     float64
	priced   bool
	answer   uint64
}

func (s *sheet) readVariants(context.Context) error {
	foreign := map[string]bool{}
	return s.file.Lines(archive.Variants, func(line []byte) error {
		h := sha256.Sum256(line)
		id := hex.EncodeToString(h[:16])
		v := s.r.variants[id]
		if v == nil {
			v = new(bench.Variant)
			if err := json.Unmarshal(line, v); err != nil {
				return err
			}
			s.r.variants[id] = v
		}
		if v.Key == "" || s.variants[id] != nil {
			return fmt.Errorf("variant %q is duplicate or has no key", v.Key)
		}
		s.variants[id] = v
		if truth := s.r.truth(v.Suite, s.a.Run.Manifest.Suites[v.Suite]); truth != nil && onBoard(v) {
			if own := truth[v.Key]; (own == nil || s.r.print(own) != s.r.print(v)) && !foreign[v.Key] {
				foreign[v.Key] = true
				s.a.Foreign++
			}
		}
		return nil
	})
}

// onBoard reports whether a text can be on a table: one that is unchanged in a suite.
func onBoard(v *bench.Variant) bool {
	return v.Chain == "" && v.Format.HasCode()
}

func (s *sheet) readPlan(ctx context.Context) error {
	for _, sub := range s.a.Run.Manifest.Subjects {
		s.asked = append(s.asked, askedOf(sub))
		s.subjects[sub.Name] = int32(len(s.asked) - 1)
	}
	n := s.file.Records(archive.Plan)
	s.trials = make([]trial, 0, min(n, 1<<20))
	decode := func(line []byte) (p store.PlannedRecord, err error) {
		if err = json.Unmarshal(line, &p); err == nil && (p.Parts == nil || p.Parts.Hash() != p.Key) {
			err = fmt.Errorf("trial %.40q is not the hash of its parts", p.Key)
		}
		return p, err
	}
	err := each(ctx, s.file, archive.Plan, decode, func(p store.PlannedRecord) error {
		v := s.variants[p.Variant]
		sub, ok := s.subjects[p.Subject]
		switch {
		case v == nil:
			return fmt.Errorf("trial %.40q refers to the missing variant %.40q", p.Key, p.Variant)
		case !ok:
			return fmt.Errorf("trial %.40q refers to %.80q, which is not a subject of the run", p.Key, p.Subject)
		}
		fmt.Fprintln(s.plan, p.Key)
		t := trial{variant: v, next: -1, subject: sub, repetition: int32(p.Repetition), round: -1}
		if at, ok := s.index[p.Key]; ok {
			t.next = at
		}
		s.index[p.Key] = int32(len(s.trials))
		s.trials = append(s.trials, t)
		return nil
	})
	if err != nil {
		return err
	}
	if got := hex.EncodeToString(s.plan.Sum(nil)[:16]); got != s.a.Run.Plan {
		return fmt.Errorf("the plan is incomplete: the hash of its trials is %s, not %s", got, s.a.Run.Plan)
	}
	s.a.Planned = len(s.trials)
	return nil
}

// askedOf returns what a subject was asked to produce.
func askedOf(sub bench.Subject) asked {
	out := asked{subject: sub, asks: engine.AsksFor(sub.Strategy), limit: engine.LimitOf(sub.Params)}
	hint, _ := prompt.LevelIn(sub.Strategy, prompt.HintFactor)
	extent, _ := prompt.LevelIn(sub.Strategy, prompt.ExtentFactor)
	switch {
	case hint != prompt.HintNone:
		out.leftOut = "with a hint"
	case extent != prompt.ExtentFile:
		out.leftOut = "on a part of the code, or more than the code under review"
	case out.asks != prompt.ForVerdict:
		out.leftOut = "of a task other than detect"
	}
	return out
}

// batch is the number of records that one worker takes at a time.
const batch = 128

// each reads the records of a member: decode runs on all processors, take in order, so that the error names the
// first wrong record.
func each[T any](ctx context.Context, file *archive.Archive, m archive.Member, decode func([]byte) (
	T, error), take func(T) error) error {
	type result struct {
		record T
		err    error
	}
	type work struct {
		lines [][]byte
		out   chan []result
	}
	workers := runtime.GOMAXPROCS(0)
	todo, order := make(chan work, workers), make(chan work, 4*workers)
	for range workers {
		go func() {
			for w := range todo {
				out := make([]result, len(w.lines))
				for i, line := range w.lines {
					out[i].record, out[i].err = decode(line)
				}
				w.out <- out
			}
		}()
	}
	taken := make(chan error, 1)
	go func() {
		n := 0
		var first error
		for w := range order {
			for _, r := range <-w.out {
				n++
				if first != nil {
					continue
				}
				if first = r.err; first == nil {
					first = take(r.record)
				}
				if first != nil {
					first = fmt.Errorf("%s:%d: %w", m, n, first)
				}
			}
		}
		taken <- first
	}()
	var lines [][]byte
	send := func() {
		w := work{lines, make(chan []result, 1)}
		order <- w
		todo <- w
		lines = make([][]byte, 0, batch)
	}
	err := file.Lines(m, func(line []byte) error {
		if lines = append(lines, line); len(lines) == batch {
			send()
		}
		return ctx.Err()
	})
	send()
	close(todo)
	close(order)
	if wrong := <-taken; err == nil {
		err = wrong
	}
	return err
}

// readTrials reads and rescores all endings.
func (s *sheet) readTrials(ctx context.Context) error {
	return each(ctx, s.file, archive.Trials, s.rescore, s.take)
}

// ending holds the fields read from a [store.TrialRecord], and the results derived from it.
type ending struct {
	at          int32 // of the trial, the last planned one with its key
	round       int32
	variant     *bench.Variant
	subject     int32
	raw         bench.Response
	failed      bool
	rescored    bool
	altered     bool
	older       bool
	rawless     bool
	unconfirmed bool // its text is not in the raw response
	cost        *float64
	answer      uint64
	derived
}

// derived is the result of a text on a variant.
type derived struct {
	outcome  bench.Outcome
	verdict  bench.Truth // 0 without an answer
	strict   bench.Decision
	lenient  bench.Decision
	unscored bool
}

// derive parses and judges a response of a subject.
func (a asked) derive(outcome bench.Outcome, v *bench.Variant, resp bench.Response) derived {
	if outcome == bench.Failed || a.leftOut != "" {
		return derived{outcome: outcome}
	}
	t := bench.Trial{Variant: v, Details: &bench.Details{Response: resp}}
	engine.Derive(a.asks, a.limit, &t, judge.Rule{})
	out := derived{outcome: t.Outcome}
	out.verdict, _ = t.Says()
	if t.Verdict != nil {
		out.strict, out.lenient, out.unscored = t.Verdict.Strict, t.Verdict.Lenient, t.Verdict.Unscored
	}
	return out
}

// bytesOf returns the bytes of a [store.Raw] from its JSON form.
func bytesOf(r gjson.Result) (store.Raw, error) {
	switch r.Type {
	case gjson.Null:
		return nil, nil
	case gjson.String:
		return store.Raw(r.Str), nil
	}
	var out store.Raw
	err := out.UnmarshalJSON([]byte(r.Raw))
	return out, err
}

// rescore reads one record, and parses and judges its text again.
func (s *sheet) rescore(line []byte) (e ending, err error) {
	if !gjson.ValidBytes(line) {
		return e, errors.New("not valid JSON")
	}
	var key, subject, variant, outcome, parser, rule string
	var text, response, finishRaw store.Raw
	var verdict bench.Truth
	var strict, lenient bench.Decision
	hasAnswer := false
	gjson.ParseBytes(line).ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "trial":
			key = v.Str
		case "round":
			e.round = int32(v.Int())
		case "subject":
			subject = v.Str
		case "variant":
			variant = v.Str
		case "outcome":
			outcome = v.Str
		case "finish":
			e.raw.Finish = bench.Outcome(v.Str)
		case "finish_raw":
			finishRaw, err = bytesOf(v)
		case "output_tokens":
			e.raw.Usage.OutputTokens = v.Int()
		case "cost_usd":
			if v.Type == gjson.Number {
				e.cost = &v.Num
			}
		case "text":
			text, err = bytesOf(v)
		case "response":
			response, err = bytesOf(v)
		case "parser":
			parser = v.Str
		case "judge":
			rule = v.Str
		case "answer":
			if hasAnswer = v.IsObject(); hasAnswer {
				err = verdict.UnmarshalText([]byte(v.Get("verdict").Str))
			}
		case "verdict":
			strict, lenient = bench.Decision(v.Get("strict").Str), bench.Decision(v.Get("lenient").Str)
		}
		return err == nil
	})
	if err != nil {
		return e, err
	}
	var ok, known bool
	e.at, ok = s.index[key]
	e.variant = s.variants[variant]
	e.subject, known = s.subjects[subject]
	switch {
	case !ok:
		return e, fmt.Errorf("trial %.40q is finished but was not planned", key)
	case e.variant == nil:
		return e, fmt.Errorf("trial %.40q refers to the missing variant %.40q", key, variant)
	case !known || e.subject != s.trials[e.at].subject:
		return e, fmt.Errorf("trial %.40q does not belong to %.80q", key, subject)
	case !slices.Contains(bench.Outcomes(), bench.Outcome(outcome)):
		return e, fmt.Errorf("trial %.40q has the unknown outcome %.40q", key, outcome)
	case e.round < 0:
		return e, fmt.Errorf("trial %.40q has the round %d", key, e.round)
	}
	of := s.asked[e.subject]
	e.raw.Text, e.raw.FinishRaw = string(text), string(finishRaw)
	e.failed = outcome == string(bench.Failed)
	e.derived = of.derive(bench.Outcome(outcome), e.variant, e.raw)
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s\n%s\n", subject, e.variant.Key)
	hash.Write(text)
	e.answer = hash.Sum64()
	if e.rescored = !e.failed && of.leftOut == ""; !e.rescored {
		return e, nil
	}
	own := judge.Rule{}.Name()
	same := string(e.outcome) == outcome && hasAnswer == (e.verdict != 0) && verdict == e.verdict
	if rule == own {
		same = same && strict == e.strict && lenient == e.lenient
	}
	e.older = parser != answer.Version || rule != own
	e.altered = !same && parser == answer.Version
	if e.outcome == bench.Answered {
		e.rawless = response == nil
		e.unconfirmed = response != nil && !inResponse(text, response)
	}
	return e, nil
}

// take counts an ending, and keeps the last ending of each trial.
func (s *sheet) take(e ending) error {
	count := func(n *int, when bool) {
		if when {
			*n++
		}
	}
	count(&s.a.Rescored, e.rescored)
	count(&s.a.Altered, e.altered)
	count(&s.a.Older, e.older)
	count(&s.a.Rawless, e.rawless)
	count(&s.a.Unconfirmed, e.unconfirmed)
	for at := e.at; at >= 0; at = s.trials[at].next {
		t := &s.trials[at]
		switch {
		case e.round == t.round:
			return fmt.Errorf("a trial has two endings of round %d", e.round)
		case e.round < t.round:
			return errors.New("the endings of a trial are not in order")
		}
		t.again = t.again || t.answered
		t.answered = t.answered || e.outcome == bench.Answered
		t.round, t.derived, t.answer = e.round, e.derived, e.answer
		if t.variant != e.variant {
			t.derived = s.asked[e.subject].derive(e.outcome, t.variant, e.raw)
		}
		if t.priced = e.cost != nil; t.priced {
			t.cost = *e.cost
		}
	}
	return nil
}

// inResponse reports whether a text is the content of a raw response: the response itself, or a string in its JSON,
// or several of its strings joined, as the parts of a message are.
func inResponse(text, response []byte) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || bytes.Contains(response, text) {
		return true
	}
	if b, err := json.Marshal(string(text)); err == nil && bytes.Contains(response, b[1:len(b)-1]) {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(response))
	rest := string(text)
	for {
		tok, err := d.Token()
		if err != nil {
			return bytes.Contains([]byte(strings.ToValidUTF8(string(response), "\ufffd")), text)
		}
		s, ok := tok.(string)
		if s = strings.TrimSpace(s); !ok || s == "" {
			continue
		}
		if strings.Contains(s, string(text)) {
			return true
		}
		if after, ok := strings.CutPrefix(rest, s); ok {
			if rest = strings.TrimSpace(after); rest == "" {
				return true
			}
		}
	}
}

// entries builds the archive's entries from its trials.
func (s *sheet) entries() {
	type place struct {
		subject int32
		suite   string
	}
	at := map[place]*Entry{}
	type decision struct {
		strict, lenient bench.Decision
		unscored        bool
	}
	verdicts := map[decision]*bench.Verdict{} // shared by trials, which may be a million
	answers := map[bench.Truth]*bench.Answer{bench.Vulnerable: {Verdict: bench.Vulnerable},
		bench.Safe: {Verdict: bench.Safe}}
	for i := range s.trials {
		t := &s.trials[i]
		sub := s.asked[t.subject]
		if t.round >= 0 {
			s.a.Ended++
		}
		if t.again {
			s.a.Again++
		}
		switch {
		case sub.leftOut != "":
			s.a.leave(sub.leftOut, 1)
			continue
		case t.variant.Chain != "":
			s.a.leave("they ask about a transformed text", 1)
			continue
		case !onBoard(t.variant):
			s.a.leave("they show no code", 1)
			continue
		}
		e := at[place{t.subject, t.variant.Suite}]
		if e == nil {
			e = &Entry{Archive: s.a, Subject: sub.subject}
			at[place{t.subject, t.variant.Suite}] = e
			s.a.entries = append(s.a.entries, e)
		}
		row := bench.Trial{Variant: t.variant, Subject: sub.subject.Name, Repetition: int(t.repetition), Outcome: t.outcome,
			Answer: answers[t.verdict]}
		if row.Answer != nil {
			key := decision{t.strict, t.lenient, t.unscored}
			if verdicts[key] == nil {
				verdicts[key] = &bench.Verdict{Strict: t.strict, Lenient: t.lenient, Unscored: t.unscored}
			}
			row.Verdict = verdicts[key]
		}
		if t.priced {
			row.Spent = &bench.Spent{CostUSD: t.cost, Priced: true}
		}
		if t.outcome == bench.Answered {
			e.answers = append(e.answers, t.answer)
		}
		e.rows = append(e.rows, row)
	}
}
