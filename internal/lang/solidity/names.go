package solidity

import "sort"

// DeclKind is the kind of declaration of a [Decl]. The zero value is invalid.
type DeclKind uint8

const (
	_ DeclKind = iota
	DeclContract
	DeclLibrary
	DeclInterface
	DeclStruct
	DeclEnum
	DeclEnumValue
	DeclEvent
	DeclError
	DeclModifier
	DeclFunction    // including free functions
	DeclConstructor // or a 0.4 function with the contract's name
	DeclStateVar    // including constants at file level
	DeclParam       // of functions, modifiers, events, errors, function types and catch clauses
	DeclReturn      // named return values, including those of try
	DeclLocal
	DeclField
	DeclMappingName // mapping(address owner => uint amount)
	DeclUserType    // type T is …
	DeclAlias       // import … as name
	DeclAsmLocal    // let, and parameters and results of assembly functions
	DeclAsmFunction
	DeclAsmLabel
)

var declNames = []string{"invalid", "contract", "library", "interface", "struct", "enum", "enum value", "event",
	"error", "modifier", "function",
	"constructor", "state variable", "parameter", "return value", "local", "field", "mapping name", "user type",
	"import alias", "assembly local",
	"assembly function", "assembly label"}

func (k DeclKind) String() string {
	if int(k) >= len(declNames) {
		k = 0
	}
	return declNames[k]
}

// Decl is a declaration with a name.
type Decl struct {
	Kind       DeclKind
	Name       string
	Path       string // of the file
	At         Span   // span of the name
	Node       *Node  // the whole declaration; the Name node if the declaration has no node of its own
	Scope      *Decl  // the enclosing declaration: a contract, function, struct …; nil at file level
	Visibility string // of functions and state variables: the effective one, with version defaults; else ""

	// ABI means that the name is visible from outside the code, so that renaming may
	// change bytecode: a public or external function, a public state variable, an event
	// or error, a type used in their parameters or encoded, and a contract whose name
	// type(C).name reads. Names of parameters and fields appear only in the compiler's
	// ABI output and do not count.
	ABI bool

	id     int32 // of the name, in Names.ids
	unit   *unit
	owner  *contract // the contract of which it is a member or in which it is
	typ    *typ      // type of its value, or the type that it declares
	state  uint8     // computation of typ: 0 not begun, 1 begun, 2 done
	info   *contract // of a contract, library or interface
	inner  []*Decl   // fields, values, parameters
	rets   []*Decl   // returns
	hides  *Decl     // the enclosing local of the same name
	target *Decl     // of an alias
	module *unit     // of an alias of a whole file
	using  []using   // of a type: directives with "global"
	sig    string    // "f(uint256)" once computed
}

// Verdict is the role of an occurrence of a name. The zero value is invalid.
type Verdict uint8

const (
	_         Verdict = iota
	Declares          // the declaration itself
	Refers            // to a declaration in the sources: Decl, or an unknown one if Decl is nil
	Language          // a word, global, member or builtin of the language
	Uncertain         // unknown, for the reason in Why
)

func (v Verdict) String() string {
	if v > Uncertain {
		v = 0
	}
	return [...]string{"invalid", "declares", "refers", "language", "uncertain"}[v]
}

// Place is the kind of text in which an occurrence is.
type Place uint8

const (
	InCode     Place = iota // an identifier
	InDoc                   // NatSpec that the compiler reads, or {Name}
	InString                // the name in a signature such as "f(uint256)"
	InSelector              // a number that is the selector or topic of the signature; At covers all of it
)

// Occurrence is a place where a name occurs.
type Occurrence struct {
	Path    string
	At      Span
	Name    string
	Verdict Verdict
	Decl    *Decl
	Why     string // reason for Uncertain
	Place   Place
	site    site
	id      int32 // of the name, in Names.ids
}

// site is the grammatical place of an uncertain name.
type site uint8

const (
	sitePlain site = iota
	siteMember
	siteAssembly
	siteJunk
)

// Names is the result of [Resolve]. It is immutable and safe for concurrent use.
type Names struct {
	Paths []string // of the files, sorted
	Decls []*Decl  // in order of path and place

	units      map[string]*unit
	ids        map[string]int32  // number of every identifier in the files
	decls      [][]*Decl         // by number of the name
	uses       [][]*Occurrence   // by number of the name
	pins       map[string]pin    // names that must not change
	interfaces []interfaceNumber // by path and place
	missing    map[string]bool   // imports that are not among the files, by import path
	circular   bool              // imports or bases form a cycle: their result depends on the starting point
}

// File returns the parsed file at path, or nil.
func (n *Names) File(path string) *File {
	if u := n.units[path]; u != nil {
		return u.file
	}
	return nil
}

// Occurrences returns the occurrences in the file at path in order of place, without keywords.
func (n *Names) Occurrences(path string) []Occurrence {
	if u := n.units[path]; u != nil {
		return u.occ
	}
	return nil
}

// At returns the occurrence of a name that contains the byte at offset.
func (n *Names) At(path string, offset int) (Occurrence, bool) {
	occ := n.Occurrences(path)
	i := sort.Search(len(occ), func(i int) bool { return occ[i].At.End > offset })
	if i < len(occ) && occ[i].At.Contains(offset) {
		return occ[i], true
	}
	return Occurrence{}, false
}

// Named returns the declarations of name in order of path and place.
func (n *Names) Named(name string) []*Decl {
	if id, ok := n.ids[name]; ok {
		return n.decls[id]
	}
	return nil
}

// usesOf returns every occurrence of name, declarations included, by path and place.
func (n *Names) usesOf(name string) []*Occurrence {
	if id, ok := n.ids[name]; ok {
		return n.uses[id]
	}
	return nil
}

// Used reports whether name occurs as an identifier anywhere in the files.
func (n *Names) Used(name string) bool {
	_, ok := n.ids[name]
	return ok
}

// unit is one file during and after its resolution.
type unit struct {
	path     string
	file     *File
	legacy   bool              // 0.4: function-wide locals, contracts have the members of address
	inherits bool              // before 0.7: using directives are inherited
	ids      []int32           // for each of file.idents, its number in Names.ids
	table    map[int32][]*Decl // declarations visible at file level, imports included, by number of the name
	own      []*Decl           // declared at file level, aliases included
	using    []using
	occ      []Occurrence
	loaded   uint8
}

// contract holds the facts about a contract, library or interface.
type contract struct {
	decl    *Decl
	bases   []*contract       // as written
	foreign bool              // a direct or indirect base is not among the files
	line    []*contract       // linearised, itself first
	own     map[int32][]*Decl // by number of the name
	ctor    *Decl             // with its parameters; nil if there is none
	members []*Decl
	using   []using
	seen    map[int32][]*Decl // cache of lookups through line
}

// using is one directive: the functions of lib, or the listed functions, for the type,
// or for all types when typ is nil and all is set.
type using struct {
	lib *contract
	fns []*Decl
	typ *typ
	all bool
}
