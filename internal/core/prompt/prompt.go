// Package prompt turns tasks into questions, by strategies and factors. A strategy is a way of asking: a folder of
// this package with a strategy.yaml, a user.tmpl, and optionally a system.tmpl and the JSON schema of the answer. A
// folder with only a strategy.yaml uses another folder's templates at other levels of their factors. The program
// finds the embedded folders by itself, so a new strategy is a new folder and needs no code.
//
// Rendering is pure, and samples are opaque: templates are split once, when they are loaded, and the pieces are
// joined with the sample's bytes. Text of a sample is never parsed as a template, and no byte of it is lost or
// added.
package prompt

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
)

// FormatOf returns the format whose questions apply to a task: tasks with a specification belong to the SQL
// suite.
func FormatOf(t bench.Task) bench.Format {
	if t.Spec != "" {
		return bench.Queries
	}
	return bench.Contracts
}

// Asks is the kind of answer that a strategy asks for.
type Asks string

const (
	ForVerdict   Asks = "verdict"   // is it vulnerable, and where: package answer parses it
	ForExploit   Asks = "exploit"   // an attack on the code, to be executed (docs/tasks.md)
	ForPatch     Asks = "patch"     // the repaired code
	ForTest      Asks = "test"      // a test that the code fails
	ForKnowledge Asks = "knowledge" // facts about an incident, without code

	ForContinuation Asks = "continuation" // the text that follows a beginning, word for word
)

// OfMemory reports whether the strategy asks what subjects remember, and not about flaws.
func (a Asks) OfMemory() bool { return a == ForKnowledge || a == ForContinuation }

// Kind returns the kind of the answer, "" for findings and for facts.
func (a Asks) Kind() bench.AnswerKind {
	switch a {
	case ForExploit:
		return bench.AnswerExploit
	case ForPatch:
		return bench.AnswerPatch
	case ForTest:
		return bench.AnswerTest
	}
	return ""
}

var asks = []Asks{ForVerdict, ForExploit, ForPatch, ForTest, ForKnowledge, ForContinuation}

// Strategy is one way of asking: templates, with a level for each of their factors. It is a constant value.
type Strategy struct {
	Name      string
	Doc       string // one line, no capital, no period
	Asks      Asks
	Languages []string // of tasks; "*" is any
	Formats   []bench.Format
	Default   bool   // for its formats
	Templates string // the strategy that owns the templates, often itself
	Schema    []byte // JSON schema of the answer, nil for free text; read-only

	base         base
	levels       map[string]string
	system, user template // base at levels
}

// Hash identifies the strategy by its content: two strategies with equal hashes ask the same question about
// every task.
func (s Strategy) Hash() string {
	sum := sha256.Sum256([]byte(s.identity()))
	return hex.EncodeToString(sum[:])
}

func (s Strategy) identity() string {
	text := fmt.Sprintf("%q %q %q %q %q", s.Asks, s.Languages, s.system, s.user, s.Schema)
	for _, name := range FlagFactors() {
		if level := s.levels[name]; level != "" && level != factorNamed(name).Levels[0] {
			text += " " + name + "=" + level
		}
	}
	return text
}

// Prompt is a rendered question.
type Prompt struct {
	System     string // "" sends no system message
	User       string
	Schema     []byte // read-only
	SchemaName string
	Hash       string // of all fields above; equal hashes are equal questions

	fixed string // the strategy's own words, for Leaks
}

// MismatchError means that a strategy cannot ask about a task: it is meant for another language, or shows
// something that the task does not have. Both the strategy and the task are valid.
type MismatchError struct {
	Strategy string
	Why      string
}

func (e *MismatchError) Error() string { return fmt.Sprintf("strategy %s: %s", e.Strategy, e.Why) }

