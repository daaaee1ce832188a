package board

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/internal/answer"
	"assay/internal/archive"
	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/judge"
	"assay/internal/prompt"
	"assay/internal/store"
	"assay/internal/suite"
)

// reader reads archives one after the other. Texts that several of them have are kept once.
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

// truth returns the texts of a suite at a version, nil when it is not at hand.
func (r *reader) truth(name, version string) map[string]*bench.Variant {
	return r.truths[name+"\n"+version]
}

// print is the hash of everything in a variant that can change a number.
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

// read checks one file. An error is the end of ctx: everything else is in the archive.
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
	if sub != nil {
		if err := sub.check(a); err != nil {
			return reject(err)
		}
	}
	s := &sheet{r: r, a: a, file: file, plan: sha256.New(), index: map[string]int32{}, variants: map[string]*bench.Variant{}, subjects: map[string]int32{}}
	for _, step := range []func(context.Context) error{s.readVariants, s.readPlan, s.readTrials} {
		if err := step(ctx); err != nil {
			return reject(err)
		}
	}
	for _, m := range []archive.Member{archive.Judgements, archive.Reviews} { // hashed, and not used: one judge for all
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

// sheet is the trials of one archive while it is read.
type sheet struct {
	r        *reader
	a        *Archive
	file     *archive.Archive
	plan     hash.Hash
	variants map[string]*bench.Variant // by id
	subjects map[string]int32          // by name, in asked
	asked    []asked
	trials   []trial
	index    map[string]int32 // of the last trial with a key; next leads to the others

	mu    sync.Mutex
	bad   int // line of the first record that is wrong
	wrong error
}

// asked is a subject with what it was asked for.
type asked struct {
	subject bench.Subject
	asks    prompt.Asks
	limit   int64
	out     string // why its trials are on no table, "" where they are
}

// trial is a planned trial with its last ending.
type trial struct {
	variant    *bench.Variant
	next       int32 // place of another trial with the same key, -1 without one
	subject    int32
	repetition int32
	round      int32 // of the ending, -1 without one
	outcome    bench.Outcome
	said       bench.Truth
	strict     bench.Decision
	lenient    bench.Decision
	unscored   bool
	answered   bool // in any round
	again      bool // … and asked again
	cost       float64
	priced     bool
	answer     uint64
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
			return fmt.Errorf("variant %q comes twice, or has no key", v.Key)
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

// onBoard reports whether a text can be on a table: one that stands as it is in a suite.
func onBoard(v *bench.Variant) bool {
	return v.Chain == "" && (v.Format == suite.Blockbench || v.Format == suite.TenantSQL)
}

func (s *sheet) readPlan(context.Context) error {
	for _, sub := range s.a.Run.Manifest.Subjects {
		s.asked = append(s.asked, askedOf(sub))
		s.subjects[sub.Name] = int32(len(s.asked) - 1)
	}
	n := s.file.Records(archive.Plan)
	s.trials = make([]trial, 0, min(n, 1<<20))
	err := s.file.Lines(archive.Plan, func(line []byte) error {
		var p store.PlannedRecord
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		v := s.variants[p.Variant]
		sub, ok := s.subjects[p.Subject]
		switch {
		case v == nil:
			return fmt.Errorf("trial %.40q is about variant %.40q, which is not there", p.Key, p.Variant)
		case !ok:
			return fmt.Errorf("trial %.40q is of %.80q, which is no subject of the run", p.Key, p.Subject)
		case p.Parts == nil || p.Parts.Hash() != p.Key:
			return fmt.Errorf("trial %.40q is not the hash of its parts", p.Key)
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
		return fmt.Errorf("the plan is not complete: its trials hash to %s, not to %s", got, s.a.Run.Plan)
	}
	s.a.Planned = len(s.trials)
	return nil
}

// askedOf says what a subject was asked for.
func askedOf(sub bench.Subject) asked {
	out := asked{subject: sub, asks: engine.AsksFor(sub.Strategy), limit: engine.LimitOf(sub.Params)}
	switch level, _ := prompt.HintOf(sub.Strategy); {
	case sub.Strategy != "" && level != prompt.HintNone:
		out.out = "with a hint"
	case out.asks != prompt.ForVerdict:
		out.out = "of another task than to detect"
	}
	return out
}

// batch is how many records one worker takes at once.
const batch = 128

// readTrials reads all endings again, on all processors.
func (s *sheet) readTrials(ctx context.Context) error {
	type work struct {
		from  int
		lines [][]byte
	}
	todo := make(chan work, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for w := range todo {
				for i, line := range w.lines {
					if err := s.ending(line); err != nil {
						s.fail(w.from+i, err)
					}
				}
			}
		})
	}
	w := work{from: 1}
	n := 0
	err := s.file.Lines(archive.Trials, func(line []byte) error {
		n++
		w.lines = append(w.lines, line)
		if len(w.lines) == batch {
			todo <- w
			w = work{from: n + 1, lines: make([][]byte, 0, batch)}
		}
		return ctx.Err()
	})
	todo <- w
	close(todo)
	wg.Wait()
	if err == nil && s.wrong != nil {
		err = fmt.Errorf("%s:%d: %w", archive.Trials, s.bad, s.wrong)
	}
	return err
}

// fail keeps the first wrong record, whichever worker finds it.
func (s *sheet) fail(line int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wrong == nil || line < s.bad {
		s.bad, s.wrong = line, err
	}
}

// ending is what is read of a [store.TrialRecord].
type ending struct {
	Key          string        `json:"trial"`
	Round        int32         `json:"round"`
	Subject      string        `json:"subject"`
	Variant      string        `json:"variant"`
	Outcome      bench.Outcome `json:"outcome"`
	Finish       bench.Outcome `json:"finish"`
	FinishRaw    store.Raw     `json:"finish_raw"`
	OutputTokens int64         `json:"output_tokens"`
	CostUSD      *float64      `json:"cost_usd"`
	Text         store.Raw     `json:"text"`
	Response     store.Raw     `json:"response"`
	Parser       string        `json:"parser"`
	Judge        string        `json:"judge"`
	Answer       *struct {
		Verdict bench.Truth `json:"verdict"`
	} `json:"answer"`
	Verdict *struct {
		Strict  bench.Decision `json:"strict"`
		Lenient bench.Decision `json:"lenient"`
	} `json:"verdict"`
}

// ending reads one record again.
func (s *sheet) ending(line []byte) error {
	var e ending
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	at, ok := s.index[e.Key]
	v := s.variants[e.Variant]
	sub, known := s.subjects[e.Subject]
	switch {
	case !ok:
		return fmt.Errorf("trial %.40q has ended and was not planned", e.Key)
	case v == nil:
		return fmt.Errorf("trial %.40q is about variant %.40q, which is not there", e.Key, e.Variant)
	case !known || sub != s.trials[at].subject:
		return fmt.Errorf("trial %.40q is not of %.80q", e.Key, e.Subject)
	case !slices.Contains(bench.Outcomes(), e.Outcome):
		return fmt.Errorf("trial %.40q has the outcome %.40q, which is none", e.Key, e.Outcome)
	}
	of := s.asked[sub]
	resp := bench.Response{Text: string(e.Text), Finish: e.Finish, FinishRaw: string(e.FinishRaw), Usage: bench.Usage{OutputTokens: e.OutputTokens}}
	rule := judge.Rule{}
	derive := func(v *bench.Variant) (bench.Outcome, bench.Truth, *bench.Verdict) {
		if e.Outcome == bench.Failed || of.out != "" {
			return e.Outcome, 0, nil
		}
		t := bench.Trial{Variant: v, Details: &bench.Details{Response: resp}}
		engine.Derive(of.asks, of.limit, &t, rule)
		says, _ := t.Says()
		return t.Outcome, says, t.Verdict
	}
	outcome, said, verdict := derive(v)
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s\n%s\n", e.Subject, v.Key)
	hash.Write(e.Text)
	rescored := e.Outcome != bench.Failed && of.out == ""
	altered, older := false, false
	if rescored {
		same := outcome == e.Outcome && (e.Answer == nil) == (said == 0) && (e.Answer == nil || e.Answer.Verdict == said)
		older = e.Parser != answer.Version || e.Judge != rule.Name()
		if same && e.Judge == rule.Name() && verdict != nil {
			same = e.Verdict != nil && e.Verdict.Strict == verdict.Strict && e.Verdict.Lenient == verdict.Lenient
		}
		altered = !same && e.Parser == answer.Version
	}
	rawless := rescored && outcome == bench.Answered && e.Response == nil
	unconfirmed := rescored && outcome == bench.Answered && e.Response != nil && !stands(e.Text, e.Response)

	s.mu.Lock()
	defer s.mu.Unlock()
	count := func(n *int, when bool) {
		if when {
			*n++
		}
	}
	count(&s.a.Rescored, rescored)
	count(&s.a.Altered, altered)
	count(&s.a.Older, older)
	count(&s.a.Rawless, rawless)
	count(&s.a.Unconfirmed, unconfirmed)
	for ; at >= 0; at = s.trials[at].next {
		t := &s.trials[at]
		t.again = t.again || t.round >= 0 && (t.answered || outcome == bench.Answered && e.Round < t.round)
		t.answered = t.answered || outcome == bench.Answered
		if e.Round <= t.round {
			continue
		}
		if t.variant != v {
			outcome, said, verdict = derive(t.variant)
		}
		t.round, t.outcome, t.said, t.answer = e.Round, outcome, said, hash.Sum64()
		t.strict, t.lenient, t.unscored = "", "", false
		if verdict != nil {
			t.strict, t.lenient, t.unscored = verdict.Strict, verdict.Lenient, verdict.Unscored
		}
		if t.priced = e.CostUSD != nil; t.priced {
			t.cost = *e.CostUSD
		}
	}
	return nil
}

// stands reports whether a text is what a raw response says: it is the response, or a
// string in its JSON, or strings of it one after the other, as parts of a message are.
func stands(text, response []byte) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || bytes.Contains(response, text) {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(response))
	rest := string(text)
	for {
		tok, err := d.Token()
		if err != nil {
			return bytes.Contains([]byte(strings.ToValidUTF8(string(response), "\ufffd")), text)
		}
		said, ok := tok.(string)
		if said = strings.TrimSpace(said); !ok || said == "" {
			continue
		}
		if strings.Contains(said, string(text)) {
			return true
		}
		if after, ok := strings.CutPrefix(rest, said); ok {
			if rest = strings.TrimSpace(after); rest == "" {
				return true
			}
		}
	}
}

// entries makes the entries of the archive out of its trials.
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
	verdicts := map[decision]*bench.Verdict{} // trials share what metrics read of them: there may be a million
	answers := map[bench.Truth]*bench.Answer{bench.Vulnerable: {Verdict: bench.Vulnerable}, bench.Safe: {Verdict: bench.Safe}}
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
		case sub.out != "":
			s.a.leave(sub.out, 1)
			continue
		case t.variant.Chain != "":
			s.a.leave("about a transformed text", 1)
			continue
		case !onBoard(t.variant):
			s.a.leave("about no code", 1)
			continue
		}
		e := at[place{t.subject, t.variant.Suite}]
		if e == nil {
			e = &Entry{Archive: s.a, Subject: sub.subject}
			at[place{t.subject, t.variant.Suite}] = e
			s.a.entries = append(s.a.entries, e)
		}
		row := bench.Trial{Variant: t.variant, Subject: sub.subject.Name, Repetition: int(t.repetition), Outcome: t.outcome, Answer: answers[t.said]}
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
