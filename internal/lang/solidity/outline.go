package solidity

import "sort"

// Span is a half-open range of bytes.
type Span struct{ Start, End int }

// Empty reports whether the span has no bytes.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether the byte at offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Text returns the span's text; src must be the surveyed text.
func (s Span) Text(src string) string { return src[s.Start:s.End] }

// FunctionKind is the kind of a [Function]. The zero value is invalid.
type FunctionKind uint8

const (
	_           FunctionKind = iota
	Ordinary                 // function name(…), including free functions
	Constructor              // constructor(…), or a 0.4 function with the contract's name
	Fallback                 // fallback(…), or the unnamed function of 0.4 and 0.5
	Receive                  // receive(…)
	Modifier                 // modifier name…
)

// Function is a function, constructor, fallback, receive function or modifier.
type Function struct {
	Contract   string // "" for a free function
	Name       string // as written; "constructor", "fallback" and "receive" for those
	Kind       FunctionKind
	Visibility string // "public", "external", "internal", "private", or "" when not written
	Mutability string // "pure", "view" (or "constant"), "payable", or ""
	Header     Span   // from the first keyword to the end of the last token before the body
	Body       Span   // braces included; empty when there is no body
	Line       int    // first line of the header
	EndLine    int    // last line of the body, or of the header when there is no body
}

// Span covers header and body.
func (f Function) Span() Span { return Span{f.Header.Start, max(f.Header.End, f.Body.End)} }

// Callable reports whether a transaction or a call can reach f: it has a body and is
// public or external, explicitly or by the default of 0.4.
func (f Function) Callable() bool {
	if f.Body.Empty() || f.Kind == Constructor || f.Kind == Modifier {
		return false
	}
	return f.Visibility == "" && f.Contract != "" || f.Visibility == "public" || f.Visibility == "external"
}

// Variable is a state variable, or a constant at file level (Contract "").
type Variable struct {
	Contract   string
	Name       string
	Type       string // source text, for example "mapping(address => uint256)"
	Visibility string // "" when not written
	Constant   bool   // constant or immutable
	Decl       Span   // from the type to the semicolon
	At         Span   // the name
}

// Contract is a contract, interface or library.
type Contract struct {
	Kind  string // "contract", "interface" or "library"
	Name  string
	Bases []string // as written, without arguments
	Span  Span     // from the keyword to the closing brace
}

// Outline is a description of a text without resolved names. Tokens holds all tokens;
// the other lists are in source order. An Outline is immutable.
type Outline struct {
	Src       string
	Tokens    []Token
	Lines     Lines
	Contracts []Contract
	Functions []Function
	Variables []Variable
}

// Functions returns the functions and modifiers of src in source order. Their
// spans do not overlap.
func Functions(src string) []Function { return Survey(src).Functions }

// Enclosing returns the function or modifier of fns whose header or body contains the
// byte at offset. fns must be in source order, as [Functions] returns them.
func Enclosing(fns []Function, offset int) (Function, bool) {
	i := sort.Search(len(fns), func(i int) bool { return fns[i].Span().End > offset })
	if i < len(fns) && fns[i].Span().Contains(offset) {
		return fns[i], true
	}
	return Function{}, false
}