// Render returns the question about a task. The error is a [*MismatchError], or reports that s does not ask
// about code or that the task has none.
func Render(s Strategy, t bench.Task) (Prompt, error) {
	if s.Asks == ForKnowledge {
		return Prompt{}, fmt.Errorf("strategy %s asks about incidents, not about code", s.Name)
	}
	if t.Language == bench.IncidentLanguage {
		return Prompt{}, &MismatchError{s.Name, "it asks about code, and there is none"}
	}
	if !slices.Contains(s.Languages, "*") && !slices.Contains(s.Languages, t.Language) {
		return Prompt{}, &MismatchError{s.Name, fmt.Sprintf("it is for %s, not for %q", strings.Join(s.Languages, ", "),
			t.Language)}
	}
	if t.Aids[bench.AidChange] != "" && !s.shows("change") {
		return Prompt{}, &MismatchError{s.Name, "it asks about code as it stands, not about a change"}
	}
	if len(t.Files) == 0 {
		return Prompt{}, fmt.Errorf("strategy %s: the task has no code", s.Name)
	}
	hint, level := "", s.levels[HintFactor]
	if level != "" && level != HintNone {
		if hint = t.Aids[bench.AidHint+level]; hint == "" {
			return Prompt{}, &MismatchError{s.Name, "it gives a hint, and there is none for this text"}
		}
	}
	code, extent := fenced(t.Language, t.Files, false), s.levels[ExtentFactor]
	if extent != "" && extent != ExtentFile {
		if code = t.Aids[bench.AidExtent+extent]; code == "" {
			return Prompt{}, &MismatchError{s.Name, "it shows the " + extent + ", and there is none for this text"}
		}
	}
	return s.render(map[string]string{
		HintFactor: hint, ExtentFactor: extentNotes[extent],
		"code":     code,
		"language": t.Language,
		"path":     t.Files[0].Path,
		"context":  fenced(t.Language, t.Context, true),
		"protocol": t.Protocol,
		"spec":     t.Spec,
		"world":    t.Aids[bench.AidWorld], "packages": t.Aids[bench.AidPackages],
		"session": t.Aids[bench.AidSession], "change": t.Aids[bench.AidChange],
	})
}

// RenderIncident returns the question for the facts about an incident by its name, with further questions. It
// fails when s asks about something else or the name is empty.
func RenderIncident(s Strategy, name string, questions ...string) (Prompt, error) {
	if s.Asks != ForKnowledge {
		return Prompt{}, fmt.Errorf("strategy %s asks about code, not about incidents", s.Name)
	}
	var lines []string
	for i, q := range questions {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, q))
	}
	return s.render(map[string]string{"incident": name, "questions": cmp.Or(strings.Join(lines, "\n"), "(none)")})
}

func (s Strategy) render(values map[string]string) (Prompt, error) {
	p := Prompt{Schema: s.Schema, fixed: s.system.fixed() + "\n" + s.user.fixed()}
	if s.Schema != nil {
		p.SchemaName = "answer"
	}
	var err error
	if p.System, err = s.system.render(values); err == nil {
		p.User, err = s.user.render(values)
	}
	if m := (*MismatchError)(nil); errors.As(err, &m) {
		m.Strategy = s.Name
	}
	if err != nil {
		return Prompt{}, err
	}
	if note := values[ExtentFactor]; note != "" {
		p.User += "\n\n" + note
		p.fixed += "\n" + note
	}
	if hint := values[HintFactor]; hint != "" {
		p.User += "\n\n" + hintLead + hint
		p.fixed += "\n" + hintLead
	}
	h := sha256.New()
	for _, field := range []string{p.System, p.User, string(p.Schema), p.SchemaName} {
		fmt.Fprintf(h, "%d:%s", len(field), field)
	}
	p.Hash = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// All returns the strategies ordered by name. The caller owns the slice. It panics when a folder of this
// package is not a strategy, which the tests of this package rule out.
func All() []Strategy {
	all, err := embedded()
	if err != nil {
		panic("prompt: " + err.Error())
	}
	return slices.Clone(all)
}

// For returns the strategy with this name, or the combination that it describes (see [Find]), for a format; ""
// is the format's default. A strategy for another format is a [*MismatchError].
func For(format bench.Format, name string) (Strategy, error) {
	if name == "" {
		return choose(All(), format, "")
	}
	s, err := Find(name)
	if err != nil {
		return Strategy{}, err
	}
	return s.For(format)
}

// anyLanguage is the strategy for code in a language that the default does not read.
const anyLanguage = "any-language"

// ForTask is For with the format of a task; "" is the default for its language.
func ForTask(t bench.Task, name string) (Strategy, error) {
	s, err := For(FormatOf(t), name)
	if err == nil && name == "" && FormatOf(t) == bench.Contracts && !slices.Contains(s.Languages, t.Language) &&
		t.Language != bench.IncidentLanguage {
		return Find(anyLanguage)
	}
	return s, err
}

// For returns s if it is for a format, or else a [*MismatchError].
func (s Strategy) For(format bench.Format) (Strategy, error) {
	return choose([]Strategy{s}, format, s.Name)
}

// choose returns the strategy with this name among those of a format, "" for the default.
func choose(all []Strategy, format bench.Format, name string) (Strategy, error) {
	for _, s := range all {
		switch {
		case s.Name == name && !slices.Contains(s.Formats, format):
			return Strategy{}, &MismatchError{name, fmt.Sprintf("it is for suites of format %s, not %s",
				bench.FormatNames(s.Formats), format)}
		case s.Name == name, name == "" && s.Default && slices.Contains(s.Formats, format):
			return s, nil
		}
	}
	return Strategy{}, fmt.Errorf("there is no default strategy for suites of format %q", format)
}
