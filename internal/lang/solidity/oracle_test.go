package solidity_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/proof/solc"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

var (
	marker     = regexp.MustCompile(`[ \t]*//~.*`)
	minorRE    = regexp.MustCompile(`pragma solidity[^;0-9]*0\.([0-9]+)`)
	compilerRE = regexp.MustCompile(`(?m)^compiler: *"?([0-9.]+)`)
	coderRE    = regexp.MustCompile(`pragma (experimental ABIEncoderV2|abicoder v2)`)
	pragmaRE   = regexp.MustCompile(`pragma solidity[^;0-9]*([0-9.]+)`)
)

// unit is a set of files that compile together.
type unit struct {
	name, version string
	files         map[string]string
}

// Other people's sources, such as unpacked npm packages: a directory is one
// unit, compiled by the newest installed compiler of its highest pragma's minor version.

var external = flag.String("corpus", "",
	"comma-separated directories of Solidity sources to check instead of the embedded ones")

var newest = map[string]string{"4": "0.4.26", "5": "0.5.17", "6": "0.6.12", "7": "0.7.6", "8": "0.8.30"}

func externalCorpus(t testing.TB, dirs string) []unit {
	t.Helper()
	var out []unit
	for _, dir := range strings.Split(dirs, ",") {
		u := unit{name: dir, files: map[string]string{}}
		err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(p) != ".sol" || strings.Contains(p, "/node_modules/") ||
				strings.Contains(p, "/test/") {
				return err
			}
			b, err := os.ReadFile(p)
			rel, _ := filepath.Rel(dir, p)
			u.files[filepath.ToSlash(rel)] = string(b)
			if m := minorRE.FindStringSubmatch(string(b)); m != nil {
				u.version = max(u.version, newest[m[1]])
			}
			return err
		})
		if err != nil || len(u.files) == 0 {
			t.Fatalf("%s: %d sources, %v", dir, len(u.files), err)
		}
		out = append(out, u)
	}
	return out
}

// corpus returns the embedded samples, vulnerable and fixed, each with the files of the
// libraries that it imports, and the torture folder.
func corpus(t testing.TB, c *solc.Compiler) []unit {
	t.Helper()
	if *external != "" {
		return externalCorpus(t, *external)
	}
	var out []unit
	add := func(name, version string, files map[string]string) {
		for _, src := range files {
			if m := pragmaRE.FindStringSubmatch(src); version == "" && m != nil {
				version = max(version, m[1])
			}
		}
		whole, _ := c.WithLibraries(files) // the compiler reports missing files
		out = append(out, unit{name, version, whole})
	}
	dirs, err := filepath.Glob("../../../suites/blockbench/*/*")
	if err != nil || len(dirs) < 10 {
		t.Fatalf("%d samples, %v", len(dirs), err)
	}
	takes := corpustest.Every(t, 70)
	for i, dir := range dirs {
		if !takes(i) {
			continue
		}
		// of repairs (fixed-2 and so on) and the weak text of a clean sample: the files that
		// they replace
		trees := map[string]map[string]string{"": {}, "fixed": {}}
		filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(p) != ".sol" {
				return err
			}
			b, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			rel, _ := filepath.Rel(dir, p)
			which, in, ok := strings.Cut(filepath.ToSlash(rel), "/")
			if !ok || !strings.HasPrefix(which, "fixed") && which != "weak" {
				which, in = "", filepath.ToSlash(rel)
			}
			if trees[which] == nil {
				trees[which] = map[string]string{}
			}
			trees[which][in] = marker.ReplaceAllString(string(b), "")
			return nil
		})
		for _, tree := range trees {
			for in, src := range trees[""] {
				if _, ok := tree[in]; !ok {
					tree[in] = src
				}
			}
		}
		meta, err := os.ReadFile(filepath.Join(dir, "sample.yaml"))
		m := compilerRE.FindSubmatch(meta)
		if err != nil || m == nil {
			t.Fatalf("%s: no compiler in sample.yaml: %v", dir, err)
		}
		for which, tree := range trees {
			add(path.Join(filepath.Base(dir), which), string(m[1]), tree)
		}
	}
	torture, _ := filepath.Glob("testdata/torture/*.sol")
	for _, p := range torture {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		add(filepath.Base(p), "", split(string(b), filepath.Base(p)))
	}
	generations := map[string]int{}
	for _, p := range torture {
		generations[filepath.Base(p)[:2]]++
	}
	if len(torture) < 60 || len(generations) != 5 {
		t.Fatalf("the torture folder has %d sources of the generations %v", len(torture), generations)
	}
	slices.SortFunc(out, func(a, b unit) int { return strings.Compare(a.name, b.name) })
	return out
}

