package verify_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
)

// falsehood is a change of the worked example of docs/proofs.md after which the sample says something false.
type falsehood struct {
	kind string
	// the flaw, when it is another than that of the example: an added function, vulnerable and repaired; in both
	// halves take() is then as in the twin
	flaw  [2]string
	both  [][2]string // old and new text in the source and in its twin
	text  [][2]string // in the source alone
	twin  [][2]string // in the twin alone
	proof [][2]string
	run   string      // what the attacker does instead, "" for what it does in the example
	has   string      // and what else is in its contract
	meta  [][2]string // in sample.yaml
	// why it is rejected: the line of a text, the variable or the call, and the cause
	want string
	// or what the list of docs/proofs.md says that is not rejected
	listed string
}

const plantedMeta = `id: jar
subset: ds
tier: 1
class: reentrancy
severity: high
compiler: 0.8.30
main: Jar.sol
contract: Jar
attacker: {who: any account, capital_eth: 1}
impact: {kind: ether_gained, minimum: "5000000000000000000"}
provenance: {kind: original, first_public: 2026-11-21}
voice: analyst
root_cause: Pays before it counts.
attack: Call back.
fix: Count first.
canary: assay-canary-5f1c0c5e-6a2e-4d0b-9a57-0c2f6f1f7d11
licence: CC-BY-4.0
`

// Places of the example that changes begin from.
const (
	atState   = "    mapping(address => uint256) public kept;\n"
	atTake    = "    function take() external {\n"
	atPut     = "        kept[msg.sender] += msg.value;\n"
	atSound   = "        kept[msg.sender] = 0; //~ BENIGN STATE_MOD cleared first\n"
	atPaid    = "        require(paid, \"not paid\");\n"
	atVM      = "    function deal(address who, uint256 wei_) external;\n"
	atFunds   = "vm.deal(address(this), 11 ether);"
	atSetUp   = "        thief = new Attacker{value: 1 ether}(jar);\n"
	atRegular = "        uint256 before = address(this).balance;\n"
	atEnd     = "\"an owner gets the coins back\");\n"
	atExploit = "        thief.run();\n"
	atView    = "    function target() public"
	atAttack  = "contract Attacker {\n"
	atRun     = "    function run() external {\n        jar.put{value: 1 ether}();\n        jar.take();\n    }\n"
	atCapital = "attacker: {who: any account, capital_eth: 1}"
	atImpact  = `impact: {kind: ether_gained, minimum: "5000000000000000000"}`
)

func after(place, text string) [2]string  { return [2]string{place, place + text} }
func before(place, text string) [2]string { return [2]string{place, text + place} }

// holding declares what the attacker has.
func holding(who, what string) [2]string {
	return [2]string{atCapital, "attacker: {who: " + who + ", capital_eth: 1, holds: {" + what + "}}"}
}

// Functions that pay end with paying. A flaw is a function without and with its repair, which is one line.
const paying = ` (bool paid, ) = msg.sender.call{value: n}(""); require(paid, "not paid"); }` + "\n"

