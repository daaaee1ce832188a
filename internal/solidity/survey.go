package solidity

import (
	"slices"
	"strings"
)

// Survey outlines src.
func Survey(src string) *Outline {
	toks, s := lex(src)
	defer s.free()
	v := &surveyor{out: &Outline{Src: src, Tokens: toks, Lines: NewLines(src)}, toks: s.words}
	v.file()
	return v.out
}

// Scratch is memory for outlines that are needed for a while and then not at
// all. The zero value is ready. It is not safe for concurrent use.
type Scratch struct {
	toks, words []Token
	functions   []Function
}

// Skim outlines src in the memory of s, and without what is costly to collect:
// its functions have no parameters, results, modifiers and lines, and it has no
// variables and no Lines. It is good until the next Reset.
func (s *Scratch) Skim(src string) *Outline {
	from := len(s.toks)
	s.toks, s.words = appendTokens(s.toks, s.words[:0], src)
	v := &surveyor{out: &Outline{Src: src, Tokens: s.toks[from:len(s.toks):len(s.toks)]}, toks: s.words, skims: true}
	v.out.Functions = s.functions[len(s.functions):]
	v.file()
	if n := len(s.functions) + len(v.out.Functions); n <= cap(s.functions) {
		s.functions = s.functions[:n]
	} else { // they have moved to where there was room
		s.functions = v.out.Functions
	}
	v.out.Functions = slices.Clip(v.out.Functions)
	return v.out
}

// Reset takes the memory of all outlines back.
func (s *Scratch) Reset() {
	clear(s.functions) // which hold on to texts
	s.toks, s.functions = s.toks[:0], s.functions[:0]
}

// Outline outlines a text that is parsed already.
func (f *File) Outline() *Outline {
	s := &surveyor{out: &Outline{Src: f.Src, Tokens: f.Tokens, Lines: f.Lines}, toks: f.words}
	s.file()
	return s.out
}

// surveyor walks the tokens that are no trivia. Every method advances pos or
// leaves its loop, which is what bounds the time.
type surveyor struct {
	out  *Outline
	toks []Token
	pos  int

	skims bool // see [Scratch.Skim]
}

// text returns the token k places ahead, "" past the end.
func (s *surveyor) text(k int) string {
	if s.pos+k >= len(s.toks) {
		return ""
	}
	return s.toks[s.pos+k].Text(s.out.Src)
}

func (s *surveyor) isName(k int) bool {
	return s.pos+k < len(s.toks) && s.toks[s.pos+k].Kind == Ident
}

func (s *surveyor) done() bool { return s.pos >= len(s.toks) }

// start and last are offsets of the token ahead and of the one just passed.
func (s *surveyor) start() int {
	if s.done() {
		return len(s.out.Src)
	}
	return s.toks[s.pos].Start
}

func (s *surveyor) last() int {
	if s.pos == 0 || len(s.toks) == 0 {
		return 0
	}
	return s.toks[min(s.pos, len(s.toks))-1].End
}

// opensContract reports whether the tokens ahead begin a contract definition.
func (s *surveyor) opensContract() bool {
	k := 0
	if s.text(0) == "abstract" {
		k = 1
	}
	switch s.text(k) {
	case "contract", "interface", "library":
		return s.isName(k+1) && (s.text(k+2) == "{" || s.text(k+2) == "is")
	}
	return false
}

// opensFunction reports whether the tokens ahead begin a named function, which
// can stand in no Solidity statement.
func (s *surveyor) opensFunction() bool {
	return s.text(0) == "function" && s.isName(1) && s.text(2) == "("
}

func (s *surveyor) file() {
	for !s.done() {
		switch {
		case s.opensContract():
			s.contract()
		case s.opensFunction():
			s.function("")
		case s.text(0) == "}":
			s.pos++
		default:
			s.other("")
		}
	}
}

