package verifysuite_test

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/core/base/environ"
	"assay/internal/core/suite"
	"assay/internal/proof/verifysuite"
	"assay/internal/test/solctest"
)

// An imported text compiles, or is refused with a place, or needs what is not there;
// what a pragma asks for is never called an error of the text.
func TestImported(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles")
	}
	texts := map[string]string{
		"plain":   "pragma solidity ^0.8.0;\ncontract A {}\n",
		"none":    "contract A { function A() public {} }\n",
		"broken":  "pragma solidity ^0.8.0;\ncontract A {\n    uint x = y;\n}\n",
		"pinned":  "pragma solidity 0.4.26;\ncontract A { uint x = y; }\n",
		"absent":  "pragma solidity 0.5.3;\ncontract A { constructor() public {} }\n",
		"library": "pragma solidity ^0.8.0;\nimport \"@nobody/things/A.sol\";\ncontract B is A {}\n",
	}
	want := map[string]verifysuite.Compilation{
		"plain": {Solc: "0.8."}, "none": {Solc: "0.4."},
		"broken":  {Solc: "0.8.", Why: "Contract.sol:3: Undeclared identifier."},
		"pinned":  {Solc: "0.4.26", Why: "Contract.sol:2: Undeclared identifier."},
		"absent":  {Needs: "a compiler for pragma solidity 0.5.3"},
		"library": {Needs: "@nobody/things/A.sol"},
	}
	files := fstest.MapFS{}
	for name, text := range texts {
		files["ds/"+name+"/Contract.sol"] = &fstest.MapFile{Data: []byte(text)}
		files["ds/"+name+"/sample.yaml"] = &fstest.MapFile{Data: []byte("id: " + name + "\nsubset: ds\nclass: other\nmain: " +
			"Contract.sol\nlicence: unknown\nprovenance:\n  kind: imported\n  imported: {from: here, path: a.sol, category: x}\n")}
	}
	list, problems, err := suite.Load(files, ".", "foreign", "foreign")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	env := &environ.Env{Stdout: io.Discard, Stderr: io.Discard}
	o := verifysuite.Options{Compilers: solctest.Dir(t), Cache: filepath.Join(solctest.Dir(t), "node_modules",
		".assay-compiled")}
	made, install, err := o.Imported(t.Context(), env, list, func(string) bool { return true })
	if err != nil || len(made) != len(texts) {
		t.Fatal(len(made), err)
	}
	for _, m := range made {
		name := strings.Split(m.File, "/")[2]
		w := want[name]
		if !strings.HasPrefix(m.Solc, w.Solc) || m.Needs != w.Needs || (m.Why != "") != (w.Why != "") ||
			!strings.HasPrefix(m.Why, w.Why) {
			t.Errorf("%s: %+v, want %+v", name, m, w)
		}
	}
	if !strings.HasSuffix(install, "solc-0.5.3@npm:solc@0.5.3 @nobody/things") {
		t.Error(install)
	}
	if made, _, err := o.Imported(t.Context(), env, list, func(id string) bool {
		return strings.HasSuffix(id,
			"plain")
	}); err != nil || len(made) != 1 {
		t.Error("of one sample:", made, err)
	}
}
