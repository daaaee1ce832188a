package solidity

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	syntax "assay/internal/lang/solidity"
)

// stall is a contract that has a place for every operator.
const stall = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface ICoin {
    function balanceOf(address who) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

contract Stall {
    enum State { Open, Shut }

    struct Entry {
        uint256 amount;
        uint256 since;
    }

    uint256 public constant TERM = 3 days;

    ICoin public coin;
    address public keeper;
    State public state;
    bool private busy;
    uint256 public total;
    uint256 public shares;
    uint256 private index;
    mapping(address => uint256) public kept;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;
    mapping(bytes32 => bool) public used;
    mapping(uint256 => Entry) public entries;

    error NotKeeper();
    error TooMuch(uint256 most);

    modifier onlyKeeper() {
        require(msg.sender == keeper, "keeper only");
        _;
    }

    modifier lock() {
        require(!busy, "busy");
        busy = true;
        _;
        busy = false;
    }

    function shut() external {
        if (msg.sender != keeper) revert NotKeeper();
        state = State.Shut;
    }

    function setCoin(ICoin coin_) external onlyKeeper {
        coin = coin_;
    }

    function put(uint256 amount, address who) external lock {
        require(state == State.Open, "shut");
        require(amount > 0 && amount < 1e30, "amount");
        _count();
        kept[who] += amount;
        total += amount;
        require(coin.transferFrom(msg.sender, address(this), amount), "not paid");
    }

    function take(uint256 amount) external lock {
        if (amount > kept[msg.sender]) revert TooMuch(kept[msg.sender]);
        kept[msg.sender] -= amount;
        total -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "not sent");
    }

    function takeFor(address owner, uint256 amount) external {
        require(owner == msg.sender || allowance[owner][msg.sender] >= amount, "not yours");
        allowance[owner][msg.sender] -= amount;
        kept[owner] -= amount;
        coin.transfer(owner, amount);
    }

    function move(address from, address to, uint256 amount) external {
        require(from == msg.sender, "not yours");
        kept[from] -= amount;
        kept[to] += amount;
    }

    function redeem(bytes32 note, uint256 amount, address to) external {
        require(!used[note], "used");
        used[note] = true;
        nonces[to]++;
        require(note == keccak256(abi.encode(address(this), to, amount)), "another note");
        kept[to] += uint128(amount);
    }

    function close(uint256 id) external {
        Entry storage e = entries[id];
        require(block.timestamp >= e.since + TERM, "early");
        kept[msg.sender] += e.amount;
        delete entries[id];
    }

    function toShares(uint256 amount) public view returns (uint256) {
        return (amount * shares) / total;
    }

    function toAmount(uint256 part) public view returns (uint256) {
        return (part * total + shares - 1) / shares;
    }

    function _count() internal {
        index += block.timestamp;
    }
}
`

// made returns the texts that an operator makes, with their mutants.
func made(t *testing.T, op operator, src string, checked bool) (texts []string, mutants []mutant) {
	t.Helper()
	text := read("Stall.sol", map[string]string{"Stall.sol": src}, checked)
	for _, m := range op.find(text) {
		edits, ok := text.orphans(m.edits)
		if !ok {
			continue
		}
		after, err := edit.Apply(src, edits)
		if err != nil {
			t.Errorf("%s: %v", op.name, err)
			continue
		}
		if errs := syntax.Parse(after).Errors; len(errs) > 0 {
			t.Errorf("%s makes what cannot be read: %v\n%s", op.name, errs[0], after)
		}
		if after == src {
			t.Errorf("%s changes nothing", op.name)
		}
		texts, mutants = append(texts, after), append(mutants, m)
	}
	return texts, mutants
}

// Every operator makes the flaw that it is named after, in the right class, and removes code that is no longer
// used.
func TestOperators(t *testing.T) {
	type change struct {
		class bench.Class
		old   []string // pairs of what stands in the correct text and in the mutant
	}
	guard := "        if (msg.sender != keeper) revert NotKeeper();\n"
	for name, c := range map[string]change{
		"caller-drop": {"access_control", []string{guard, "", "    error NotKeeper();\n", ""}},
		"input-drop":  {"input_validation", []string{"        require(amount > 0 && amount < 1e30, \"amount\");\n", ""}},
		"state-drop":  {"state_machine", []string{"        require(state == State.Open, \"shut\");\n", ""}},
		"modifier-drop": {"access_control", []string{"external onlyKeeper {", "external {",
			"    modifier onlyKeeper() {\n        require(msg.sender == keeper, \"keeper only\");\n        _;\n    }\n\n", ""}},
		"lock-drop": {"reentrancy", []string{"take(uint256 amount) external lock {",
			"take(uint256 amount) external {"}},
		"guard-half":   {"input_validation", []string{"amount > 0 && amount < 1e30", "amount < 1e30"}},
		"guard-either": {"input_validation", []string{"amount > 0 && amount < 1e30", "amount > 0 || amount < 1e30"}},
		"guard-other": {"access_control", []string{"require(from == msg.sender, \"not yours\")",
			"require(from == to, \"not yours\")"}},
		"guard-wider": {"access_control", []string{"if (msg.sender != keeper) revert",
			"if (msg.sender != keeper && kept[msg.sender] == 0) revert"}},
		"guard-hollow": {"access_control", []string{"if (msg.sender != keeper) revert",
			"if (msg.sender == address(0)) revert"}},
		"guard-edge": {"state_machine", []string{"block.timestamp >= e.since", "block.timestamp > e.since"}},
		"visibility": {"access_control", []string{"        _count();", "        count();", "function _count() internal",
			"function count() public"}},
		"key-other": {"access_control", []string{"kept[owner] -= amount;", "kept[msg.sender] -= amount;"}},
		"payer-other": {"access_control", []string{"transferFrom(msg.sender, address(this), amount), ",
			"transferFrom(who, address(this), amount), "}},
		"payee-other":     {"access_control", []string{"coin.transfer(owner, amount)", "coin.transfer(msg.sender, amount)"}},
		"pair-half":       {"access_control", []string{"        allowance[owner][msg.sender] -= amount;\n", ""}},
		"clear-skip":      {"signature_replay", []string{"        used[note] = true;\n", ""}},
		"transition-skip": {"state_machine", []string{"        state = State.Shut;\n", ""}},
		"nonce-skip":      {"signature_replay", []string{"        nonces[to]++;\n", ""}},
		"overwrite":       {"accounting_error", []string{"kept[who] += amount", "kept[who] = amount"}},
		"sign-flip":       {"accounting_error", []string{"total -= amount", "total += amount"}},
		"alias": {"accounting_error", []string{"        kept[from] -= amount;\n        kept[to] += amount;\n",
			"        uint256 first = kept[from];\n        uint256 second = kept[to];\n        kept[from] = first - amount;\n  " +
				"      kept[to] = second + amount;\n"}},
		"copy": {"logic_error", []string{"Entry storage e", "Entry memory e"}},
		"accrue-skip": {"accounting_error", []string{"        _count();\n", "",
			"    function _count() internal {\n        index += block.timestamp;\n    }\n", "", "    uint256 private index;\n",
			""}},
		"accrue-late": {"accounting_error", []string{"        _count();\n", "", "        total += amount;\n",
			"        total += amount;\n        _count();\n"}},
		"effect-late": {"reentrancy", []string{"        kept[msg.sender] -= amount;\n        total", "        total",
			"        require(ok, \"not sent\");\n",
			"        require(ok, \"not sent\");\n        kept[msg.sender] -= amount;\n"}},
		"unchecked": {"arithmetic", []string{"        total -= amount;\n",
			"        unchecked {\n            total -= amount;\n        }\n"}},
		"cast-narrow":    {"unsafe_cast", []string{"uint128(amount)", "uint64(amount)"}},
		"division-first": {"precision_loss", []string{"(amount * shares) / total", "(amount / total) * shares"}},
		"round-down":     {"precision_loss", []string{"(part * total + shares - 1) / shares", "(part * total) / shares"}},
		"round-up":       {"precision_loss", []string{"(amount * shares) / total", "(amount * shares + total - 1) / total"}},
		"unit":           {"logic_error", []string{"3 days", "3 minutes"}},
		"donation": {"share_inflation", []string{"(amount * shares) / total",
			"(amount * shares) / coin.balanceOf(address(this))"}},
		"domain-drop": {"signature_replay", []string{"abi.encode(address(this), to, amount)", "abi.encode(to, amount)"}},
		"packed":      {"signature", []string{"abi.encode(address(this)", "abi.encodePacked(address(this)"}},
		"return-ignored": {"unchecked_return", []string{"(bool ok, ) = msg.sender.call{value: amount}(\"\");\n        " +
			"require(ok, \"not sent\");\n", "msg.sender.call{value: amount}(\"\");\n"}},
	} {
		i := slices.IndexFunc(operators(), func(op operator) bool { return op.name == name })
		if i < 0 {
			t.Errorf("there is no operator %s", name)
			continue
		}
		want := stall
		for j := 0; j < len(c.old); j += 2 {
			if !strings.Contains(want, c.old[j]) {
				t.Fatalf("%s: the stall has no %q", name, c.old[j])
			}
			want = strings.Replace(want, c.old[j], c.old[j+1], 1)
		}
		texts, mutants := made(t, operators()[i], stall, true)
		at := slices.Index(texts, want)
		if at < 0 {
			t.Errorf("%s does not make the wanted text; it makes %d others", name, len(texts))
			for _, text := range texts {
				t.Logf("%s: %s", name, strings.Join(difference(stall, text), " | "))
			}
			continue
		}
		if mutants[at].class != c.class {
			t.Errorf("%s makes a flaw of the class %s, want %s", name, mutants[at].class, c.class)
		}
	}
}

// difference lists the lines that two texts do not share.
func difference(a, b string) (out []string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for _, l := range x {
		if !slices.Contains(y, l) {
			out = append(out, "-"+strings.TrimSpace(l))
		}
	}
	for _, l := range y {
		if !slices.Contains(x, l) {
			out = append(out, "+"+strings.TrimSpace(l))
		}
	}
	return out
}

// Every operator has a name and a one-line description, and yields classes and acts that exist.
func TestOperatorList(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range operators() {
		if seen[op.name] || op.doc == "" || strings.HasSuffix(op.doc, ".") {
			t.Errorf("%q: %q", op.name, op.doc)
		}
		seen[op.name] = true
		_, mutants := made(t, op, stall, true)
		if len(mutants) == 0 {
			t.Errorf("%s finds nothing in the stall", op.name)
		}
		for _, m := range mutants {
			if _, ok := m.class.Info(); !ok || !m.act.Valid() || m.note == "" || m.cause == "" || m.fix == "" {
				t.Errorf("%s: %+v", op.name, m)
			}
		}
	}
	if len(seen) < 25 {
		t.Errorf("%d operators", len(seen))
	}
}

// The edit would leave a parameter unused, which would give it away.
func TestOrphans(t *testing.T) {
	src := `contract C { uint256 x; function f(uint256 least) external { require(x > least, "few"); x = 0; } }`
	text := read("C.sol", map[string]string{"C.sol": src}, true)
	for _, m := range inputDrop.find(text) {
		if _, ok := text.orphans(m.edits); ok {
			t.Error("a parameter that nothing uses is left")
		}
	}
}

// Before 0.8 a check that bounds a subtraction prevents it from wrapping.
func TestBounds(t *testing.T) {
	src := `pragma solidity 0.7.6; contract C { mapping(address => uint) b; function f(uint a) external { require(b[msg.sender] >= a); b[msg.sender] -= a; } }`
	for checked, want := range map[bool]bench.Class{false: "arithmetic", true: "accounting_error"} {
		text := read("C.sol", map[string]string{"C.sol": src}, checked)
		if class, _ := text.classify(text.fns[0].guards[0]); class != want {
			t.Errorf("checked %v: %s, want %s", checked, class, want)
		}
	}
}

// Growth is the number of bytes that edits add, without whitespace; hosts take turns in the order in which
// mutants are tried.
func TestCandidates(t *testing.T) {
	src := "a b c"
	if n := growth(src, []edit.Edit{{Start: 0, End: 3, New: " x "}}); n != -1 {
		t.Errorf("grows by %d, want -1", n)
	}
	a, b := &host{}, &host{}
	var hosts []*host
	for _, c := range spread([]*candidate{{h: a, at: 0}, {h: a, at: 1}, {h: b, at: 0}, {h: a, at: 2}}) {
		hosts = append(hosts, c.h)
	}
	if !slices.Equal(hosts, []*host{a, b, a, a}) {
		t.Errorf("%v", hosts)
	}
}

// The root cause is on a line with code: the inserted code, or the code that an omission leaves unprotected.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		src  string
		edit edit.Edit
		want string
	}{
		{"a;\nb;\nc;\n", edit.Delete(3, 6), "c;"},
		{"a;\nb;\n}\n", edit.Delete(3, 6), "a;"},
		{"a;\nb;\n", edit.Edit{Start: 3, End: 5, New: "x;"}, "x;"},
		{"{\n}\n", edit.Delete(4, 4), ""},
	} {
		after, err := edit.Apply(c.src, []edit.Edit{c.edit})
		if err != nil {
			t.Fatal(err)
		}
		start, end, ok := place([]edit.Edit{c.edit}, c.src, after, c.edit.Start)
		if ok != (c.want != "") || ok && after[start:end] != c.want {
			t.Errorf("%q: %q, want %q", c.src, after[start:end], c.want)
		}
	}
}
