package solidity_test

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"assay/internal/edit"
	"assay/internal/solidity"
)

// What Follow says of renamed files is what Resolve finds in them, over the
// samples and the torture folder, with comments gone and come and files moved.
func TestFollow(t *testing.T) {
	followed, asked := 0, 0
	for _, u := range corpus(t) {
		names := solidity.Resolve(u.files)
		for seed := range uint64(4) {
			rng := rand.New(rand.NewPCG(seed, 7))
			edits, _ := names.Rename(fresh(names, func(d []*solidity.Decl) bool { return !solidity.Shared(d[0].Name) && rng.IntN(3) > 0 }))
			files, now, moves := map[string]*solidity.File{}, map[string]string{}, []string{}
			for _, p := range names.Paths {
				now[p] = p
				if seed > 1 && rng.IntN(2) == 0 { // with the imports of it
					now[p] = path.Join(path.Dir(p), "zq"+path.Base(p))
					moves = append(moves, "/"+path.Base(p)+`"`, "/zq"+path.Base(p)+`"`)
				}
			}
			edited := apply(t, u.files, edits)
			for _, p := range names.Paths {
				text, err := edit.Apply(edited[p], scramble(rng, solidity.Parse(edited[p]), false))
				if err != nil {
					t.Fatal(err)
				}
				files[now[p]] = solidity.Parse(strings.NewReplacer(moves...).Replace(text))
			}
			asked++
			got, ok := names.Follow(files, now)
			if !ok {
				continue
			}
			followed++
			if a, b := describeNames(got), describeNames(solidity.ResolveFiles(files)); a != b {
				t.Fatalf("%s, seed %d: %s", u.name, seed, firstDifference(a, b))
			}
		}
	}
	t.Logf("%d of %d renamings followed", followed, asked)
	if followed < asked*2/3 {
		t.Errorf("only %d of %d renamings could be followed", followed, asked)
	}
}

// describeNames writes down all that can be asked of names.
func describeNames(n *solidity.Names) string {
	var b strings.Builder
	decl := func(d *solidity.Decl) string {
		if d == nil {
			return "nothing"
		}
		return fmt.Sprint(d.Kind, " ", d.Name, " ", d.Path, d.At, d.Visibility, d.ABI, d.Node.Kind, d.Node.Span)
	}
	for _, p := range n.Paths {
		for _, o := range n.Occurrences(p) {
			fmt.Fprintln(&b, o.Path, o.At, o.Name, o.Verdict, o.Why, o.Place, decl(o.Decl))
		}
	}
	for _, d := range n.Decls {
		line, whole := d.Line()
		fmt.Fprintln(&b, decl(d), "in", decl(d.Scope), len(n.Uses(d.Name)), len(n.Named(d.Name)), whole)
		for _, l := range line {
			fmt.Fprintln(&b, "is", decl(l))
		}
		skip, ok := n.Check(d.Name, "qz")
		fmt.Fprintln(&b, skip, ok)
	}
	edits, skipped := n.Rename(fresh(n, func([]*solidity.Decl) bool { return true }))
	fmt.Fprintln(&b, edits, skipped)
	return b.String()
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("followed\n%s\nresolved\n%s", x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines followed, %d resolved", len(x), len(y))
}

// What could change a meaning is not followed.
func TestFollowRefuses(t *testing.T) {
	const src = `pragma solidity ^0.6.0; import "./B.sol"; contract C is B { uint256 v; uint256 w; function f() public { v = 1 + w; g("text"); } function g(string memory s) public {} `
	for _, c := range []struct {
		name         string
		more         string   // at the end of src
		replace      []string // by what
		followed, at bool     // at: B.sol has moved to A.sol
	}{
		{"nothing", "}", nil, true, false},
		{"names, blanks, comments and strings", "}", []string{"f()", "h()", "text", "other", "= 1", "= /* one */ 1", "uint256 v", "uint256 z", "{ v", "{ z"}, true, false},
		{"a file moved", "}", []string{"./B.sol", "./A.sol"}, true, true},
		{"a file moved, its import did not", "}", nil, false, true},
		{"an import that leads nowhere", "}", []string{"./B.sol", "./X.sol"}, false, false},
		{"a number", "}", []string{"1 +", "2 +"}, false, false},
		{"an operator", "}", []string{"1 +", "1 -"}, false, false},
		{"a word more", "}", []string{"1 +", "1 + 1 +"}, false, false},
		{"one name becomes two", "}", []string{"uint256 v", "uint256 z"}, false, false},
		{"two names become one", "}", []string{"uint256 v", "uint256 w", "{ v", "{ w"}, false, false},
		{"a word of the language", "}", []string{"uint256 v", "uint256 now", "{ v", "{ now"}, false, false},
		{"a version", "}", []string{"0.6", "0.8"}, false, false},
		{"a signature in a string", `string t = "f()"; }`, []string{"f() public", "h() public"}, false, false},
		{"a new name in a signature", `string t = "h()"; }`, []string{"f() public", "h() public"}, false, false},
		{"a string becomes a signature", "}", []string{"text", "f()"}, false, false},
		{"a signature that has nothing to do with it", `string t = "f()"; }`, []string{"uint256 v", "uint256 z", "{ v", "{ z"}, true, false},
		{"a selector", "bytes4 t = 0x26121ff0; }", []string{"f() public", "h() public"}, false, false},
		{"a selector that has nothing to do with it", "bytes4 t = 0x26121ff0; }", []string{"uint256 v", "uint256 z", "{ v", "{ z"}, true, false},
		{"a selector, and another file is the first", "bytes4 t = 0x26121ff0; }", []string{"./B.sol", "./A.sol"}, false, true},
		{"assembly", "function k() public { assembly { let x := v_slot } } }", []string{"uint256 v", "uint256 z", "{ v", "{ z"}, false, false},
	} {
		names := solidity.Resolve(map[string]string{"B.sol": "contract B {}", "AC.sol": src + c.more})
		b := "B.sol"
		if c.at {
			b = "A.sol"
		}
		files := map[string]*solidity.File{b: solidity.Parse("contract B {}"), "AC.sol": solidity.Parse(strings.NewReplacer(c.replace...).Replace(src + c.more))}
		got, ok := names.Follow(files, map[string]string{"B.sol": b, "AC.sol": "AC.sol"})
		if ok != c.followed {
			t.Errorf("%s: followed is %v", c.name, ok)
		}
		if ok {
			if a, b := describeNames(got), describeNames(solidity.ResolveFiles(files)); a != b {
				t.Errorf("%s: %s", c.name, firstDifference(a, b))
			}
		}
	}
}
