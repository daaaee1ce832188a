package transform

import (
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// Name is a name that a subject sees and that may be renamed.
type Name struct {
	Name  string
	Kinds []solidity.DeclKind // of all declarations with the name, in order of path and place
	ABI   bool                // visible from outside the code
	Acts  bool                // a modifier, or a function that may change state: its first word is a verb
}

// Is reports whether some declaration of the name has one of the kinds.
func (n Name) Is(kinds ...solidity.DeclKind) bool {
	return slices.ContainsFunc(n.Kinds, func(k solidity.DeclKind) bool { return slices.Contains(kinds, k) })
}

// Type reports whether the name is capitalised by convention.
func (n Name) Type() bool {
	return n.Is(solidity.DeclContract, solidity.DeclLibrary, solidity.DeclInterface, solidity.DeclStruct,
		solidity.DeclEnum, solidity.DeclEnumValue,
		solidity.DeclEvent, solidity.DeclError, solidity.DeclUserType)
}

// Callable reports whether the name is that of a function or modifier.
func (n Name) Callable() bool { return n.Is(solidity.DeclFunction, solidity.DeclModifier) }

// Names are the names of both halves of a pair.
type Names struct {
	List []Name // names that may be renamed, sorted
	all  []*solidity.Names
}

// standard lists names that contracts elsewhere call, or are called by: after a
// renaming, a token would not be a token any more.
var standard = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`balanceOf transfer transferFrom approve allowance totalSupply decimals symbol name Transfer Approval
		supportsInterface onERC721Received onERC1155Received onERC1155BatchReceived isValidSignature onFlashLoan tokensReceived tokensToSend
		latestRoundData latestAnswer getReserves uniswapV2Call uniswapV3SwapCallback pancakeCall permit nonces DOMAIN_SEPARATOR`) {
		m[w] = true
	}
	return m
}()

// proofNames are the names in a proof's contract that the host calls; some have a
// number if a text has several label sets.
var proofNames = map[string]bool{"Proof": true, "Vm": true, "setUp": true, "test_Regular": true, "exploit": true,
	"test_Exploit": true, "target": true, "attacker": true}

// Names resolves every Solidity text of the pair and returns what may be renamed:
// names declared in shown code, certain in every use, and not called from outside.
// Names are shared as trees are, and must not be changed.
func (in *Input) Names() *Names { return in.state.list() }

// newNames selects the names that may be renamed.
func newNames(all []*solidity.Names, hiddenFiles []bench.File, keep []string) *Names {
	out := &Names{all: all}
	hidden := map[string]bool{}
	for _, f := range hiddenFiles {
		hidden[f.Path] = true
	}
	kept := maps.Clone(standard)
	for _, k := range keep {
		kept[k] = true
	}
	type entry struct {
		Name
		shown, implemented bool // implemented: or no function at all
	}
	byName := map[string]*entry{}
	for _, n := range out.all {
		for _, d := range n.Decls {
			if d.Kind == solidity.DeclAsmLabel || d.Kind == solidity.DeclAlias {
				kept[d.Name] = true
			}
			if hidden[d.Path] && (proofNames[d.Name] || proofNames[strings.TrimRight(d.Name, "23456789")] || d.Scope != nil &&
				d.Scope.Name == "Vm") {
				kept[d.Name] = true
			}
			x := byName[d.Name]
			if x == nil {
				x = &entry{Name: Name{Name: d.Name}}
				byName[d.Name] = x
			}
			x.Kinds = append(x.Kinds, d.Kind)
			x.ABI = x.ABI || d.ABI
			x.Acts = x.Acts || acts(n, d)
			x.shown = x.shown || !hidden[d.Path]
			x.implemented = x.implemented || d.Kind != solidity.DeclFunction || d.Scope == nil ||
				d.Scope.Kind != solidity.DeclInterface
		}
	}
	probe := "zqProbe"
	for !out.Free(probe) {
		probe += "q"
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if x := byName[name]; !kept[name] && x.shown && x.implemented && out.certain(name, probe) {
			out.List = append(out.List, x.Name)
		}
	}
	return out
}

// acts reports whether a declaration may change state, rather than only return values.
func acts(n *solidity.Names, d *solidity.Decl) bool {
	return d.Kind == solidity.DeclModifier || d.Kind == solidity.DeclFunction &&
		!n.File(d.Path).HasAttribute(d.Node, "view", "pure", "constant")
}

// certain reports whether every half can rename the name to an unused one.
func (n *Names) certain(name, free string) bool {
	for _, names := range n.all {
		if len(names.Named(name)) == 0 {
			continue
		}
		if _, ok := names.Check(name, free); !ok {
			return false
		}
	}
	return true
}

// Free reports whether neither half uses the name, nor does the language.
func (n *Names) Free(name string) bool {
	if solidity.Shared(name) || standard[name] || proofNames[name] {
		return false
	}
	return !slices.ContainsFunc(n.all, func(half *solidity.Names) bool { return half.Used(name) })
}

// Assign gives each listed name that want selects a new one. It calls want with
// attempt 0, 1, 2, … until the result is an unused name, which must happen in the end.
// "" leaves the name unchanged.
func (n *Names) Assign(want func(name Name, attempt int) string) map[string]string {
	out := make(map[string]string, len(n.List))
	taken := make(map[string]bool, len(n.List))
	for _, x := range n.List {
		for attempt := range 10_000 {
			now := want(x, attempt)
			if now == "" || now == x.Name {
				break
			}
			if !taken[now] && n.Free(now) {
				out[x.Name], taken[now] = now, true
				break
			}
		}
	}
	return out
}

func sources(t bench.Task, hidden []bench.File) map[string]string {
	out := map[string]string{}
	for _, files := range [][]bench.File{t.Files, t.Context, hidden} {
		for _, f := range files {
			out[f.Path] = f.Text
		}
	}
	return out
}