// split divides a torture file at lines "// ==== Other.sol".
func split(src, name string) map[string]string {
	out := map[string]string{}
	for i, part := range strings.Split(src, "\n// ==== ") {
		if i > 0 {
			first, rest, _ := strings.Cut(part, "\n")
			name, part = strings.TrimSpace(first), rest
		}
		out[name] = part
	}
	return out
}

func compile(t testing.TB, c *solc.Compiler, u unit, ast bool) *solc.Output {
	t.Helper()
	out, err := c.Compile(t.Context(), solc.Input{Version: u.version, Sources: u.files, AST: ast})
	if err != nil {
		t.Fatalf("%s: %v", u.name, err)
	}
	return out
}

// fresh returns a new name for every name that keep accepts.
func fresh(n *solidity.Names, keep func([]*solidity.Decl) bool) map[string]string {
	out := map[string]string{}
	for _, d := range n.Decls {
		if out[d.Name] == "" && keep(n.Named(d.Name)) {
			out[d.Name] = fmt.Sprintf("zq%dx", len(out))
		}
	}
	return out
}

func apply(t testing.TB, files map[string]string, edits map[string][]edit.Edit) map[string]string {
	t.Helper()
	out := maps.Clone(files)
	for p, e := range edits {
		src, err := edit.Apply(files[p], e)
		if err != nil {
			t.Fatal(err)
		}
		out[p] = src
	}
	return out
}

func TestRenameEverything(t *testing.T) {
	c := solctest.New(t)
	for _, u := range corpus(t, c) {
		t.Run(u.name, func(t *testing.T) {
			compile(t, c, u, false)
			n := solidity.Resolve(u.files)
			names := fresh(n, func([]*solidity.Decl) bool { return true })
			edits, skipped := n.Rename(names)
			for _, s := range skipped {
				if delete(names, s.Old); *external == "" {
					t.Errorf("skipped %v", s)
				} else {
					t.Logf("skipped %v", s)
				}
			}
			renamed := unit{u.name, u.version, apply(t, u.files, edits)}
			compile(t, c, renamed, false)

			again := solidity.Resolve(renamed.files)
			if len(again.Decls) != len(n.Decls) {
				t.Errorf("%d declarations became %d", len(n.Decls), len(again.Decls))
			}
			back := map[string]string{}
			for old, new := range names {
				back[new] = old
				if len(again.Named(old)) > 0 {
					t.Errorf("%s is still declared", old)
				}
			}
			// No new name may be a word of the language, but the old names were: force them.
			if got := apply(t, renamed.files, again.RenameAnyway(back)); !maps.Equal(got, u.files) {
				t.Error("renaming back gives another text")
			}
		})
	}
}

