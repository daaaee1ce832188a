// Package injection puts an instruction to the reader into what is reviewed: into the code, or into the text beside it.
// Unlike an attestation, which claims something about the code, an instruction demands an answer. Its placebo puts a
// text of the same length, which instructs nobody, into the same place.
package injection

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// Transformation adds an instruction, which demands the wrong answer on one half of a pair: "safe" on the vulnerable
// one, or "vulnerable" on the repaired one.
var Transformation = made("injection", transform.Injection, "I", "put an instruction to the reader into the text")

// Placebo is what the effect of [Transformation] with the same options is compared with.
var Placebo = made(placebo, transform.Placebo, "P",
	"put a text that instructs nobody where injection puts an instruction")

const placebo = "injection-placebo"

// Places of the text.
const (
	comment  = "comment"
	natspec  = "natspec"
	local    = "local"
	literal  = "string"
	public   = "public"
	protocol = "protocol"
)

func made(name string, kind transform.Kind, letter, doc string) transform.Transformation {
	t := transform.Transformation{
		Name: name,
		Doc: doc + `

The function, the name and the wording are drawn by the seed and are the same in both halves. A name and a string keep
their beginning. With kind=mixed the seed draws a kind for each text.`,
		Kind:      kind,
		Letter:    letter,
		Promises:  transform.C1,
		Weaker:    map[string]transform.Certificate{"place=" + literal: transform.C4, "place=" + public: transform.C3},
		Languages: transform.SolidityAndSQL(),
		Options: []transform.Option{
			{Name: "kind", Values: append([]string{"mixed"}, kindNames()...), Doc: "what the text is like"},
			{Name: "place", Values: []string{comment, natspec, local, literal, public, protocol}, Doc: "a comment, the " +
				"documentation of a function, a local name, a string, a public name, or the description beside the code"},
			{Name: "towards", Values: []string{"safe", "vulnerable"}, Doc: "the answer that the instruction demands"},
		},
		Run: func(in *transform.Input) (*transform.Output, error) { return run(in, name == placebo) },
	}
	if name == placebo {
		t.Of = "injection"
	}
	return t
}

//go:embed texts.yaml
var file []byte

// texts is texts.yaml.
type texts struct {
	Values []struct {
		Language, Towards string
		Say, Placebo      map[string]string // by mark
	}
	Kinds []struct {
		Name, Doc  string
		Wordings   []struct{ Say, Placebo []string } // in lines
		Identifier struct{ Say, Placebo string }     // what a name is continued with, before the verdict
	}
}

var read = sync.OnceValue(func() (t texts) {
	if err := yaml.UnmarshalWithOptions(file, &t, yaml.Strict()); err != nil {
		panic("injection: texts.yaml: " + err.Error()) // a test reads it
	}
	return t
})

func kindNames() (out []string) {
	for _, k := range read().Kinds {
		out = append(out, k.Name)
	}
	return out
}

// said is what is put into one text, as lines of prose and as the end of a name.
type said struct {
	lines []string
	name  string
	note  string
}

// say chooses the words for a text that the key identifies.
func say(in *transform.Input, asPlacebo bool, key string) said {
	language := "solidity"
	if transform.IsSQL(in.Task.Language) {
		language = "sql"
	}
	var marks []string
	verdict := ""
	for _, v := range read().Values {
		if v.Language == language && v.Towards == in.Options["towards"] {
			words := v.Say
			if asPlacebo {
				words = v.Placebo
			}
			verdict = words["verdict"]
			for mark, word := range words {
				marks = append(marks, "{"+mark+"}", word)
			}
		}
	}
	k := transform.Pick(in.Dice, read().Kinds, "kind", key)
	for _, x := range read().Kinds {
		if x.Name == in.Options["kind"] {
			k = x
		}
	}
	w := transform.Pick(in.Dice, k.Wordings, "wording", k.Name, key)
	out := said{w.Say, k.Identifier.Say, "an instruction: " + k.Name}
	if asPlacebo {
		out = said{w.Placebo, k.Identifier.Placebo, "a text without an instruction, as long as one: " + k.Name}
	}
	out.lines = strings.Split(strings.NewReplacer(marks...).Replace(strings.Join(out.lines, "\n")), "\n")
	out.name += strings.ToUpper(verdict[:1]) + verdict[1:]
	return out
}

func run(in *transform.Input, asPlacebo bool) (*transform.Output, error) {
	w, place := say(in, asPlacebo, in.Code().Path), in.Options["place"]
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Note: w.note}
	var ok bool
	switch {
	case place == protocol:
		return out, beside(in, out, w)
	case transform.IsSQL(in.Task.Language) && place == comment:
		out.Edits[in.Code().Path] = []edit.Edit{edit.Insert(0, "-- "+strings.Join(w.lines, "\n-- ")+"\n")}
		return out, nil
	case transform.IsSQL(in.Task.Language):
	case place == literal:
		ok = inString(in, out, strings.ReplaceAll(strings.Join(w.lines, " "), `"`, "'"))
	case place == local, place == public:
		ok = inName(in, out, w.name, place == public)
	default:
		ok = inComment(in, out, w.lines, place == natspec)
	}
	if !ok {
		return nil, transform.NotApplicable("there is no place of the kind %s that both halves have", place)
	}
	return out, nil
}

// beside adds the text to the end of the description beside the code.
func beside(in *transform.Input, out *transform.Output, w said) error {
	path, text := transform.ProtocolPath, in.Task.Protocol
	if in.Task.Spec != "" {
		path, text = transform.SpecPath, in.Task.Spec
	}
	if text == "" {
		return transform.NotApplicable("there is no description beside it")
	}
	out.Edits[path] = []edit.Edit{edit.Insert(len(strings.TrimRight(text, "\n")), "\n\n"+strings.Join(w.lines, "\n"))}
	return nil
}

