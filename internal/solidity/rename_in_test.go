package solidity_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"assay/internal/edit"
	"assay/internal/solidity"
)

// What RenameIn carries over is what Resolve finds in the texts as they are
// now, over the samples and the torture folder, after comments and blanks came
// and went and statements were repeated
// or added.
func TestRenameIn(t *testing.T) {
	carried, asked := 0, 0
	for _, u := range corpus(t) {
		for seed := range uint64(6) {
			names := solidity.Resolve(u.files)
			rng := rand.New(rand.NewPCG(seed, 7))
			now := map[string]solidity.Rewritten{}
			edited := map[string]string{}
			for path, text := range u.files {
				edited[path] = text
				edits := scramble(rng, names.File(path), seed > 2)
				after, err := edit.Apply(text, edits)
				if err != nil {
					t.Fatal(err)
				}
				if len(edits) > 0 {
					edited[path] = after
					now[path] = solidity.Rewritten{Outline: solidity.Survey(after), Offset: edit.NewMapper(edits).Offset}
				}
			}
			want := fresh(names, func([]*solidity.Decl) bool { return rng.IntN(3) > 0 })
			asked++
			got, ok := names.RenameIn(now, want)
			if !ok {
				continue
			}
			carried++
			if full, skipped := solidity.Resolve(edited).Rename(want); len(skipped) > 0 || !reflect.DeepEqual(got, full) {
				t.Fatalf("%s, seed %d: carried over %v, resolved anew %v, skipped %v", u.name, seed, got, full, skipped)
			}
		}
	}
	if carried < asked*2/3 {
		t.Errorf("only %d of %d renamings could be carried over", carried, asked)
	}
}

// scramble edits what lies between the words of a file, and repeats statements.
func scramble(rng *rand.Rand, f *solidity.File, repeat bool) []edit.Edit {
	var out []edit.Edit
	for _, tok := range f.Tokens {
		switch text := tok.Text(f.Src); {
		case tok.Kind == solidity.Space && rng.IntN(9) == 0:
			out = append(out, edit.Insert(tok.Start, " /* value: {x} @param amount */ "))
		case tok.Kind == solidity.Space && rng.IntN(9) == 0:
			out = append(out, edit.Insert(tok.End, "\n// amount\n"))
		case tok.Comment() && rng.IntN(3) == 0 && len(text) < 40:
			out = append(out, edit.Edit{Start: tok.Start, End: tok.End, New: "/**/"})
		}
	}
	for n := range f.Root.All() {
		if repeat && n.Kind == solidity.NodeExprStmt && n.Parent().Kind == solidity.NodeBlock && rng.IntN(4) == 0 {
			out = append(out, edit.Insert(n.End, "\n"+f.Text(n)))
			if rng.IntN(2) == 0 {
				out = append(out, edit.Insert(n.End, "\nrequire(msg.sender == msg.sender && block.number + 1 > block.number);"))
			}
		}
	}
	return out
}

// Names that the language has too, in code that was added: what cannot be told
// is not carried over.
func TestRenameInAdded(t *testing.T) {
	const src = `pragma solidity ^0.6.0;
contract A {
    struct M { uint256 number; uint256 sender; uint256 now; }
    mapping(address => uint256) shares;
    function f(address from, M memory m) public { shares[from] += m.number + m.sender + m.now; }
    function g(address from, M memory %s) public { /**/ }
}`
	for _, c := range []struct {
		local, added, name string
		carried            bool
	}{
		{"m", "shares[from] = 1;", "from", true},
		{"m", "shares[ from /* that */ ] = shares[from];", "from", true},
		{"m", "shares[from] = m.number;", "number", false},
		{"m", "shares[from] = block.number;", "number", true},
		{"block", "shares[from] = block.number;", "number", false},
		{"m", "shares[msg.sender] = block.number;", "sender", true},
		{"msg", "shares[from] = msg.sender;", "sender", false},
		{"m", "shares[from] = now;", "now", false},
		{"m", "assembly { let x := number() }", "number", false},
	} {
		before := fmt.Sprintf(src, c.local)
		at := strings.Index(before, "/**/")
		edits := []edit.Edit{edit.Insert(at, c.added)}
		after, err := edit.Apply(before, edits)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{c.name: "renamed"}
		now := map[string]solidity.Rewritten{"A.sol": {Outline: solidity.Survey(after), Offset: edit.NewMapper(edits).Offset}}
		got, ok := solidity.Resolve(map[string]string{"A.sol": before}).RenameIn(now, want)
		if ok != c.carried {
			t.Errorf("%q, renaming %s: carried over is %v", c.added, c.name, ok)
		}
		if full, skipped := solidity.Resolve(map[string]string{"A.sol": after}).Rename(want); ok && (len(skipped) > 0 || !reflect.DeepEqual(got, full)) {
			t.Errorf("%q: carried over %v, resolved anew %v, skipped %v", c.added, got, full, skipped)
		}
	}
}
