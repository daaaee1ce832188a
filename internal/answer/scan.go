package answer

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaptinlin/jsonrepair"
)

// piece is an outermost JSON object or array in a response, or text that begins like one.
type piece struct {
	start, end int    // in the text; end is where the search continues
	value      any    // nil when it cannot be decoded
	mended     bool   // it was malformed and has been repaired
	quoted     bool   // it is a quotation, other code, or a thought
	fence      string // the marker of the surrounding code fence, "" outside
	before     string // what precedes it on its line
	after      string // what follows it on its line
	label      string // the last non-empty line before it, up to the piece
}

var (
	// The name and the colon of a member, with or without quotation marks.
	nameRE  = regexp.MustCompile(`^["'“”‘’]?[^"'“”‘’{}\[\],:\n]{1,60}["'“”‘’]?\s*:`)
	noteRE  = regexp.MustCompile(`^(?:(?://|#)[^\n]*\n|/\*[^*]*\*/)`)
	fenceRE = regexp.MustCompile("^\\s*(```|~~~)[`~]*(.*)$")
	tagRE   = regexp.MustCompile(`(?i)^<(/?)(?:think|thinking|thought|thoughts|reasoning)>`)
	// Words that announce the format of an answer, or the words of another party.
	formRE = regexp.MustCompile(
		`(?i)\b(?:formats?|forms?|examples?|templates?|schemas?|would|comments?|instructions?|inject\w*)\b`)
	// The end of a string that ends its object or list.
	endRE = regexp.MustCompile(`"\s*[}\]]`)
	// The text before a value inside an object or a list.
	memberRE = regexp.MustCompile(`(?:[\[,]|["'”’]\s*:)\s*$`)
	// The text that may precede an answer in its code fence.
	bareRowRE = regexp.MustCompile(`^[\s,\[]*(?:(?:const |let |var )?\w+\s*=\s*)?$`)
	// An object with all quotation marks escaped.
	slashedRE = regexp.MustCompile(`\{(?:\s|\\n)*\\"`)
)

const (
	maxOpen   = 64        // unterminated objects whose content is searched
	maxMends  = 16        // repairs per text
	maxMended = 256 << 10 // size in bytes of a text to repair
	maxNested = 64        // nesting depth of a text to repair: the time is quadratic in it
)

// scanner lists the pieces of a text in one pass.
type scanner struct {
	text     string
	about    *regexp.Regexp     // matches members that every answer has, without decoding
	names    [][]int            // matches of about; nil until something does not decode
	complete func(members) bool // reports whether an object has all requested members; nil repairs nothing
	fence    string             // the marker of the open code fence, "" outside
	alien    bool               // the fence contains other text than pieces
	mark     int                // the start of the line, or the end of the last piece on it
	body     int                // the start of the fence's content, or the end of the last piece in it
	think    bool               // inside a thought
	open     int                // number of pieces without an end so far
	mends    int                // number of repairs so far
	out      []piece
}

// pieces lists the pieces of the text, in order. It includes undecodable objects with a member that matches
// names.
func pieces(text string, names *regexp.Regexp, complete func(members) bool) []piece {
	s := &scanner{text: text, about: names, complete: complete}
	for i := 0; i < len(text); {
		if i == 0 || text[i-1] == '\n' {
			s.mark = i
			if n := s.fenceLine(i); n > 0 {
				i += n
				continue
			}
		}
		switch c := text[i]; {
		case c == '<':
			if m := tagRE.FindStringSubmatch(text[i:]); m != nil {
				s.think = m[1] == ""
				for j := range s.out {
					s.out[j].quoted = s.out[j].quoted || !s.think // the opening tag may be missing
				}
				i += len(m[0])
				s.mark = i
				continue
			}
		case (c == '{' || c == '[') && s.open < maxOpen && opens(text[i:]):
			p, ends := s.piece(i)
			if p.value != nil || !ends {
				s.out = append(s.out, p)
			}
			if !ends {
				s.open++
				break
			}
			i, s.mark, s.body = p.end, p.end, p.end
			continue
		}
		i++
	}
	return s.matter()
}

// named reports whether a part of the text contains a match of about.
func (s *scanner) named(from, to int) bool {
	if s.names == nil {
		if s.names = s.about.FindAllStringIndex(s.text, -1); s.names == nil {
			s.names = [][]int{}
		}
	}
	i := sort.Search(len(s.names), func(i int) bool { return s.names[i][0] >= from })
	return i < len(s.names) && s.names[i][1] <= to
}

// fenceLine opens or closes a code fence at the line that begins at i, and returns the length of the consumed
// part of the line. A fence with a language may open inside another one, because some answers are completely
// wrapped in a Markdown fence.
func (s *scanner) fenceLine(i int) int {
	line, _, _ := strings.Cut(s.text[i:], "\n")
	marker, info := "", ""
	if m := fenceRE.FindStringSubmatch(line); m != nil {
		marker, info = m[1], strings.TrimSpace(m[2])
	}
	switch {
	case marker == "", strings.Contains(info, marker[:1]), s.fence != "" && s.fence != marker:
		return 0
	case s.fence == marker && info == "":
		s.fence = ""
		return len(line)
	}
	n := len(line)
	if at := strings.IndexAny(line, "{["); at >= 0 {
		n = at
	}
	s.fence, s.alien, s.body, s.mark = marker, false, i+n, i+n
	return n
}

