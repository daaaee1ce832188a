package static

import "testing"

const bank = `pragma solidity ^0.8.20;
contract Bank {
    mapping(address => uint256) balances;
    function withdraw(uint256 amount) external {
        require(balances[msg.sender] >= amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        balances[msg.sender] -= amount; // <-
    }
}`

func TestReentrancy(t *testing.T) {
	runPairs(t, []pair{
		{"write after call", "reentrancy", "Bank.withdraw", bank, []string{
			"        balances[msg.sender] -= amount; // <-\n", "", "        (bool ok", "        balances[msg.sender] -= amount;\n        (bool ok"}},
		{"lock as modifier", "reentrancy", "Bank.withdraw", bank, []string{
			"    function", "    bool busy;\n    modifier once() { require(!busy); busy = true; _; busy = false; }\n    function", "external {", "external once {"}},
		{"unseen modifier", "reentrancy", "Bank.withdraw", bank, []string{"external {", "external nonReentrant {"}},
		{"2300 gas", "reentrancy", "Bank.withdraw", bank, []string{`(bool ok, ) = msg.sender.call{value: amount}("");`, "payable(msg.sender).transfer(amount);", "        require(ok);\n", ""}},
		{"old call and internal functions", "reentrancy", "Bank.all", `pragma solidity ^0.4.24;
contract Bank {
    mapping(address => uint) balances;
    function out(uint n) internal { require(msg.sender.call.value(n)()); }
    function has() internal view returns (uint) { return balances[msg.sender]; }
    function all() public { uint n = has(); out(n); balances[msg.sender] = 0; } // <-
}`, []string{"out(n); balances[msg.sender] = 0;", "balances[msg.sender] = 0; out(n);"}},
		{"storage pointer", "reentrancy", "B.take", `pragma solidity ^0.8.0;
contract B {
    struct P { uint n; bool done; }
    mapping(uint => P) ps;
    function take(uint id) external {
        P storage p = ps[id];
        if (p.done) revert();
        (bool ok, ) = msg.sender.call{value: p.n}(""); // <-
        if (!ok) revert();
        p.done = true;
    }
}`, []string{"        p.done = true;\n", "", "        (bool ok", "        p.done = true;\n        (bool ok"}},
		{"callback of the caller", "reentrancy", "B.lend", `pragma solidity ^0.8.0;
interface ICb { function go(uint256 n) external; }
contract B {
    uint256 out;
    function lend(uint256 n) external {
        uint256 before = out;
        ICb(msg.sender).go(n); // <-
        out = before + n;
    }
}`, []string{"        uint256 before = out;\n        ICb(msg.sender).go(n); // <-\n        out = before + n;", "        out = out + n;\n        ICb(msg.sender).go(n);"}},
		{"lock that others ignore", "reentrancy", "B.put", `pragma solidity ^0.8.0;
contract B {
    bool busy;
    mapping(address => uint256) has;
    function put(uint256 n) external {
        require(!busy);
        busy = true;
        uint256 old = has[msg.sender];
        (bool ok, ) = msg.sender.call(""); // <-
        require(ok);
        has[msg.sender] = old + n;
        busy = false;
    }
    function take() external { has[msg.sender] = 0; }
}`, []string{"{ has[msg.sender] = 0;", "{ require(!busy); has[msg.sender] = 0;"}},
		{"through another contract", "reentrancy", "Club.leave", `pragma solidity ^0.8.0;
contract Purse {
    address club;
    constructor(address c) { club = c; }
    function pay(address to) external returns (bool ok) { require(msg.sender == club); (ok, ) = to.call{value: 1}(""); }
}
contract Club {
    Purse purse;
    mapping(address => bool) member;
    function join() external { member[msg.sender] = true; }
    function leave() external {
        require(member[msg.sender]);
        purse.pay(msg.sender); // <-
        member[msg.sender] = false;
    }
}`, []string{"        member[msg.sender] = false;\n", "", "        purse.pay", "        member[msg.sender] = false;\n        purse.pay"}},
	})
	for name, src := range map[string]string{
		"the call's branch returns": `contract C { mapping(address => uint) m; function f() external {
			if (m[msg.sender] == 0) { (bool k, ) = msg.sender.call(""); require(k); return; }
			m[msg.sender] = 0; } }`,
		"only a credit": `contract C { uint paid; mapping(address => uint) m; function f() external {
			require(paid < 100); uint n = m[msg.sender]; m[msg.sender] = 0;
			(bool k, ) = msg.sender.call{value: n}(""); require(k); paid += n; } }`,
	} {
		if got := analyse(src); len(got) > 0 {
			t.Errorf("%s: %s", name, show(got))
		}
	}
}