var (
	cheats = after(atVM, "    function prank(address who) external;\n    function warp(uint256 to) external;\n"+
		"    function roll(uint256 to) external;\n    function addr(uint256 key) external returns (address);\n"+
		"    function sign(uint256 key, bytes32 digest) external returns (uint8, bytes32, bytes32);\n")
	rich = [2]string{atFunds, "vm.deal(address(this), 60 ether);"}
	tips = after(atState, "    uint256 public tips;\n    function tip() external payable { tips += msg.value; }\n")
	tip  = after(atSetUp, "        jar.tip{value: 9 ether}();\n")

	// An allowance that lasts.
	allowing = after(atState, "    mapping(address => mapping(address => uint256)) public allowed;\n"+
		"    function allow(address who, uint256 n) external { allowed[msg.sender][who] = n; }\n")
	lasting = flawOf("    function takeFrom(address from, uint256 n) external {\n"+
		"        uint256 left = allowed[from][msg.sender];\n        require(left >= n, \"not allowed\");\n",
		"        allowed[from][msg.sender] = left;", "        allowed[from][msg.sender] = left - n;",
		"        kept[from] -= n;\n       "+paying)
	allowance = after(atRegular, "        jar.allow(address(this), 1 ether);\n"+
		"        jar.takeFrom(address(this), 1 ether);\n        jar.put{value: 1 ether}();\n")
	allowed = after(atSetUp, "        jar.allow(address(thief), 1 ether);\n")
	takes   = "for (uint256 i = 0; i < 9; i++) jar.takeFrom("

	// A keeper who gets everything instead of the tips.
	keeping = after(atState, "    address public keeper;\n    function hire(address to) external {\n        require(keeper == "+
		"address(0) || msg.sender == keeper, \"not the keeper\");\n        keeper = to;\n    }\n")
	sweeping = flawOf("    function sweep() external {\n        require(msg.sender == keeper, \"not the keeper\");\n",
		"        uint256 n = address(this).balance;", "        uint256 n = tips;", "        tips = 0;\n       "+paying)

	// An offer that can be accepted at once.
	offering = after(atState, "    address public owner = msg.sender;\n    address public offered;\n    uint256 public since;\n"+
		"    function offer(address to) external {\n        require(msg.sender == owner, \"not the owner\");\n"+
		"        (offered, since) = (to, block.timestamp);\n    }\n")
	accepting = flawOf("    function accept() external {\n        require(msg.sender == offered, \"no offer\");\n",
		"        require(block.timestamp >= since, \"early\");", "        require(block.timestamp > since + 2 days, \"early\");",
		"        owner = offered;\n    }\n")

	// A signed payment that is paid again.
	signing = after(atState, "    address public host;\n    mapping(bytes32 => uint256) public cashed;\n"+
		"    function open(address to) external { require(host == address(0), \"open\"); host = to; }\n")
	cashing = cashingOf("abi.encode(msg.sender, n)")
	opened  = after(atSetUp, "        jar.open(vm.addr(7));\n        (uint8 v, bytes32 r, bytes32 s) = vm.sign(7, "+
		"keccak256(abi.encode(address(thief), 2 ether)));\n        thief.learn(v, r, s);\n")
	cashes = after(atRegular, "        (uint8 v, bytes32 r, bytes32 s) = vm.sign(7, keccak256(abi.encode(address(this), 1 ether)));\n"+
		"        jar.cash(1 ether, v, r, s);\n        jar.tip{value: 1 ether}();\n        before = address(this).balance;\n")
	learns = "uint8 internal v; bytes32 internal r; bytes32 internal s;\n    function learn(uint8 v_, bytes32 r_, bytes32 s_) " +
		"external { (v, r, s) = (v_, r_, s_); }"
	cash4 = "for (uint256 i = 0; i < 4; i++) jar.cash(2 ether, v, r, s);"

	// An entry that is taken before its day.
	waiting = after(atState, "    uint256 public opened = block.timestamp;\n"+
		"    mapping(address => uint256) public saved;\n"+
		"    function save(address who) external payable { saved[who] += msg.value; }\n")
	early = flawOf("    function early() external {\n", "        require(block.timestamp >= opened, \"early\");",
		"        require(block.timestamp > opened + 30 * 365 days, \"early\");",
		"        uint256 n = saved[msg.sender];\n        saved[msg.sender] = 0;\n       "+paying)
	waited = after(atRegular, "        vm.warp(block.timestamp + 31 * 365 days);\n        jar.save{value: 1 ether}(address(this));\n"+
		"        jar.early();\n")
	keeps = "function keep() external payable { jar.save{value: msg.value}(address(this)); }"
)

