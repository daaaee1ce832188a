package keyword

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

func ask(t *testing.T, language, src, spec string) string {
	t.Helper()
	r, err := New().Detect(context.Background(), bench.Task{Language: language, Spec: spec,
		Files: []bench.File{{Path: "x", Text: src}}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Text
}

const head = `contract Bank {
    mapping(address => uint256) balances;
    function deposit() external payable { balances[msg.sender] += msg.value; }
    /// Pays out.
    function withdraw(uint256 amount) external {
`

var statements = []string{
	"        require(balances[msg.sender] >= amount);\n",
	"        (bool ok, ) = msg.sender.call{value: amount}(\"\");\n",
	"        require(ok); // paid\n",
	"        balances[msg.sender] -= amount;\n",
}

func TestRecognises(t *testing.T) {
	got := ask(t, "solidity", head+strings.Join(statements, "")+"    }\n}\n", "")
	for _, want := range []string{`"verdict": "vulnerable"`, `"type": "Reentrancy"`,
		`"location": "Bank.withdraw(), lines 5-10"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if got := ask(t, "solidity", "contract A { function f(uint256 x) public pure returns (uint256) { return x; } }",
		""); !strings.Contains(got, `"safe"`) {
		t.Errorf("nothing to recognise, and yet\n%s", got)
	}
	comment := "contract A {\n  // one\n  function f() public {}\n\n  // draws a random winner of the lottery by seed " +
		"and ticket, luck decides\n  function g() public {}\n}"
	if got := ask(t, "solidity", comment, ""); !strings.Contains(got, `"location": "A.g(), lines 6-6"`) ||
		!strings.Contains(got, "Weak randomness") {
		t.Errorf("a comment before a function is its own:\n%s", got)
	}
}

// TestBlindToStructure tests the purpose of the detector: the order of statements, and so whether the call
// comes before the write, changes nothing.
func TestBlindToStructure(t *testing.T) {
	want := ask(t, "solidity", head+strings.Join(statements, "")+"    }\n}\n", "")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 24 {
		shuffled := slices.Clone(statements)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := ask(t, "solidity", head+strings.Join(shuffled, "")+"    }\n}\n", ""); got != want {
			t.Fatalf("order changed the answer for\n%s\n%s", strings.Join(shuffled, ""), got)
		}
	}
	// The same holds for operators, literals and the number of repetitions of a name.
	other := strings.NewReplacer(">=", "<", "-=", "=", `""`, `"x"`, "amount);\n",
		"amount + amount);\n").Replace(strings.Join(statements, ""))
	if got := ask(t, "solidity", head+other+"    }\n}\n", ""); got != want {
		t.Errorf("operators changed the answer:\n%s", got)
	}
}

const spec = "# Prompt\n1. Every row must belong to :org_id.\n2. Soft-deleted rows must be excluded.\n"

func TestSQL(t *testing.T) {
	a := ask(t, "sql", "-- restore from the archive\nSELECT id FROM notes n WHERE n.org_id = "+
		":org_id AND n.deleted_at IS NULL", spec)
	if !strings.Contains(a, `"bad"`) || !strings.Contains(a, "2\n") {
		t.Errorf("%s", a)
	}
	b := ask(t, "sql", "SELECT id -- restore from the archive\nFROM notes n WHERE n.deleted_at "+
		"IS NULL OR n.org_id <> :org_id", spec)
	if a != b {
		t.Errorf("same names, other answer:\n%s", b)
	}
	if got := ask(t, "sql", "SELECT 'password org_id deleted' FROM x", spec); !strings.Contains(got, `"good"`) {
		t.Errorf("a literal is neither a name nor a comment:\n%s", got)
	}
	if got := ask(t, "sql", "CREATE FUNCTION f() AS $$ SELECT password, salary, ssn, secret FROM x $$",
		"Nothing is required."); !strings.Contains(got, `"bad"`) || !strings.Contains(got, "[]") {
		t.Errorf("a body's names count, and without requirements none is violated:\n%s", got)
	}
}
