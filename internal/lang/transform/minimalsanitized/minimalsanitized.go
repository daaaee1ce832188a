// Package minimalsanitized removes what gives the answer away: names and comments that
// reveal a flaw, an attack or an incident. It changes nothing else.
package minimalsanitized

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
	"assay/internal/lang/wording"
)

// Transformation is the paper's Minimal Sanitized, from which the others derive.
var Transformation = transform.Transformation{
	Name: "minimal-sanitized",
	Doc: `remove names and comments that reveal a flaw, an attack or an incident

A text without any is already minimal-sanitized; the transformation then does not apply.`,
	Kind:      transform.Preserving,
	Letter:    "M",
	Promises:  transform.C3,
	Languages: transform.SolidityAndSQL(),
	Start:     true,
	Run:       run,
}

// hints are beginnings of telling words, with their replacements in a name; "" leaves
// the word out.
var hints = []struct{ begin, replacement string }{
	{"vulnerab", ""}, {"exploitable", ""}, {"exploit", "use"}, {"attacker", "caller"}, {"attack", "call"},
	{"hacker", "caller"}, {"hack", ""},
	{"malicious", "external"}, {"unsafe", ""}, {"insecure", ""}, {"victim", "user"}, {"steal", "take"},
	{"stolen", "taken"}, {"drain", "draw"},
	{"theft", "transfer"}, {"reentranc", "entry"}, {"reentrant", "locked"}, {"reentran", "entry"},
	{"backdoor", "entrance"}, {"flaw", ""},
	{"broken", ""}, {"bug", ""}, {"fixme", ""}, {"todo", ""}, {"cve", ""}, {"swc", ""}, {"dasp", ""}, {"honeypot", "pot"},
	{"rekt", ""}, {"poc", ""},
}

// telling matches lines of comments that must be removed.
var telling = regexp.MustCompile(
	`(?i)\b(vulnerab|exploit|attack|hack|malicious|unsafe|insecure|victim|steal|stolen|drain|theft|re-?entran|backdoor|flaw|bug|buggy|fixme|todo|xxx)\w*` +
		`|\b(cve|swc|cwe|dasp)-?\d|<yes>|<report>|@vulnerable|post-?mortem|\brekt\b|etherscan\.io|\b(lost|loss of) \$?\d|\$\d+(\.\d+)? ?(m|k|million|thousand)\b`)

// beginnings holds the first letters, up to four, of the words in telling.
var beginnings = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("vuln expl atta hack mali unsa inse vict stea stol drai thef reen re back flaw bug " +
		"fixm todo xxx cve swc cwe dasp post rekt ethe lost loss") {
		m[w] = true
	}
	return m
}()

// tells reports whether telling matches. Most comments have no word with such a
// beginning, which is faster to check.
func tells(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '<' || c == '$' || c >= 0x80:
			return telling.MatchString(text)
		case !isLetter(c) || i > 0 && (isLetter(text[i-1]) || text[i-1] == '_' || text[i-1] >= '0' && text[i-1] <= '9'):
			continue
		}
		var first [4]byte
		n := 0
		for n < 4 && i+n < len(text) && isLetter(text[i+n]) {
			first[n] = text[i+n] | 0x20
			n++
		}
		if beginnings[string(first[:n])] || n == 4 && beginnings[string(first[:3])] {
			return telling.MatchString(text)
		}
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func hint(word string) (string, bool) {
	for _, h := range hints {
		tail, ok := strings.CutPrefix(word, h.begin)
		if ok && (len(h.begin) > 3 || strings.Trim(tail, "sgy0123456789") == "") { // a pocket is no PoC
			return h.replacement, true
		}
	}
	return "", false
}

func run(in *transform.Input) (*transform.Output, error) {
	out := &transform.Output{Edits: map[string][]edit.Edit{}}
	lines := 0
	for _, f := range in.Shown() {
		var gone []transform.Span
		for _, c := range in.Comments(f.Text) {
			gone = append(gone, tellingLines(f.Text, c)...)
		}
		lines += len(gone)
		out.Edits[f.Path] = transform.DeleteComments(f.Text, gone)
	}
	if !transform.IsSQL(in.Task.Language) {
		out.Renames = in.Names().Assign(func(n transform.Name, attempt int) string {
			now := rename(n.Name)
			if attempt > 0 && now != n.Name {
				now += fmt.Sprint(attempt + 1)
			}
			return now
		})
	}
	if out.Empty() {
		return nil, transform.NotApplicable(
			"nothing in it tells of a flaw or an incident: it is minimal-sanitized as it stands")
	}
	out.Note = fmt.Sprintf("%d names and %d remarks taken away", len(out.Renames), lines)
	if stay := staying(in, out.Renames); len(stay) > 0 {
		out.Note += "; these stay, since code outside uses them or not every use is certain: " + strings.Join(stay, ", ")
	}
	return out, nil
}

// staying returns the telling names of the code that could not be renamed, sorted.
func staying(in *transform.Input, renames map[string]string) []string {
	if transform.IsSQL(in.Task.Language) {
		return nil
	}
	found := map[string]bool{}
	for _, f := range in.Shown() {
		for _, t := range in.Survey(f.Text).Tokens {
			if name := t.Text(f.Text); t.Kind == solidity.Ident && renames[name] == "" && rename(name) != name &&
				!solidity.Shared(name) {
				found[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// rename removes telling words from an identifier.
func rename(name string) string {
	id := wording.Split(name)
	var words []string
	telling := false
	for _, w := range id.Words {
		replacement, ok := hint(w)
		telling = telling || ok
		if !ok {
			words = append(words, w)
		} else if replacement != "" {
			words = append(words, replacement)
		}
	}
	switch {
	case !telling: // rejoining the words could change the name's capitals
		return name
	case len(words) == 0:
		words = []string{"item"}
	case words[0][0] >= '0' && words[0][0] <= '9':
		words = append([]string{"item"}, words...)
	}
	return id.With(words)
}

// tellingLines returns the telling comments: line comments as a whole, and of block
// comments the telling lines, or all if nothing else is in them. It never returns
// licence and pragma comments.
func tellingLines(text string, c transform.Span) []transform.Span {
	body := text[c.Start:c.End]
	if strings.Contains(body, "SPDX-License-Identifier") || strings.Contains(body, "memory-safe-assembly") ||
		!tells(body) {
		return nil
	}
	if !strings.HasPrefix(body, "/*") || !strings.Contains(body, "\n") {
		return []transform.Span{c}
	}
	var out []transform.Span
	rest := false
	for _, line := range transform.Lines(text, c) {
		if words := text[line.Start:line.End]; !tells(words) {
			rest = rest || strings.Trim(words, " \t*/") != ""
			continue
		}
		// The delimiters of the comment must stay.
		if line.Start == c.Start {
			line.Start += len("/*")
		}
		if line.End == c.End {
			line.End -= len("*/")
		}
		out = append(out, line)
	}
	if !rest {
		return []transform.Span{c}
	}
	return out
}
