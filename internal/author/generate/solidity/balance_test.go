package solidity

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/edit"
)

// counted has a place for every harmless edit, and next to each one a place where it would not be harmless.
const counted = `contract Counted {
    uint256 public total;
    uint8 public small;
    int256 public signed;
    address public keeper;
    bool private busy;
    mapping(address => uint256) public count;

    function add(uint256 amount, uint256 least) external {
        require(amount >= least, "too little");
        total += amount;
        total++;
        small++;
        count[msg.sender] += 1;
        signed = signed - 2;
        total = total - amount * 2;
        total = least - total;
    }

    modifier onlyKeeper() {
        if (keeper != msg.sender) revert NotKeeper();
        _;
    }

    modifier locked() {
        require(!busy);
        busy = true;
        _;
        busy = false;
    }

    function clear(uint256 amount) external onlyKeeper locked {
        if (amount > 0) total -= amount;
        if (signed > 0) signed = 0;
    }
}
`

func TestTrifles(t *testing.T) {
	for checked, counters := range map[bool]int{true: 2, false: 0} {
		text := read("C.sol", map[string]string{"C.sol": counted}, checked)
		by := map[string][]string{}
		for _, x := range text.harmlessEdits(func(int) bool { return false }) {
			after, err := edit.Apply(counted, []edit.Edit{x.edit})
			if err != nil {
				t.Fatal(err)
			}
			var added []string
			for line := range strings.Lines(after) {
				if !strings.Contains(counted, line) {
					added = append(added, strings.TrimSpace(line))
				}
			}
			by[x.kind] = append(by[x.kind], strings.Join(added, " "))
			if x.by != len(strings.Join(strings.Fields(after), ""))-len(strings.Join(strings.Fields(counted), "")) {
				t.Errorf("%s: adds %d bytes", x.kind, x.by)
			}
		}
		if got := len(by["a counter unchecked"]); got != counters {
			t.Errorf("checked %t: %d counters: %q", checked, got, by["a counter unchecked"])
		}
		forms := by["the same in another form"]
		want := []string{"total = total + amount;", "total += 1;", "small += 1;", "count[msg.sender]++;", "signed -= 2;",
			"if (amount != 0) total -= amount;", "if (amount > 0) total = total - amount;"}
		slices.Sort(forms)
		slices.Sort(want)
		if !slices.Equal(forms, want) {
			t.Errorf("checked %t: %q, want %q", checked, forms, want)
		}
		callers := by["there is a caller"] // in add and in clear
		if line := "if (address(0) == msg.sender) revert NotKeeper();"; !slices.Equal(callers, []string{line, line}) {
			t.Errorf("checked %t: %q", checked, callers)
		}
		line := "function clear(uint256 amount) external onlyKeeper onlyKeeper locked {"
		if twice := by["a modifier stands twice"]; !slices.Equal(twice, []string{line}) {
			t.Errorf("checked %t: %q", checked, twice)
		}
	}
}

// A check is written as two where both refuse what it refuses.
func TestSplit(t *testing.T) {
	for check, want := range map[string]string{
		"if (a == 0 || b == 0 || c) revert E();":   "if (a == 0) revert E();\nif (b == 0 || c) revert E();",
		"require(a > 0 && b > 0, \"no\");":         "require(a > 0, \"no\");\nrequire(b > 0, \"no\");",
		"if (a == 0 && b == 0) revert E();":        "",
		"require(a > 0 || b > 0);":                 "",
		"if (c) if (a == 0 || b == 0) revert E();": "",
	} {
		src := "contract Split { uint256 a; uint256 b; bool c; error E(); function f() external {\n" + check + "\n} }"
		got := ""
		text := read("C.sol", map[string]string{"C.sol": src}, true)
		for _, x := range text.harmlessEdits(func(int) bool { return false }) {
			if x.kind == "one check as two" {
				got = x.edit.New
			}
		}
		if got != want {
			t.Errorf("%s becomes %q", check, got)
		}
	}
}

