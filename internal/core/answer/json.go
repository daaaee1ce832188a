package answer

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kaptinlin/jsonrepair"
)

var (
	// An object with all quotation marks escaped.
	slashedRE = regexp.MustCompile(`\{(?:\s|\\n)*\\"`)
	// A message of a response in the Harmony format, with its channel.
	channelRE = regexp.MustCompile(
		`(?s)(?:<\|start\|>\w*)?<\|channel\|>(\w+).*?<\|message\|>(.*?)(?:<\|(?:end|return|call)\|>|$)`)
	// A response that is only a thought.
	thoughtRE = regexp.MustCompile(`(?is)^\s*<(?:think|thinking|thought|thoughts|reasoning)>.*</\w+>\s*$`)
)

// plain removes wrappers of a whole response: a byte order mark, the quotation marks of a JSON string or of
// inline code, and the escapes of a string or of HTML. In the Harmony format only the final messages are no thoughts.
func plain(text string) string {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "\uFEFF"))
	if strings.HasPrefix(text, "<|channel|>") || strings.HasPrefix(text, "<|start|>") {
		text = channelRE.ReplaceAllStringFunc(text, func(message string) string {
			if m := channelRE.FindStringSubmatch(message); m[1] == "final" {
				return "\n" + m[2] + "\n"
			} else {
				return "<think>" + m[2] + "</think>"
			}
		})
	}
	if n := len(text) - 1; n > 0 && text[0] == '`' && text[n] == '`' && strings.Count(text, "`") == 2 {
		text = text[1:n]
	}
	var inner string
	switch {
	case strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &inner) == nil:
		return inner
	case slashedRE.MatchString(text) && !strings.Contains(text, `{"`):
		if json.Unmarshal(bytes.Join([][]byte{nil, []byte(strings.ReplaceAll(text, "\n", `\n`)), nil}, []byte(`"`)),
			&inner) == nil {
			return inner
		}
	case strings.Contains(text, "{&quot;") && !strings.Contains(text, `"`):
		return html.UnescapeString(text)
	}
	return text
}

// balanced returns the length of the JSON object or array at the start of text, 0 when it has no end.
func balanced(text string) int {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// members are the members of a JSON object in source order, including duplicates.
type members []member

type member struct {
	name  string // normalized by [fold]
	key   string // as written
	value any
}

// get returns the value of the last member with the folded name, as a decoder would.
func (m members) get(name string) any {
	for _, e := range slices.Backward(m) {
		if e.name == name {
			return e.value
		}
	}
	return nil
}

// has reports whether all names are those of members.
func (m members) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(m, func(e member) bool { return e.name == name })
	})
}

// decode decodes an object to members, and an array to a list; other values give nil.
func decode(text string) any {
	if !json.Valid([]byte(text)) { // also bounds the depth
		return nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v := value(d)
	switch v.(type) {
	case members, []any:
		return v
	}
	return nil
}

// value decodes the next value of valid JSON.
func value(d *json.Decoder) any {
	token, err := d.Token()
	if err != nil {
		return nil
	}
	switch token {
	case json.Delim('{'):
		m := members{}
		for d.More() {
			name, _ := d.Token()
			s, _ := name.(string)
			m = append(m, member{fold(s), s, value(d)})
		}
		_, _ = d.Token()
		return m
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, value(d))
		}
		_, _ = d.Token()
		return list
	}
	return token
}

const (
	maxMends  = 16        // repairs per response
	maxMended = 256 << 10 // size in bytes of a text to repair
	maxNested = 64        // nesting depth of a text to repair: the time is quadratic in it
)

// repairs decodes the malformed JSON of one response. nil repairs nothing.
type repairs struct {
	done  int                // number of repairs so far
	whole func(members) bool // reports whether an object has all requested members
}

// decode decodes malformed JSON: unescaped quotation marks and raw line breaks in a string, a trailing comma,
// single quotes.
func (r *repairs) decode(text string) any {
	r.done++
	if r.done > maxMends || len(text) > maxMended || nested(text) > maxNested {
		return nil
	}
	if v := decode(escaped(text)); v != nil {
		return v
	}
	fixed, err := jsonrepair.Repair(text)
	if err != nil || !strings.HasPrefix(fixed, text[:1]) { // jsonrepair makes a list of parts that it cannot join
		return nil
	}
	return decode(fixed)
}

// nested returns the maximum nesting depth of the brackets in a text.
func nested(text string) (most int) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth--
		}
	}
	return most
}

// closeRE matches the text after the end of a string. A comment there has no quotation mark.
var closeRE = regexp.MustCompile(`^\s*(?:$|[}\]:]|,?\s*#[^\n"]*\n|,\s*(?:["{\[}\]\d-]|true\b|false\b|null\b))`)

// halfRE matches a member with a decimal comma.
var halfRE = regexp.MustCompile(`^:\s*[01],\d`)

// escaped escapes quotation marks and line breaks in strings. A quotation mark ends a string only if the object
// can continue after it. Between strings it removes comments, and replaces other blanks and a decimal comma.
func escaped(text string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case !inString && c == '#':
			i += len(text[i:]) - len(strings.TrimLeftFunc(text[i:], func(r rune) bool { return r != '\n' })) - 1
			continue
		case !inString && c == ':' && halfRE.MatchString(text[i:]):
			n := strings.IndexByte(text[i:], ',')
			b.WriteString(text[i:i+n] + ".")
			i += n
			continue
		case !inString && c >= utf8.RuneSelf:
			if r, n := utf8.DecodeRuneInString(text[i:]); strings.ContainsRune(blanks, r) {
				b.WriteByte(' ')
				i += n - 1
				continue
			}
		case !inString:
			inString = c == '"'
		case c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
			c = text[i]
		case c == '\n':
			b.WriteByte('\\')
			c = 'n'
		case c == '"' && closeRE.MatchString(text[i+1:]):
			inString = false
		case c == '"':
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}
