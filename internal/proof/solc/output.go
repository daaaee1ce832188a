package solc

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Output is the result of compiling an Input. It belongs to the caller; the raw
// messages are valid JSON.
type Output struct {
	Contracts   map[string]map[string]Contract // by file, then by name; includes interfaces and abstract contracts
	AST         map[string]json.RawMessage     // by file; only with Input.AST
	Diagnostics []Diagnostic                   // warnings and notes, in the compiler's order
}

// Contract is one compiled contract. Creation and Runtime are empty for interfaces and
// abstract contracts.
type Contract struct {
	ABI           json.RawMessage
	Creation      []byte // zero in place of library addresses; see CreationLinks
	Runtime       []byte // zero in place of library addresses and immutables
	CreationLinks []Link // empty if Creation can be deployed unchanged
	RuntimeLinks  []Link
	StorageLayout json.RawMessage    // nil before 0.5.13
	Selectors     map[string][4]byte // by signature, such as "transfer(address,uint256)"
}

// Link is a place in bytecode for a library's address, in bytes.
type Link struct {
	File, Library string
	Start, Length int
}

// Diagnostic is one message of a compiler. File is "" and Line and Column are 0 if it
// names no place; both count from 1, columns in bytes. Formatted quotes the source
// unchanged, line breaks included.
type Diagnostic struct {
	Severity  string // "error", "warning", "info"
	Type      string // the compiler's term: "ParserError", "TypeError", "Warning", …
	Message   string
	Formatted string
	File      string
	Line      int
	Column    int
}

// The parts of the standard JSON output that are used.
type (
	outCode struct {
		Object         string `json:"object"`
		LinkReferences map[string]map[string][]struct {
			Start  int `json:"start"`
			Length int `json:"length"`
		} `json:"linkReferences"`
	}
	outContract struct {
		ABI           json.RawMessage `json:"abi"`
		StorageLayout json.RawMessage `json:"storageLayout"`
		EVM           struct {
			Bytecode          outCode           `json:"bytecode"`
			DeployedBytecode  outCode           `json:"deployedBytecode"`
			MethodIdentifiers map[string]string `json:"methodIdentifiers"`
		} `json:"evm"`
	}
	outError struct {
		Severity         string `json:"severity"`
		Type             string `json:"type"`
		Message          string `json:"message"`
		FormattedMessage string `json:"formattedMessage"`
		SourceLocation   *struct {
			File  string `json:"file"`
			Start int    `json:"start"`
		} `json:"sourceLocation"`
	}
	stdOutput struct {
		Errors    []outError                        `json:"errors"`
		Contracts map[string]map[string]outContract `json:"contracts"`
		Sources   map[string]struct {
			AST json.RawMessage `json:"ast"`
		} `json:"sources"`
	}
)

// crashTypes are the error types with which a compiler reports its own faults.
var crashTypes = []string{"InternalCompilerError", "Exception", "UnknownException", "SMTLogicException"}

// read turns a standard JSON output into an Output, a CompileError or a CrashError.
func read(in Input, raw []byte) (*Output, error) {
	var std stdOutput
	if err := json.Unmarshal(raw, &std); err != nil {
		return nil, &CrashError{Version: in.Version, Message: "its answer is not standard JSON: " + err.Error(), Err: err}
	}
	out := &Output{Contracts: map[string]map[string]Contract{}}
	failed := false
	for _, e := range std.Errors {
		d := diagnostic(in, e)
		out.Diagnostics = append(out.Diagnostics, d)
		if d.Severity != "error" {
			continue
		}
		failed = true
		if slices.Contains(crashTypes, e.Type) {
			return nil, &CrashError{Version: in.Version, Message: e.Type + ": " + at(d.File, d.Line, d.Message)}
		}
	}
	if failed {
		return nil, &CompileError{Version: in.Version, Diagnostics: out.Diagnostics}
	}
	if std.Contracts == nil && std.Sources == nil {
		return nil, &CrashError{Version: in.Version, Message: "it answered neither code nor an error"}
	}
	for file, byName := range std.Contracts {
		out.Contracts[file] = map[string]Contract{}
		for name, c := range byName {
			made, err := contract(c)
			if err != nil {
				return nil, &CrashError{Version: in.Version, Message: fmt.Sprintf("%s: contract %s: %v", file, name, err), Err: err}
			}
			out.Contracts[file][name] = made
		}
	}
	if in.AST {
		out.AST = map[string]json.RawMessage{}
		for file, s := range std.Sources {
			out.AST[file] = s.AST
		}
	}
	return out, nil
}