func TestUncheckedReturn(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    uint256 left;
    address payable to;
    constructor(address payable t) { to = t; }
    function pay(uint256 amount) external {
        require(msg.sender == to);
        left -= amount;
        to.send(amount); // <-
    }
}`
	runPairs(t, []pair{
		{"send dropped", "unchecked_return", "C.pay", src, []string{"to.send(amount);", "require(to.send(amount));"}},
		{"send kept", "unchecked_return", "C.pay", src, []string{"to.send(amount);", "bool ok = to.send(amount); if (!ok) { left += amount; }"}},
		{"send as condition", "unchecked_return", "C.pay", src, []string{"to.send(amount);", "if (!to.send(amount)) { left += amount; }"}},
		{"flag unused", "unchecked_return", "C.run", `pragma solidity ^0.8.0;
contract C {
    address a;
    constructor(address x) { a = x; }
    function run() external {
        if (a != address(0)) {
            (bool ok, ) = a.call(abi.encodeWithSignature("f()")); // <-
        }
    }
}`, []string{`("f()"));`, `("f()")); require(ok);`}},
		{"flag left out", "unchecked_return", "C.run", `pragma solidity ^0.8.0;
contract C {
    address a;
    constructor(address x) { a = x; }
    function run() external returns (uint256) {
        (, bytes memory d) = a.call(""); // <-
        return d.length;
    }
}`, []string{"(, bytes", "(bool ok, bytes", "return", "require(ok); return"}},
	})
}

func TestAccess(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    address owner;
    uint256 fee;
    mapping(address => uint256) balances;
    constructor() { owner = msg.sender; }
    modifier only() { require(msg.sender == owner); _; }
    function set(address o) external {
        owner = o; // <-
    }
    function drain() external only { payable(owner).transfer(fee); }
}`
	runPairs(t, []pair{
		{"open owner", "access_control", "C.set", src, []string{"set(address o) external", "set(address o) external only"}},
		{"check in a helper", "access_control", "C.set", src, []string{"owner = o;", "check(); owner = o;", "    function drain", "    function check() internal view { if (owner != msg.sender) revert(); }\n    function drain"}},
		{"open owner through a helper", "access_control", "C.set", `pragma solidity ^0.8.0;
contract C {
    address owner = msg.sender;
    function set(address o) external {
        put(o); // <-
    }
    function put(address o) private { owner = o; }
    function f() external { require(owner == msg.sender); put(address(this)); }
}`, []string{"put(o);", "require(owner == msg.sender); put(o);"}},
		{"open setting", "access_control", "C.price", `pragma solidity ^0.8.0;
contract C {
    address owner = msg.sender;
    uint256 fee;
    function price(uint256 f) external {
        fee = f; // <-
    }
    function drain() external { require(owner == msg.sender); payable(owner).transfer(fee); }
}`, []string{"fee = f;", "require(owner == msg.sender); fee = f;"}},
		{"open role", "access_control", "C.grant", `pragma solidity ^0.8.0;
contract C {
    mapping(address => bool) keeper;
    uint256 n;
    constructor() { keeper[msg.sender] = true; }
    function grant(address k) public {
        keeper[k] = true; // <-
    }
    function bump() external { require(keeper[msg.sender]); n = n + 1; }
}`, []string{"keeper[k] = true;", "require(keeper[msg.sender]); keeper[k] = true;"}},
		{"open mint", "access_control", "C.mint", `pragma solidity ^0.8.0;
contract C {
    mapping(address => uint256) balances;
    address boss = msg.sender;
    function mint(address to, uint256 amount) external {
        balances[to] += amount; // <-
    }
    function f() external { require(msg.sender == boss); }
}`, []string{"balances[to]", "require(msg.sender == boss); balances[to]"}},
		{"caller or time", "access_control", "C.heir", `pragma solidity ^0.8.0;
contract C {
    address owner = msg.sender;
    address aide = msg.sender;
    uint256 seen;
    function heir(address o) external {
        if (msg.sender != aide && block.timestamp < seen + 90 days) revert(); // <-
        owner = o;
    }
    function beat() external { require(msg.sender == owner); seen = block.timestamp; }
}`, []string{"aide &&", "aide ||"}},
		{"destroyable", "access_control", "C.close", `pragma solidity ^0.8.0;
contract C {
    address payable boss = payable(msg.sender);
    function close() external {
        selfdestruct(boss); // <-
    }
}`, []string{"selfdestruct", "require(boss == msg.sender); selfdestruct"}},
	})
}

