package changes

import (
	"slices"
	"strings"
	"testing"
)

// A hunk counts lines as patch does, and hunks that are near each other are one.
func TestUnified(t *testing.T) {
	before := strings.Split("a b c d e f g h i j k l m n o p", " ")
	for _, x := range []struct{ after, want string }{
		{"a b c d e F g h i j k l m n o p", "@@ -3,7 +3,7 @@ c d e-f+F g h i"},
		{"a b c d e f g h i j k l m n o p q", "@@ -14,3 +14,4 @@ n o p+q"},
		{"b c d e f g h i j k l m n o p", "@@ -1,4 +1,3 @@-a b c d"},
		{"a B c d e f g h I j k l m n o p", "@@ -1,12 +1,12 @@ a-b+B c d e f g h-i+I j k l"},
		{"a B c d e f g h i j k l m n O p", "@@ -1,5 +1,5 @@ a-b+B c d e@@ -12,5 +12,5 @@ l m n-o+O p"},
		{"a c d e f g h i j k l m n x y o p", "@@ -1,5 +1,4 @@ a-b c d e@@ -12,5 +11,7 @@ l m n+x+y o p"},
	} {
		var b strings.Builder
		unified(&b, before, strings.Split(x.after, " "))
		if got := strings.ReplaceAll(b.String(), "\n", ""); got != x.want {
			t.Errorf("%s: got  %s\nwant %s", x.after, got, x.want)
		}
	}
}

// A description cannot end its block.
func TestBlock(t *testing.T) {
	if got, want := block("text", "a\n````\nb\n"), "`````text\na\n````\nb\n`````"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Files that are needed are those touched, those that import a touched library, what they import, and what implements
// the interfaces that they import themselves.
func TestNeeded(t *testing.T) {
	files := map[string]string{
		"a/Pool.sol":    "import {IVault} from \"./IVault.sol\";\nimport {Half} from \"../lib/Half.sol\";\nimport \"@x/Y.sol\";\ncontract Pool {}\n",
		"a/IVault.sol":  "import \"./IOwner.sol\";\ninterface IVault {}\n",
		"a/IOwner.sol":  "interface IOwner {}\n",
		"a/Vault.sol":   "import \"./IVault.sol\";\ncontract Vault is IVault {}\n",
		"a/Owner.sol":   "import \"./IOwner.sol\";\ncontract Owner is IOwner {}\n",
		"lib/Half.sol":  "library Half {}\n",
		"script/Do.sol": "import \"../a/Pool.sol\";\ncontract Do {}\n",
	}
	for touched, want := range map[string]string{
		"a/Pool.sol":    "a/IOwner.sol a/IVault.sol a/Pool.sol a/Vault.sol lib/Half.sol",
		"lib/Half.sol":  "a/IOwner.sol a/IVault.sol a/Pool.sol a/Vault.sol lib/Half.sol",
		"a/Vault.sol":   "a/IOwner.sol a/IVault.sol a/Vault.sol",
		"a/IOwner.sol":  "a/IOwner.sol",
		"script/Do.sol": "a/IOwner.sol a/IVault.sol a/Pool.sol lib/Half.sol script/Do.sol",
	} {
		got := needed(files, []string{touched})
		if strings.Join(got, " ") != want || !slices.IsSorted(got) {
			t.Errorf("%s: %v, want %s", touched, got, want)
		}
	}
}
