package static

import "testing"

func TestArithmetic(t *testing.T) {
	const transfer = `pragma solidity ^0.4.24;
contract T {
    mapping(address => uint256) balances;
    function transfer(address to, uint256 amount) public {
        require(balances[msg.sender] - amount >= 0);
        balances[msg.sender] -= amount; // <-
        balances[to] += amount;
    }
}`
	const batch = `pragma solidity ^0.4.24;
contract T {
    mapping(address => uint256) balances;
    function batch(address[] to, uint256 value) public {
        uint256 total = uint256(to.length) * value; // <-
        require(value > 0 && balances[msg.sender] >= total);
        balances[msg.sender] -= total;
    }
}`
	runPairs(t, []pair{
		{"difference tested after wrapping", "arithmetic", "T.transfer", transfer, []string{"- amount >= 0", ">= amount"}},
		{"product", "arithmetic", "T.batch", batch, []string{"require(", "require(value == 0 || total / value == to.length); require("}},
		{"unchecked", "arithmetic", "T.burn", `pragma solidity ^0.8.20;
contract T {
    mapping(address => uint256) balances;
    function burn(uint256 amount) external {
        unchecked { balances[msg.sender] -= amount; } // <-
    }
}`, []string{"unchecked { balances[msg.sender] -= amount; }", "balances[msg.sender] -= amount;"}},
		{"library", "arithmetic", "T.lock", `pragma solidity ^0.6.0;
contract T {
    using SafeMath for uint256;
    mapping(address => uint256) until;
    function lock(uint256 time) external {
        until[msg.sender] += time; // <-
    }
}`, []string{"until[msg.sender] += time", "until[msg.sender] = until[msg.sender].add(time)"}},
	})
}

func TestPrecision(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    uint256 rate;
    uint256 unit;
    function fee(uint256 n, uint256 time) external view returns (uint256) {
        return n / unit * rate * time; // <-
    }
}`
	runPairs(t, []pair{
		{"in one expression", "precision_loss", "C.fee", src, []string{"n / unit * rate * time", "n * rate * time / unit"}},
		{"rounding on purpose", "precision_loss", "C.fee", src, []string{"n / unit * rate * time", "n / unit * unit"}},
		{"scaled", "precision_loss", "C.fee", src, []string{"n / unit * rate * time", "(n * 1e18 / unit) * rate / 1e18"}},
		{"in brackets", "precision_loss", "C.fee", `pragma solidity ^0.8.0;
contract C {
    function fee(uint256 n, uint256 all, uint256 pot) external pure returns (uint256) {
        return pot * (n / all); // <-
    }
}`, []string{"pot * (n / all)", "(pot * n) / all"}},
		{"through a local", "precision_loss", "C.fee", `pragma solidity ^0.8.0;
contract C {
    function fee(uint256 n, uint256 all, uint256 pot) external pure returns (uint256) {
        uint256 part = n / all; // <-
        return part * pot;
    }
}`, []string{"n / all", "n * pot / all", "part * pot", "part"}},
	})
}

func TestPrice(t *testing.T) {
	runPairs(t, []pair{
		{"reserves", "oracle_manipulation", "C.price", `pragma solidity ^0.8.0;
interface IPair { function getReserves() external view returns (uint112, uint112, uint32); function consult(uint256) external view returns (uint256); }
contract C {
    IPair pair;
    function price(uint256 n) public view returns (uint256) {
        (uint112 a, uint112 b, ) = pair.getReserves(); // <-
        return n * a / b;
    }
}`, []string{"(uint112 a, uint112 b, ) = pair.getReserves(); // <-", "", "n * a / b", "pair.consult(n)"}},
		{"balances of a pool", "oracle_manipulation", "C.price", `pragma solidity ^0.8.0;
interface IERC20 { function balanceOf(address) external view returns (uint256); }
contract C {
    IERC20 a; IERC20 b; address pool;
    function price() public view returns (uint256) {
        return a.balanceOf(pool) * 1e18 / b.balanceOf(pool); // <-
    }
}`, []string{"b.balanceOf(pool)", "1e18"}},
		{"getters of a pool", "oracle_manipulation", "C.price", `pragma solidity ^0.8.0;
interface IPool { function x() external view returns (uint256); function y() external view returns (uint256); }
contract C {
    IPool pool;
    uint256 last;
    function price() public view returns (uint256) {
        uint256 v = pool.x();
        return v * 1e18 / pool.y(); // <-
    }
}`, []string{"pool.y()", "1e18"}},
		{"age ignored", "stale_price", "C.price", `pragma solidity ^0.8.0;