func TestInitializer(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    address owner;
    bool done;
    function init(address o) external {
        owner = o; // <-
    }
    function f() external { require(msg.sender == owner); }
}`
	runPairs(t, []pair{
		{"flag", "initialization", "C.init", src, []string{"owner = o;", "require(!done); done = true; owner = o;"}},
		{"owner unset", "initialization", "C.init", src, []string{"owner = o;", "require(owner == address(0)); owner = o;"}},
		{"modifier", "initialization", "C.init", src, []string{"external {", "external initializer {"}},
	})
}

func TestTxOrigin(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    address owner = msg.sender;
    function f() external {
        require(tx.origin == owner); // <-
        payable(owner).transfer(1);
    }
}`
	runPairs(t, []pair{
		{"owner", "tx_origin", "C.f", src, []string{"tx.origin", "msg.sender"}},
		{"only accounts", "tx_origin", "C.f", src, []string{"tx.origin == owner", "tx.origin == msg.sender"}},
	})
}

func TestChosenTarget(t *testing.T) {
	runPairs(t, []pair{
		{"delegatecall to argument", "delegatecall", "C.run", `pragma solidity ^0.8.0;
contract C {
    address owner = msg.sender;
    function run(address to, bytes calldata data) external {
        (bool ok, ) = to.delegatecall(data); // <-
        require(ok);
    }
}`, []string{"(bool ok", "require(msg.sender == owner); (bool ok"}},
		{"delegatecall to open slot", "delegatecall", "C.run", `pragma solidity ^0.8.0;
contract C {
    address impl;
    address owner = msg.sender;
    function point(address to) external { to = to; impl = to; }
    function run(bytes calldata data) external {
        (bool ok, ) = impl.delegatecall(data); // <-
        require(ok);
    }
}`, []string{"to = to;", "require(msg.sender == owner);"}},
		{"call anything", "arbitrary_call", "C.run", `pragma solidity ^0.8.0;
contract C {
    mapping(address => bool) known;
    constructor(address k) { known[k] = true; }
    function run(address to, bytes calldata data) external {
        (bool ok, ) = to.call(data); // <-
        require(ok);
    }
}`, []string{"(bool ok", "require(known[to]); (bool ok"}},
	})
}

func TestRandomness(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    address[] players;
    address won;
    mapping(address => bytes32) kept;
    function draw(bytes32 secret) external {
        require(keccak256(abi.encode(secret)) == kept[msg.sender]);
        uint256 r = uint256(keccak256(abi.encode(block.timestamp, block.prevrandao))); // <-
        won = players[r % players.length];
    }
}`
	runPairs(t, []pair{
		{"hash of block values", "weak_randomness", "C.draw", src, []string{"block.timestamp, block.prevrandao", "secret, players"}},
		{"last block", "weak_randomness", "C.flip", `pragma solidity ^0.8.0;
contract C {
    uint256 at;
    uint256 heads;
    function flip() external {
        if (uint256(blockhash(block.number - 1)) % 2 == 0) // <-
            heads++;
    }
    function open() external { at = block.number + 5; }
}`, []string{"block.number - 1", "at"}},
		{"parity of time", "weak_randomness", "C.f", `pragma solidity ^0.8.0;
contract C {
    uint256 day;
    function f() external {
        day = block.timestamp % 7; // <-
    }
}`, []string{"% 7", "% 7 days"}},
	})
}