func cashingOf(signed string) [2]string {
	return flawOf("    function cash(uint256 n, uint8 v, bytes32 r, bytes32 s) external {\n"+
		"        bytes32 digest = keccak256("+signed+");\n"+
		"        require(host != address(0) && ecrecover(digest, v, r, s) == host, \"not signed\");\n"+
		"        require(cashed[digest] == 0, \"cashed\");\n",
		"        cashed[digest] = n / 100 ether;", "        cashed[digest] = n;", "       "+paying)
}

// flawOf returns a function without and with its repair, labelled.
func flawOf(head, flawed, repaired, rest string) [2]string {
	return [2]string{head + flawed + " //~ ROOT_CAUSE STATE_MOD\n" + rest, head + repaired + " //~ BENIGN STATE_MOD\n" + rest}
}

// planted are the kinds.
var planted = []falsehood{
	{kind: "nothing"},
	{kind: "a comment", both: [][2]string{before(atTake, "    // Gives everything back.\n")}},
	{kind: "a local of another name", text: [][2]string{{"uint256 amount = kept[msg.sender];\n        (bool paid, ) = " +
		"msg.sender.call{value: amount}", "uint256 owed = kept[msg.sender];\n        (bool paid, ) = msg.sender.call{value: owed}"}},
		twin: [][2]string{{"uint256 amount =", "uint256 owed ="}, {"{value: amount}", "{value: owed}"}}},
	{kind: "one more function", both: [][2]string{tips}, proof: [][2]string{rich, tip}},

	// Authority.
	{kind: "an allowance of setUp()", flaw: lasting, both: [][2]string{allowing},
		proof: [][2]string{allowance, allowed}, run: takes + "msg.sender, 1 ether);",
		want: "authority on the vulnerable source: a stranger fails: the attack needs what setUp() gives the attacker, Jar.allowed"},
	{kind: "an allowance of any account", flaw: lasting, both: [][2]string{allowing},
		proof: [][2]string{allowance, allowed}, run: takes + "msg.sender, 1 ether);",
		meta: [][2]string{holding("any account", "Jar.allowed: given")},
		want: `who: "any account" holds Jar.allowed; say what the account is`},
	{kind: "the role of a keeper", flaw: sweeping, both: [][2]string{tips, keeping},
		proof: [][2]string{cheats, after(atSetUp, "        jar.hire(address(thief));\n"),
			after(atEnd, "        vm.prank(address(thief));\n        jar.hire(address(this));\n        jar.tip{value: 1 ether}();\n"+
				"        jar.sweep();\n")}, run: "jar.sweep();",
		want: "a stranger fails: the attack needs what setUp() gives the attacker, Jar.keeper"},
	{kind: "an ownership that was offered", flaw: accepting, both: [][2]string{offering},
		proof: [][2]string{cheats, after(atSetUp, "        jar.offer(address(thief));\n"),
			after(atEnd, "        jar.offer(address(this));\n        vm.warp(block.timestamp + 3 days);\n        jar.accept();\n")}, run: "jar.accept();",
		meta: [][2]string{{atImpact, "impact: {kind: ownership_taken, asset: owner}"}},
		want: "a stranger fails: the attack needs what setUp() gives the attacker, Jar.offered"},
	{kind: "a signed payment", flaw: cashing, both: [][2]string{tips, signing},
		proof: [][2]string{cheats, rich, opened, tip, cashes}, run: cash4, has: learns,
		want: "a stranger fails: the attack needs what setUp() gives the attacker, address;"},
	{kind: "a depositor of the proof that obeys anybody", flaw: lasting, both: [][2]string{allowing},
		proof: [][2]string{rich, allowance, after(atSetUp, "        thief.meet(new Fool{value: 10 ether}(jar));\n"),
			before(atAttack, "contract Fool {\n    Jar internal jar;\n    constructor(Jar jar_) payable { jar = jar_; "+
				"jar.put{value: msg.value}(); }\n    function obey() external { jar.allow(msg.sender, 1 ether); }\n}\n\n")}, run: "fool.obey(); " + takes + "address(fool), 1 ether);", has: "Fool internal fool;\n    function meet(Fool to) external { " +
			"fool = to; }",
		want: "the attacker calls Fool.obey() of Proof.sol, whose weakness would not be the sample's"},
	{kind: "a price feed of the proof that anybody sets",
		flaw: flawOf("    function sell() external {\n        require(!sold, \"sold\");\n        sold = true;\n"+
			"        uint256 n = feed.price() * 1 ether;\n", "        if (n > 100 ether) n = 100 ether;",
			"        if (n > 1 ether) n = 1 ether;", "       "+paying),
		both: [][2]string{tips, before("contract Jar {\n", "interface IFeed { function price() external view returns (uint256); }\n\n"),
			after(atState, "    bool public sold;\n    IFeed public feed;\n    function use(IFeed to) external { require(address(feed) "+
				"== address(0), \"in use\"); feed = to; }\n")},
		proof: [][2]string{rich, after(atSetUp, "        Feed feed = new Feed();\n        jar.use(IFeed(address(feed)));\n"+
			"        thief.meet(feed);\n"), tip,
			before(atAttack, "contract Feed {\n    uint256 public price = 1;\n    function set(uint256 to) external { price = to; }\n}\n\n"),
			after(atEnd, "        jar.sell();\n")}, run: "feed.set(9); jar.sell();", has: "Feed internal feed;\n    function meet(Feed to) external { feed = to; }",
		want: "the attacker calls Feed.set() of Proof.sol"},
	{kind: "a wrong reason for what it holds", flaw: lasting, both: [][2]string{allowing},
		proof: [][2]string{allowance, allowed}, run: takes + "msg.sender, 1 ether);",
		meta:   [][2]string{holding("a helper", "Jar.allowed: everybody has one")},
		listed: "a wrong reason under `holds`"},
	{kind: "a signature that names nobody", flaw: cashingOf("abi.encode(n)"), both: [][2]string{tips, signing},
		proof: [][2]string{cheats, rich, opened, tip, cashes,
			{"abi.encode(address(thief), 2 ether)", "abi.encode(2 ether)"}, {"abi.encode(address(this), 1 ether)", "abi.encode(1 ether)"}}, run: cash4, has: learns,
		listed: "a signature that names nobody, which `setUp()` hands to the attacker"},

	// Whose loss.
	{kind: "its own deposit", flaw: early, both: [][2]string{waiting},
		proof: [][2]string{cheats, rich, waited, after(atSetUp, "        thief.keep{value: 10 ether}();\n")}, run: "jar.early();", has: keeps,
		meta: [][2]string{holding("a depositor", "Jar.saved: its own entry")},
		want: "the attacker takes back what it paid in setUp(), and what others lose is less than the minimum"},
	{kind: "its own deposit as value destroyed", flaw: early, both: [][2]string{waiting},
		proof: [][2]string{cheats, rich, waited, after(atSetUp, "        thief.keep{value: 10 ether}();\n"),
			before(atView, "    function safe() public view returns (uint256) { return address(jar).balance; }\n\n")}, run: "jar.early();", has: keeps,
		meta: [][2]string{holding("a depositor", "Jar.saved: its own entry"),
			{atImpact, `impact: {kind: value_destroyed, asset: safe, minimum: "5000000000000000000"}`}},
		want: "the attacker takes back what it paid in setUp()"},
	{kind: "a deposit that another account makes for it", flaw: early, both: [][2]string{waiting},
		proof: [][2]string{cheats, rich, waited, after(atSetUp, "        jar.save{value: 10 ether}(address(thief));\n")}, run: "jar.early();",
		meta:   [][2]string{holding("a depositor", "Jar.saved: its own entry")},
		listed: "a deposit that `setUp()` makes for the attacker from another account"},
	{kind: "ether that the proof gives away",
		proof: [][2]string{rich, after(atSetUp, "        thief.meet(new Faucet{value: 9 ether}());\n"),
			before(atAttack, "contract Faucet {\n    constructor() payable {}\n    function give() external { "+
				"payable(msg.sender).transfer(address(this).balance); }\n}\n\n")}, run: "faucet.give();", has: "Faucet internal faucet;\n    function meet(Faucet to) external { faucet = to; }",
		want: "exploit on the vulnerable source: the impact does not count: the attacker gains what nobody loses"},
	{kind: "a loss that only the attacker tells of",
		proof: [][2]string{before(atView,
			"    function safe() public view returns (uint256) { return thief.spent() ? 0 : 9; }\n\n")}, run: "spent = true;", has: "bool public spent;",
		meta: [][2]string{{atImpact, `impact: {kind: value_destroyed, asset: safe, minimum: "9"}`}},
		want: "exploit on the vulnerable source: the impact does not count: safe() depends on the attacker"},
	{kind: "an office without any right",
		flaw: flawOf("    function visit() external {\n", "        last = msg.sender;",
			"        if (kept[msg.sender] > 0) last = msg.sender;", "    }\n"),
		both:  [][2]string{after(atState, "    address public last;\n")},
		proof: [][2]string{after(atRegular, "        jar.visit();\n")}, run: "jar.visit();",
		meta: [][2]string{{atImpact, "impact: {kind: ownership_taken, asset: last}"}},
		want: "last() names the attacker, but no call was found that this gives it the right to"},
	{kind: "a loss of one wei", meta: [][2]string{{`minimum: "5000000000000000000"`, `minimum: "1"`},
		{"severity: high", "severity: critical"}}, listed: "a loss of one wei called critical"},

	// Worlds.
	{kind: "20,000 years", proof: [][2]string{cheats, before(atExploit, "        vm.warp(block.timestamp + 20000 * 365 days);\n")},
		want: "exploit on the vulnerable source: refused: the exploit lets more than twenty years pass"},
	{kind: "a billion blocks", proof: [][2]string{cheats, before(atExploit, "        vm.roll(1e9);\n")},
		want: "exploit on the vulnerable source: refused: the exploit lets more than twenty years pass"},
	{kind: "the year 3000", proof: [][2]string{cheats, after(atSetUp, "        vm.warp(32503680000);\n")},
		want: "setUp() ends at time 32503680000 in block 1; at most 4102444800 (the year 2100)"},
	{kind: "100,000,000 ether", meta: [][2]string{{"capital_eth: 1", "capital_eth: 100000000"}},
		want: "capital_eth 1e+08 is not an amount of ether that an account can have or borrow"},
	{kind: "more tokens than there are", meta: [][2]string{{"capital_eth: 1", `capital_eth: 1, capital_tokens: {Coin: "1` +
		strings.Repeat("0", 33) + `"}`}}, want: "capital_tokens: Coin: more than 33 digits; no token has so many units"},

	// Labels, words and rules.
	{kind: "a root cause on a line of the same change that matters to nobody",
		text: [][2]string{{"kept[msg.sender];", "kept[msg.sender] + 0; //~ ROOT_CAUSE COMPUTATION"},
			{" //~ ROOT_CAUSE EXT_CALL pays before the entry is cleared", ""}, {" //~ ROOT_CAUSE STATE_MOD cleared too late", ""}},
		twin:   [][2]string{{"kept[msg.sender];", "0 + kept[msg.sender];"}},
		listed: "a ROOT_CAUSE label on a cosmetic edit within a repair"},
	{kind: "a root cause elsewhere",
		text: [][2]string{after("kept[msg.sender] += msg.value;", " //~ ROOT_CAUSE STATE_MOD"),
			{" //~ ROOT_CAUSE EXT_CALL pays before the entry is cleared", ""}, {" //~ ROOT_CAUSE STATE_MOD cleared too late", ""}},
		want: "ds/jar/Jar.sol:14: no ROOT_CAUSE is on a line that the repair changes"},
	{kind: "a changed line that is called harmless",
		text: [][2]string{{"//~ ROOT_CAUSE STATE_MOD cleared too late", "//~ BENIGN STATE_MOD"}},
		want: "ds/jar/Jar.sol:16: is labelled BENIGN, and the repair changes it"},
	{kind: "an edit of the twin that nothing asks for",
		twin: [][2]string{{"kept[msg.sender] += msg.value", "kept[msg.sender] = kept[msg.sender] + msg.value"}},
		want: "minimal on the fixed source: the change in line 9 is not part of the repair"},
	{kind: "the same in the house style",
		twin:   [][2]string{{"kept[msg.sender] += msg.value", "kept[msg.sender] = kept[msg.sender] + msg.value"}},
		meta:   [][2]string{before("root_cause:", "fix_parts: {put: the same in the house style}\n")},
		listed: "an unrelated edit of the twin that `fix_parts` excuses"},
	{kind: "a reason for an edit that is not there", meta: [][2]string{before("root_cause:", "fix_parts: {put: nobody}\n")},
		want: "fix_parts: the repair changes nothing in put"},
	{kind: "a loophole in a comment", both: [][2]string{before(atTake, "    // the loophole: it pays too early here\n")},
		want: `ds/jar/Jar.sol:12: the word "loophole" gives the answer away`},
	{kind: "another class", meta: [][2]string{{"class: reentrancy", "class: weak_randomness"}}, listed: "a wrong class"},
	{kind: "another cause", meta: [][2]string{{"root_cause: Pays before it counts.", "root_cause: The price comes from a pool."}},
		listed: "a wrong description of the root cause"},
	{kind: "being outbid",
		flaw: flawOf("    function bid() external payable {\n", "        require(msg.value > price, \"low\");",
			"        require(best == address(0) && msg.value > price, \"low\");",
			"        (address last, uint256 back) = (best, price);\n        (best, price) = (msg.sender, msg.value);\n"+
				"        if (last != address(0)) payable(last).transfer(back);\n    }\n"),
		both: [][2]string{after(atState, "    address public best;\n    uint256 public price;\n")},
		proof: [][2]string{rich, after(atSetUp, "        jar.bid{value: 0.5 ether}();\n"),
			before(atView, "    function leads() public view { require(jar.best() == address(this), \"no longer\"); }\n\n")}, run: "jar.bid{value: 1 ether}();",
		meta:   [][2]string{{atImpact, "impact: {kind: service_denied, asset: leads}"}},
		listed: "being outbid in an auction as `service_denied`"},
	{kind: "a faucet",
		flaw: [2]string{"    function give() external { //~ ROOT_CAUSE ACCESS_CTRL\n        uint256 n = tips;\n        tips = 0;\n       " + paying,
			"    function give() external {\n        require(msg.sender == owner, \"not the owner\"); //~ BENIGN ACCESS_CTRL\n" +
				"        uint256 n = tips;\n        tips = 0;\n       " + paying},
		both:  [][2]string{tips, after(atState, "    address public owner = msg.sender;\n")},
		proof: [][2]string{rich, tip, after(atEnd, "        jar.give();\n")}, run: "jar.give();",
		meta: [][2]string{{"class: reentrancy", "class: access_control"}}, listed: "a faucet that is open on purpose as `access_control`"},
	{kind: "nobody keeps an odd number",
		flaw: [2]string{"    function gift() external payable { //~ ROOT_CAUSE INPUT_VAL\n        gifts += msg.value;\n    }\n",
			"    function gift() external payable {\n        require(msg.value % 2 == 0, \"odd\"); //~ BENIGN INPUT_VAL\n" +
				"        gifts += msg.value;\n    }\n"},
		both: [][2]string{after(atState, "    uint256 public gifts;\n")},
		proof: [][2]string{rich, after(atRegular, "        jar.gift{value: 2}();\n        before = address(this).balance;\n"),
			before(atView, "    function even() public view returns (bool) { return jar.gifts() % 2 == 0; }\n\n")}, run: "jar.gift{value: 1}();",
		meta:   [][2]string{{atImpact, "impact: {kind: state_corrupted, asset: even}"}},
		listed: "*nobody keeps an odd number of wei* as an invariant"},

	// Twins.
	{kind: "a twin for one amount only", text: [][2]string{{" //~ ROOT_CAUSE STATE_MOD cleared too late", ""}},
		twin: [][2]string{{atSound, "        require(amount != 1 ether, \"amount\"); //~ BENIGN INPUT_VAL\n"},
			after(atPaid, "        kept[msg.sender] = 0;\n")},
		want: "near on the fixed source: "},
	{kind: "a twin for all amounts but one in a thousand", text: [][2]string{{" //~ ROOT_CAUSE STATE_MOD cleared too late", ""}},
		twin: [][2]string{{atSound, "        if (uint256(keccak256(abi.encode(amount))) % 1000 != 7) kept[msg.sender] = 0; " +
			"//~ BENIGN STATE_MOD\n"}, after(atPaid, "        kept[msg.sender] = 0;\n")},
		listed: "re-entry that the twin leaves open for one amount in a thousand"},
	{kind: "a twin that refuses everybody", twin: [][2]string{{atSound, "        revert(\"closed\"); //~ BENIGN CTRL_FLOW\n"}},
		want: `regular on the fixed source: honest use does not pass: "closed"`},
	{kind: "a twin that breaks what nobody uses", both: [][2]string{before(atTake, "    function move(address to) external {\n"+
		"        kept[to] += kept[msg.sender];\n        kept[msg.sender] = 0;\n    }\n\n")},
		twin: [][2]string{{"kept[to] += kept", "kept[to] -= kept"}},
		meta: [][2]string{before("root_cause:", "honest_use: {uncalled: {Jar.move(address): is for later}}\n")},
		want: "minimal on the fixed source: the change in line 13 is not part of the repair"},
	{kind: "a twin with another event", both: [][2]string{after(atState, "    event Kept(uint256 amount);\n"), after(atPut, "        emit Kept(msg.value);\n")},
		twin: [][2]string{{"event Kept(", "event Held("}, {"emit Kept(", "emit Held("}},
		want: "honest use on the fixed source: honest use is not the same as on the vulnerable source: Jar.Kept(uint256): comes 1 times and 0"},

	// Second flaws in both.
	{kind: "everything for anybody after 400 days", both: [][2]string{waiting, before(atTake, "    function sweep() external {\n"+
		"        require(block.timestamp > opened + 400 days, \"early\");\n        uint256 n = address(this).balance;\n       "+paying+"\n")},
		proof: [][2]string{cheats, after(atEnd, "        jar.save{value: 1 ether}(address(this));\n"+
			"        vm.warp(block.timestamp + 401 days);\n        jar.sweep();\n")},
		want: "fuzz on the fixed source: a random sequence reaches the impact"},
	{kind: "everything for who knows a number", both: [][2]string{before(atTake, "    function sweep(uint256 key) external {\n"+
		"        require(sha256(abi.encode(key)) == 0xcd0af4846eba61f8e4dbf72f10cfee8aad293f951c183c823d79ea55ea463c84, \"key\");\n"+
		"        uint256 n = address(this).balance;\n       "+paying+"\n")},
		meta:   [][2]string{before("root_cause:", "honest_use: {uncalled: {Jar.sweep(uint256): for the end}}\n")},
		listed: "a second flaw in both sources"},
	{kind: "a signature for any number of payments", both: [][2]string{tips, signing,
		before(atTake, strings.Replace(strings.Replace(cashing[0], "        cashed[digest] = n / 100 ether; //~ ROOT_CAUSE STATE_MOD\n", "", 1),
			"        require(cashed[digest] == 0, \"cashed\");\n", "", 1)+"\n")},
		proof:  [][2]string{cheats, rich, after(atSetUp, "        jar.open(vm.addr(7));\n"), tip, cashes},
		listed: "a signature without a nonce in both halves"},
}

