package solidity

import (
	"strconv"
	"strings"
)

// typeKind is the kind of a typ.
type typeKind uint8

const (
	_         typeKind = iota
	tBasic             // of the language, by its full name; address without "payable"
	tNumber            // a number literal, or an expression of such literals
	tText              // a string literal
	tContract          // of a contract, interface or library
	tStruct
	tEnum
	tUser     // type T is …
	tArray    // elem[]; fixed when name is its length
	tMapping  // key => elem
	tFunction // a value or name of a function, event, error or modifier
	tTuple    // list; () when empty
	tMeta     // the name of a type used as a value: elem is the type
	tMagic    // msg, tx, block, abi, super, type(T): name is which one, elem is T
	tModule   // import … as M
)

// typ is the type of an expression; nil means unknown. A typ is immutable.
type typ struct {
	kind typeKind
	name string
	decl *Decl // of contract, struct, enum, user type; the function, event or error when known
	elem *typ
	key  *typ
	list []*typ // tuple items, parameters
	rets []*typ // results
	unit *unit
	ext  bool // of a function: called from outside, and so with a selector and options
}

func basic(name string) *typ { return basics[name] }

var basics = func() map[string]*typ {
	m := map[string]*typ{}
	add := func(n string) { m[n] = &typ{kind: tBasic, name: n} }
	for _, n := range []string{"address", "bool", "string", "bytes", "fixed128x18", "ufixed128x18"} {
		add(n)
	}
	for i := 1; i <= 32; i++ {
		add("bytes" + strconv.Itoa(i))
		add("int" + strconv.Itoa(8*i))
		add("uint" + strconv.Itoa(8*i))
	}
	m["uint"], m["int"], m["byte"], m["fixed"], m["ufixed"] = m["uint256"], m["int256"], m["bytes1"], m["fixed128x18"],
		m["ufixed128x18"]
	return m
}()

var (
	number = &typ{kind: tNumber}
	text   = &typ{kind: tText}
	void   = &typ{kind: tTuple}
)

// String returns a text that is equal for equal types.
func (t *typ) String() string {
	if t == nil {
		return "?"
	}
	switch t.kind {
	case tBasic:
		return t.name
	case tNumber:
		return "number"
	case tText:
		return "text"
	case tContract, tStruct, tEnum, tUser:
		if t.decl == nil {
			return "?"
		}
		return t.decl.Path + ":" + strconv.Itoa(t.decl.At.Start)
	case tArray:
		return t.elem.String() + "[" + t.name + "]"
	case tMapping:
		return "mapping(" + t.key.String() + "=>" + t.elem.String() + ")"
	case tFunction:
		return "function(" + typeList(t.list) + ")returns(" + typeList(t.rets) + ")"
	case tTuple:
		return "(" + typeList(t.list) + ")"
	case tMeta:
		return "type " + t.elem.String()
	}
	return t.name
}

func typeList(list []*typ) string {
	var b strings.Builder
	for i, t := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// integer reports the sign and size of an integer type.
func (t *typ) integer() (signed bool, bits int, ok bool) {
	if t == nil || t.kind != tBasic {
		return false, 0, false
	}
	if s, found := strings.CutPrefix(t.name, "uint"); found {
		bits, _ = strconv.Atoi(s)
		return false, bits, true
	}
	if s, found := strings.CutPrefix(t.name, "int"); found {
		bits, _ = strconv.Atoi(s)
		return true, bits, true
	}
	return false, 0, false
}

// fixedBytes returns n for bytesn, else 0.
func (t *typ) fixedBytes() int {
	if t == nil || t.kind != tBasic || len(t.name) < 6 || t.name[:5] != "bytes" {
		return 0
	}
	n, _ := strconv.Atoi(t.name[5:])
	return n
}

// fits returns whether a value of type from can be passed as to: no, perhaps, yes.
func fits(from, to *typ) int {
	const no, perhaps, yes = 0, 1, 2
	if from == nil || to == nil {
		return perhaps
	}
	if from.kind == tTuple && len(from.list) == 1 {
		from = from.list[0]
	}
	if from.String() == to.String() {
		return yes
	}
	switch from.kind {
	case tNumber:
		if _, _, ok := to.integer(); ok || strings.Contains(to.name, "fixed") {
			return yes
		}
		if to.fixedBytes() > 0 || to.name == "address" { // a literal of the right length
			return perhaps
		}
		return no
	case tText:
		if to.kind == tBasic && (to.name == "string" || to.name == "bytes" || to.fixedBytes() > 0) {
			return yes
		}
		return no
	case tBasic:
		fs, fb, fi := from.integer()
		ts, tb, ti := to.integer()
		if fi && ti {
			if fs == ts && fb <= tb || !fs && ts && fb < tb {
				return yes
			}
			return no
		}
		if a, b := from.fixedBytes(), to.fixedBytes(); a > 0 && b > 0 {
			if a <= b {
				return yes
			}
			return no
		}
		if to.kind == tBasic && strings.Contains(from.name+to.name, "fixed") {
			return perhaps
		}
		return no
	case tContract:
		switch {
		case to.kind == tContract && from.decl.info.is(to.decl.info):
			return yes
		case to.kind == tContract && from.decl.info.foreign, to.name == "address": // the latter before 0.5
			return perhaps
		}
		return no
	case tArray:
		if to.kind == tArray {
			return min(perhaps, fits(from.elem, to.elem))
		}
		return no
	case tFunction, tMeta, tMagic:
		if to.kind == from.kind {
			return perhaps
		}
	}
	return no
}

// abiName returns the type's name in a signature, "" if it has none. budget limits the
// recursion, since structs of invalid text may contain themselves.
func (r *resolver) abiName(t *typ, budget *int) string {
	if *budget--; *budget < 0 || t == nil {
		return ""
	}
	switch t.kind {
	case tBasic:
		return t.name
	case tContract:
		return "address"
	case tEnum:
		if len(t.decl.inner) > 256 {
			return ""
		}
		return "uint8"
	case tUser:
		return r.abiName(r.underlying(t.decl), budget)
	case tFunction:
		return "function"
	case tArray:
		if t.name == "?" {
			return ""
		}
		if e := r.abiName(t.elem, budget); e != "" {
			return e + "[" + t.name + "]"
		}
	case tStruct:
		var parts []string
		for _, f := range t.decl.inner {
			p := r.abiName(r.valueOf(f), budget)
			if p == "" {
				return ""
			}
			parts = append(parts, p)
		}
		return "(" + strings.Join(parts, ",") + ")"
	}
	return ""
}
