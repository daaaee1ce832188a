// Package sanitize removes what reveals to which protocol code belongs.
//
// Names of known protocols, in protocols.yaml, are replaced by the word for their
// role: NomadReplica becomes BridgeReplica. Words of contract names that belong to no
// trade in generic.txt are treated as the name of a project. Everything else stays,
// including comments.
package sanitize

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
	"assay/internal/lang/wording"
)

// Transformation is the paper's Sanitization.
var Transformation = transform.Transformation{
	Name: "sanitize",
	Doc: `replace what identifies the protocol by generic words

In SQL, whose names belong to a specification, it takes away remarks on safety and review.`,
	Kind:      transform.Preserving,
	Letter:    "S",
	Promises:  transform.C3,
	Languages: transform.SolidityAndSQL(),
	Run:       run,
}

//go:embed protocols.yaml
var protocolText []byte

//go:embed generic.txt
var genericText string

// vocabulary is the content of the two files.
type vocabulary struct {
	protocols map[string]string // word to role, in names and comments
	english   map[string]string // the same, for words that have another meaning in comments
	generic   map[string]bool
}

var load = sync.OnceValues(func() (*vocabulary, error) {
	var f struct {
		Version   int               `yaml:"version"`
		Protocols map[string]string `yaml:"protocols"`
		English   map[string]string `yaml:"english"`
	}
	if err := yaml.UnmarshalWithOptions(protocolText, &f, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("protocols.yaml: %w", err)
	}
	v := &vocabulary{map[string]string{}, map[string]string{}, map[string]bool{}}
	for from, into := range map[*map[string]string]map[string]string{&f.Protocols: v.protocols, &f.English: v.english} {
		for role, words := range *from {
			for w := range strings.FieldsSeq(words) {
				into[w] = role
			}
		}
	}
	for w := range strings.FieldsSeq(genericText) {
		v.generic[w] = true
	}
	return v, nil
})

func run(in *transform.Input) (*transform.Output, error) {
	if transform.IsSQL(in.Task.Language) {
		return query(in)
	}
	v, err := load()
	if err != nil {
		return nil, err
	}
	names := in.Names()
	s := &sanitizer{v: v, proper: v.proper(names)}
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Strings: map[string]string{}}
	out.Renames = names.Assign(func(n transform.Name, attempt int) string {
		now := s.ident(n.Name, n.Type())
		if attempt > 0 && now != n.Name {
			now += fmt.Sprint(attempt + 1)
		}
		return now
	})
	s.renames = out.Renames
	plain := &sanitizer{v: s.v, proper: s.proper}
	for _, f := range in.Shown() {
		for _, c := range in.Comments(f.Text) {
			out.Edits[f.Path] = append(out.Edits[f.Path], plain.comment(f.Text, c)...)
		}
		continued := false // the previous word was a string too: both are one, perhaps an EIP-712 type
		for _, t := range in.Survey(f.Text).Tokens {
			if t.Trivia() {
				continue
			}
			part := continued
			if continued = t.Kind == solidity.String; !continued || part || f.Text[t.Start] != '"' {
				continue
			}
			old := f.Text[t.Start+1 : t.End-1]
			if now := s.text(old); now != old && !strings.ContainsAny(old, `(\./`) {
				out.Strings[old] = now
			}
		}
	}
	if now := s.text(in.Task.Protocol); now != in.Task.Protocol {
		out.Edits[transform.ProtocolPath] = []edit.Edit{{Start: 0, End: len(in.Task.Protocol), New: now}}
	}
	if out.Empty() {
		return nil, transform.NotApplicable("nothing in it identifies a protocol")
	}
	out.Note = fmt.Sprintf("%d names made generic", len(out.Renames))
	return out, nil
}

// substitutes are the replacements for the words of a project's name, in order.
var substitutes = []string{"protocol", "core", "system", "platform", "base", "network", "project", "service"}

// proper returns the words of contract names that belong to no trade, with the
// replacement of each.
func (v *vocabulary) proper(names *transform.Names) map[string]string {
	found := map[string]bool{}
	for _, n := range names.List {
		if !n.Is(solidity.DeclContract, solidity.DeclLibrary, solidity.DeclInterface) {
			continue
		}
		for _, w := range wording.Split(n.Name).Words {
			w = strings.TrimRight(w, "0123456789")
			if len(w) > 2 && !v.isGeneric(w) && v.protocols[w] == "" && v.english[w] == "" {
				found[w] = true
			}
		}
	}
	out := map[string]string{}
	for i, w := range slices.Sorted(maps.Keys(found)) {
		out[w] = substitutes[i%len(substitutes)]
	}
	return out
}

type sanitizer struct {
	v       *vocabulary
	proper  map[string]string
	renames map[string]string
	names   map[string]string // both maps, for words written as names; created on demand
}