// piece reads the piece that begins at i. ends is false when its end was not found, or when it cannot be
// decoded and may contain an answer; then its content is searched too.
func (s *scanner) piece(i int) (p piece, ends bool) {
	p = piece{start: i, end: i, before: s.text[s.mark:i], fence: s.fence}
	if n := balanced(s.text[i:]); n > 0 {
		text := s.text[i : i+n]
		p.value = decode(text)
		named := p.value == nil && s.named(i, i+n)
		if s.complete != nil && named {
			p.value = s.repair(text)
			p.mended = p.value != nil
		}
		if ends = p.value != nil || !named; ends {
			p.end += n
		}
	}
	p.label = s.label(i)
	p.after, _, _ = strings.Cut(s.text[p.end:min(p.end+100, len(s.text))], "\n")
	p.quoted = s.think || s.open > 0 && memberRE.MatchString(s.text[max(0, i-40):i]) || s.quotation(p)
	return p, ends
}

// label returns the text before i on its line, or else the last non-empty line before it if that ends in a
// colon.
func (s *scanner) label(i int) string {
	line := strings.TrimSpace(s.text[s.mark:i])
	for rest := s.text[max(0, s.mark-200):s.mark]; line == "" && rest != ""; {
		at := strings.LastIndexByte(strings.TrimRight(rest, "\n"), '\n') + 1
		line = strings.TrimSpace(rest[at:])
		if fenceRE.MatchString(line) {
			line = ""
		} else if !strings.HasSuffix(line, ":") && line != "" {
			return ""
		}
		rest = rest[:at]
	}
	return line
}

// matter processes the pieces without an end. Such a piece extends to the next piece that may contain an
// answer. It drops those that name no member of an answer, and repairs the others where possible.
func (s *scanner) matter() []piece {
	var out []piece
	end, broken := 0, false
	for i, p := range s.out {
		switch {
		case p.start < end:
			continue // inside a repaired one
		case p.value != nil: // quoted in a string of an unterminated piece that continues after it
			p.quoted = p.quoted || broken && endRE.MatchString(s.text[p.end:])
		default:
			next := len(s.text)
			for _, q := range s.out[i+1:] {
				if q.value != nil && !q.quoted && s.named(q.start, q.end) {
					next = q.start
					break
				}
			}
			if !s.named(p.start, next) {
				continue
			}
			if n := s.mend(&p, s.text[p.start:next]); n > 0 {
				end = p.start + n
			}
			broken = broken || p.value == nil
		}
		out = append(out, p)
	}
	return out
}

// mend repairs a piece with unbalanced brackets, up to the last brace in the text, or with only the last
// brackets missing. It returns the length. A piece without all requested members may have been cut, unless its
// fence is closed.
func (s *scanner) mend(p *piece, text string) int {
	if s.complete == nil {
		return 0
	}
	closed := false
	if p.fence != "" {
		text, _, closed = strings.Cut(text, "\n"+p.fence)
	}
	text = strings.TrimSpace(text)
	for _, n := range []int{strings.LastIndexByte(text, '}') + 1, len(text)} {
		if n == 0 || !strings.ContainsRune(`}]"`, rune(text[n-1])) {
			continue
		}
		if m, ok := s.repair(text[:n]).(members); ok && (s.complete(m) || closed && n == len(text)) {
			p.value, p.mended = m, true
			return n
		}
	}
	return 0
}

// quotation reports whether a piece is not the subject's own answer: code, a comment, a text in quotation
// marks, or an aside.
func (s *scanner) quotation(p piece) bool {
	if s.fence != "" {
		s.alien = s.alien || !bareRowRE.MatchString(s.text[s.body:p.start])
		return s.alien
	}
	before := strings.TrimSpace(p.before)
	if strings.HasPrefix(before, ">") || strings.HasPrefix(before, "//") || strings.HasPrefix(before, "/*") {
		return true
	}
	if i := strings.LastIndexByte(before, '('); i >= 0 && !strings.Contains(before[i:], ")") &&
		len(strings.Fields(before[i+1:])) > 0 {
		return true // "(the format was {…})"
	}
	l, _ := utf8.DecodeLastRuneInString(p.before)
	r, _ := utf8.DecodeRuneInString(p.after)
	if strings.ContainsRune("`'“”‘«„", l) && strings.ContainsRune("`'“”’»", r) || strings.Count(before, `"`)%2 == 1 {
		return true
	}
	return before != "" && p.goesOn()
}

// goesOn reports whether the sentence continues after a piece.
func (p piece) goesOn() bool {
	rest := strings.TrimLeft(p.after, " \t,;")
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(r) || r == '?'
}

// mentioned reports whether a bare verdict is mentioned instead of given: it is part of a sentence, or is
// announced as a format.
func (p piece) mentioned() bool {
	before := strings.TrimRight(p.before, " \t*_")
	alone := before == "" || strings.HasSuffix(before, "→") || strings.ContainsRune(":=>(.-!", rune(before[len(before)-1]))
	return !alone || p.goesOn() || formRE.MatchString(p.label)
}

// opens reports whether a text begins with a JSON object or an array of objects, well-formed or not. A brace of
// code or prose is not followed by a name and a colon.
func opens(text string) bool {
	rest := strings.TrimLeft(text[1:], blanks)
	if text[0] == '[' {
		if !strings.HasPrefix(rest, "{") {
			return false
		}
		rest = strings.TrimLeft(rest[1:], blanks)
	}
	for note := noteRE.FindString(rest); note != ""; note = noteRE.FindString(rest) {
		rest = strings.TrimLeft(rest[len(note):], blanks)
	}
	return nameRE.MatchString(rest)
}

// blanks are the characters that may separate names and values. JSON has only the first four.
const blanks = " \t\r\n\u00a0\u2002\u2003\u2009\u200b\u202f\u3000\ufeff"

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

// repair decodes malformed JSON: unescaped quotation marks and raw line breaks in a string, a trailing comma,
// single quotes.
func (s *scanner) repair(text string) any {
	s.mends++
	if s.mends > maxMends || len(text) > maxMended || nested(text) > maxNested {
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

var (
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