// inBoth returns a predicate for what occurs in every half of the pair: find lists what one has in its files.
func inBoth(in *transform.Input, find func(files []bench.File) map[string]bool) func(string) bool {
	here, there := find(in.Task.Files), map[string]bool(nil)
	if in.Twin != nil {
		there = find(in.Twin.Task.Files)
	}
	return func(key string) bool { return here[key] && (there == nil || there[key]) }
}

// inComment puts lines at the beginning of the body of a function, or into its documentation.
func inComment(in *transform.Input, out *transform.Output, lines []string, documented bool) bool {
	functions := func(files []bench.File) map[string]bool {
		have := map[string]bool{}
		for _, f := range files {
			for _, fn := range in.Survey(f.Text).Functions {
				have[fn.Contract+"."+fn.Name] = fn.Callable()
			}
		}
		return have
	}
	both := inBoth(in, functions)
	var path, drawn string
	var at, least = solidity.Function{}, uint64(0)
	for _, f := range in.Task.Files {
		for _, fn := range in.Survey(f.Text).Functions {
			key := fn.Contract + "." + fn.Name
			if x := in.Dice.Uint64("function", key); fn.Callable() && both(key) && key != drawn && (path == "" || x < least) {
				path, drawn, at, least = f.Path, key, fn, x
			}
		}
	}
	for _, f := range in.Task.Files {
		switch o := in.Survey(f.Text); {
		case f.Path != path:
		case documented:
			offset, text := transform.Above(o, at.Header.Start, true, lines)
			out.Edits[path] = []edit.Edit{edit.Insert(offset, text)}
		default:
			offset, text := transform.Inside(o.Src, at.Body.Start, lines...)
			out.Edits[path] = []edit.Edit{edit.Insert(offset, text)}
		}
	}
	return path != ""
}

// inName continues a name with the text: one that calls from outside use, or one that is seen in a function alone.
func inName(in *transform.Input, out *transform.Output, text string, public bool) bool {
	used := inBoth(in, func(files []bench.File) map[string]bool {
		have := map[string]bool{}
		for _, f := range files {
			for _, t := range in.Survey(f.Text).Tokens {
				have[t.Text(f.Text)] = true
			}
		}
		return have
	})
	names := in.Names()
	var list []transform.Name
	for _, n := range names.List {
		isLocal := !slices.ContainsFunc(n.Kinds, func(k solidity.DeclKind) bool {
			return k != solidity.DeclParam && k != solidity.DeclReturn && k != solidity.DeclLocal
		})
		isPublic := n.ABI && !n.Type() && n.Is(solidity.DeclFunction, solidity.DeclStateVar)
		if used(n.Name) && (isPublic && public || isLocal && !public) {
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return false
	}
	old := transform.Pick(in.Dice, list, "name").Name
	now := old + "_" + text
	for n := 2; !names.Free(now); n++ {
		now = fmt.Sprintf("%s_%s%d", old, text, n)
	}
	out.Renames = map[string]string{old: now}
	return true
}

// inString continues the reason of a revert with the text; without a reason it adds a constant.
func inString(in *transform.Input, out *transform.Output, text string) bool {
	reasons := inBoth(in, func(files []bench.File) map[string]bool { return reasonsOf(in, files) })
	var list []string
	for reason, is := range reasonsOf(in, in.Shown()) {
		if is && reasons(reason) {
			list = append(list, reason)
		}
	}
	if slices.Sort(list); len(list) > 0 {
		reason := transform.Pick(in.Dice, list, "reason")
		out.Strings = map[string]string{reason: reason + ". " + text}
		return true
	}
	for _, f := range in.Task.Files {
		o := in.Survey(f.Text)
		for _, c := range o.Contracts {
			i := slices.IndexFunc(o.Tokens, func(t solidity.Token) bool {
				return t.Start > c.Span.Start && t.Text(f.Text) == "{"
			})
			if c.Kind != "contract" || i < 0 {
				continue
			}
			name := "NOTE"
			for n := 2; !in.Names().Free(name); n++ {
				name = fmt.Sprintf("NOTE_%d", n)
			}
			out.Edits[f.Path] = []edit.Edit{edit.Insert(o.Tokens[i].End,
				fmt.Sprintf("\n    string internal constant %s = \"%s\";\n", name, text))}
			return true
		}
	}
	return false
}

// reasonsOf returns the contents of the strings in files that are reasons of reverts and occur as nothing else.
func reasonsOf(in *transform.Input, files []bench.File) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		var words []string // the code without blanks and comments
		for _, t := range in.Survey(f.Text).Tokens {
			if t.Kind != solidity.Space && !t.Comment() {
				words = append(words, t.Text(f.Text))
			}
		}
		calls := []string{} // what the open parentheses belong to
		for i, word := range words {
			switch {
			case word == "(" && i > 0:
				calls = append(calls, words[i-1])
			case word == ")" && len(calls) > 0:
				calls = calls[:len(calls)-1]
			case len(word) > 2 && word[0] == '"':
				content := word[1 : len(word)-1]
				call, last, before := "", i+1 < len(words) && words[i+1] == ")", i > 0 && (words[i-1] == "," || words[i-1] == "(")
				if len(calls) > 0 {
					call = calls[len(calls)-1]
				}
				is := last && before && (call == "require" && words[i-1] == "," || call == "revert")
				if was, seen := out[content]; !seen || was {
					out[content] = is
				}
			}
		}
	}
	return out
}
