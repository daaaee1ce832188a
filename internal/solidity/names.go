package solidity

import (
	"sort"
)

// DeclKind says what a [Decl] declares. The zero value is invalid.
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
	DeclFunction    // free functions too
	DeclConstructor // a 0.4 function named as its contract
	DeclStateVar    // constants of file level too
	DeclParam       // of functions, modifiers, events, errors, function types and catch clauses
	DeclReturn      // named return values, those of try too
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
		return declNames[0]
	}
	return declNames[k]
}

// Decl is a declaration with a name.
type Decl struct {
	Kind       DeclKind
	Name       string
	Path       string // of the file
	At         Span   // the name
	Node       *Node  // the whole declaration; the Name node for what has no node of its own
	Scope      *Decl  // what it is declared in: a contract, function, struct …; nil at file level
	Visibility string // of functions and state variables as it counts, the default of the version included; else ""

	// ABI says that the name is seen from outside the code, so that renaming may
	// change bytecode: a public or external function, a public state variable, an
	// event or error, a type used in their parameters or encoded, and a contract
	// whose name type(C).name reads. Names of parameters and fields appear in the
	// compiler's ABI output only and do not count.
	ABI bool

	id     int32 // of the name, in Names.ids
	place  int32 // in Names.Decls, from 1; 0 for what has no name
	unit   *unit
	owner  *contract // the contract it is a member of or stands in
	typ    *typ      // of its value, or the type it declares
	state  uint8     // of computing typ: 0 not begun, 1 begun, 2 done
	info   *contract // of a contract, library or interface
	inner  []*Decl   // fields, values, parameters
	rets   []*Decl   // returns
	hides  *Decl     // the local of the same name around it
	target *Decl     // of an alias
	module *unit     // of an alias of a whole file
	using  []using   // of a type: directives with "global"
	sig    string    // "f(uint256)" once computed
}

// Verdict says what an occurrence of a name is. The zero value is invalid.
type Verdict uint8

const (
	_         Verdict = iota
	Declares          // the declaration itself
	Refers            // to a declaration in the sources; which one is Decl, or open when Decl is nil
	Language          // a word, global, member or builtin of the language
	Uncertain         // cannot be told; Why says why
)

func (v Verdict) String() string {
	if v > Uncertain {
		v = 0
	}
	return [...]string{"invalid", "declares", "refers", "language", "uncertain"}[v]
}

// Place says in what kind of text an occurrence stands.
type Place uint8

const (
	InCode     Place = iota // an identifier
	InDoc                   // NatSpec that the compiler reads, or {Name}
	InString                // the name in a signature such as "f(uint256)"
	InSelector              // a number that is the selector or topic of the signature; At covers it whole
)

// Occurrence is a place where a name stands.
type Occurrence struct {
	Path    string
	At      Span
	Name    string
	Verdict Verdict
	Decl    *Decl
	Why     string // of Uncertain
	Place   Place
	site    site
	id      int32 // of the name, in Names.ids
}

// site says where in the grammar an uncertain name stands.
type site uint8

const (
	sitePlain site = iota
	siteMember
	siteAssembly
	siteJunk
)

// Names is what [Resolve] found out. It is safe for concurrent use; nobody
// changes it.
type Names struct {
	Paths []string // of the files, sorted
	Decls []*Decl  // in order of path and place

	units      map[string]*unit
	ids        map[string]int32  // of every identifier of every file: its number
	decls      [][]*Decl         // by number of the name
	uses       [][]*Occurrence   // by number of the name
	pins       map[string]pin    // names that must stay
	interfaces []interfaceNumber // by path and place
	missing    map[string]bool   // imports that are not among the files, by import path
	circular   bool              // imports or bases go in a circle: what they bring depends on where one begins
}

// File returns the parsed file at path, or nil.
func (n *Names) File(path string) *File {
	if u := n.units[path]; u != nil {
		return u.file
	}
	return nil
}

// Occurrences returns the occurrences in the file at path in order of place.
// Keywords are none.
func (n *Names) Occurrences(path string) []Occurrence {
	if u := n.units[path]; u != nil {
		return u.occ
	}
	return nil
}

// At returns the occurrence of a name that holds the byte at offset.
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

// usesNamed returns every occurrence of name, declarations included, by path and place.
func (n *Names) usesNamed(name string) []Occurrence {
	uses := n.usesOf(name)
	out := make([]Occurrence, len(uses))
	for i, o := range uses {
		out[i] = *o
	}
	return out
}

func (n *Names) usesOf(name string) []*Occurrence {
	if id, ok := n.ids[name]; ok {
		return n.uses[id]
	}
	return nil
}

// Used reports whether name stands as an identifier anywhere in the files.
func (n *Names) Used(name string) bool {
	_, ok := n.ids[name]
	return ok
}

// unit is one file while and after it is resolved.
type unit struct {
	path     string
	file     *File
	legacy   bool              // 0.4: locals are visible in their whole function, contracts have the members of address
	inherits bool              // before 0.7: using directives are inherited
	ids      []int32           // of each of file.idents: its number in Names.ids
	table    map[int32][]*Decl // what file level sees, imports included, by number of the name
	own      []*Decl           // declared at file level, aliases included
	using    []using
	occ      []Occurrence
	loaded   uint8
}

// contract holds the facts about a contract, library or interface.
type contract struct {
	decl    *Decl
	bases   []*contract       // as written
	foreign bool              // some base, or base's base, is not among the files
	line    []*contract       // linearised, itself first
	own     map[int32][]*Decl // by number of the name
	ctor    *Decl             // with its parameters; nil when there is none
	members []*Decl
	using   []using
	seen    map[int32][]*Decl // cache of lookups through line
}

// using is one directive: the functions of lib, or the functions listed, for
// the type, or for all when typ is nil and all is set.
type using struct {
	lib *contract
	fns []*Decl
	typ *typ
	all bool
}
