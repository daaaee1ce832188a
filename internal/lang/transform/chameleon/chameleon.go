// Package chameleon rewrites code as code of another trade: finance becomes medicine,
// a library or a game, in names, comments, revert reasons and the protocol
// description.
//
// The vocabularies are the YAML files in this directory. Words of the language and
// names that contracts elsewhere use stay unchanged.
package chameleon

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
	"assay/internal/lang/wording"
)

// Transformation is the paper's Chameleon.
var Transformation = transform.Transformation{
	Name: "chameleon",
	Doc: `replace the vocabulary of finance by that of another trade

Words have one translation throughout a sample: nouns become nouns, verbs verbs. Words that no table has get a spare word of the trade;
technical terms and words of every trade stay. A name whose translation is taken gets a number.`,
	Kind:     transform.Preserving,
	Letter:   "C",
	Promises: transform.C3,
	Options:  []transform.Option{{Name: "theme", Values: themeNames(), Doc: "the trade"}},
	Run:      run,
}

//go:embed *.yaml keep.txt
var files embed.FS

// kept holds the words that belong to no trade.
var kept = sync.OnceValue(func() map[string]bool {
	text, err := files.ReadFile("keep.txt")
	if err != nil {
		panic(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			out[w] = true
		}
	}
	return out
})

func themeNames() []string { return []string{"medical", "library", "gaming"} }

var themes = sync.OnceValues(func() (map[string]*wording.Dictionary, error) {
	out := map[string]*wording.Dictionary{}
	for _, theme := range themeNames() {
		text, err := files.ReadFile(theme + ".yaml")
		if err != nil {
			return nil, err
		}
		d, err := wording.ParseDictionary(text)
		if err != nil {
			return nil, err
		}
		out[theme] = d
	}
	return out, nil
})

func run(in *transform.Input) (*transform.Output, error) {
	all, err := themes()
	if err != nil {
		return nil, err
	}
	t := translator{in: in}
	names := in.Names()
	var used []wording.Usage
	for _, n := range names.List {
		used = append(used, wording.Usage{Name: n.Name, Verb: n.Acts})
	}
	t.dict = all[in.Options["theme"]].For(used, func(w string) bool { return kept()[w] }, t.choose)
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Note: fmt.Sprintf("theme %s, dictionary version %d",
		t.dict.Name, t.dict.Version)}
	out.Renames = names.Assign(func(n transform.Name, attempt int) string {
		now, ok := t.dict.Ident(n.Name, n.Acts, t.choose)
		if !ok {
			return ""
		}
		if attempt > 0 {
			id := wording.Split(now)
			now = id.Lead + strings.TrimSuffix(strings.TrimPrefix(now, id.Lead), id.Tail) + fmt.Sprint(attempt+1) + id.Tail
		}
		return now
	})
	out.Strings = map[string]string{}
	for _, f := range in.Shown() {
		out.Edits[f.Path] = t.file(f.Text)
		for _, r := range reasons(in.Parse(f.Text)) {
			if now := t.prose(r); now != r {
				out.Strings[r] = now
			}
		}
	}
	if now := t.prose(in.Task.Protocol); now != in.Task.Protocol {
		out.Edits[transform.ProtocolPath] = []edit.Edit{{Start: 0, End: len(in.Task.Protocol), New: now}}
	}
	if len(out.Renames) == 0 {
		return nil, transform.NotApplicable("every name of it is made of words that belong to no trade")
	}
	return out, nil
}

type translator struct {
	in   *transform.Input
	dict *wording.Dictionary
}

func (t *translator) choose(word string, n int) int { return t.in.Dice.IntN(n, "word", word) }

// namedRE matches a documentation tag with its name: the name follows the code's.
var namedRE = regexp.MustCompile(`@(param|return|inheritdoc|custom:[a-z-]+)[ \t]+[A-Za-z0-9_$]+`)

func (t *translator) prose(text string) string {
	var b strings.Builder
	last := 0
	english := func(s string) { b.WriteString(wording.Text(s, t.word)) }
	if strings.Contains(text, "@") {
		for _, m := range namedRE.FindAllStringIndex(text, -1) {
			english(text[last:m[0]])
			b.WriteString(text[m[0]:m[1]])
			last = m[1]
		}
	}
	english(text[last:])
	return b.String()
}

func (t *translator) word(w string, verb func() bool) (string, bool) {
	return t.dict.Word(w, verb, t.choose)
}

// file translates comments line by line, so that no line with a label is cut.
func (t *translator) file(text string) []edit.Edit {
	var out []edit.Edit
	for _, c := range t.in.Comments(text) {
		for _, line := range transform.Lines(text, c) {
			old := text[line.Start:line.End]
			if now := t.prose(old); now != old {
				out = append(out, edit.Edit{Start: line.Start, End: line.End, New: now})
			}
		}
	}
	return out
}

// reasons returns the contents of the string literals that are the last argument
// of require or revert.
func reasons(f *solidity.File) []string {
	var out []string
	for n := range f.Root.All() {
		if n.Kind != solidity.NodeCall || n.First() == nil {
			continue
		}
		last := n.Last()
		if name := f.Text(n.First()); (name == "require" || name == "revert") && last != n.First() &&
			last.Kind == solidity.NodeLiteral {
			if s := f.Text(last); len(s) > 1 && s[0] == '"' && strings.Count(s, `"`) == 2 && !strings.Contains(s, `\`) {
				out = append(out, s[1:len(s)-1])
			}
		}
	}
	return out
}