func (s *sanitizer) word(w string, isType bool) (string, bool) {
	if to := s.v.protocols[w]; to != "" {
		return to, true
	}
	if to := s.proper[w]; to != "" {
		return to, true
	}
	if to := s.v.english[w]; to != "" && isType {
		return to, true
	}
	return w, false
}

// ident makes an identifier generic. A word that would repeat the previous one is left out.
func (s *sanitizer) ident(name string, isType bool) string {
	id := wording.Split(name)
	var words []string
	changed, before := false, false // whether any word, and the previous word, was replaced
	for _, w := range id.Words {
		to, ok := s.word(w, isType)
		changed = changed || ok
		if n := len(words); n == 0 || words[n-1] != to || !ok && !before {
			words = append(words, to)
		}
		before = ok
	}
	if !changed {
		return name
	}
	return id.With(words)
}

var articleRE = regexp.MustCompile(
	`\b([Aa])n ((?i:protocol|core|system|platform|base|network|project|service|lending|bridge|vault|stable|treasury|staking|market|wallet))\b`)

// text makes prose generic: protocols anywhere, a project's words if they are written as a name.
func (s *sanitizer) text(text string) string {
	out := wording.Text(text, func(w string, _ func() bool) (string, bool) {
		to, ok := s.v.protocols[w]
		return to, ok
	})
	out = s.named(out)
	if out != text {
		out = articleRE.ReplaceAllString(out, "$1 $2")
	}
	return out
}

// named replaces the words of a text that are written as names.
func (s *sanitizer) named(text string) string {
	if s.names == nil {
		s.names = map[string]string{}
		for old, now := range s.renames {
			if !wording.Plain(old) {
				s.names[old] = now
			}
		}
		for w, now := range s.proper {
			s.names[wording.Title(w)] = wording.Title(now)
		}
	}
	var b strings.Builder
	last := 0
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && isWord(text[end]) {
			end++
		}
		if now, ok := s.names[text[i:end]]; ok {
			b.WriteString(text[last:i])
			b.WriteString(now)
			last = end
		}
		i = max(end, i+1)
	}
	if last == 0 {
		return text
	}
	b.WriteString(text[last:])
	return b.String()
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

var (
	authorRE = regexp.MustCompile(`(@author)[ \t]+[^\n*]*[^\s*]`)
	urlRE    = regexp.MustCompile(`https?://[A-Za-z0-9._~:/?#@!$&'()+,;=%-]*[A-Za-z0-9/]`)
)

// comment edits a comment line by line, so that no line with a label is cut. The
// driver renames the names in it.
func (s *sanitizer) comment(text string, c transform.Span) []edit.Edit {
	var out []edit.Edit
	for _, line := range transform.Lines(text, c) {
		old := text[line.Start:line.End]
		now := old
		if strings.Contains(now, "://") {
			now = urlRE.ReplaceAllString(now, "https://example.org")
		}
		if strings.Contains(now, "@author") {
			now = authorRE.ReplaceAllString(now, "$1 the developers")
		}
		now = s.text(now)
		if now != old {
			out = append(out, edit.Edit{Start: line.Start, End: line.End, New: now})
		}
	}
	return out
}

// claims matches words of remarks that judge a query rather than explain it.
var claims = regexp.MustCompile(
	`(?i)\b(safe|unsafe|secure[ds]?|security|insecure|review(ed)?|audit(ed)?|vulnerab\w*|bug\w*|attack\w*|exploit\w*|inject\w*|leak\w*|checked|verified|trusted|scoped|isolat\w*|good|bad|correct|incorrect|wrong|fixme|todo|note|important)\b`)

// query removes remarks on safety from a SQL text, one comment line at a time.
func query(in *transform.Input) (*transform.Output, error) {
	f := in.Code()
	var gone []transform.Span
	for _, c := range in.Comments(f.Text) {
		if claims.MatchString(f.Text[c.Start:c.End]) {
			gone = append(gone, c)
		}
	}
	if len(gone) == 0 {
		return nil, transform.NotApplicable("no comment of it judges the query")
	}
	return &transform.Output{Edits: map[string][]edit.Edit{f.Path: transform.DeleteComments(f.Text, gone)},
		Note: "remarks on safety taken out"}, nil
}

// Generic reports whether a lower-case word belongs to a trade or to programming, so
// that it does not reveal whose code contains it. Plurals count too.
func Generic(word string) bool {
	v, err := load()
	return err == nil && v.isGeneric(word)
}

func (v *vocabulary) isGeneric(word string) bool {
	return v.generic[word] || v.generic[strings.TrimSuffix(word, "s")] || v.generic[strings.TrimSuffix(word, "es")]
}