// A subtraction may be unchecked only where the check before it requires as much.
func TestCovered(t *testing.T) {
	for body, want := range map[string]bool{
		"if (count[msg.sender] < amount) revert(); count[msg.sender] -= amount;":           true,
		"require(total >= amount); total = total - amount;":                                true,
		"require(amount <= total); x = 1; total -= amount;":                                true,
		"if (amount > total) revert(); total -= amount;":                                   true,
		"uint256 held = count[msg.sender]; require(held > amount); total = held - amount;": true,
		"if (amount <= total) revert(); total -= amount;":                                  false,
		"require(amount >= total); total -= amount;":                                       false,
		"require(total != amount); total -= amount;":                                       false,
		"require(total >= amount); amount += 1; total -= amount;":                          false,
		"require(total >= amount); total--; total -= amount;":                              false,
		"total -= amount; require(total >= amount);":                                       false,
		"if (x > 0) { require(total >= amount); } total -= amount;":                        false,
		"require(small >= amount); small -= uint8(amount);":                                false,
		"require(signed >= other); signed -= other;":                                       false,
		"require(total >= amount); total += amount;":                                       false,
		"require(total >= amount); unchecked { total -= amount; }":                         false,
	} {
		src := "contract Covered { uint256 total; uint256 x; uint8 small; int256 signed; int256 other;" +
			"mapping(address => uint256) count; function take(uint256 amount) external {\n" +
			strings.ReplaceAll(body, "; ", ";\n") + "\n} }"
		for _, checked := range []bool{true, false} {
			list := read("C.sol", map[string]string{"C.sol": src}, checked).harmlessEdits(func(int) bool { return false })
			got := slices.ContainsFunc(list, func(x harmlessEdit) bool {
				return x.kind == "a difference unchecked that a check covers"
			})
			if got != (want && checked) {
				t.Errorf("checked %t, %s: %t", checked, body, got)
			}
		}
	}
}

// Harmless edits move labels along, and the sample names the function of each.
func TestPairWith(t *testing.T) {
	const flawed = "        total += amount;\n"
	h := &host{text: read("C.sol", map[string]string{"C.sol": counted}, true)}
	h.x.Main, h.x.Fixed = "C.sol", map[string]string{"C.sol": counted}
	p := &pair{h: h, text: strings.Replace(counted, flawed, "        total = amount;\n", 1)}
	at := func(text, code string) bench.Label {
		i := strings.Index(text, code)
		return bench.Label{Span: span("C.sol", text, i, i+len(code))}
	}
	p.vulnerable = []bench.Label{at(p.text, "signed = signed - 2;"), at(p.text, "total = amount;")}
	p.fixed = []bench.Label{at(counted, "signed = signed - 2;")}
	one, two := p.harmless()
	all := slices.Concat(one...)
	for _, x := range two {
		if len(x) != 2 || x[0].kind != x[1].kind || !x[0].vulnerable || x[1].vulnerable {
			t.Errorf("no edits of one kind, one in each half: %v", x)
		}
	}
	if len(two) == 0 {
		t.Error("no kind of edit is possible in both halves")
	}
	if slices.ContainsFunc(all, func(x harmless) bool {
		return x.vulnerable && strings.Contains(p.text[x.edit.Start:x.edit.End], "total = amount")
	}) {
		t.Error("the flaw itself is edited")
	}
	find := func(kind, function string, vulnerable bool) harmless {
		t.Helper()
		i := slices.IndexFunc(all, func(x harmless) bool {
			return x.kind == kind && x.function == function &&
				x.vulnerable == vulnerable
		})
		if i < 0 {
			t.Fatalf("no %s in %s among %v", kind, function, all)
		}
		return all[i]
	}
	counter, other := find("a counter unchecked", "add", true), find("the same in another form", "clear", false)
	q, ok := p.with([]harmless{counter, other})
	if !ok || q.parts["add"] != "a counter unchecked in the vulnerable half" ||
		q.parts["clear"] != "the same in another form in the safe half" {
		t.Fatalf("%v %v", ok, q)
	}
	if !strings.Contains(q.text, "unchecked {") || strings.Contains(q.correct, "unchecked {") || q.correct == counted ||
		p.correct != "" {
		t.Errorf("the halves are\n%s\n%s", q.text, q.correct)
	}
	for _, l := range q.vulnerable {
		if code := q.text[l.Span.Start:l.Span.End]; code != "signed = signed - 2;" && code != "total = amount;" {
			t.Errorf("a label is on %q", code)
		}
	}
	if line := q.vulnerable[0].Span.Line; line != p.vulnerable[0].Span.Line+2 {
		t.Errorf("a label is on line %d", line)
	}
	if _, ok := p.with([]harmless{counter, find("the same in another form", "add", false)}); ok {
		t.Error("two edits in one function, of which fix_parts would name one")
	}
}