func diagnostic(in Input, e outError) Diagnostic {
	d := Diagnostic{Severity: e.Severity, Type: e.Type, Message: e.Message, Formatted: e.FormattedMessage}
	if e.SourceLocation == nil {
		return placed(in, d)
	}
	d.File = e.SourceLocation.File
	if text, ok := in.Sources[d.File]; ok && 0 <= e.SourceLocation.Start && e.SourceLocation.Start <= len(text) {
		before := text[:e.SourceLocation.Start]
		d.Line = strings.Count(before, "\n") + 1
		d.Column = len(before) - strings.LastIndexByte(before, '\n')
	}
	return d
}

// placed reads the place of a message from its formatted text, "file:line:column: …",
// since compilers before 0.4.21 state it only there.
func placed(in Input, d Diagnostic) Diagnostic {
	m := placeRE.FindStringSubmatch(d.Formatted)
	if m == nil {
		return d
	}
	if _, ok := in.Sources[m[1]]; !ok {
		return d
	}
	d.File = m[1]
	d.Line, _ = strconv.Atoi(m[2])
	d.Column, _ = strconv.Atoi(m[3])
	return d
}

var placeRE = regexp.MustCompile(`^([^:\n]+):([0-9]{1,9}):([0-9]{1,9}): `)

func contract(c outContract) (Contract, error) {
	made := Contract{ABI: c.ABI, StorageLayout: c.StorageLayout, Selectors: map[string][4]byte{}}
	var err error
	if made.Creation, made.CreationLinks, err = code(c.EVM.Bytecode); err != nil {
		return made, fmt.Errorf("creation code: %w", err)
	}
	if made.Runtime, made.RuntimeLinks, err = code(c.EVM.DeployedBytecode); err != nil {
		return made, fmt.Errorf("runtime code: %w", err)
	}
	for signature, id := range c.EVM.MethodIdentifiers {
		b, err := hex.DecodeString(id)
		if err != nil || len(b) != 4 {
			return made, fmt.Errorf("selector %q of %s is not four bytes", id, signature)
		}
		made.Selectors[signature] = [4]byte(b)
	}
	return made, nil
}

// code decodes bytecode and lists its links in order of position.
func code(o outCode) ([]byte, []Link, error) {
	text := []byte(o.Object)
	var links []Link
	for _, file := range slices.Sorted(maps.Keys(o.LinkReferences)) {
		for _, library := range slices.Sorted(maps.Keys(o.LinkReferences[file])) {
			for _, ref := range o.LinkReferences[file][library] {
				from, to := 2*ref.Start, 2*(ref.Start+ref.Length)
				if from < 0 || to < from || to > len(text) {
					return nil, nil, fmt.Errorf("the link to %s lies outside the code", library)
				}
				copy(text[from:to], bytes.Repeat([]byte{'0'}, to-from))
				links = append(links, Link{file, library, ref.Start, ref.Length})
			}
		}
	}
	slices.SortFunc(links, func(a, b Link) int { return a.Start - b.Start })
	b := make([]byte, hex.DecodedLen(len(text)))
	if _, err := hex.Decode(b, text); err != nil {
		return nil, nil, err
	}
	return b, links, nil
}

// MaskMetadata returns code with every metadata hash set to zero, including those of
// embedded contracts. It makes code of 0.4 and 0.5 comparable, since these compilers
// always append a hash of the sources, comments included. Later compilers are told not
// to append one, and their code is returned unchanged.
func MaskMetadata(code []byte) []byte {
	out := bytes.Clone(code)
	for _, mark := range [][]byte{append([]byte("\x65bzzr0"), 0x58, 0x20), append([]byte("\x65bzzr1"), 0x58, 0x20)} {
		for at := 0; ; {
			i := bytes.Index(out[at:], mark)
			if i < 0 {
				break
			}
			at += i + len(mark)
			clear(out[at:min(at+32, len(out))])
		}
	}
	return out
}