interface IFeed { function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80); }
contract C {
    IFeed feed;
    function price() public view returns (int256) {
        (, int256 p, , , ) = feed.latestRoundData(); // <-
        return p;
    }
}`, []string{"p, , , )", "p, , uint256 at, )", "return p", "require(at + 3600 > block.timestamp); return p"}},
	})
}

func TestDenial(t *testing.T) {
	runPairs(t, []pair{
		{"push in a loop", "denial_of_service", "C.share", `pragma solidity ^0.8.0;
contract C {
    address payable[] people;
    mapping(address => uint256) pending;
    function share() external payable {
        for (uint256 i = 0; i < people.length; i++) {
            people[i].transfer(1); // <-
        }
    }
}`, []string{"people[i].transfer(1)", "pending[people[i]] += 1"}},
		{"former holder in a list, paid by a helper", "denial_of_service", "C.sit", `pragma solidity ^0.8.0;
contract C {
    struct Seat { address who; uint256 paid; }
    mapping(uint256 => Seat) seats;
    mapping(address => uint256) pending;
    error Refused(address to);
    function sit(uint256 i) external payable {
        Seat memory last = seats[i];
        if (msg.value <= last.paid) revert();
        seats[i] = Seat(msg.sender, msg.value);
        send(last.who, last.paid); // <-
    }
    function send(address to, uint256 n) private {
        (bool ok, ) = to.call{value: n}("");
        if (!ok) revert Refused(to);
    }
}`, []string{"send(last.who, last.paid)", "pending[last.who] += last.paid"}},
		{"former holder", "denial_of_service", "C.bid", `pragma solidity ^0.8.0;
contract C {
    address leader;
    uint256 price;
    mapping(address => uint256) pending;
    function bid() external payable {
        require(msg.value > price);
        address last = leader;
        uint256 back = price;
        leader = msg.sender;
        price = msg.value;
        (bool ok, ) = last.call{value: back}(""); // <-
        require(ok);
    }
}`, []string{`(bool ok, ) = last.call{value: back}("");`, "pending[last] += back;", "require(ok);", ""}},
	})
}

const permit = `pragma solidity ^0.8.0;
contract C {
    address signer;
    mapping(address => uint256) nonces;
    mapping(address => uint256) paid;
    constructor(address s) { signer = s; }
    function claim(uint256 n, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 digest = keccak256(abi.encode(msg.sender, n, address(this), block.chainid)); // <-
        require(ecrecover(digest, v, r, s) == signer);
        paid[msg.sender] += n;
    }
}`

func TestSignature(t *testing.T) {
	runPairs(t, []pair{
		{"no nonce", "signature_replay", "C.claim", permit, []string{"msg.sender, n,", "msg.sender, n, nonces[msg.sender]++,"}},
		{"digest not kept", "signature_replay", "C.claim", permit, []string{
			"paid[msg.sender]", "require(!used[digest]); used[digest] = true; paid[msg.sender]", "    constructor", "    mapping(bytes32 => bool) used;\n    constructor"}},
		{"no domain", "signature_replay", "C.claim", `pragma solidity ^0.8.0;
contract C {
    address signer;
    mapping(address => uint256) nonces;
    constructor(address s) { signer = s; }
    function claim(uint256 n, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 digest = keccak256(abi.encode(msg.sender, n, nonces[msg.sender]++)); // <-
        require(ecrecover(digest, v, r, s) == signer);
    }
}`, []string{"abi.encode(", "abi.encode(address(this), "}},
		{"zero address", "signature", "C.f", `pragma solidity ^0.8.0;
contract C {
    mapping(uint256 => address) keys;
    uint256 n;
    function f(uint256 id, bytes32 h, uint8 v, bytes32 r, bytes32 s) external view returns (bool) {
        address who = ecrecover(h, v, r, s); // <-
        require(who == keys[id]);
        return true;
    }
}`, []string{"require(who ==", "require(who != address(0)); require(who =="}},
	})
}

func TestExactBalance(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
contract C {
    uint256 paid;
    bool open;
    function play() external payable {
        paid += msg.value;
        require(address(this).balance == 10 ether); // <-
        open = true;
    }
}`
	runPairs(t, []pair{{"goal", "forced_ether", "C.play", src, []string{"address(this).balance ==", "paid =="}}})
}

func TestShareInflation(t *testing.T) {
	const src = `pragma solidity ^0.8.0;
interface IERC20 { function balanceOf(address) external view returns (uint256); function transferFrom(address, address, uint256) external returns (bool); }
contract V {
    IERC20 asset;
    uint256 supply;
    mapping(address => uint256) shares;
    function put(uint256 amount) external {
        uint256 n = supply == 0 ? amount : amount * supply / asset.balanceOf(address(this)); // <-
        require(asset.transferFrom(msg.sender, address(this), amount));
        supply += n;
        shares[msg.sender] += n;
    }
}`
	runPairs(t, []pair{{"first depositor", "share_inflation", "V.put", src, []string{"supply += n;", "require(n > 1000); supply += n;"}}})
}
