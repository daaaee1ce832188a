// Package redact removes keys from texts that are stored, logged or shown.
//
// A key is distinct when no text contains it by chance: it has 16 bytes or more, or
// at least 6 of two kinds (letters, digits, anything else), such as "sk-1234". It
// is removed everywhere, also within words and in JSON escapes.
//
// Any other key is a word, such as "none", "ollama" or "a", which users give to servers
// that need no key. It cannot be distinguished from text: replacing it everywhere
// would destroy answers, so that their verdicts could not be read. From an answer
// ([Keys.Body]) it is removed only in the position of a credential: after "Bearer", or
// after a flag or a member whose name contains key, token, secret or password. From a
// message about a failure ([Keys.Failure], [Keys.Message]), in which nothing is
// measured, it is removed wherever it is a whole word and not the name of a
// member. Users of such a key must be warned; see [Distinct].
//
// A text that contains the key in another form (reversed, in base64, in two pieces)
// keeps it.
package redact

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark replaces a removed key.
const Mark = "[key]"

// Keys are the keys in use. A nil *Keys has none. It is safe for concurrent use.
type Keys struct{ list []key }

type key struct {
	text     string
	distinct bool
	shown    *regexp.Regexp // for a word: matches the position of a credential, with the text before it
}

// New returns keys, with surrounding space trimmed. Empty keys are ignored.
func New(keys ...string) *Keys {
	out := &Keys{}
	for _, text := range keys {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		k := key{text: text, distinct: Distinct(text)}
		if !k.distinct {
			k.shown = regexp.MustCompile(`((?i:\bbearer\s+|--[a-z-]*(?:key|token|secret|password)[= ]["']?|` +
				`(?:api[-_ ]?key|authorization|access[-_]?token|secret|password)\\?["']?\s*[:=]\s*\\?["']?(?:bearer\s+)?))` +
				regexp.QuoteMeta(text) + `($|[^\w-])`)
		}
		out.list = append(out.list, k)
	}
	return out
}

// Distinct reports whether a key can be distinguished from text.
func Distinct(key string) bool {
	kinds := map[string]bool{}
	for _, r := range key {
		switch {
		case r >= '0' && r <= '9':
			kinds["digit"] = true
		case r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z':
			kinds["letter"] = true
		default:
			kinds["other"] = true
		}
	}
	return len(key) >= 16 || len(key) >= 6 && len(kinds) > 1 || !utf8.ValidString(key)
}

// Body returns the output of a server, a command or a user without the keys. It returns
// b itself if it contains none. b is not changed.
func (k *Keys) Body(b []byte) []byte { return k.without(b, false) }

// Failure returns the body of a failure without the keys, including words. It returns
// b itself if it contains none. b is not changed.
func (k *Keys) Failure(b []byte) []byte { return k.without(b, true) }

// Text is [Keys.Body] for a string.
func (k *Keys) Text(s string) string { return string(k.Body([]byte(s))) }

// Message is [Keys.Failure] for a string.
func (k *Keys) Message(s string) string { return string(k.Failure([]byte(s))) }

func (k *Keys) without(b []byte, failure bool) []byte {
	if k == nil {
		return b
	}
	for _, e := range k.list {
		found := bytes.Contains(b, []byte(e.text))
		switch {
		case e.distinct:
			if found {
				b = bytes.ReplaceAll(b, []byte(e.text), []byte(Mark))
			}
			if bytes.Contains(b, []byte(`\u`)) || bytes.Contains(b, []byte(`\/`)) {
				b = replace(b, func(at int) int { return written(b[at:], e.text) })
			}
		case found && failure:
			b = replace(b, func(at int) int { return word(b, at, e.text) })
		case found && e.credential(b):
			b = e.shown.ReplaceAll(b, []byte("${1}"+Mark+"${2}"))
		}
	}
	return b
}

// credential reports whether a word is in the position of a credential. The expression takes milliseconds for a whole
// prompt, so it is first matched at single places, each with all that the expression can have before the word.
func (e key) credential(b []byte) bool {
	rest := b
	for near := 0; near < 20; {
		before, after, found := bytes.Cut(rest, []byte(e.text))
		if !found {
			return false
		}
		at := len(b) - len(rest) + len(before)
		rest = after
		if at > 0 && strings.IndexByte(" \t\n\f\r\"'=:\\", b[at-1]) >= 0 {
			from := max(0, bytes.LastIndexFunc(b[:at], func(r rune) bool {
				return !unicode.IsLetter(r) && !strings.ContainsRune(" \t\n\f\r\"'=:\\-_", r)
			}))
			if near++; e.shown.Match(b[from : len(b)-len(rest)+min(1, len(rest))]) {
				return true
			}
		}
	}
	return e.shown.Match(b)
}

// replace puts [Mark] in the place of each match: found returns the length of the match
// at a position in bytes, 0 for none.
func replace(b []byte, found func(at int) int) []byte {
	var out []byte
	rest := 0 // the part not yet in out starts here
	for i := 0; i < len(b); i++ {
		if n := found(i); n > 0 {
			out = append(append(out, b[rest:i]...), Mark...)
			rest = i + n
			i = rest - 1
		}
	}
	if out == nil {
		return b
	}
	return append(out, b[rest:]...)
}

// written returns the length of the key at the beginning of b, in a form that JSON
// allows, with some characters as escapes; 0 for none.
func written(b []byte, key string) int {
	if b[0] != key[0] && b[0] != '\\' {
		return 0
	}
	at := 0
	for _, r := range key {
		in := b[at:]
		if len(in) >= 6 && in[0] == '\\' && in[1] == 'u' {
			if n, err := strconv.ParseUint(string(in[2:6]), 16, 16); err == nil && rune(n) == r {
				at += 6
				continue
			}
		}
		if len(in) > 0 && in[0] == '\\' && r != '\\' {
			at, in = at+1, in[1:]
		}
		if !bytes.HasPrefix(in, []byte(string(r))) {
			return 0
		}
		at += utf8.RuneLen(r)
	}
	return at
}

var memberRE = regexp.MustCompile(`^\\?"\s*:`)

// word returns the length of the key at a position if it is a whole word there and not
// the name of a member: the members of a body must stay readable.
func word(b []byte, at int, key string) int {
	part := func(i int) bool {
		if i < 0 || i >= len(b) {
			return false
		}
		c := b[i]
		return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
	}
	end := at + len(key)
	if !bytes.HasPrefix(b[at:], []byte(key)) || part(at-1) || part(end) || memberRE.Match(b[end:]) {
		return 0
	}
	return len(key)
}