func TestRenameInternal(t *testing.T) {
	c := solctest.New(t)
	for _, u := range corpus(t, c) {
		t.Run(u.name, func(t *testing.T) {
			before := compile(t, c, u, false)
			n := solidity.Resolve(u.files)
			// Before 0.8, the second coder sorts its helpers by name, and the names contain
			// those of types.
			coder := slices.ContainsFunc(slices.Collect(maps.Values(u.files)), coderRE.MatchString)
			names := fresh(n, func(list []*solidity.Decl) bool {
				return !slices.ContainsFunc(list, func(d *solidity.Decl) bool { return d.ABI || coder && isType(d) })
			})
			edits, _ := n.Rename(names)
			after := compile(t, c, unit{u.name, u.version, apply(t, u.files, edits)}, false)
			for file, byName := range before.Contracts {
				for name, b := range byName {
					a := after.Contracts[file][cmp.Or(names[name], name)]
					if a.ABI == nil {
						t.Errorf("%s:%s is gone", file, name)
					}
					if !bytes.Equal(solc.MaskMetadata(a.Runtime), solc.MaskMetadata(b.Runtime)) {
						t.Errorf("%s:%s: runtime code differs", file, name)
					}
				}
			}
		})
	}
}

func isType(d *solidity.Decl) bool {
	switch d.Kind {
	case solidity.DeclContract, solidity.DeclInterface, solidity.DeclLibrary, solidity.DeclStruct, solidity.DeclEnum:
		return true
	}
	return false
}

// After a renaming, a number that is an interface id is that of the renamed interface.
// The compiler's own ABI gives the expected ids.
func TestRenameInterfaceIDs(t *testing.T) {
	c := solctest.New(t)
	found := 0
	for _, u := range corpus(t, c) {
		if !strings.Contains(u.name, "interface-id") {
			continue
		}
		t.Run(u.name, func(t *testing.T) {
			before := interfaceIDs(t, compile(t, c, u, false))
			n := solidity.Resolve(u.files)
			names := fresh(n, func([]*solidity.Decl) bool { return true })
			edits, skipped := n.Rename(names)
			if len(skipped) > 0 {
				t.Errorf("skipped %v", skipped)
			}
			renamed := apply(t, u.files, edits)
			after := interfaceIDs(t, compile(t, c, unit{u.name, u.version, renamed}, false))
			for contract, id := range before {
				words := strings.Fields(contract)
				for i, w := range words {
					words[i] = names[w]
				}
				id2 := after[strings.Join(words, " ")]
				was, is := 0, 0
				for path := range u.files {
					was += strings.Count(u.files[path], id)
					is += strings.Count(renamed[path], id2)
				}
				if id == id2 || is != was {
					t.Errorf("%s: %s stood %d times; it is %s now and stands %d times", contract, id, was, id2, is)
				}
				found += was
			}
		})
	}
	if found < 4 && *external == "" {
		t.Errorf("only %d ids stand in the torture folder", found)
	}
}

// interfaceIDs returns, by the compiler's ABI, the exclusive or of the selectors of
// each contract with at least two functions and, under "contract base", of those that
// the base does not have.
func interfaceIDs(t *testing.T, out *solc.Output) map[string]string {
	t.Helper()
	methods := map[string]map[string]bool{} // selectors by contract
	for _, byName := range out.Contracts {
		for name, k := range byName {
			parsed, err := abi.JSON(bytes.NewReader(k.ABI))
			if err != nil {
				t.Fatal(err)
			}
			methods[name] = map[string]bool{}
			for _, m := range parsed.Methods {
				methods[name][string(m.ID)] = true
			}
		}
	}
	id := func(selectors map[string]bool, without map[string]bool) string {
		var id [4]byte
		n := 0
		for s := range selectors {
			if !without[s] {
				n++
				for i := range id {
					id[i] ^= s[i]
				}
			}
		}
		if n < 2 {
			return ""
		}
		return fmt.Sprintf("0x%x", id)
	}
	ids := map[string]string{}
	for name, all := range methods {
		ids[name] = id(all, nil)
		for base, some := range methods { // selectors of a contract that its base does not have
			if base != name && len(some) > 0 && len(some) < len(all) &&
				!slices.ContainsFunc(slices.Collect(maps.Keys(some)), func(s string) bool { return !all[s] }) {
				ids[name+" "+base] = id(all, some)
			}
		}
	}
	maps.DeleteFunc(ids, func(_, id string) bool { return id == "" })
	return ids
}
