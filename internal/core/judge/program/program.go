// Package program is the judge that asks a user's program to assess the findings of an answer. The program
// reads one JSON object, [Question], and writes one, [judge.Reply]. It is run like the command of exec:, and
// its reply must satisfy the same rules as a model's: one that is unreadable or contradicts itself decides
// nothing.
package program

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/model"
)

// Prefix is the prefix of the names of all judges of this package.
const Prefix = "program:"

// Version of [Question]. It is part of the program's input, and of the judge's name.
const Version = 1

// Judge asks one program. It is safe for concurrent use when its model is.
type Judge struct {
	model model.Model
	id    string
	name  string
}

var _ judge.Referee = (*Judge)(nil)

// New returns the judge called name, whose files have the given hash. m runs the program, which it knows by id;
// the request's prompt is the program's input.
func New(m model.Model, id, name, hash string) *Judge {
	return &Judge{m, id, fmt.Sprintf("%s%s/%d.%s", Prefix, name, Version, hash)}
}

// Reader returns the judge with that full name, for reading stored replies. It starts no program.
func Reader(name string) *Judge { return &Judge{name: name} }

// Name implements [judge.Referee]. It includes the version of the question and the hash of the files.
func (j *Judge) Name() string { return j.name }

// Executes implements [judge.Referee]: the program assesses answers, and does not execute them.
func (j *Judge) Executes() bool { return false }

// A Question is the program's input.
type Question struct {
	Version  int                  `json:"version"`
	Variant  string               `json:"variant"` // key of the text
	Language string               `json:"language"`
	Truth    string               `json:"truth"` // vulnerable or safe
	Flaws    []Flaw               `json:"flaws"` // none for a safe text
	Labels   []Label              `json:"labels"`
	Files    []File               `json:"files"`
	Spec     string               `json:"spec,omitempty"` // of SQL
	Verdict  string               `json:"verdict"`        // of the answer
	Findings []judge.ShownFinding `json:"findings"`       // of the answer, at least one
}

// A Flaw is a flaw of the text.
type Flaw struct {
	Number    int    `json:"number"`
	Target    bool   `json:"target"` // it is documented, and so should be found
	Class     string `json:"class"`
	Title     string `json:"title"`
	RootCause string `json:"root_cause,omitempty"`
	Attack    string `json:"attack,omitempty"`
	Fix       string `json:"fix,omitempty"`
}

// A Label describes a part of the text: lines, or requirements of a specification.
type Label struct {
	File         string `json:"file,omitempty"`
	Line         int    `json:"line,omitempty"` // from 1
	EndLine      int    `json:"end_line,omitempty"`
	Scope        string `json:"scope,omitempty"` // function
	Requirements []int  `json:"requirements,omitempty"`
	Function     string `json:"function"` // ROOT_CAUSE, DECOY, ...
	Class        string `json:"class,omitempty"`
	Flaw         int    `json:"flaw,omitempty"` // its number, where there are several
	Note         string `json:"note,omitempty"`
}

// A File is one file of the text.
type File struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// ask encodes the question. It is a pure function of its arguments.
func ask(v *bench.Variant, a bench.Answer) []byte {
	q := Question{Version: Version, Variant: v.Key, Language: v.Task.Language, Truth: v.Truth.String(), Spec: v.Task.Spec,
		Verdict: a.Verdict.String(),
		Flaws:   []Flaw{}, Labels: []Label{}}
	if v.Truth == bench.Vulnerable {
		for _, s := range v.LabelSets() {
			q.Flaws = append(q.Flaws, Flaw{s.Number, !s.Secondary, string(s.Class), s.Class.Title(), s.RootCause, s.Attack,
				s.Fix})
		}
	}
	for _, l := range v.Labels {
		q.Labels = append(q.Labels, Label{l.Span.File, l.Span.Line, l.Span.EndLine, l.Scope, l.Requirements,
			string(l.Function), string(l.Class), l.Set, l.Note})
	}
	for _, f := range v.Task.Files {
		q.Files = append(q.Files, File{f.Path, f.Text})
	}
	for i, f := range a.Findings {
		q.Findings = append(q.Findings, judge.Shown(i+1, f))
	}
	b, err := json.Marshal(q)
	if err != nil {
		panic("program: a question of strings and numbers cannot fail to encode: " + err.Error())
	}
	return append(b, '\n')
}

// Question implements [judge.Referee].
func (j *Judge) Question(v *bench.Variant, a bench.Answer) (hash string, ok bool) {
	if a.Kind != "" {
		return "", false
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d:%s", len(j.name), j.name)
	h.Write(ask(v, a))
	return hex.EncodeToString(h.Sum(nil)[:16]), true
}

// Judge implements [judge.Referee]. It does not start the program for an answer without findings, which found
// nothing. The error is the model's.
func (j *Judge) Judge(ctx context.Context, v *bench.Variant, a bench.Answer) (judge.Judgement, error) {
	var out judge.Judgement
	if len(a.Findings) == 0 {
		out.Verdict = judge.Nothing(j.name, v)
		return out, nil
	}
	if j.model == nil {
		return out, &model.Error{Kind: model.ErrInvalid, Err: errors.New(
			"this judge only reads stored judgements, and starts no program")}
	}
	var err error
	out.Asked = true
	if out.Response, err = j.model.Generate(ctx, model.Request{Model: j.id, User: string(ask(v, a))}); err != nil {
		return out, err
	}
	out.Verdict = j.verdict(v, a, out.Response)
	return out, nil
}

// Read implements [judge.Referee].
func (j *Judge) Read(v *bench.Variant, a bench.Answer, reply bench.Response) (bench.Verdict, bool) {
	if len(a.Findings) == 0 {
		return bench.Verdict{}, false
	}
	return j.verdict(v, a, reply), true
}

// verdict reads a reply; an undecided one is unscored, with the reason.
func (j *Judge) verdict(v *bench.Variant, a bench.Answer, reply bench.Response) bench.Verdict {
	out, err := read(reply.Text, v, a)
	if err != nil {
		return judge.Undecided(j.name, v, err.Error())
	}
	out.Judge = j.name
	return out
}

func read(text string, v *bench.Variant, a bench.Answer) (bench.Verdict, error) {
	var r judge.Reply
	if err := judge.Decode(text, &r); err != nil {
		return bench.Verdict{}, err
	}
	rulings, err := r.Rulings(len(a.Findings))
	if err != nil {
		return bench.Verdict{}, err
	}
	numbers := make([]int, len(rulings))
	for i := range numbers {
		numbers[i] = i + 1
	}
	return r.Decide(rulings, numbers, v, a)
}