func (s *surveyor) contract() {
	c := Contract{Span: Span{Start: s.start()}}
	if s.text(0) == "abstract" {
		s.pos++
	}
	c.Kind, c.Name = s.text(0), s.text(1)
	s.pos += 2
	if s.text(0) == "is" {
		for s.pos++; !s.done() && s.text(0) != "{" && s.text(0) != ";"; {
			switch {
			case s.text(0) == "(":
				s.skipGroup()
			case s.isName(0):
				c.Bases = append(c.Bases, s.path())
			default:
				s.pos++
			}
		}
	}
	if s.text(0) == "{" {
		s.pos++
	}
	at := len(s.out.Contracts)
	s.out.Contracts = append(s.out.Contracts, c)
	for !s.done() && s.text(0) != "}" && !s.opensContract() {
		s.item(c.Name)
	}
	if s.text(0) == "}" {
		s.pos++
	}
	s.out.Contracts[at].Span.End = s.last()
}

// path passes a dotted name and returns it.
func (s *surveyor) path() string {
	name := s.text(0)
	if s.pos++; s.text(0) != "." || !s.isName(1) {
		return name
	}
	var b strings.Builder
	b.WriteString(name)
	for ; s.text(0) == "." && s.isName(1); s.pos += 2 {
		b.WriteString("." + s.text(1))
	}
	return b.String()
}

func (s *surveyor) item(contract string) {
	switch word := s.text(0); {
	case word == "function" && (s.isName(1) || s.text(1) == "("),
		word == "modifier" && s.isName(1),
		(word == "constructor" || word == "fallback" || word == "receive") && s.text(1) == "(":
		s.function(contract)
	default:
		s.other(contract)
	}
}

// other passes anything but a function: a state variable, which it records, or
// a struct, event, directive and so on. It stops before a brace that it did
// not open and before a contract or function that a lost semicolon hides.
func (s *surveyor) other(contract string) {
	first := s.pos
	name, equals := -1, false
	for ; !s.done(); s.pos++ {
		switch word := s.text(0); {
		case word == ";":
			s.variable(contract, first, name)
			s.pos++
			return
		case word == "{":
			s.skipGroup()
			if head := s.toks[first].Text(s.out.Src); head != "using" && head != "import" {
				return
			}
			s.pos-- // the loop advances
		case word == "}", s.pos > first && (s.opensFunction() || s.opensContract()):
			return
		case word == "(" || word == "[":
			s.skipGroup()
			s.pos-- // the loop advances
		case word == "=":
			equals = true
		case s.isName(0) && !equals:
			name = s.pos
		}
	}
}

// notVariable holds the words that begin an item which is no state variable.
var notVariable = set("pragma import using event error struct enum type function modifier constructor return emit delete")

func (s *surveyor) variable(contract string, first, name int) {
	if s.skims {
		return
	}
	src := s.out.Src
	head := s.toks[first].Text(src)
	if name <= first || s.toks[first].Kind != Ident || notVariable[head] && !(head == "function" && s.toks[first+1].Text(src) == "(") {
		return
	}
	v := Variable{
		Contract: contract,
		Name:     s.toks[name].Text(src),
		Decl:     Span{s.toks[first].Start, s.toks[s.pos].End},
		At:       Span{s.toks[name].Start, s.toks[name].End},
	}
	typeEnd := s.toks[first].End
	depth := 0
	for _, t := range s.toks[first:name] {
		switch word := t.Text(src); {
		case word == "(" || word == "[":
			depth++
		case word == ")" || word == "]":
			depth--
		case depth > 0:
		case visibilities[word]:
			v.Visibility = word
			continue
		case word == "constant" || word == "immutable":
			v.Constant = true
			continue
		case word == "override" || word == "transient":
			continue
		}
		if v.Visibility == "" && !v.Constant {
			typeEnd = t.End
		}
	}
	v.Type = src[s.toks[first].Start:typeEnd]
	s.out.Variables = append(s.out.Variables, v)
}

// skipGroup passes the bracketed group that opens ahead. Brackets of the other
// kinds inside are matched by nesting alone; a semicolon ends a group of
// parentheses, since none may stand in one.
func (s *surveyor) skipGroup() {
	braces := s.text(0) == "{"
	for depth := 0; !s.done(); s.pos++ {
		switch s.text(0) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth <= 0 {
				s.pos++
				return
			}
		case ";":
			if !braces {
				return
			}
		}
	}
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
