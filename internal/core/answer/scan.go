package answer

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
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
)

// maxUnended bounds the pieces without an end whose content is searched.
const maxUnended = 64

// scanner lists the pieces of a text in one pass over its characters. It follows three things on the way: the line,
// since what stands beside a piece on its line shows whether it is quoted; the code fence; and thoughts.
type scanner struct {
	text    string
	answers mentions // members that every answer has
	repairs *repairs
	from    int   // the start of the line, or the end of the last piece on it
	fence   fence // the open code fence
	thought bool  // inside a thought
	unended int   // number of pieces without an end so far
	out     []piece
}

// fence is a code fence; without a marker it is none.
type fence struct {
	marker string
	from   int  // the start of its content, or the end of the last piece in it
	code   bool // it contains other text than pieces
}

// mentions finds the names of members in a text, without decoding it.
type mentions struct {
	names *regexp.Regexp
	at    [][]int // all matches; nil until the first question
}

// within reports whether a part of the text contains a name.
func (m *mentions) within(text string, from, to int) bool {
	if m.at == nil {
		if m.at = m.names.FindAllStringIndex(text, -1); m.at == nil {
			m.at = [][]int{}
		}
	}
	i := sort.Search(len(m.at), func(i int) bool { return m.at[i][0] >= from })
	return i < len(m.at) && m.at[i][1] <= to
}

// pieces lists the pieces of the text, in order. It includes undecodable objects with a member that matches
// names. Malformed objects are repaired if they have such a member, and whole reports what a complete object is; a nil
// whole repairs nothing.
func pieces(text string, names *regexp.Regexp, whole func(members) bool) []piece {
	s := &scanner{text: text, answers: mentions{names: names}}
	if whole != nil {
		s.repairs = &repairs{whole: whole}
	}
	for i := 0; i < len(text); {
		n := 0
		if i == 0 || text[i-1] == '\n' {
			s.from = i
			n = s.fenceLine(i)
		}
		switch c := text[i]; {
		case n > 0:
		case c == '<':
			n = s.tag(i)
		case (c == '{' || c == '[') && s.unended < maxUnended && opens(text[i:]):
			n = s.add(i)
		}
		i += max(n, 1)
	}
	return s.complete()
}

// tag begins or ends a thought with the tag at i, and returns the length of the tag.
func (s *scanner) tag(i int) int {
	m := tagRE.FindStringSubmatch(s.text[i:])
	if m == nil {
		return 0
	}
	s.thought = m[1] == ""
	for j := range s.out {
		s.out[j].quoted = s.out[j].quoted || !s.thought // the opening tag may be missing
	}
	s.from = i + len(m[0])
	return len(m[0])
}

// add adds the piece that begins at i, and returns its length; 0 for one without an end, whose content is searched
// too. What ends, cannot be decoded and names no member of an answer is left out.
func (s *scanner) add(i int) int {
	p, ends := s.piece(i)
	if p.value != nil || !ends {
		s.out = append(s.out, p)
	}
	if !ends {
		s.unended++
		return 0
	}
	s.from, s.fence.from = p.end, p.end
	return p.end - i
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
	case marker == "", strings.Contains(info, marker[:1]), s.fence.marker != "" && s.fence.marker != marker:
		return 0
	case s.fence.marker == marker && info == "":
		s.fence.marker = ""
		return len(line)
	}
	n := len(line)
	if at := strings.IndexAny(line, "{["); at >= 0 {
		n = at
	}
	s.fence, s.from = fence{marker: marker, from: i + n}, i+n
	return n
}

// piece reads the piece that begins at i. ends is false when its end was not found, or when it cannot be
// decoded and may contain an answer; then its content is searched too.
func (s *scanner) piece(i int) (p piece, ends bool) {
	p = piece{start: i, end: i, before: s.text[s.from:i], fence: s.fence.marker}
	if n := balanced(s.text[i:]); n > 0 {
		text := s.text[i : i+n]
		p.value = decode(text)
		named := p.value == nil && s.answers.within(s.text, i, i+n)
		if s.repairs != nil && named {
			p.value = s.repairs.decode(text)
			p.mended = p.value != nil
		}
		if ends = p.value != nil || !named; ends {
			p.end += n
		}
	}
	p.label = s.label(i)
	p.after, _, _ = strings.Cut(s.text[p.end:min(p.end+100, len(s.text))], "\n")
	p.quoted = s.thought || s.unended > 0 && memberRE.MatchString(s.text[max(0, i-40):i]) || s.quotation(p)
	return p, ends
}

// label returns the text before i on its line, or else the last non-empty line before it if that ends in a
// colon.
func (s *scanner) label(i int) string {
	line := strings.TrimSpace(s.text[s.from:i])
	for rest := s.text[max(0, s.from-200):s.from]; line == "" && rest != ""; {
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

// complete returns the pieces that may be an answer, with those without an end, which it repairs where possible. Such a
// piece extends to the next piece that may contain an answer.
func (s *scanner) complete() (out []piece) {
	end, broken := 0, false
	for i, p := range s.out {
		switch {
		case p.start < end:
			continue // inside a repaired one
		case p.value != nil: // quoted in a string of a piece without an end, which continues after it
			p.quoted = p.quoted || broken && endRE.MatchString(s.text[p.end:])
		default:
			next := s.next(i + 1)
			if !s.answers.within(s.text, p.start, next) {
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

// next returns the start of the next piece, from number i on, that may be an answer itself; the end of the text
// without one.
func (s *scanner) next(i int) int {
	for _, p := range s.out[i:] {
		if p.value != nil && !p.quoted && s.answers.within(s.text, p.start, p.end) {
			return p.start
		}
	}
	return len(s.text)
}

// mend repairs a piece with unbalanced brackets, up to the last brace in the text, or with only the last
// brackets missing. It returns the length. A piece without all requested members may have been cut, unless its
// fence is closed.
func (s *scanner) mend(p *piece, text string) int {
	if s.repairs == nil {
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
		if m, ok := s.repairs.decode(text[:n]).(members); ok && (s.repairs.whole(m) || closed && n == len(text)) {
			p.value, p.mended = m, true
			return n
		}
	}
	return 0
}

// quotation reports whether a piece is not the subject's own answer: code, a comment, a text in quotation
// marks, or an aside.
func (s *scanner) quotation(p piece) bool {
	if s.fence.marker != "" {
		s.fence.code = s.fence.code || !bareRowRE.MatchString(s.text[s.fence.from:p.start])
		return s.fence.code
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