// A false sample of each kind is rejected with the line and the cause, by the linter or by its proof, or the page lists
// the kind among those that are not; then it passes, for a list that says too much would be wrong as well. The example
// itself and honest changes of it pass.
func TestPlanted(t *testing.T) {
	page, err := os.ReadFile("../../../docs/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	base := map[string]string{"sample.yaml": plantedMeta}
	for _, m := range blockRE.FindAllStringSubmatch(string(page), -1) {
		base[map[string]string{"jar": "Jar.sol", "fixed": "fixed/Jar.sol", "proof": "Proof.sol"}[m[1]]] = m[2]
	}
	_, list, _ := strings.Cut(string(page), "**Not rejected yet:**")
	list, _, _ = strings.Cut(list, "So *every label")
	list = strings.Join(strings.Fields(list), " ")
	takes := corpustest.Every(t, 7)
	for i, p := range planted {
		if !takes(i) {
			continue
		}
		t.Run(p.kind, func(t *testing.T) {
			t.Parallel()
			said := judged(t, plantedIn(t, base, p))
			switch {
			case p.listed != "" && !strings.Contains(list, p.listed):
				t.Errorf("docs/proofs.md does not list %q", p.listed)
			case (p.want == "") != (len(said) == 0) || !strings.Contains(strings.Join(said, "\n"), p.want):
				t.Errorf("want %q, got\n%s", p.want, strings.Join(said, "\n"))
			}
		})
	}
}

// plantedIn returns the files of the example with the changes of a kind. Each change must change something.
func plantedIn(t *testing.T, base map[string]string, p falsehood) fstest.MapFS {
	files := maps.Clone(base)
	edit := func(name string, edits [][2]string) {
		for _, e := range edits {
			if !strings.Contains(files[name], e[0]) {
				t.Fatalf("%s has no %q", name, e[0])
			}
			files[name] = strings.Replace(files[name], e[0], e[1], 1)
		}
	}
	if p.flaw[0] != "" {
		sound := markerRE.ReplaceAllString(files["fixed/Jar.sol"], "")
		files["Jar.sol"] = strings.Replace(sound, atTake, p.flaw[0]+"\n"+atTake, 1)
		files["fixed/Jar.sol"] = strings.Replace(sound, atTake, p.flaw[1]+"\n"+atTake, 1)
	}
	edit("Jar.sol", slices.Concat(p.both, p.text))
	edit("fixed/Jar.sol", slices.Concat(p.both, p.twin))
	edit("Proof.sol", p.proof)
	if p.run != "" {
		edit("Proof.sol", [][2]string{{atRun, "    function run() external { " + p.run + " }\n    " + p.has + "\n"},
			{"        if (address(jar).balance >= 1 ether) jar.take();\n", ""}})
	}
	edit("sample.yaml", p.meta)
	m := fstest.MapFS{}
	for name, text := range files {
		m["ds/jar/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// judged returns what the linter says about a sample, and the failures of its proof if the linter says nothing.
func judged(t *testing.T, files fstest.MapFS) (said []string) {
	t.Helper()
	list, problems, err := suite.Load(files, ".", "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		said = append(said, p.String())
	}
	if len(said) > 0 {
		return said
	}
	x, ok := list[0].Executable(&list[0].Samples[0])
	if !ok {
		t.Fatal("nothing to execute")
	}
	return run(t, x).Evidence.Failures()
}
