package solidity_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/internal/lang/solidity"
	"assay/internal/test/solctest"
)

// node is a node of solc's compact AST, as a map.
type node = map[string]any

// oracle is solc's result for a compilation: declarations by id, and references.
type oracle struct {
	decls map[int]declared
	refs  []ref
}

type declared struct {
	path       string
	start, end int // of the declaration
	kind, name string
}

type ref struct {
	path string
	at   int // a byte of the name
	to   int
	kind string
}

func span(src any) (start, end, file int) {
	s, _ := src.(string)
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return -1, -1, -1
	}
	start, _ = strconv.Atoi(parts[0])
	n, _ := strconv.Atoi(parts[1])
	file, _ = strconv.Atoi(parts[2])
	return start, start + n, file
}

func id(v any) (int, bool) {
	f, ok := v.(float64)
	return int(f), ok
}

func (o *oracle) read(path string, v any, parent string) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			o.read(path, x, parent)
		}
	case node:
		kind, _ := v["nodeType"].(string)
		name, _ := v["name"].(string)
		start, end, _ := span(v["src"])
		at, hasID := id(v["id"])
		switch kind {
		case "ContractDefinition", "StructDefinition", "EnumDefinition", "EnumValue", "EventDefinition", "ErrorDefinition",
			"ModifierDefinition",
			"FunctionDefinition", "VariableDeclaration", "UserDefinedValueTypeDefinition":
			if hasID {
				o.decls[at] = declared{path, start, end, kind, name}
			}
		case "Identifier", "UserDefinedTypeName", "IdentifierPath", "MemberAccess":
			to, ok := id(v["referencedDeclaration"])
			if _, inner := v["pathNode"]; inner {
				ok = false // the path node has it
			}
			if ok {
				o.refs = append(o.refs, ref{path, end - 1, to, kind})
			} else if kind == "MemberAccess" {
				o.refs = append(o.refs, ref{path, end - 1, -1, kind})
			}
		case "InlineAssembly":
			list, _ := v["externalReferences"].([]any)
			for _, x := range list {
				o.external(path, x)
			}
		}
		for _, k := range keys(v) {
			if k != "externalReferences" {
				o.read(path, v[k], kind)
			}
		}
	}
}

// external reads a reference from assembly, in the form of 0.5 on or of 0.4.
func (o *oracle) external(path string, x any) {
	m, _ := x.(node)
	if _, ok := m["declaration"]; !ok {
		for _, inner := range m {
			if n, ok := inner.(node); ok {
				o.external(path, n)
			}
		}
		return
	}
	start, _, _ := span(m["src"]) // the name ends with _slot or .slot
	to, _ := id(m["declaration"])
	o.refs = append(o.refs, ref{path, start, to, "assembly"})
}

func keys(m node) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// TestAgreesWithCompiler compares declarations and references with solc's AST.
func TestAgreesWithCompiler(t *testing.T) {
	c := solctest.New(t)
	decls, refs, open, language := 0, 0, 0, 0
	for _, u := range corpus(t, c) {
		t.Run(u.name, func(t *testing.T) {
			out := compile(t, c, u, true)
			o := &oracle{decls: map[int]declared{}}
			for _, p := range sorted(out.AST) {
				var root any
				if err := json.Unmarshal(out.AST[p], &root); err != nil {
					t.Fatal(err)
				}
				o.read(p, root, "")
			}
			n := solidity.Resolve(u.files)
			byID := map[int]*solidity.Decl{}
			matched := map[*solidity.Decl]bool{}
			for at, d := range o.decls {
				if d.name == "" || d.kind == "FunctionDefinition" && (d.name == "fallback" || d.name == "receive") {
					continue
				}
				m := match(n, d)
				if m == nil {
					t.Errorf("%s: %s %s is not found", place(u, d.path, d.start), d.kind, d.name)
					continue
				}
				byID[at] = m
				matched[m] = true
				decls++
			}
			for _, d := range n.Decls {
				switch d.Kind {
				case solidity.DeclAlias, solidity.DeclAsmLocal, solidity.DeclAsmFunction, solidity.DeclAsmLabel,
					solidity.DeclMappingName:
					continue
				}
				if !matched[d] {
					t.Errorf("%s: solc knows no %v %s", place(u, d.Path, d.At.Start), d.Kind, d.Name)
				}
			}
			seen := map[string]bool{}
			for _, r := range o.refs {
				key := fmt.Sprint(r.path, r.at)
				if seen[key] && r.to < 0 {
					continue
				}
				seen[key] = true
				occ, ok := n.At(r.path, r.at)
				at := place(u, r.path, r.at)
				want := byID[r.to]
				if want == nil {
					if d, known := o.decls[r.to]; known && d.name != "" && d.name != "fallback" && d.name != "receive" {
						continue // reported above
					}
					if ok && occ.Verdict == solidity.Refers && occ.Decl != nil && r.kind != "MemberAccess" {
						// An alias of a file, or a word of the language.
						if occ.Decl.Kind != solidity.DeclAlias {
							t.Errorf("%s: %s refers to %s, but solc says it is the language's (%s %d)", at, occ.Name,
								place(u, occ.Decl.Path, occ.Decl.At.Start), r.kind, r.to)
						}
					}
					language++
					continue
				}
				refs++
				switch {
				case !ok:
					t.Errorf("%s: no occurrence; solc: %s", at, want.Name)
				case occ.Verdict == solidity.Language || occ.Verdict == solidity.Uncertain:
					t.Errorf("%s: %s is %v %s; solc: %s", at, occ.Name, occ.Verdict, occ.Why, place(u, want.Path, want.At.Start))
				case occ.Decl == nil:
					open++
					t.Logf("%s: %s is left open; solc: %s", at, occ.Name, place(u, want.Path, want.At.Start))
				case occ.Decl != want && occ.Decl.Kind != solidity.DeclAlias:
					t.Errorf("%s: %s refers to %s; solc: %s", at, occ.Name, place(u, occ.Decl.Path, occ.Decl.At.Start),
						place(u, want.Path, want.At.Start))
				}
			}
		})
	}
	t.Logf("%d declarations and %d references compared, %d left open, %d words of the language", decls, refs, open,
		language)
	if refs < 1000 || open*50 > refs {
		t.Errorf("%d of %d references left open", open, refs)
	}
}

func sorted[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// match finds the declaration that solc reports: the one whose name is in the span and
// whose own node fits best.
func match(n *solidity.Names, d declared) *solidity.Decl {
	var best *solidity.Decl
	for _, m := range n.Named(d.name) {
		if m.Path != d.path || m.At.Start < d.start || m.At.End > d.end {
			continue
		}
		if best == nil || abs(m.Node.Start-d.start) < abs(best.Node.Start-d.start) {
			best = m
		}
	}
	return best
}

func abs(x int) int { return max(x, -x) }

func place(u unit, path string, offset int) string {
	line := 1 + strings.Count(u.files[path][:offset], "\n")
	column := offset - strings.LastIndexByte(u.files[path][:offset], '\n')
	return fmt.Sprintf("%s:%d:%d", path, line, column)
}
