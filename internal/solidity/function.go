package solidity

import "strings"

var (
	visibilities = set("public external internal private")
	mutabilities = set("pure view constant payable")
	locations    = set("memory storage calldata")
)

// function passes the function, constructor or modifier ahead and records it.
func (s *surveyor) function(contract string) {
	f := Function{Contract: contract, Kind: Ordinary, Header: Span{Start: s.start()}}
	first := s.pos
	switch word := s.text(0); word {
	case "constructor":
		f.Kind, f.Name = Constructor, word
	case "fallback":
		f.Kind, f.Name = Fallback, word
	case "receive":
		f.Kind, f.Name = Receive, word
	default:
		if word == "modifier" {
			f.Kind = Modifier
		}
		s.pos++
		if f.Name = s.text(0); f.Name == "(" {
			f.Kind, f.Name = Fallback, "fallback"
			s.pos-- // as if the keyword were the name
		} else if f.Kind == Ordinary && f.Name == contract {
			f.Kind = Constructor
		}
	}
	s.pos++
	if s.text(0) == "(" {
		f.Params = s.params()
	}
	s.attributes(&f)
	f.Header.End = s.last()
	switch {
	case s.text(0) == "{":
		f.Body.Start = s.start()
		s.body()
		f.Body.End = s.last()
	case f.Kind == Fallback && s.toks[first].Text(s.out.Src) == "function":
		// A variable or parameter of function type, or a fallback declared in
		// an interface: neither is of use to anyone, and the first is frequent.
		s.endItem()
		return
	default:
		s.endItem()
	}
	if !s.skims {
		f.Line = s.out.Lines.Line(f.Header.Start)
		f.EndLine = s.out.Lines.Line(max(f.Header.End, f.Body.End) - 1)
	}
	s.out.Functions = append(s.out.Functions, f)
}

// endItem passes everything up to the semicolon, when one is ahead before any
// brace.
func (s *surveyor) endItem() {
	for !s.done() {
		switch s.text(0) {
		case ";":
			s.pos++
			return
		case "{", "}":
			return
		}
		if s.opensFunction() || s.opensContract() {
			return
		}
		s.pos++
	}
}

// attributes reads what stands between the parameters and the body.
func (s *surveyor) attributes(f *Function) {
	for !s.done() {
		switch word := s.text(0); {
		case word == "{" || word == "}" || word == ";" || word == "=" || s.opensFunction() || s.opensContract():
			return
		case visibilities[word]:
			f.Visibility = word
			s.pos++
		case mutabilities[word]:
			f.Mutability = word
			s.pos++
		case word == "returns" && s.text(1) == "(":
			s.pos++
			f.Returns = s.params()
		case word == "virtual" || word == "override":
			s.pos++
			if s.text(0) == "(" {
				s.skipGroup()
			}
		case s.isName(0):
			if name := s.path(); !s.skims {
				f.Modifiers = append(f.Modifiers, name)
			}
			if s.text(0) == "(" {
				s.skipGroup()
			}
		default:
			s.pos++
		}
	}
}

// params passes the parenthesised list ahead.
func (s *surveyor) params() []Param {
	end := s.pos
	s.skipGroup()
	if s.skims {
		return nil
	}
	end, s.pos = s.pos, end
	var out []Param
	var words []Token
	depth := 0
	flush := func() {
		if len(words) > 0 {
			out = append(out, s.param(words))
		}
		words = nil
	}
	for ; s.pos < end; s.pos++ {
		switch s.text(0) {
		case "(", "[":
			if depth++; depth == 1 {
				continue
			}
		case ")", "]":
			if depth--; depth == 0 {
				continue
			}
		case ",":
			if depth == 1 {
				flush()
				continue
			}
		}
		words = append(words, s.toks[s.pos])
	}
	flush()
	return out
}

// param reads one parameter from its tokens, of which there is at least one.
func (s *surveyor) param(words []Token) Param {
	src := s.out.Src
	var p Param
	last := len(words)
	if t := words[last-1]; t.Kind == Ident && last > 1 && words[last-2].Text(src) != "." && !locations[t.Text(src)] && !mutabilities[t.Text(src)] {
		p.Name = t.Text(src)
		last--
	}
	var kept []string
	for _, t := range words[:last] {
		if word := t.Text(src); locations[word] {
			p.Location = word
		} else {
			kept = append(kept, word)
		}
	}
	p.Type = joinType(kept)
	return p
}

// joinType writes tokens as a type, with blanks only where two words meet and
// around "=>".
func joinType(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if w == "=>" || i > 0 && isWord(w[0]) && (isWord(words[i-1][0]) || words[i-1] == "=>") {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// body passes the braced body ahead. A closing brace that was forgotten must
// not swallow the rest of the file, so a named function or a contract ends the
// body, except in assembly, which has functions of its own.
func (s *surveyor) body() {
	for depth := 0; !s.done(); s.pos++ {
		switch s.text(0) {
		case "assembly":
			k := 1
			if s.text(k) == "(" { // assembly ("memory-safe")
				k += 3
			} else if s.text(k) != "{" { // assembly "evmasm"
				k++
			}
			if s.text(k) == "{" {
				s.pos += k
				s.skipGroup()
				s.pos--
			}
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				s.pos++
				return
			}
		case "function", "abstract", "contract", "interface", "library":
			if s.opensFunction() || s.opensContract() {
				return
			}
		}
	}
}
